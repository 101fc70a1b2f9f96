//! Faults of streams.

use agentkit::provider::ProviderErrorKind::{
    self, Authentication, Connection, Incomplete, Protocol, Quota, RateLimited, Timeout, TooLarge,
};
use agentkit_tests::server::{Answer, Server};

use crate::subject::{ALL, Subject};

/// Answers, what the first error must be, and how many requests are made.
async fn fails(name: &str, answer: fn(Subject) -> Answer, kind: ProviderErrorKind, requests: usize) {
    for subject in ALL {
        let server = Server::start_fn(move |_, _| answer(subject)).await;
        let (text, ended) = subject.stream(&server.url()).await;
        let error = ended.err().unwrap_or_else(|| panic!("{name}, {subject:?}: taken for a reply"));
        assert_eq!(error.kind(), kind, "{name}, {subject:?}: {error}");
        assert_eq!(server.requests().len().max(server.connections()), requests, "{name}, {subject:?}");
        assert_eq!(error.attempts() as usize, requests, "{name}, {subject:?}");
        assert!("Hello.".starts_with(&text), "{name}, {subject:?}: {text}");
    }
}

/// Up to the first piece of the text and its event's end.
fn begun(subject: Subject) -> usize {
    let events = subject.events();
    let hel = events.find("Hel").unwrap();
    hel + events[hel..].find("\n\n").unwrap() + 2
}

fn cut_event(subject: Subject, event: &str) -> Answer {
    Answer::events(format!("{}{event}", &subject.events()[..begun(subject)]))
}

#[tokio::test]
async fn a_good_stream_in_any_pieces() {
    for subject in ALL {
        for size in [1, 2, 3, 7, 64, 4096] {
            for events in [
                subject.events(),
                subject.events().replace('\n', "\r\n"),
                format!(": hello\n\n{}", subject.events()),
            ] {
                let server = Server::start([Answer::events(events).in_pieces(size)]).await;
                let (text, ended) = subject.stream(&server.url()).await;
                let response = ended.unwrap();
                assert_eq!(
                    (text.as_str(), response.message.text().as_str()),
                    ("Hello.", "Hello."),
                    "{subject:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn statuses_are_retried_as_with_plain_replies() {
    fails("500", |s| Answer::error(500, s.error("no")), ProviderErrorKind::Server, 3).await;
    fails("429", |s| Answer::error(429, s.error("no")), RateLimited, 3).await;
    fails("401", |s| Answer::error(401, s.error("no")), Authentication, 1).await;
    fails(
        "quota",
        |s| {
            let (code, body) = s.quota();
            Answer::error(code, body)
        },
        Quota,
        1,
    )
    .await;
}

#[tokio::test]
async fn a_stream_that_stalls_before_anything_came_is_asked_for_again() {
    fails("silence", |_| Answer::silence(), Timeout, 3).await;
    fails("comments only", |_| Answer::events(": wait\n\n").stalled_at(8), Timeout, 3).await;
}

#[tokio::test]
async fn a_stream_that_breaks_after_something_came_is_not() {
    fails("stalled", |s| Answer::events(s.events()).stalled_at(begun(s)), Timeout, 1).await;
    fails("cut", |s| Answer::events(s.events()).cut_at(begun(s)), Connection, 1).await;
    fails("reset", |s| Answer::events(s.events()).in_pieces(50).reset_at(begun(s)), Connection, 1).await;
}

#[tokio::test]
async fn a_stream_without_its_end_is_no_reply() {
    fails("no end", |s| cut_event(s, ""), Incomplete, 1).await;
}

#[tokio::test]
async fn an_error_event_inside_of_a_stream() {
    for subject in ALL {
        let server = Server::start_fn(move |_, _| cut_event(subject, &subject.error_event())).await;
        let (text, ended) = subject.stream(&server.url()).await;
        let error = ended.unwrap_err();
        assert_eq!(error.kind(), ProviderErrorKind::Server, "{subject:?}: {error}");
        // Where both came at once, nothing was handed out yet, and it is asked for again.
        assert!(
            matches!((error.attempts(), text.as_str()), (1, "Hel") | (3, "")),
            "{subject:?}: {text}, {error}"
        );
    }
}

#[tokio::test]
async fn an_error_event_at_the_beginning_is_asked_for_again() {
    fails("error at once", |s| Answer::events(s.error_event()), ProviderErrorKind::Server, 3).await;
}

#[tokio::test]
async fn events_that_are_no_json() {
    fails("garbage", |s| cut_event(s, "data: {\"choices\": [oops\n\n"), Protocol, 1).await;
}

#[tokio::test]
async fn a_stream_that_is_too_long() {
    fails("oversize", |s| cut_event(s, &format!(": {}\n\n", "x".repeat(80 << 10))), TooLarge, 1).await;
}

#[tokio::test]
async fn a_plain_error_in_the_place_of_a_stream() {
    fails("JSON error with a 200", |s| Answer::json(s.broken()), ProviderErrorKind::Server, 3).await;
    fails("HTML with a 200", |_| Answer::new(200, "text/html", "<html></html>"), Protocol, 1).await;
}
