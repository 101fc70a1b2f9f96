//! What the macros add to the compile time of a crate of theirs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Result;
use crate::compile::children_ticks;
use crate::driver::{root, succeed};
use crate::table::{self, ratio, row};

/// Traits, each of [`METHODS`] tools.
const TRAITS: usize = 10;
const METHODS: usize = 10;
const OUTPUTS: usize = 100;
/// Over how many checks a figure, known to 10 ms only, is averaged.
const CHECKS: u64 = 5;

pub(crate) fn print() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("macros.{}", std::process::id()));
    let mut rows =
        vec![row(["", "lines", "CPU of a clean check, ms", "x by hand", "after a change, ms", "x by hand"])];
    let (mut clean_by_hand, mut changed_by_hand) = (0, 0);
    for (name, source) in [("derives only", derives()), ("by hand", by_hand()), ("macros", macros())] {
        let krate = folder.join(name.replace(' ', "-"));
        write_crate(&krate, &source)?;
        let clean = check(&krate, &folder.join("target"), &source, false)?;
        let changed = check(&krate, &folder.join("target"), &source, true)?;
        if name == "by hand" {
            (clean_by_hand, changed_by_hand) = (clean, changed);
        }
        let of = |ticks, of| if of == 0 { String::new() } else { ratio(ticks, of) };
        rows.push(vec![
            name.to_owned(),
            source.lines().count().to_string(),
            (clean * 10 / CHECKS).to_string(),
            of(clean, clean_by_hand),
            (changed * 10 / CHECKS).to_string(),
            of(changed, changed_by_hand),
        ]);
    }
    fs::remove_dir_all(&folder)?;
    table::print("Compile cost of 100 tools and 100 outputs", &rows);
    Ok(())
}

fn write_crate(krate: &Path, source: &str) -> Result<()> {
    fs::create_dir_all(krate.join("src"))?;
    let agentkit = root().join("../agentkit").canonicalize()?;
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
         agentkit = {{ path = {:?} }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\nschemars = \"1\"\nserde_json = \"1\"\n",
        krate.file_name().unwrap_or_default().to_string_lossy(),
        agentkit
    );
    fs::write(krate.join("Cargo.toml"), manifest)?;
    fs::copy(root().join("../Cargo.lock"), krate.join("Cargo.lock"))?;
    fs::write(krate.join("src/lib.rs"), source)?;
    Ok(())
}

/// The CPU time, in ticks of 10 ms, of [`CHECKS`] checks of the crate alone.
fn check(krate: &Path, target: &Path, source: &str, incremental: bool) -> Result<u64> {
    let run = || -> Result<()> {
        let mut command = Command::new("cargo");
        command.current_dir(krate).args(["check", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", target);
        command.env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" });
        succeed("cargo check", &command.output()?)
    };
    run()?;
    let mut ticks = 0;
    for n in 0..CHECKS {
        // Another constant each time, in the middle of the file.
        fs::write(krate.join("src/lib.rs"), format!("{source}\n/// A number.\npub const N: u64 = {n};\n"))?;
        let before = children_ticks()?;
        run()?;
        ticks += children_ticks()? - before;
    }
    Ok(ticks)
}

fn arguments(method: usize) -> &'static str {
    match method % 3 {
        0 => "city: String, day: Option<u8>",
        1 => "items: Vec<String>, limit: u32",
        _ => "id: u64, exact: bool",
    }
}

fn macros() -> String {
    let mut source = String::from("use agentkit::{agent_output, tools};\n");
    for number in 0..TRAITS {
        let _ = writeln!(source, "/// Tools.\n#[tools]\npub trait Tools{number} {{");
        for method in 0..METHODS {
            let _ = writeln!(
                source,
                "    /// Does something.\n    async fn tool_{number}_{method}(&self, {}) -> Result<String, std::fmt::Error>;",
                arguments(method)
            );
        }
        source.push_str("}\n");
    }
    for number in 0..OUTPUTS {
        let _ = writeln!(
            source,
            "/// An answer.\n#[agent_output]\npub struct Output{number} {{\n    /// A text.\n    pub text: String,\n    \
             /// A number.\n    pub number: u32,\n    /// Some tags.\n    pub tags: Vec<String>,\n    /// A note.\n    pub note: Option<String>,\n}}"
        );
    }
    source
}

fn structs(source: &mut String) {
    for number in 0..OUTPUTS {
        let _ = writeln!(
            source,
            "/// An answer.\n#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]\n#[serde(deny_unknown_fields)]\n\
             pub struct Output{number} {{\n    /// A text.\n    pub text: String,\n    /// A number.\n    pub number: u32,\n    \
             /// Some tags.\n    pub tags: Vec<String>,\n    /// A note.\n    pub note: Option<String>,\n}}"
        );
    }
}

fn traits(source: &mut String) {
    for number in 0..TRAITS {
        let _ = writeln!(source, "/// Tools.\npub trait Tools{number}: Send + Sync {{");
        for method in 0..METHODS {
            let _ = writeln!(
                source,
                "    /// Does something.\n    fn tool_{number}_{method}(&self, {}) -> impl Future<Output = Result<String, std::fmt::Error>> + Send;",
                arguments(method)
            );
        }
        source.push_str("}\n");
    }
}

/// The traits and types alone: what serde's and schemars' derives cost.
fn derives() -> String {
    let mut source = String::new();
    traits(&mut source);
    structs(&mut source);
    source
}

/// The same with what the macros write, written by hand.
fn by_hand() -> String {
    let mut source = derives();
    source.push_str(
        "use agentkit::output::{Answer, Choice, Output, OutputError, Shape};\nuse agentkit::{Tool, ToolError, ToolSet};\nuse std::sync::Arc;\n",
    );
    for number in 0..TRAITS {
        let _ = writeln!(
            source,
            "/// The tools.\npub fn tools_{number}<S: Tools{number} + 'static>(state: S) -> ToolSet {{\n    let state = Arc::new(state);\n    [",
        );
        for method in 0..METHODS {
            let pairs: Vec<_> =
                arguments(method).split(", ").filter_map(|pair| pair.split_once(": ")).collect();
            let mut declared = String::new();
            let mut taken = Vec::new();
            for (name, kind) in pairs {
                let _ = write!(declared, ".arg::<{kind}>(\"{name}\", \"\")");
                taken.push(format!("arguments.take::<{kind}>(\"{name}\")?"));
            }
            let _ = writeln!(
                source,
                "        Tool::builder(\"tool_{number}_{method}\", \"Does something.\"){declared}.handler(&state, |state, mut arguments| \
                 Box::pin(async move {{ state.tool_{number}_{method}({}).await.map_err(ToolError::new) }})),",
                taken.join(", ")
            );
        }
        source.push_str("    ].into_iter().collect()\n}\n");
    }
    for number in 0..OUTPUTS {
        let _ = writeln!(
            source,
            "impl Output for Output{number} {{\n    fn shape() -> Shape {{\n        \
             Shape::choices([Choice::new(\"An answer.\", schemars::schema_for!(Self).to_value())])\n    }}\n    \
             fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {{\n        answer.json()\n    }}\n}}"
        );
    }
    source
}
