use serde_json::{Value, json};

use super::{Dice, End, Piece, Script, events};

fn part(piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) => json!({"text": text}),
        Piece::Reasoning(text, signature) => {
            json!({"text": text, "thought": true, "thoughtSignature": signature})
        }
        Piece::Hidden(text) => json!({"text": text, "thought": true}),
        Piece::Call(name, arguments) => json!({"functionCall": {"name": name, "args": arguments}}),
        Piece::Marked(text, signature) => json!({"text": text, "thoughtSignature": signature}),
        Piece::Refusal(code) => json!({"executableCode": {"language": "PYTHON", "code": code}}),
    }
}

fn chunk(parts: &[Value], finish: Option<&str>, script: &Script) -> Value {
    let mut chunk = json!({
        "candidates": [{"content": {"parts": parts, "role": "model"}, "index": 0}],
        "modelVersion": "gemini-echo", "responseId": "Ab-1_2",
    });
    if let Some(reason) = finish {
        chunk["candidates"][0]["finishReason"] = reason.into();
    }
    if let Some([input, cached, tools, output, thoughts]) = script.usage {
        chunk["usageMetadata"] = json!({
            "promptTokenCount": input, "cachedContentTokenCount": cached,
            "toolUsePromptTokenCount": tools, "candidatesTokenCount": output,
            "thoughtsTokenCount": thoughts,
        });
    }
    chunk
}

fn reason(script: &Script) -> &'static str {
    match script.end {
        End::Done => "STOP",
        End::Cut => "MAX_TOKENS",
        End::Filtered => "SAFETY",
    }
}

pub(crate) fn plain(script: &Script) -> String {
    let parts: Vec<_> = script.pieces.iter().map(part).collect();
    chunk(&parts, Some(reason(script)), script).to_string()
}

/// A chunk a part, with texts without a signature cut further.
pub(crate) fn stream(script: &Script) -> String {
    let mut dice = Dice::new(script.seed);
    let mut chunks = Vec::new();
    for piece in &script.pieces {
        match piece {
            Piece::Text(text) => {
                let pieces = dice.cut(text);
                chunks.extend(pieces.into_iter().map(|text| part(&Piece::Text(text))));
            }
            Piece::Hidden(text) => {
                let pieces = dice.cut(text);
                chunks.extend(pieces.into_iter().map(|text| part(&Piece::Hidden(text))));
            }
            piece => chunks.push(part(piece)),
        }
    }
    let mut out: Vec<_> = chunks.iter().map(|part| chunk(std::slice::from_ref(part), None, script)).collect();
    out.push(chunk(&[json!({"text": ""})], Some(reason(script)), script));
    events(&out, false, "\r\n")
}
