//! Exchanges in a file, and out of it again.

use std::path::PathBuf;

use agentkit::message::Message;
use agentkit::provider::{OpenAiChat, ProviderErrorKind, Recorder, Replay, Reply, Scripted};
use agentkit::{Agent, Provider, Tool, ToolError};
use agentkit_tests::server::{Answer, Server};
use serde_json::json;

use crate::support::{failing, request, saying};

/// A file that goes when the test does.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("agentkit-{name}-{}.json", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn agent(model: impl Provider) -> Agent<String, String> {
    let tool =
        Tool::from_schema("now", "The time.", json!({ "type": "object", "properties": {} }), |_, _| {
            Box::pin(async { Ok::<_, ToolError>("12:00".to_owned()) })
        });
    Agent::builder(model).tools(tool).build().unwrap()
}

#[tokio::test]
async fn a_recorded_run_is_replayed_the_same() {
    let file = File::new("same");
    let model = Scripted::new([Reply::call("now", "{}").usage(5, 1), Reply::text("Noon.").usage(7, 2)]);
    let recorded = agent(Recorder::new(model, &file.0)).run("What time is it?".to_owned()).await.unwrap();
    let replay = Replay::open(&file.0);
    assert_eq!(replay.left().unwrap(), 2);
    let replayed = agent(Replay::open(&file.0)).run("What time is it?".to_owned()).await.unwrap();
    assert_eq!((recorded.output, recorded.usage), (replayed.output, replayed.usage));
    assert_eq!(recorded.transcript.len(), replayed.transcript.len());
}

#[tokio::test]
async fn another_request_is_an_error_that_shows_the_difference() {
    let file = File::new("drift");
    Recorder::new(saying("x"), &file.0).complete(&request("hello there")).await.unwrap();
    let error = Replay::open(&file.0).complete(&request("hello thither")).await.unwrap_err();
    assert_eq!(error.kind(), ProviderErrorKind::Script);
    let text = error.to_string();
    assert!(text.contains("there") && text.contains("thither"), "{text}");
}

#[tokio::test]
async fn a_recording_that_runs_out_says_so() {
    let file = File::new("out");
    Recorder::new(saying("x"), &file.0).complete(&request("hi")).await.unwrap();
    let replay = Replay::open(&file.0);
    replay.complete(&request("hi")).await.unwrap();
    let error = replay.complete(&request("hi")).await.unwrap_err();
    assert_eq!(error.kind(), ProviderErrorKind::Script, "{error}");
}

#[tokio::test]
async fn failures_are_recorded_too() {
    let file = File::new("failures");
    let recorder = Recorder::new(failing(ProviderErrorKind::Quota), &file.0);
    recorder.complete(&request("hi")).await.unwrap_err();
    let error = Replay::open(&file.0).complete(&request("hi")).await.unwrap_err();
    assert_eq!(error.kind(), ProviderErrorKind::Quota);
    assert!(error.to_string().contains("out of order"), "{error}");
}

#[tokio::test]
async fn no_secret_gets_into_the_file() {
    let file = File::new("secret");
    let reply = json!({"choices": [{"message": {"content": "Your key is sk-very-secret."}, "finish_reason": "stop"}]});
    let server = Server::start([Answer::json(reply)]).await;
    let model =
        OpenAiChat::new("m").base_url(server.url()).api_key("sk-very-secret").header("x-team", "team-secret");
    let mut request = request("My password is hunter2.");
    request.messages.push(Message::user("And again: hunter2"));
    let recorder = Recorder::new(model, &file.0).redact("hunter2").redact("sk-very-secret");
    recorder.complete(&request).await.unwrap();
    let text = file.text();
    for secret in ["sk-very-secret", "team-secret", "hunter2"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    // The same secrets in a request do not make it another one.
    Replay::open(&file.0).redact("hunter2").redact("sk-very-secret").complete(&request).await.unwrap();
}

#[tokio::test]
async fn streams_are_recorded_and_replayed() {
    use futures_util::StreamExt;
    let file = File::new("stream");
    let recorder = Recorder::new(saying("Hello, world."), &file.0);
    let mut stream = recorder.stream(&request("hi")).await.unwrap();
    while let Some(delta) = stream.next().await {
        delta.unwrap();
    }
    let response = Replay::open(&file.0).complete(&request("hi")).await.unwrap();
    assert_eq!(response.message.text(), "Hello, world.");
}

#[tokio::test]
async fn a_file_that_is_no_recording_is_an_error() {
    let file = File::new("garbage");
    std::fs::write(&file.0, "not a recording").unwrap();
    let error = Replay::open(&file.0).complete(&request("hi")).await.unwrap_err();
    assert!(error.to_string().contains("garbage"), "{error}");
}
