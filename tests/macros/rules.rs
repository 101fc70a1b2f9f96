//! The table of rules in the documentation, held to the cases of `tests/ui` both ways.

use std::collections::BTreeMap;
use std::path::Path;

/// The first thing that the compiler says of each case.
fn said() -> BTreeMap<String, String> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut said = BTreeMap::new();
    for group in ["tools", "output", "agent"] {
        for entry in std::fs::read_dir(ui.join(group)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(path.with_extension("stderr")).unwrap();
            let error = text.lines().find(|line| line.starts_with("error")).unwrap_or_default();
            let message = error.split_once(": ").map_or("", |(_, message)| message).trim();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            said.insert(format!("{group}/{name}"), message.to_owned());
        }
    }
    said
}

/// The table's rows: a message and its case.
fn table() -> BTreeMap<String, String> {
    let rows = include_str!("../../agentkit/src/rules.md").lines().filter_map(|line| {
        let (message, case) = line.strip_prefix("| ")?.strip_suffix("` |")?.rsplit_once(" | `")?;
        Some((case.to_owned(), message.replace("\\|", "|")))
    });
    let mut table = BTreeMap::new();
    for (case, message) in rows {
        assert!(table.insert(case.clone(), message).is_none(), "{case} is there twice");
    }
    table
}

#[test]
fn each_rule_has_its_case_and_each_case_its_rule() {
    let (table, said) = (table(), said());
    assert!(said.len() >= 60, "{} cases", said.len());
    for (case, message) in &said {
        assert_eq!(table.get(case), Some(message), "the row of `{case}` in agentkit/src/rules.md");
    }
    let gone: Vec<_> = table.keys().filter(|case| !said.contains_key(*case)).collect();
    assert!(gone.is_empty(), "rows without a case: {gone:?}");
}

#[test]
fn no_case_blames_generated_code() {
    // The line under the source that points at the whole attribute, with nothing of the user's.
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    for (case, _) in said() {
        let text = std::fs::read_to_string(ui.join(format!("{case}.stderr"))).unwrap();
        let errors = text.lines().filter(|line| line.starts_with("error")).count();
        let hint = text.contains("in this derive macro expansion")
            || text.contains("in this procedural macro expansion");
        assert!(errors > 0 && !hint, "{case} shows an expansion");
    }
}
