//! What happens to a keyword that a target does or does not take.

use serde_json::{Map, Value};

use super::{Target, anthropic, gemini, grammar, loose, openai};

/// What becomes of one keyword of a schema.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fate {
    /// It is sent as it is.
    Keep,
    /// It says nothing about a value, or nothing that is lost: no word about it.
    Strip,
    /// The provider cannot be told, and a sentence would not help.
    Drop,
    /// A sentence in the description says it.
    Describe,
    /// It is sent as another keyword.
    Replace(&'static str, Value),
    /// The target takes no schema that needs it: what is wrong, and the repair.
    Refuse(&'static str, &'static str),
}

/// The fate of `keyword` in a schema of one type, or of none.
pub(super) fn fate(target: Target, keyword: &str, value: &Value, map: &Map<String, Value>) -> Fate {
    match target {
        Target::OpenAiStrict => openai::fate(keyword, value),
        Target::AnthropicStrict => anthropic::fate(keyword, value),
        Target::Gemini => gemini::fate(keyword, value, map),
        Target::Grammar => grammar::fate(keyword, value, map),
        Target::OpenAiLoose | Target::AnthropicLoose => loose::fate(keyword, value),
    }
}

/// The fate under a strict target of what both strict targets treat alike.
#[allow(clippy::match_same_arms, reason = "a table, in the order of its rules")]
pub(super) fn strict_fate(keyword: &str, value: &Value) -> Fate {
    const CONDITIONS: &str = "write the cases as variants of an enum";
    match keyword {
        "type" | "description" | "properties" | "required" | "items" | "enum" | "const" | "anyOf"
        | "$ref" | "$defs" => Fate::Keep,
        // Decided with the object that has it.
        "additionalProperties" | "unevaluatedProperties" => Fate::Keep,
        "minLength" | "maxLength" | "minProperties" | "maxProperties" | "contentEncoding"
        | "contentMediaType" | "default" | "examples" => Fate::Describe,
        "uniqueItems" if value == &Value::Bool(true) => Fate::Describe,
        "uniqueItems" | "title" | "$schema" | "$id" | "$anchor" | "$comment" | "deprecated" | "readOnly"
        | "writeOnly" | "discriminator" => Fate::Strip,
        "not" => Fate::Refuse("`not` has no strict form", "say what is allowed"),
        "if" | "then" | "else" => Fate::Refuse("conditions have no strict form", CONDITIONS),
        "dependentRequired" | "dependentSchemas" | "dependencies" => {
            Fate::Refuse("dependencies between properties have no strict form", CONDITIONS)
        }
        "patternProperties" | "propertyNames" => {
            Fate::Refuse("a map has no strict form", "use a list of key and value, or a struct")
        }
        "contains" | "minContains" | "maxContains" => {
            Fate::Refuse("`contains` has no strict form", "describe every item with `items`")
        }
        "prefixItems" | "unevaluatedItems" => {
            Fate::Refuse("a tuple has no strict form", "use a struct, or a list of one type")
        }
        _ => Fate::Drop,
    }
}
