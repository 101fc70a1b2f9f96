//! What must hold of a replay.

use agentkit::Response;
use agentkit::message::AssistantPart;
use agentkit::model::{Delta, FinishReason, Usage};
use agentkit::provider::wire::Wire;
use agentkit::provider::{ProviderError, ProviderErrorKind};
use serde_json::Value;

use super::cassette::Interaction;
use super::expect::{Api, Expected, Recorded};
use super::{Fed, expect, feed, split};

/// How many random cuts each stream is tried with.
const CUTS: u64 = 12;

type Checked = Result<(), String>;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(why()) }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, recorded: &T) -> Checked {
    ensure(found == recorded, || format!("{what} is {found:?}, but {recorded:?} was recorded"))
}

/// A reply in one piece.
pub(super) fn plain(wire: &dyn Wire, api: Api, body: &[u8]) -> Checked {
    compare(wire.decode(body), &expect::plain(api, body))
}

/// A streamed reply: whole, byte by byte, and at random cuts.
pub(super) fn stream(wire: &dyn Wire, api: Api, body: &[u8]) -> Checked {
    let whole = feed(wire, [body]);
    deltas(&whole)?;
    let cuts = (0..CUTS).map(|seed| split::random(body, seed)).chain([split::bytes(body)]);
    for (at, chunks) in cuts.enumerate() {
        let cut = feed(wire, chunks);
        ensure(cut.deltas == whole.deltas, || format!("cut {at}: the deltas differ from the uncut ones"))?;
        match (&cut.outcome, &whole.outcome) {
            (Ok(cut), Ok(whole)) => same(&format!("cut {at}: the reply"), cut, whole)?,
            (Err(cut), Err(whole)) => {
                same(&format!("cut {at}: the error"), &format!("{cut:?}"), &format!("{whole:?}"))?;
            }
            (cut, whole) => return Err(format!("cut {at} gives {cut:?}, uncut gives {whole:?}")),
        }
    }
    let text = String::from_utf8_lossy(body);
    compare(whole.outcome, &expect::stream(api, &text))
}

/// A failure status.
pub(super) fn failure(wire: &dyn Wire, api: Api, interaction: &Interaction, body: &[u8]) -> Checked {
    let status = interaction.response.status;
    let error = wire.decode_error(status, body);
    let recorded = expect::error(api, &interaction.response.body);
    ensure(fits(status, error.kind()), || format!("status {status} became {:?}", error.kind()))?;
    if let Some(message) = &recorded.message {
        ensure(error.message().contains(message.as_str()), || {
            format!("the message is {:?}, but {message:?} was recorded", error.message())
        })?;
    }
    ensure(!error.message().is_empty(), || "the error has no message".to_owned())?;
    if !recorded.codes.is_empty() {
        let code = error.code().unwrap_or_default();
        ensure(recorded.codes.iter().any(|known| known == code), || {
            format!("the code is {code:?}, but one of {:?} was recorded", recorded.codes)
        })?;
    }
    match wire.recover(status, body) {
        Some(response) => calls_are_whole(&response),
        None => Ok(()),
    }
}

/// The kinds that a status can stand for.
fn fits(status: u16, kind: ProviderErrorKind) -> bool {
    use ProviderErrorKind as K;
    match status {
        401 | 403 => matches!(kind, K::Authentication | K::ContentFilter | K::Quota),
        402 => kind == K::Quota,
        404 => kind == K::NotFound,
        408 => kind == K::Timeout,
        413 => matches!(kind, K::InvalidRequest | K::ContextWindow),
        429 => matches!(kind, K::RateLimited | K::Quota),
        400..=499 => matches!(
            kind,
            K::InvalidRequest
                | K::ContextWindow
                | K::ContentFilter
                | K::Quota
                | K::Authentication
                | K::NotFound
        ),
        500.. => matches!(kind, K::Server | K::Timeout),
        _ => false,
    }
}

