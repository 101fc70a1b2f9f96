//! Requests and tokens a minute.

use std::time::Duration;

use agentkit::Provider;
use agentkit::provider::RateLimiter;
use tokio::time::Instant;

use crate::support::{request, saying};

/// How long so many requests take, one after another.
async fn takes(model: &impl Provider, requests: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..requests {
        model.complete(&request("hi")).await.unwrap();
    }
    start.elapsed()
}

#[tokio::test]
async fn a_minutes_worth_goes_at_once_and_the_rest_waits() {
    tokio::time::pause();
    let model = RateLimiter::new().requests_per_minute(10).limit(saying("x"));
    assert_eq!(takes(&model, 10).await, Duration::ZERO);
    let waited = takes(&model, 10).await;
    assert!((59..=61).contains(&waited.as_secs()), "{waited:?}");
}

#[tokio::test]
async fn agents_share_a_limiter() {
    tokio::time::pause();
    let limiter = RateLimiter::new().requests_per_minute(6);
    let (one, other) = (limiter.limit(saying("x")), limiter.limit(saying("y")));
    assert_eq!(takes(&one, 6).await, Duration::ZERO);
    let waited = takes(&other, 1).await;
    assert!((9..=11).contains(&waited.as_secs()), "{waited:?}");
}

#[tokio::test]
async fn tokens_are_counted_as_replies_tell() {
    tokio::time::pause();
    // Each reply takes 100 tokens.
    let model = RateLimiter::new().tokens_per_minute(1_000).limit(saying("x"));
    let waited = takes(&model, 30).await;
    assert!((100..=135).contains(&waited.as_secs()), "{waited:?}");
}

#[tokio::test]
async fn a_request_that_is_dropped_while_it_waits_gives_its_place_back() {
    tokio::time::pause();
    let model = RateLimiter::new().requests_per_minute(1).limit(saying("x"));
    takes(&model, 1).await;
    for _ in 0..5 {
        let one = request("hi");
        let waiting = model.complete(&one);
        assert!(tokio::time::timeout(Duration::from_secs(1), waiting).await.is_err());
    }
    let waited = takes(&model, 1).await;
    assert!(waited.as_secs() <= 60, "{waited:?}");
}

#[tokio::test]
async fn streams_are_limited_too() {
    use futures_util::StreamExt;
    tokio::time::pause();
    let model = RateLimiter::new().requests_per_minute(1).limit(saying("x"));
    let start = Instant::now();
    for _ in 0..2 {
        let mut stream = model.stream(&request("hi")).await.unwrap();
        while let Some(delta) = stream.next().await {
            delta.unwrap();
        }
    }
    assert!((59..=61).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}
