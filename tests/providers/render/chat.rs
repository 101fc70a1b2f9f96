use serde_json::{Value, json};

use super::{Dice, End, Piece, Script};

/// Calls as they stand in a reply; in a stream with their index.
fn call(at: usize, name: &str, arguments: &str) -> Value {
    json!({"id": format!("call_{at}"), "type": "function", "function": {"name": name, "arguments": arguments}})
}

fn finish(script: &Script) -> &'static str {
    let called = script.pieces.iter().any(|piece| matches!(piece, Piece::Call(..)));
    match script.end {
        End::Done if called => "tool_calls",
        End::Done => "stop",
        End::Cut => "length",
        End::Filtered => "content_filter",
    }
}

fn usage(script: &Script) -> Value {
    script.usage.map_or(Value::Null, |[input, cached, written, output, reasoning]| {
        json!({
            "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output,
            "prompt_tokens_details": {"cached_tokens": cached, "cache_write_tokens": written},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        })
    })
}

/// One message has all texts, all reasoning and all calls.
pub(crate) fn plain(script: &Script) -> String {
    let (mut text, mut reasoning, mut refusal) = (String::new(), String::new(), String::new());
    let mut calls = Vec::new();
    for piece in &script.pieces {
        match piece {
            Piece::Text(more) | Piece::Marked(more, _) => text.push_str(more),
            Piece::Reasoning(more, _) | Piece::Hidden(more) => reasoning.push_str(more),
            Piece::Refusal(more) => refusal.push_str(more),
            Piece::Call(name, arguments) => {
                let arguments = Value::Object(arguments.clone()).to_string();
                calls.push(call(calls.len(), name, &arguments));
            }
        }
    }
    let mut message = json!({"role": "assistant", "content": text, "refusal": refusal});
    if !reasoning.is_empty() {
        message["reasoning_content"] = reasoning.into();
    }
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "model": "gpt-echo",
        "choices": [{"index": 0, "message": message, "finish_reason": finish(script)}],
        "usage": usage(script),
    })
    .to_string()
}

pub(crate) fn stream(script: &Script) -> String {
    let mut dice = Dice::new(script.seed);
    let chunk = |choices: Value, usage: Value| {
        json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "gpt-echo", "choices": choices,
            "usage": usage,
        })
    };
    let delta =
        |delta: Value| chunk(json!([{"index": 0, "delta": delta, "finish_reason": null}]), Value::Null);
    let mut out = vec![delta(json!({"role": "assistant", "content": "", "refusal": null}))];
    let mut calls = 0;
    for piece in &script.pieces {
        let (member, text) = match piece {
            Piece::Text(text) | Piece::Marked(text, _) => ("content", text),
            Piece::Reasoning(text, _) | Piece::Hidden(text) => ("reasoning_content", text),
            Piece::Refusal(text) => ("refusal", text),
            Piece::Call(name, arguments) => {
                let mut first = call(calls, name, "");
                first["index"] = calls.into();
                out.push(delta(json!({"tool_calls": [first]})));
                for piece in dice.cut(&Value::Object(arguments.clone()).to_string()) {
                    let fragment = json!({"index": calls, "function": {"arguments": piece}});
                    out.push(delta(json!({"tool_calls": [fragment]})));
                }
                calls += 1;
                continue;
            }
        };
        out.extend(dice.cut(text).into_iter().map(|piece| delta(json!({member: piece}))));
    }
    out.push(chunk(json!([{"index": 0, "delta": {}, "finish_reason": finish(script)}]), Value::Null));
    if script.usage.is_some() {
        out.push(chunk(json!([]), usage(script)));
    }
    super::events(&out, false, "\n") + "data: [DONE]\n\n"
}
