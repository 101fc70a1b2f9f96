//! Efforts, model by model: what is sent, or that it is refused.

use std::sync::Arc;

use agentkit::Message;
use agentkit::model::Effort;
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, GeminiWire, OpenAiResponsesWire, ProviderErrorKind};
use serde_json::{Value, json};

use crate::scenarios;

const EFFORTS: [Effort; 5] = [Effort::Off, Effort::Low, Effort::Medium, Effort::High, Effort::Max];

/// What `pick` finds in the body for each effort; `"refused"` where there is none.
fn sent(wire: &dyn Wire, pick: impl Fn(&Value) -> Value) -> Vec<Value> {
    let each = EFFORTS.iter().map(|effort| {
        let mut request = scenarios::request([Message::user("Hello.")]);
        Arc::make_mut(&mut request.settings).effort = Some(*effort);
        match (wire.encode(&request, false), wire.check(&request)) {
            (Ok(body), Ok(())) => pick(&serde_json::from_slice(&body).expect("JSON")),
            (Err(error), Err(check)) => {
                assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::Unsupported, 0));
                assert!(error.message().starts_with("`effort`"), "{error}");
                assert_eq!(error.message(), check.message());
                "refused".into()
            }
            (body, check) => panic!("encoding says {body:?}, checking {check:?}"),
        }
    });
    each.collect()
}

#[test]
fn anthropic() {
    let told = |model: &str| {
        let wire = AnthropicWire::new(model);
        sent(&wire, |body| {
            let thinking = &body["thinking"];
            let mode = thinking.get("budget_tokens").unwrap_or(&thinking["type"]);
            let limit = &body["max_tokens"];
            match &body["output_config"]["effort"] {
                Value::Null if thinking["type"] == "enabled" => json!([mode, limit]),
                Value::Null => mode.clone(),
                effort => json!([mode, effort]),
            }
        })
    };
    let adaptive = |off: &str| {
        vec![
            json!(off),
            json!(["adaptive", "low"]),
            json!(["adaptive", "medium"]),
            json!(["adaptive", "high"]),
            json!(["adaptive", "max"]),
        ]
    };
    let none = [Value::Null, "refused".into(), "refused".into(), "refused".into(), "refused".into()];
    assert_eq!(told("claude-3-5-haiku-latest"), none);
    let budgets = |[low, medium, high, max]: [u32; 4]| {
        let each = [low, medium, high, max].map(|budget| json!([budget, budget + 8_192]));
        [vec![json!("disabled")], each.to_vec()].concat()
    };
    assert_eq!(told("claude-sonnet-4-5-20250929"), budgets([2_048, 8_192, 16_384, 23_808]));
    assert_eq!(
        told("claude-opus-4-5"),
        [
            json!("disabled"),
            json!([2_048, "low"]),
            json!([8_192, "medium"]),
            json!([16_384, "high"]),
            json!([23_808, "high"]),
        ]
    );
    assert_eq!(told("claude-opus-4-6"), adaptive("disabled"));
    assert_eq!(told("claude-opus-5"), adaptive("disabled"));
    for model in ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1", "claude-never-heard-of"] {
        assert_eq!(told(model), adaptive("refused"), "{model}");
    }
}

#[test]
fn gemini() {
    let told = |model: &str| {
        let wire = GeminiWire::new(model);
        sent(&wire, |body| {
            let config = &body["generationConfig"]["thinkingConfig"];
            config.get("thinkingBudget").unwrap_or(&config["thinkingLevel"]).clone()
        })
    };
    let refused = "refused";
    let expected = |json: Value| json.as_array().expect("an array").clone();
    let none = expected(json!([null, refused, refused, refused, refused]));
    assert_eq!(told("gemini-2.0-flash"), none);
    assert_eq!(told("gemini-2.5-flash"), expected(json!([0, 1024, 8192, 16384, 24576])));
    assert_eq!(told("gemini-2.5-pro"), expected(json!([refused, 1024, 8192, 16384, 32768])));
    for model in ["gemini-3-pro-preview", "models/gemini-3.1-pro", "gemini-9"] {
        assert_eq!(told(model), expected(json!([refused, "LOW", "MEDIUM", "HIGH", "HIGH"])), "{model}");
    }
}

#[test]
fn openai_responses() {
    let told = |model: &str| {
        let wire = OpenAiResponsesWire::new(model);
        Value::from(sent(&wire, |body| body["reasoning"]["effort"].clone()))
    };
    let no = "refused";
    for (model, efforts) in [
        ("gpt-4o-mini", json!([null, no, no, no, no])),
        ("o4-mini", json!([no, "low", "medium", "high", "high"])),
        ("gpt-5-mini", json!([no, "low", "medium", "high", "high"])),
        ("gpt-5-chat-latest", json!([null, no, no, no, no])),
        ("gpt-5-pro", json!([no, no, no, "high", "high"])),
        ("gpt-5.1", json!(["none", "low", "medium", "high", "high"])),
        ("gpt-5.1-codex-max", json!([no, "low", "medium", "high", "xhigh"])),
        ("gpt-5.2-chat-latest", json!([no, no, no, no, no])),
        ("gpt-5.4-pro", json!([no, no, "medium", "high", "xhigh"])),
        ("gpt-5.6-sol", json!(["none", "low", "medium", "high", "xhigh"])),
        ("gpt-6-astra", json!([no, "low", "medium", "high", "xhigh"])),
    ] {
        assert_eq!(told(model), efforts, "{model}");
    }
}

/// The table's word is not the last one.
#[test]
fn a_user_overrides_the_table() {
    use agentkit::provider::{anthropic, gemini, openai_responses};

    let scale = anthropic::EffortScale::High;
    let wire = AnthropicWire::new("my-claude").thinking(anthropic::Thinking::Adaptive { off: true }, scale);
    let last = sent(&wire, |body| json!([body["thinking"]["type"], body["output_config"]["effort"]]));
    assert_eq!((&last[0], &last[4]), (&json!(["disabled", null]), &json!(["adaptive", "high"])));

    let wire = GeminiWire::new("my-gemini").thinking(gemini::Thinking::Budget { max: 512, off: true });
    let budgets = sent(&wire, |body| body["generationConfig"]["thinkingConfig"]["thinkingBudget"].clone());
    assert_eq!(budgets, [0, 512, 512, 512, 512]);

    let wire = OpenAiResponsesWire::new("my-gpt").reasoning(openai_responses::Reasoning::None);
    assert_eq!(sent(&wire, |_| Value::Null)[3], "refused");
}
