//! How a typed input reads.

use agentkit::message::{Media, MediaKind, MediaSource, Message, Part, UserMessage};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind};
use serde::Serialize;

#[derive(Serialize)]
struct Place {
    city: &'static str,
    day: Option<u8>,
}

async fn first<In: Send + 'static>(
    build: impl FnOnce(Scripted) -> Agent<In, String>,
    input: In,
) -> UserMessage {
    let model = Scripted::new([Reply::text("ok")]);
    build(model.clone()).run(input).await.unwrap();
    match &*model.requests()[0].messages.messages()[0].clone() {
        Message::User(user) => user.clone(),
        other => panic!("the first message is {other:?}"),
    }
}

#[tokio::test]
async fn text_is_sent_as_it_is() {
    let owned = first(|model| Agent::builder(model).build().unwrap(), "Hi \"you\"".to_owned()).await;
    assert_eq!(owned.text(), "Hi \"you\"");
    let borrowed = first(|model| Agent::builder(model).build().unwrap(), "Hi").await;
    assert_eq!(borrowed.text(), "Hi");
}

#[tokio::test]
async fn a_struct_is_sent_as_json_in_its_envelope() {
    let place = Place { city: "Paris", day: None };
    let message = first(|model| Agent::builder(model).build().unwrap(), place).await;
    assert_eq!(message.text(), "The input, as JSON:\n{\"city\":\"Paris\",\"day\":null}");
}

#[tokio::test]
async fn an_optional_text_is_json() {
    let message = first(|model| Agent::builder(model).build().unwrap(), Some("x".to_owned())).await;
    assert_eq!(message.text(), "The input, as JSON:\n\"x\"");
}

#[tokio::test]
async fn parts_and_messages_are_sent_as_they_are() {
    let image =
        Media::new(MediaKind::Image, "image/png", MediaSource::Url("https://example.com/a.png".into()));
    let parts = vec![Part::Text("What is this?".into()), Part::Media(image)];
    let message = first(|model| Agent::builder(model).build().unwrap(), parts.clone()).await;
    assert_eq!(message.parts, parts);
    let message =
        first(|model| Agent::builder(model).build().unwrap(), UserMessage::from(parts.clone())).await;
    assert_eq!(message.parts, parts);
    let message = first(|model| Agent::builder(model).build().unwrap(), Part::Text("a".into())).await;
    assert_eq!(message.text(), "a");
}

#[tokio::test]
async fn a_renderer_takes_the_place_of_the_envelope() {
    struct NoSerialize(u8);
    let build = |model| {
        Agent::builder(model).render(|input: &NoSerialize| format!("n = {}", input.0)).build().unwrap()
    };
    assert_eq!(first(build, NoSerialize(7)).await.text(), "n = 7");
}

#[tokio::test]
async fn a_renderer_may_give_media() {
    let build = |model| {
        Agent::builder(model)
            .render(|url: &String| {
                let media = Media::new(MediaKind::Image, "image/png", MediaSource::Url(url.clone()));
                vec![Part::Text("Look:".into()), Part::Media(media)]
            })
            .build()
            .unwrap()
    };
    assert_eq!(first(build, "https://example.com/b.png".to_owned()).await.parts.len(), 2);
}

#[tokio::test]
async fn an_input_that_does_not_serialise_is_an_error_of_its_own() {
    struct Broken;
    impl Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("broken"))
        }
    }
    let model = Scripted::new([]);
    let agent: Agent<Broken, String> = Agent::builder(model.clone()).build().unwrap();
    let error = agent.run(Broken).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
    assert!(error.to_string().contains("broken"));
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn instructions_and_settings_go_with_each_request() {
    let model = Scripted::new([Reply::text("ok")]);
    let agent: Agent<String, String> = Agent::builder(model.clone())
        .instructions("Be brief.")
        .max_tokens(10)
        .temperature(0.5)
        .effort(agentkit::model::Effort::Low)
        .build()
        .unwrap();
    agent.run("x".into()).await.unwrap();
    let request = &model.requests()[0];
    assert_eq!(request.instructions.as_deref(), Some("Be brief."));
    assert_eq!(request.settings.max_tokens, Some(10));
    assert_eq!(request.settings.temperature, Some(0.5));
    assert_eq!(request.settings.effort, Some(agentkit::model::Effort::Low));
}
