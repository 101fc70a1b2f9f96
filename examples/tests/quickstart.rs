//! The quickstart, run as a user runs it, on repositories made for the purpose.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agentkit-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn git(folder: &Path, arguments: &[&str], input: &str) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "git {arguments:?}");
}

/// A repository of 200 commits by the conventions, `v1.0` at the 100th and `v1.1` at the last.
fn repository(folder: &Path) {
    git(folder, &["init", "--quiet", "--initial-branch=main"], "");
    let mut stream = String::new();
    for number in 1..=200_u32 {
        let message = match number % 10 {
            0 => format!("fix(parser): mend case {number}\n\nIt was wrong."),
            5 => format!("feat: add thing {number}\n\nIt is new."),
            7 if number == 157 => {
                "feat!: drop the old way\n\nBREAKING CHANGE: call the new way instead.".to_owned()
            }
            _ => format!("chore: tidy {number}"),
        };
        let time = 1_700_000_000 + number * 60;
        write!(
            stream,
            "commit refs/heads/main\ncommitter A <a@example.com> {time} +0000\ndata {}\n{message}\nM 644 inline f\ndata {}\n{number}\n",
            message.len(),
            number.to_string().len(),
        )
        .unwrap();
        for (at, tag) in [(100, "v1.0"), (200, "v1.1")] {
            if number == at {
                write!(stream, "reset refs/tags/{tag}\nfrom refs/heads/main\n\n").unwrap();
            }
        }
    }
    git(folder, &["fast-import", "--quiet"], &stream);
}

/// The example beside this test's own program: `cargo test` builds both.
fn quickstart(arguments: &[&str]) -> Output {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples/quickstart");
    let mut command = Command::new(program);
    command.args(arguments).env_remove("OPENAI_API_KEY").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn writes_notes_for_a_repository_of_200_commits() {
    let folder = Folder::new("notes");
    repository(&folder.0);
    let out = folder.0.join("NOTES.md");
    let output = quickstart(&[folder.0.to_str().unwrap(), "v1.0..v1.1", "--out", out.to_str().unwrap()]);
    let shown = stdout(&output);
    assert!(output.status.success(), "{shown}");
    assert!(shown.starts_with("No OPENAI_API_KEY: running offline"), "{shown}");
    assert!(shown.contains("tags()\n  log(v1.0..v1.1)\n  show("), "{shown}");
    let notes = std::fs::read_to_string(out).unwrap();
    assert!(shown.contains(&notes), "the file has what was shown");
    assert!(notes.starts_with("# v1.1\n\n100 commits since v1.0"), "{notes}");
    assert!(
        notes.contains("## Breaking changes\n\n- **drop the old way**: call the new way instead."),
        "{notes}"
    );
    assert!(notes.contains("- **add thing 195**: It is new. ("), "{notes}");
    assert!(notes.contains("- **mend case 200**: It was wrong. ("), "{notes}");
}

#[test]
fn a_release_without_a_start_begins_at_the_tag_before() {
    let folder = Folder::new("start");
    repository(&folder.0);
    let shown = stdout(&quickstart(&[folder.0.to_str().unwrap()]));
    assert!(shown.contains("100 commits since v1.0"), "{shown}");
}

#[test]
fn notes_are_written_nowhere_unless_asked() {
    let folder = Folder::new("nowhere");
    repository(&folder.0);
    let mut command = Command::new("git");
    assert!(quickstart(&[folder.0.to_str().unwrap()]).status.success());
    let status = command.arg("-C").arg(&folder.0).args(["ls-files", "--others"]).output().unwrap();
    assert_eq!(stdout(&status), "");
}

#[test]
fn what_cannot_be_done_is_said_and_exits_with_1() {
    let folder = Folder::new("failures");
    let plain = Folder::new("plain");
    repository(&folder.0);
    let path = folder.0.to_str().unwrap();
    for (arguments, said) in [
        (vec![plain.0.to_str().unwrap()], "is no git repository"),
        (vec![path, "nosuch..HEAD"], "there is no commit, tag or branch `nosuch`"),
        (vec![path, "HEAD..HEAD"], "there are no commits between HEAD and HEAD"),
        (vec![path, "--output=x..HEAD"], "there is no option `--output=x..HEAD`"),
    ] {
        let output = quickstart(&arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
