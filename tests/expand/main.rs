//! What the macros expand to, pretty-printed: ten inputs, held against files. `UPDATE_GOLDEN=1` writes them
//! anew.
//!
//! The macros' own modules are compiled in here, for a macro crate's functions cannot be called from outside.

#![allow(clippy::format_collect, reason = "tests build short texts")]

#[path = "../../agentkit-macros/src/docs.rs"]
mod docs;
#[path = "../../agentkit-macros/src/errors.rs"]
mod errors;
#[path = "../../agentkit-macros/src/names.rs"]
mod names;
#[path = "../../agentkit-macros/src/options.rs"]
mod options;
#[path = "../../agentkit-macros/src/output/mod.rs"]
mod output;
#[path = "../../agentkit-macros/src/spans.rs"]
mod spans;
#[path = "../../agentkit-macros/src/tools/mod.rs"]
mod tools;
#[path = "../../agentkit-macros/src/types.rs"]
mod types;

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens as _;

/// A method of a tools trait may take so many lines at most, beside its own signature in the trait.
const LINES_A_METHOD: usize = 30;

/// How many lines follow the trait itself.
fn generated(expanded: &str) -> usize {
    expanded.lines().skip_while(|line| *line != "}").count()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("expand/inputs")
}

/// Expands the one item of a file, and prints what becomes of it.
fn expand(source: &str) -> String {
    let file: syn::File = syn::parse_str(source).unwrap();
    let [syn::Item::Trait(_) | syn::Item::Struct(_) | syn::Item::Enum(_)] = file.items.as_slice() else {
        panic!("one trait, struct or enum a file");
    };
    let mut item: TokenStream = file.items[0].to_token_stream();
    // The attribute itself is the first one.
    let attribute = source
        .lines()
        .find(|line| line.starts_with("#[tools") || line.starts_with("#[agent_output"))
        .unwrap();
    let arguments =
        attribute.split_once('(').map_or("", |(_, rest)| rest.strip_suffix(")]").unwrap_or_default());
    let arguments: TokenStream = arguments.parse().unwrap();
    item = item.to_string().replacen(&attribute_text(attribute), "", 1).parse().unwrap();
    let expanded = if attribute.starts_with("#[tools") {
        tools::expand(arguments, &item)
    } else {
        output::expand(arguments, &item)
    };
    prettyplease::unparse(&syn::parse2(expanded).unwrap())
}

/// The attribute as a token stream prints it.
fn attribute_text(attribute: &str) -> String {
    attribute.parse::<TokenStream>().unwrap().to_string()
}

#[test]
fn expansions_are_as_they_were() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        seen += 1;
        let expanded = expand(&std::fs::read_to_string(&path).unwrap());
        let golden = path.with_extension("expanded");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&golden, &expanded).unwrap();
        }
        let known = std::fs::read_to_string(&golden).expect("a golden file; UPDATE_GOLDEN=1 writes it");
        assert_eq!(expanded, known, "{}", golden.display());
    }
    assert!(seen >= 10, "{seen} inputs");
}

#[test]
fn a_method_takes_few_lines() {
    for count in [1_usize, 5, 20] {
        let methods: String = (0..count)
            .map(|n| {
                format!(
                    "/// Finds.\nasync fn find_{n}(&self, /** What. */ what: String, /** How many. */ count: Option<u8>) -> Result<Vec<String>, Missing>;\n"
                )
            })
            .collect();
        let empty =
            generated(&expand("/// Searches.\n#[tools]\npub trait Search { /** Says hi. */ fn hi(&self); }"));
        let all = expand(&format!(
            "/// Searches.\n#[tools]\npub trait Search {{ /** Says hi. */ fn hi(&self);\n{methods} }}"
        ));
        let a_method = (generated(&all) - empty).div_ceil(count);
        assert!(a_method <= LINES_A_METHOD, "{a_method} lines a method:\n{all}");
    }
}
