use serde_json::{Value, json};

use super::{Dice, End, Piece, Script, events};

fn message(at: usize, content: &Value, phase: Option<&str>) -> Value {
    let mut item = json!({
        "id": format!("msg_{at}"), "type": "message", "status": "completed", "role": "assistant",
        "content": [content],
    });
    if let Some(phase) = phase {
        item["phase"] = phase.into();
    }
    item
}

fn item(piece: &Piece, at: usize) -> Value {
    let output = |text: &str| json!({"type": "output_text", "annotations": [], "text": text});
    match piece {
        Piece::Text(text) => message(at, &output(text), Some("final_answer")),
        Piece::Marked(text, _) => message(at, &output(text), Some("commentary")),
        Piece::Refusal(text) => message(at, &json!({"type": "refusal", "refusal": text}), None),
        Piece::Reasoning(text, data) => json!({
            "id": format!("rs_{at}"), "type": "reasoning", "encrypted_content": data,
            "summary": [{"type": "summary_text", "text": text}],
        }),
        Piece::Hidden(data) => {
            json!({"id": format!("cmp_{at}"), "type": "compaction", "encrypted_content": data})
        }
        Piece::Call(name, arguments) => json!({
            "id": format!("fc_{at}"), "type": "function_call", "status": "completed",
            "call_id": format!("call_{at}"), "name": name,
            "arguments": Value::Object(arguments.clone()).to_string(),
        }),
    }
}

fn response(script: &Script) -> Value {
    let items = script.pieces.iter().enumerate().map(|(at, piece)| item(piece, at));
    let (status, details) = match script.end {
        End::Done => ("completed", Value::Null),
        End::Cut => ("incomplete", json!({"reason": "max_output_tokens"})),
        End::Filtered => ("incomplete", json!({"reason": "content_filter"})),
    };
    json!({
        "id": "resp_1", "object": "response", "model": "gpt-echo", "status": status, "error": null,
        "incomplete_details": details, "output": items.collect::<Vec<_>>(),
        "usage": script.usage.map(|[input, cached, written, output, reasoning]| json!({
            "input_tokens": input,
            "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": written},
            "output_tokens": output, "output_tokens_details": {"reasoning_tokens": reasoning},
        })),
    })
}

pub(crate) fn plain(script: &Script) -> String {
    response(script).to_string()
}

pub(crate) fn stream(script: &Script) -> String {
    let mut dice = Dice::new(script.seed);
    let whole = response(script);
    let mut begun = whole.clone();
    begun["output"] = json!([]);
    begun["status"] = "in_progress".into();
    begun["usage"] = Value::Null;
    let mut out = vec![json!({"type": "response.created", "response": begun})];
    for (index, piece) in script.pieces.iter().enumerate() {
        let item = item(piece, index);
        let mut added = item.clone();
        let (kind, text) = match piece {
            Piece::Text(text) | Piece::Marked(text, _) => ("response.output_text", text.clone()),
            Piece::Refusal(text) => ("response.refusal", text.clone()),
            Piece::Reasoning(text, _) => ("response.reasoning_summary_text", text.clone()),
            Piece::Hidden(_) => ("response.compaction", String::new()),
            Piece::Call(..) => {
                ("response.function_call_arguments", item["arguments"].as_str().unwrap_or("").to_owned())
            }
        };
        for member in ["content", "summary"] {
            if added[member].is_array() {
                added[member] = json!([]);
            }
        }
        if added["arguments"].is_string() {
            added["arguments"] = "".into();
        }
        out.push(json!({"type": "response.output_item.added", "output_index": index, "item": added}));
        for piece in dice.cut(&text) {
            out.push(json!({"type": format!("{kind}.delta"), "output_index": index, "delta": piece}));
        }
        out.push(json!({"type": format!("{kind}.done"), "output_index": index, "arguments": text}));
        out.push(json!({"type": "response.output_item.done", "output_index": index, "item": item}));
    }
    let kind = if script.end == End::Done { "response.completed" } else { "response.incomplete" };
    out.push(json!({"type": kind, "response": whole}));
    events(&out, true, "\n")
}
