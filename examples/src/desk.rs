//! Rule-based models of a customer desk, so that an example runs offline.

use agentkit::Request;
use agentkit::provider::{Reply, Scripted};
use serde_json::json;

/// Sorts messages by their words.
pub fn triage() -> Scripted {
    Scripted::from_fn(|request| {
        let message = asked(request);
        let lower = message.to_lowercase();
        let digits: String = message.chars().filter(char::is_ascii_digit).collect();
        match digits.parse::<u32>() {
            Ok(order) if lower.contains("money") || lower.contains("refund") => {
                Reply::call("refund", json!({ "order": order }))
            }
            _ if lower.contains("never") || lower.contains("broken") => {
                Reply::call("complaint", json!({ "text": message }))
            }
            _ => Reply::call("general", json!({})),
        }
    })
}

/// Answers with `template`, in which `{}` is what was asked.
pub fn clerk(template: &'static str) -> Scripted {
    Scripted::from_fn(move |request| Reply::text(template.replace("{}", &asked(request))))
}

/// What the user said first: an input that is no text comes as JSON in the last line.
fn asked(request: &Request) -> String {
    let first = request.messages.messages().first().map(|message| message.text()).unwrap_or_default();
    first.lines().last().unwrap_or_default().to_owned()
}
