//! Faults of plain replies.

use agentkit::provider::ProviderErrorKind;
use agentkit_tests::server::{Answer, Server};

use crate::subject::{ALL, Subject};
use crate::table::FAULTS;

/// What is wrong with how a fault is met; all of it at once.
async fn met(subject: Subject) -> Vec<String> {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        let answer = fault.answer;
        let server = Server::start_fn(move |_, _| answer(subject)).await;
        let Err(error) = subject.complete(&server.url()).await else {
            wrong.push(format!("{}: taken for a reply", fault.name));
            continue;
        };
        // A reset is no request that the server could read.
        let made = server.requests().len().max(server.connections());
        let shown = format!("{error} {error:?}");
        for (holds, what) in [
            (
                error.kind() == fault.kind,
                format!("the kind {:?} and not {:?}: {error}", error.kind(), fault.kind),
            ),
            (made == fault.requests, format!("{made} requests and not {}", fault.requests)),
            (error.attempts() as usize == fault.requests, format!("{} attempts told of", error.attempts())),
            (shown.contains(fault.says), format!("does not say {:?}: {shown}", fault.says)),
            (!shown.contains("key-of-the-test"), format!("shows the key: {shown}")),
            (shown.len() < 3_000, "a very long error".to_owned()),
        ] {
            if !holds {
                wrong.push(format!("{}: {what}", fault.name));
            }
        }
    }
    wrong
}

macro_rules! subjects {
    ($($name:ident: $subject:ident,)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
        async fn $name() {
            let wrong = met(Subject::$subject).await;
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    )*};
}

subjects! { chat: Chat, responses: Responses, anthropic: Anthropic, gemini: Gemini, }

#[test]
fn there_are_at_least_twenty() {
    assert!(FAULTS.len() >= 20);
}

#[tokio::test]
async fn what_is_mended_by_a_retry_is_a_reply_that_tells_of_it() {
    for subject in ALL {
        let answers = [
            Answer::error(500, subject.error("no")),
            Answer::json(subject.reply()).cut_at(9),
            Answer::json(subject.reply()),
        ];
        let server = Server::start(answers).await;
        let response = subject.complete(&server.url()).await.unwrap();
        assert_eq!((response.message.text().as_str(), response.retries), ("Hello.", 2), "{subject:?}");
        assert_eq!(response.usage.unwrap().total(), 5);
    }
}

#[tokio::test]
async fn the_request_id_is_in_the_error() {
    for (subject, header) in
        ALL.into_iter().zip(["x-request-id", "x-request-id", "request-id", "x-request-id"])
    {
        let answer = Answer::error(400, subject.error("no")).header(header, "req_42");
        let server = Server::start([answer]).await;
        let error = subject.complete(&server.url()).await.unwrap_err();
        if subject != Subject::Gemini {
            assert_eq!(error.request_id(), Some("req_42"), "{subject:?}");
            assert!(error.to_string().contains("req_42"), "{error}");
        }
    }
}

#[tokio::test]
async fn nothing_listens() {
    for subject in ALL {
        let server = Server::start([]).await;
        let url = server.url();
        drop(server);
        let error = subject.complete(&url).await.unwrap_err();
        assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::Connection, 3), "{error}");
    }
}

#[tokio::test]
async fn retries_can_be_turned_off() {
    use agentkit::Provider;
    let server = Server::start_fn(|_, _| Answer::error(500, "{}")).await;
    let provider = agentkit::provider::OpenAiChat::new("m").base_url(server.url()).max_retries(0);
    let error = provider.complete(&crate::subject::request()).await.unwrap_err();
    assert_eq!((error.attempts(), server.requests().len()), (1, 1));
}
