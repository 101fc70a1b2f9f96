//! One provider after another.

use agentkit::model::{Delta, Request};
use agentkit::provider::{Fallback, ProviderErrorKind, Reply, ResponseStream, Scripted};
use agentkit::{Agent, Provider, ProviderError, Response};
use futures_util::StreamExt;

use crate::support::{failing, request, saying};

#[tokio::test]
async fn the_first_that_answers_counts() {
    let (first, second) = (saying("one"), saying("two"));
    let model = Fallback::new([first.clone(), second.clone()]);
    assert_eq!(model.complete(&request("hi")).await.unwrap().message.text(), "one");
    assert_eq!((first.requests().len(), second.requests().len()), (1, 0));
}

#[tokio::test]
async fn faults_of_the_provider_go_on_to_the_next() {
    use ProviderErrorKind::{
        Connection, ContextWindow, Incomplete, Protocol, Quota, RateLimited, Server, Timeout, TooLarge,
    };
    for kind in
        [Server, RateLimited, Quota, Connection, Timeout, Incomplete, Protocol, TooLarge, ContextWindow]
    {
        let model = Fallback::new([failing(kind), saying("two")]);
        let response = model.complete(&request("hi")).await.unwrap();
        assert_eq!((response.message.text().as_str(), response.retries), ("two", 3), "{kind:?}");
    }
}

#[tokio::test]
async fn faults_of_the_request_or_the_setup_do_not() {
    use ProviderErrorKind::{Authentication, ContentFilter, InvalidRequest, NotFound};
    for kind in [Authentication, NotFound, InvalidRequest, ContentFilter] {
        let second = saying("two");
        let error =
            Fallback::new([failing(kind), second.clone()]).complete(&request("hi")).await.unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(second.requests().is_empty());
    }
}

#[tokio::test]
async fn the_error_of_the_last_tells_of_all() {
    let model = Fallback::new([failing(ProviderErrorKind::Server), failing(ProviderErrorKind::Timeout)]);
    let error = model.complete(&request("hi")).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::Timeout, 6));
    assert!(error.to_string().contains("before that"), "{error}");
}

#[tokio::test]
async fn the_user_says_when() {
    let model = Fallback::new([failing(ProviderErrorKind::Authentication), saying("two")])
        .when(|error| error.kind() == ProviderErrorKind::Authentication);
    assert_eq!(model.complete(&request("hi")).await.unwrap().message.text(), "two");
}

#[tokio::test]
async fn one_that_failed_is_passed_over_for_a_while() {
    tokio::time::pause();
    let first = failing(ProviderErrorKind::Server);
    let model = Fallback::new([first.clone(), saying("two")]).cooldown(std::time::Duration::from_mins(1));
    for _ in 0..3 {
        model.complete(&request("hi")).await.unwrap();
    }
    assert_eq!(first.requests().len(), 1);
    tokio::time::advance(std::time::Duration::from_secs(61)).await;
    model.complete(&request("hi")).await.unwrap();
    assert_eq!(first.requests().len(), 2);
}

/// A model whose stream breaks, before or after its first piece.
struct Breaking {
    after: usize,
}

impl Provider for Breaking {
    async fn complete(&self, _: &Request) -> Result<Response, ProviderError> {
        Err(ProviderError::new(ProviderErrorKind::Connection, "broke"))
    }

    async fn stream(&self, _: &Request) -> Result<ResponseStream, ProviderError> {
        let pieces = (0..self.after).map(|_| Ok(Delta::Text("piece".into())));
        let broke = Err(ProviderError::new(ProviderErrorKind::Connection, "broke"));
        Ok(ResponseStream::new(futures_util::stream::iter(pieces.chain([broke]).collect::<Vec<_>>())))
    }
}

#[tokio::test]
async fn a_stream_is_taken_from_the_next_only_while_nothing_was_handed_out() {
    for (after, text) in [(0, Some("two")), (1, None)] {
        let model = Fallback::new([Breaking { after }.boxed(), saying("two").boxed()]);
        let mut stream = model.stream(&request("hi")).await.unwrap();
        let mut ended = None;
        while let Some(delta) = stream.next().await {
            match delta {
                Ok(Delta::Done(response)) => ended = Some(Ok(response.message.text())),
                Ok(_) => {}
                Err(error) => ended = Some(Err(error.kind())),
            }
        }
        assert_eq!(ended.unwrap().ok().as_deref(), text, "after {after} pieces");
    }
}

#[tokio::test]
async fn an_agent_runs_on_providers_of_different_kinds() {
    let model =
        Fallback::new([failing(ProviderErrorKind::Server).boxed()]).or(Scripted::new([Reply::text("hi")]));
    let agent: Agent<String, String> = Agent::builder(model).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!((run.output.as_str(), run.transport_retries), ("hi", 3));
}
