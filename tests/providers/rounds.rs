//! What a model wrote goes back to it untouched, and to no other model.

use agentkit::message::AssistantPart;
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, GeminiWire, OpenAiResponsesWire};
use agentkit::{Message, Request};
use serde_json::{Value, json};

use crate::scenarios;

fn body(wire: &dyn Wire, request: &Request) -> Value {
    serde_json::from_slice(&wire.encode(request, false).expect("a body")).expect("JSON")
}

/// A question, and the reply that decodes from `json`.
fn asked(wire: &dyn Wire, json: &Value) -> Request {
    let reply = wire.decode(json.to_string().as_bytes()).expect("a reply");
    scenarios::request([Message::user("Go on."), Message::Assistant(reply.message)])
}

#[test]
fn anthropic_gets_its_blocks_back() {
    let wire = AnthropicWire::new("claude-opus-4-8");
    let blocks = json!([
        {"type": "thinking", "thinking": "", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "eA=="},
        {"type": "thinking", "thinking": "Well: \"so\".", "signature": "Mg=="},
        {"type": "text", "text": "I look.", "citations": [{"type": "char_location", "cited_text": "x"}]},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
        {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"z": 1.0, "a": [1e2]},
         "caller": {"type": "direct"}},
        {"type": "tool_use", "id": "toolu_2", "name": "look", "input": {}},
    ]);
    let reply = json!({"content": blocks, "stop_reason": "pause_turn", "usage": {"input_tokens": 1}});
    let request = asked(&wire, &reply);
    assert_eq!(body(&wire, &request)["messages"][1]["content"], blocks);
    // Byte for byte, too: numbers as they were written.
    let bytes = wire.encode(&request, false).expect("a body");
    assert!(String::from_utf8_lossy(&bytes).contains(r#""input":{"z":1.0,"a":[100.0]}"#));

    let other = body(&AnthropicWire::new("claude-opus-5"), &request);
    let kinds =
        other["messages"][1]["content"].as_array().expect("blocks").iter().map(|block| &block["type"]);
    assert_eq!(kinds.collect::<Vec<_>>(), ["text", "tool_use", "tool_use"]);
    assert!(other["messages"][1]["content"][0].get("citations").is_none());
}

#[test]
fn gemini_gets_its_signatures_back_on_their_parts() {
    let wire = GeminiWire::new("gemini-3-pro-preview");
    let parts = json!([
        {"text": "Hm.", "thought": true},
        {"text": "Both.", "thoughtSignature": "YQ=="},
        {"functionCall": {"id": "f1", "name": "look", "args": {"at": 1}}, "thoughtSignature": "Yg=="},
        {"functionCall": {"name": "look", "args": {}}},
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"text": "", "thoughtSignature": "Yw=="},
    ]);
    let reply =
        json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}], "responseId": "r"});
    let request = asked(&wire, &reply);
    assert_eq!(body(&wire, &request)["contents"][1]["parts"], parts);

    // The results: an id only where the server gave one.
    let mut whole = request.messages.clone();
    whole.push(scenarios::results(&whole.messages()[1]));
    let mut request = request;
    request.messages = whole;
    let results = &body(&wire, &request)["contents"][2]["parts"];
    assert_eq!(results[0]["functionResponse"]["id"], "f1");
    assert!(results[1]["functionResponse"].get("id").is_none());
    assert_eq!(results[1]["functionResponse"]["response"], json!({"error": "no such city"}));

    // Another model that insists on signatures: the first call of the message gets the agreed one.
    let other = body(&GeminiWire::new("gemini-3-flash-preview"), &request);
    let parts = other["contents"][1]["parts"].as_array().expect("parts");
    assert_eq!(parts.len(), 3);
    assert!(parts[0].get("thoughtSignature").is_none());
    assert_eq!(parts[1]["thoughtSignature"], "skip_thought_signature_validator");
    assert!(parts[1]["functionCall"].get("id").is_none());
    assert!(parts[2].get("thoughtSignature").is_none());
    assert!(other["contents"][2]["parts"][0]["functionResponse"].get("id").is_none());
    // One that does not gets none.
    let old = body(&GeminiWire::new("gemini-2.5-flash"), &request);
    assert!(old["contents"][1]["parts"][1].get("thoughtSignature").is_none());
}

