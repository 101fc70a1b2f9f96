//! What is refused before anything is sent, each refusal naming the option.

use std::sync::Arc;

use agentkit::message::{Media, MediaKind, MediaSource, Part};
use agentkit::model::{Effort, NativeOutput, ResponseFormat, Settings, ToolChoice, ToolConstraint};
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, GeminiWire, OpenAiResponsesWire, ProviderErrorKind};
use agentkit::{Message, Request};
use serde_json::json;

use crate::scenarios;

#[track_caller]
fn refused(wire: &dyn Wire, request: &Request, option: &str) {
    for error in [wire.check(request).err(), wire.encode(request, true).err()] {
        let error = error.expect("a refusal");
        assert_eq!(error.kind(), ProviderErrorKind::Unsupported);
        assert_eq!(error.attempts(), 0);
        assert!(error.message().starts_with(&format!("`{option}`")), "{error}");
    }
}

fn set(change: impl FnOnce(&mut Settings)) -> Request {
    let mut request = scenarios::request([Message::user("Hello.")]);
    request.tools = scenarios::tools();
    change(Arc::make_mut(&mut request.settings));
    request
}

fn choose(choice: ToolChoice) -> Request {
    let mut request = set(|_| ());
    request.tool_choice = choice;
    request
}

fn show(kind: MediaKind, media_type: &str) -> Request {
    let media = Media::new(kind, media_type, MediaSource::Base64("eA==".into()));
    scenarios::request([Message::user_parts([Part::Media(media)])])
}

#[test]
fn options_that_a_provider_has_not() {
    let claude = AnthropicWire::new("claude-sonnet-4-5");
    let gemini = GeminiWire::new("gemini-3-pro-preview");
    let gpt = OpenAiResponsesWire::new("gpt-4.1");
    for wire in [&claude as &dyn Wire, &gemini, &gpt] {
        refused(wire, &set(|settings| settings.constraint = ToolConstraint::Grammar), "constraint");
        refused(wire, &set(|settings| settings.temperature = Some(f64::NAN)), "temperature");
        refused(wire, &choose(ToolChoice::Named("nowhere".into())), "tool_choice");
        let mut request = choose(ToolChoice::Required);
        request.tools = [].into_iter().collect();
        refused(wire, &request, "tool_choice");
        refused(wire, &show(MediaKind::Image, "image/tiff"), "messages");
    }
    refused(&claude, &set(|settings| settings.seed = Some(1)), "seed");
    refused(&gpt, &set(|settings| settings.seed = Some(1)), "seed");
    refused(&gpt, &set(|settings| settings.stop = vec!["x".into()]), "stop");
    refused(&gemini, &set(|settings| settings.parallel_tool_calls = Some(false)), "parallel_tool_calls");
    refused(&claude, &show(MediaKind::Audio, "audio/wav"), "messages");
    refused(&gpt, &show(MediaKind::Audio, "audio/wav"), "messages");
    refused(&claude, &show(MediaKind::Document, "text/plain"), "messages");
    assert!(gemini.check(&show(MediaKind::Audio, "audio/wav")).is_ok());
}

#[test]
fn options_that_a_model_has_not() {
    for model in ["claude-fable-5", "claude-mythos-5-1", "claude-opus-5-5", "claude-sonnet-5-5"] {
        let wire = AnthropicWire::new(model);
        assert!(!wire.capabilities().tool_choice_required, "{model}");
        refused(&wire, &choose(ToolChoice::Required), "tool_choice");
        refused(&wire, &choose(ToolChoice::Named("now".into())), "tool_choice");
        refused(&wire, &set(|settings| settings.top_p = Some(0.5)), "top_p");
    }
    let wire = AnthropicWire::new("claude-sonnet-4-5").version("2026-10-21");
    refused(&wire, &set(|settings| settings.temperature = Some(0.5)), "temperature");
    for (wire, allowed) in [("gpt-5.6", Effort::Off), ("gpt-5.6-luna", Effort::Off)] {
        let wire = OpenAiResponsesWire::new(wire);
        refused(&wire, &set(|settings| settings.temperature = Some(0.5)), "temperature");
        let off = |settings: &mut Settings| {
            (settings.temperature, settings.effort) = (Some(0.5), Some(allowed));
        };
        assert!(wire.check(&set(off)).is_ok());
    }
    refused(&OpenAiResponsesWire::new("o3"), &set(|settings| settings.top_p = Some(0.5)), "top_p");

    let mut native = scenarios::request([Message::user("Hello.")]);
    native.response_format = Some(Arc::new(ResponseFormat::new("x", json!({"type": "object"}))));
    refused(&AnthropicWire::new("claude-3-7-sonnet"), &native, "response_format");
    refused(&OpenAiResponsesWire::new("gpt-4-turbo"), &native, "response_format");
    let old = GeminiWire::new("gemini-2.5-flash");
    assert_eq!(old.capabilities().native_output, NativeOutput::WithoutTools);
    assert!(old.check(&native).is_ok());
    native.tools = scenarios::tools();
    refused(&old, &native, "response_format");
    assert!(GeminiWire::new("gemini-3-pro").check(&native).is_ok());
}

#[test]
fn combinations() {
    let wire = AnthropicWire::new("claude-sonnet-4-5");
    let thinking = |change: fn(&mut Settings)| {
        set(|settings| {
            settings.effort = Some(Effort::Low);
            change(settings);
        })
    };
    refused(&wire, &thinking(|settings| settings.max_tokens = Some(2_048)), "effort");
    refused(&wire, &thinking(|settings| settings.temperature = Some(0.5)), "temperature");
    let mut forced = thinking(|_| ());
    forced.tool_choice = ToolChoice::Required;
    refused(&wire, &forced, "tool_choice");
    // Thinking as it sees fit goes with a forced choice.
    assert!(AnthropicWire::new("claude-opus-4-6").check(&forced).is_ok());
}

/// What a user says of a model wins over the table.
#[test]
fn capabilities_can_be_overridden() {
    let wire = AnthropicWire::new("claude-fable-5");
    let mut capabilities = wire.capabilities();
    (capabilities.tool_choice_required, capabilities.images) = (true, false);
    let wire = wire.with_capabilities(capabilities);
    assert!(wire.check(&choose(ToolChoice::Required)).is_ok());
    refused(&wire, &show(MediaKind::Image, "image/png"), "messages");
}