fn compare(found: Result<Response, ProviderError>, recorded: &Recorded) -> Checked {
    match (found, recorded) {
        (Ok(response), Recorded::Reply(expected)) => reply(&response, expected),
        (Err(error), Recorded::Failure(message)) => {
            ensure(error.message().contains(message.as_str()), || {
                format!("the error says {:?}, but {message:?} was recorded", error.message())
            })?;
            ensure(error.kind() != ProviderErrorKind::Incomplete, || {
                "the error was taken for a cut".to_owned()
            })
        }
        (Err(error), Recorded::Foreign) => {
            same("the kind of the error", &error.kind(), &ProviderErrorKind::Protocol)
        }
        (Err(error), Recorded::Cut) => {
            same("the kind of the error", &error.kind(), &ProviderErrorKind::Incomplete)
        }
        (Err(error), Recorded::Reply(_)) => Err(format!("does not decode: {error}")),
        (Ok(response), recorded) => Err(format!("decodes as {response:?}, but {recorded:?} was recorded")),
    }
}

fn reply(response: &Response, expected: &Expected) -> Checked {
    same("the finish reason", &response.finish, &expected.finish)?;
    same("the usage", &response.usage.map(numbers), &expected.usage)?;
    same("the text", &response.message.text(), &expected.text)?;
    let calls: Vec<_> = response.message.tool_calls().collect();
    same("the number of calls", &calls.len(), &expected.calls.len())?;
    for (call, recorded) in calls.iter().zip(&expected.calls) {
        same("a call's name", &call.name, &recorded.name)?;
        if let Some(id) = &recorded.id {
            same("a call's id", &call.id, id)?;
        }
        let arguments = serde_json::from_str::<Value>(&call.arguments).ok();
        same("a call's arguments", &arguments, &recorded.arguments)?;
        if recorded.arguments.is_none() {
            // Broken where it was recorded: it must be passed on as it is, to be told to the model.
            same("a call's broken arguments", &call.arguments, &recorded.text)?;
        }
    }
    calls_are_whole(response)
}

fn numbers(usage: Usage) -> [u64; 5] {
    [
        usage.input_tokens,
        usage.cached_tokens,
        usage.cache_write_tokens,
        usage.output_tokens,
        usage.reasoning_tokens,
    ]
}

/// Every call has an id of its own and a name; its arguments are JSON unless the reply was cut.
fn calls_are_whole(response: &Response) -> Checked {
    let mut ids = std::collections::HashSet::new();
    for call in response.message.tool_calls() {
        ensure(!call.name.is_empty(), || "a call has no name".to_owned())?;
        ensure(!call.id.is_empty(), || format!("the call of {} has no id", call.name))?;
        ensure(ids.insert(&call.id), || format!("two calls have the id {}", call.id))?;
        let cut = matches!(response.finish, FinishReason::Length | FinishReason::ContextWindow);
        ensure(cut || serde_json::from_str::<Value>(&call.arguments).is_ok(), || {
            format!("the arguments of {} are no JSON: {:?}", call.name, call.arguments)
        })?;
    }
    Ok(())
}

/// The pieces of a stream must add up to its whole.
fn deltas(fed: &Fed) -> Checked {
    let Ok(response) = &fed.outcome else { return Ok(()) };
    let mut text = String::new();
    let mut refusal = String::new();
    let mut calls: Vec<(String, String, String)> = Vec::new();
    for delta in &fed.deltas {
        match delta {
            Delta::Text(more) => text.push_str(more),
            Delta::Refusal(more) => refusal.push_str(more),
            Delta::ToolCall { index, id, name } => {
                same("a call's index", index, &calls.len())?;
                calls.push((id.clone(), name.clone(), String::new()));
            }
            Delta::Arguments { index, json } => match calls.get_mut(*index) {
                Some(call) => call.2.push_str(json),
                None => return Err("arguments came before their call".to_owned()),
            },
            Delta::Done(_) => return Err("an assembler said `Done`".to_owned()),
            _ => {}
        }
    }
    same("the text of the deltas", &text, &response.message.text())?;
    let whole = response
        .message
        .tool_calls()
        .map(|call| (call.id.clone(), call.name.clone(), call.arguments.clone()));
    let whole: Vec<_> = whole.collect();
    for call in &mut calls {
        if call.2.is_empty() {
            "{}".clone_into(&mut call.2);
        }
    }
    same("the calls of the deltas", &calls, &whole)?;
    let refused = response.message.parts.iter().any(|part| matches!(part, AssistantPart::Refusal(_)));
    ensure(refusal.is_empty() || refused, || "a refusal came, and is not in the reply".to_owned())?;
    Ok(())
}
