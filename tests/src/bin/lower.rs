//! Lowers a JSON Schema from standard input: `lower PROVIDER < schema.json`.
//!
//! Prints the schema that the provider is sent, then what was changed, dropped or refused, by path. Exits
//! with 1 if the provider would refuse the schema in any form, with 2 if the call or the input is wrong.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use agentkit::schema::{Choice, Family, LowerError, Lowered, Target, best, lower};
use serde_json::Value;

const USAGE: &str = "usage: lower PROVIDER < schema.json
PROVIDER: openai, anthropic (strict where provable, else loose)
          openai-strict, openai-loose, anthropic-strict, anthropic-loose, gemini, grammar";

fn main() -> ExitCode {
    match run() {
        Ok(accepted) => ExitCode::from(u8::from(!accepted)),
        Err(message) => {
            eprintln!("lower: {message}");
            ExitCode::from(2)
        }
    }
}

/// Whether the provider takes the schema; `Err` if there is nothing to lower.
fn run() -> Result<bool, String> {
    let mut arguments = std::env::args().skip(1);
    let (Some(provider), None) = (arguments.next(), arguments.next()) else { return Err(USAGE.to_owned()) };
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| format!("standard input cannot be read: {error}"))?;
    let schema: Value =
        serde_json::from_str(&text).map_err(|error| format!("standard input is no JSON: {error}"))?;
    let target = match provider.as_str() {
        "openai" => return print(chosen(&schema, Family::OpenAi)),
        "anthropic" => return print(chosen(&schema, Family::Anthropic)),
        "openai-strict" => Target::OpenAiStrict,
        "openai-loose" => Target::OpenAiLoose,
        "anthropic-strict" => Target::AnthropicStrict,
        "anthropic-loose" => Target::AnthropicLoose,
        "gemini" => Target::Gemini,
        "grammar" => Target::Grammar,
        other => return Err(format!("there is no provider `{other}`\n{USAGE}")),
    };
    print(lower(&schema, target))
}

fn chosen(schema: &Value, family: Family) -> Result<Lowered, LowerError> {
    let Choice { lowered, strict, why_not, .. } = best(schema, family)?;
    println!("strict: {strict}");
    for refusal in why_not {
        println!("not strict: {refusal}");
    }
    Ok(lowered)
}

#[allow(clippy::needless_pass_by_value, reason = "it is printed and done with")]
fn print(outcome: Result<Lowered, LowerError>) -> Result<bool, String> {
    let mut out = std::io::stdout().lock();
    let written = match &outcome {
        Ok(lowered) => writeln!(out, "{:#}", lowered.schema)
            .and_then(|()| lowered.changes.iter().try_for_each(|change| writeln!(out, "{change}"))),
        Err(error) => error.refusals.iter().try_for_each(|refusal| writeln!(out, "refused: {refusal}")),
    };
    match written {
        Ok(()) => Ok(outcome.is_ok()),
        // Whoever reads has had enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(outcome.is_ok()),
        Err(error) => Err(format!("standard output cannot be written: {error}")),
    }
}
