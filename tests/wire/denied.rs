//! Tests that must not reach a real provider.

use agentkit::model::Request;
use agentkit::provider::{
    Anthropic, Gemini, OpenAiChat, OpenAiResponses, ProviderErrorKind, allow_real_requests,
    deny_real_requests,
};
use agentkit::{Message, Provider};
use agentkit_tests::server::{Answer, Server};
use serde_json::json;

async fn refused(provider: impl Provider) {
    let mut request = Request::default();
    request.messages.push(Message::user("hi"));
    let plain = provider.complete(&request).await.unwrap_err();
    let streamed = provider.stream(&request).await.err().unwrap();
    for error in [plain, streamed] {
        assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::Configuration, 0));
        assert!(error.to_string().contains("`deny_real_requests`"), "{error}");
    }
}

#[tokio::test]
async fn real_providers_are_denied_and_loopback_is_not() {
    deny_real_requests();
    refused(OpenAiChat::new("gpt-4.1").api_key("k")).await;
    refused(OpenAiResponses::new("gpt-5.6").api_key("k")).await;
    refused(Anthropic::new("claude-opus-5").api_key("k")).await;
    refused(Gemini::new("gemini-2.5-flash").api_key("k")).await;
    refused(OpenAiChat::new("m").base_url("http://192.0.2.1/v1")).await;

    let server = Server::start([Answer::json(
        json!({"choices": [{"message": {"content": "Hi."}, "finish_reason": "stop"}]}),
    )])
    .await;
    let mut request = Request::default();
    request.messages.push(Message::user("hi"));
    OpenAiChat::new("m").base_url(server.url()).complete(&request).await.unwrap();
    allow_real_requests();
}