#[test]
fn openai_gets_its_items_back() {
    let wire = OpenAiResponsesWire::new("gpt-5.6");
    let text = |text: &str| json!([{"type": "output_text", "annotations": [], "text": text}]);
    let items = json!([
        {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "eA=="},
        {"id": "msg_1", "type": "message", "role": "assistant", "phase": "commentary",
         "content": text("Looking."), "status": "completed"},
        {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": {"type": "search"}},
        {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{ \"at\":1}"},
        {"id": "msg_2", "type": "message", "role": "assistant", "phase": "final_answer",
         "content": [{"type": "output_text", "text": "Half."}, {"type": "refusal", "refusal": "No more."}]},
        {"id": "msg_3", "type": "message", "role": "assistant", "content": text("")},
    ]);
    let reply = json!({"id": "resp_1", "status": "completed", "output": items});
    let request = asked(&wire, &reply);
    let sent = body(&wire, &request);
    assert_eq!(Value::from(sent["input"].as_array().expect("items")[1..].to_vec()), items);
    assert_eq!(sent["store"], false);
    assert_eq!(sent["include"], json!(["reasoning.encrypted_content"]));

    let Message::Assistant(message) = &*request.messages.messages()[1] else { panic!("no reply") };
    assert_eq!(message.text(), "Half.", "a comment is no answer");
    assert_eq!(message.refusal(), Some("No more."));
    assert!(matches!(&message.parts[1], AssistantPart::Reasoning(part) if part.text == "Looking."));

    let other = body(&OpenAiResponsesWire::new("gpt-6-astra"), &request);
    assert_eq!(
        other["input"].as_array().expect("items")[1..],
        [
            json!({"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{ \"at\":1}"}),
            json!({"type": "message", "role": "assistant", "content": "Half."}),
            json!({"type": "message", "role": "assistant", "content": "No more."}),
        ]
    );
}

/// Replay data survives being stored.
#[test]
fn a_stored_transcript_goes_back_the_same() {
    let wires: [Box<dyn Wire>; 3] = [
        Box::new(AnthropicWire::new("claude-opus-4-8")),
        Box::new(GeminiWire::new("gemini-3-pro-preview")),
        Box::new(OpenAiResponsesWire::new("gpt-5.6")),
    ];
    for wire in wires {
        let request = scenarios::conversation(&*wire);
        let stored = serde_json::to_string(&request.messages).expect("JSON");
        let mut again = request.clone();
        again.messages = serde_json::from_str(&stored).expect("a transcript");
        assert_eq!(
            wire.encode(&again, false).expect("a body"),
            wire.encode(&request, false).expect("a body")
        );
    }
}

/// A body grows at its end only, so that the provider's prompt cache holds; and writing it piece by piece gives
/// what writing it at once gives.
#[test]
fn bodies_only_grow() {
    let wires: [Box<dyn Wire>; 3] = [
        Box::new(AnthropicWire::new("claude-opus-4-8")),
        Box::new(GeminiWire::new("gemini-3-pro-preview")),
        Box::new(OpenAiResponsesWire::new("gpt-5.6")),
    ];
    for wire in wires {
        let whole = scenarios::conversation(&*wire);
        let mut growing = scenarios::request([]);
        growing.tools = whole.tools.clone();
        let mut before: Vec<u8> = Vec::new();
        for message in whole.messages.messages() {
            growing.messages.push(std::sync::Arc::clone(message));
            let body = wire.encode(&growing, false).expect("a body");
            // The closing brackets aside.
            let kept = before.len().saturating_sub(3);
            assert_eq!(body[..kept], before[..kept], "{}", wire.name());
            before = body;
        }
        let mut fresh = scenarios::request([]);
        (fresh.tools, fresh.messages) = (scenarios::tools(), whole.messages.clone());
        assert_eq!(before, wire.encode(&fresh, false).expect("a body"), "{}", wire.name());

        // An edited history is written anew, and so is one for another model.
        let mut edited = growing.clone();
        edited.messages = [Message::user("Something else.")].into_iter().collect();
        let text = String::from_utf8(wire.encode(&edited, false).expect("a body")).expect("text");
        assert!(text.contains("Something else.") && !text.contains("How warm"), "{text}");
        assert_eq!(wire.encode(&growing, false).expect("a body"), before, "{}", wire.name());
    }
    let wire = AnthropicWire::new("claude-opus-4-8");
    let request = scenarios::conversation(&wire);
    let own = wire.encode(&request, false).expect("a body");
    let other = AnthropicWire::new("claude-opus-5").encode(&request, false).expect("a body");
    assert!(String::from_utf8_lossy(&own).contains("redacted_thinking"));
    assert!(!String::from_utf8_lossy(&other).contains("redacted_thinking"));
}
