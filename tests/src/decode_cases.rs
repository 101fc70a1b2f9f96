//! Decoding cases: a reply, a schema, and what is to come of them.

use agentkit::decode::{Mode, Options, PartialDecoder, Schema, decode_with};
use serde::Deserialize;
use serde_json::{Map, Value};

/// One case.
#[derive(Debug, Deserialize)]
pub struct Case {
    id: String,
    mode: CaseMode,
    reply: String,
    schema: Value,
    expect: Expect,
    #[serde(default)]
    repairs: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum CaseMode {
    Final,
    ToolArgs,
    Partial,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Expect {
    Value(Value),
    Error(serde::de::IgnoredAny),
}

/// How a case went.
#[derive(Debug)]
pub struct Outcome {
    /// The case's name.
    pub id: String,
    /// What is wrong, if anything is.
    pub fault: Option<String>,
}

/// Runs all cases of a file, one a line.
pub fn run_file(text: &str) -> Result<Vec<Outcome>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let case: Case =
                serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))?;
            let fault = run(&case);
            Ok(Outcome { id: case.id, fault })
        })
        .collect()
}

/// Runs one case; what is wrong, if anything is.
pub fn run(case: &Case) -> Option<String> {
    let schema = match Schema::compile(&case.schema) {
        Ok(schema) => schema,
        Err(error) => return Some(error.to_string()),
    };
    if case.mode == CaseMode::Partial {
        return run_partial(case, &schema);
    }
    let mode = if case.mode == CaseMode::ToolArgs { Mode::ToolArgs } else { Mode::Final };
    let decoded = decode_with(&case.reply, &schema, &Options::new().mode(mode));
    match (&case.expect, decoded) {
        (Expect::Error(_), Err(_)) => None,
        (Expect::Error(_), Ok(decoded)) => Some(format!("expected an error, got {}", decoded.value)),
        (Expect::Value(expected), Ok(decoded)) => {
            let value = decoded.value.to_value();
            if !equal(&value, expected) {
                return Some(format!("expected {expected}, got {value}"));
            }
            let made: Vec<&str> = decoded.repairs.iter().map(|repair| repair.kind.as_str()).collect();
            let missing = case.repairs.iter().find(|wanted| !made.contains(&wanted.as_str()));
            match missing {
                Some(wanted) => Some(format!("the repair {wanted} is not reported; reported are {made:?}")),
                None if case.repairs.is_empty() && !made.is_empty() => {
                    Some(format!("no repair was due; reported are {made:?}"))
                }
                None => None,
            }
        }
        (Expect::Value(expected), Err(error)) => {
            Some(format!("expected {expected}, got {:?}: {error}", error.kind()))
        }
    }
}

/// Feeds the reply whole and byte by byte, as far as characters allow.
fn run_partial(case: &Case, schema: &Schema) -> Option<String> {
    let Expect::Value(expected) = &case.expect else { return Some("a partial value never fails".to_owned()) };
    let mut whole = PartialDecoder::new(schema);
    whole.push(&case.reply);
    let mut pieces = PartialDecoder::new(schema);
    for c in case.reply.chars() {
        pieces.push(c.encode_utf8(&mut [0; 4]));
    }
    for (how, partial) in [("whole", whole), ("in pieces", pieces)] {
        if !equal(partial.value(), expected) {
            return Some(format!("{how}: expected {expected}, got {}", partial.value()));
        }
    }
    None
}

/// Whether two values are equal; numbers by value.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => equal_members(a, b),
        (a, b) => a == b,
    }
}

fn equal_members(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
}
