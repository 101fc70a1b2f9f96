use serde_json::{Value, json};

use super::{Dice, End, Piece, Script, events};

fn block(piece: &Piece, at: usize) -> Value {
    match piece {
        Piece::Text(text) => json!({"type": "text", "text": text}),
        Piece::Reasoning(text, signature) => {
            json!({"type": "thinking", "thinking": text, "signature": signature})
        }
        Piece::Hidden(data) => json!({"type": "redacted_thinking", "data": data}),
        Piece::Call(name, arguments) => {
            json!({"type": "tool_use", "id": format!("toolu_{at}"), "name": name, "input": arguments})
        }
        Piece::Marked(text, mark) => json!({
            "type": "text", "text": text, "citations": [{"type": "page_location", "cited_text": mark}],
        }),
        // A tool on the provider's side.
        Piece::Refusal(text) => json!({
            "type": "server_tool_use", "id": format!("srvtoolu_{at}"), "name": "web_search",
            "input": {"query": text},
        }),
    }
}

fn stop(script: &Script) -> (&'static str, Value) {
    let called = script.pieces.iter().any(|piece| matches!(piece, Piece::Call(..)));
    match script.end {
        End::Done if called => ("tool_use", Value::Null),
        End::Done => ("end_turn", Value::Null),
        End::Cut => ("max_tokens", Value::Null),
        End::Filtered => {
            ("refusal", json!({"type": "refusal", "category": "cyber", "explanation": "Not that."}))
        }
    }
}

pub(crate) fn plain(script: &Script) -> String {
    let blocks = script.pieces.iter().enumerate().map(|(at, piece)| block(piece, at));
    let (reason, details) = stop(script);
    let mut message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-echo",
        "content": blocks.collect::<Vec<_>>(), "stop_reason": reason, "stop_details": details,
    });
    if let Some([input, read, write, output, thinking]) = script.usage {
        message["usage"] = json!({
            "input_tokens": input, "cache_read_input_tokens": read, "cache_creation_input_tokens": write,
            "output_tokens": output, "output_tokens_details": {"thinking_tokens": thinking},
        });
    }
    message.to_string()
}

pub(crate) fn stream(script: &Script) -> String {
    let mut dice = Dice::new(script.seed);
    let mut out = vec![json!({"type": "message_start", "message": {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-echo", "content": [],
        "stop_reason": null, "usage": script.usage.map(|[input, read, write, ..]| json!({
            "input_tokens": input, "cache_read_input_tokens": read, "cache_creation_input_tokens": write,
            "output_tokens": 1,
        })),
    }})];
    for (index, piece) in script.pieces.iter().enumerate() {
        let mut whole = block(piece, index);
        let mut deltas = Vec::new();
        let mut later = |member: &str, kind: &str, name: &str, dice: &mut Dice| {
            if let Some(text) = whole[member].as_str() {
                deltas.extend(dice.cut(text).into_iter().map(|piece| json!({"type": kind, name: piece})));
                whole[member] = "".into();
            }
        };
        later("text", "text_delta", "text", &mut dice);
        later("thinking", "thinking_delta", "thinking", &mut dice);
        if let Some(signature) = whole["signature"].as_str() {
            deltas.push(json!({"type": "signature_delta", "signature": signature}));
            whole["signature"] = "".into();
        }
        if let Some(citations) = whole["citations"].as_array() {
            let citation = |citation: &Value| json!({"type": "citations_delta", "citation": citation});
            deltas.extend(citations.iter().map(citation));
            whole["citations"] = json!([]);
        }
        if whole["input"].is_object() {
            deltas.push(json!({"type": "input_json_delta", "partial_json": ""}));
            // No arguments at all: only the empty piece comes.
            if whole["input"] != json!({}) {
                let pieces = dice.cut(&whole["input"].to_string());
                let delta = |piece| json!({"type": "input_json_delta", "partial_json": piece});
                deltas.extend(pieces.into_iter().map(delta));
            }
            whole["input"] = json!({});
        }
        out.push(json!({"type": "content_block_start", "index": index, "content_block": whole}));
        for delta in deltas {
            if dice.roll(8) == 0 {
                out.push(json!({"type": "ping"}));
            }
            out.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        out.push(json!({"type": "content_block_stop", "index": index}));
    }
    let (reason, details) = stop(script);
    let mut last = json!({
        "type": "message_delta", "delta": {"stop_reason": reason, "stop_details": details},
    });
    if let Some([.., output, thinking]) = script.usage {
        last["usage"] =
            json!({"output_tokens": output, "output_tokens_details": {"thinking_tokens": thinking}});
    }
    out.push(last);
    out.push(json!({"type": "message_stop"}));
    events(&out, true, "\n")
}
