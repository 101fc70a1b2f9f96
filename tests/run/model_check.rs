//! Random runs: whatever models, tools, hooks and people do, what has to hold does.

use std::sync::{Arc, Mutex};

use agentkit::agent::{Decision, HookError, PendingRun};
use agentkit::message::{AssistantPart, ToolCall};
use agentkit::model::FinishReason;
use agentkit::provider::wire::Wire;
use agentkit::provider::{
    AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire, ProviderError,
    ProviderErrorKind, Reply, Scripted,
};
use agentkit::tool::ToolOptions;
use agentkit::{Agent, Error, ErrorKind, Request, Transcript, Usage};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tokio_util::sync::CancellationToken;

use crate::support::{Intent, assert_closed, fail, fatal, flaky, halt, panic, shout, spy, text, tools};

/// One reply of the model.
#[derive(Clone, Debug)]
struct Step {
    parts: Vec<Piece>,
    finish: Option<FinishReason>,
    usage: (u64, u64),
    /// The provider fails instead.
    fails: bool,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(&'static str),
    Reasoning,
    Refusal,
    Call { name: &'static str, arguments: String, id: &'static str },
}

fn piece() -> impl Strategy<Value = Piece> {
    let names = [
        "shout",
        "fail",
        "panic",
        "fatal",
        "halt",
        "flaky",
        "spy",
        "risky",
        "unknown",
        "refund",
        "complaint",
        "general",
    ];
    let arguments = prop_oneof![
        4 => Just(text("x").to_string()),
        1 => Just(r#"{"order": 3}"#.to_owned()),
        1 => Just(r#"{"about": "noise"}"#.to_owned()),
        1 => Just("{}".to_owned()),
        1 => Just("{\"text\": \"cut".to_owned()),
        1 => Just(String::new()),
    ];
    prop_oneof![
        6 => prop_oneof![Just(""), Just(" "), Just("words")].prop_map(Piece::Text),
        6 => Just(Piece::Reasoning),
        1 => Just(Piece::Refusal),
        48 => (proptest::sample::select(names.to_vec()), arguments, proptest::sample::select(vec!["", "", "a", "b"]))
            .prop_map(|(name, arguments, id)| Piece::Call { name, arguments, id }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let finish = prop_oneof![
        12 => Just(None),
        1 => proptest::sample::select(vec![
            FinishReason::Stop, FinishReason::ToolCalls, FinishReason::Length, FinishReason::ContentFilter,
            FinishReason::Refusal, FinishReason::Pause, FinishReason::MalformedToolCall,
            FinishReason::ContextWindow, FinishReason::Other("odd".into()),
        ]).prop_map(Some),
    ];
    (vec(piece(), 0..4), finish, (0..50_u64, 0..50_u64), proptest::bool::weighted(0.03))
        .prop_map(|(parts, finish, usage, fails)| Step { parts, finish, usage, fails })
}

fn reply(step: &Step) -> Result<Reply, ProviderError> {
    if step.fails {
        return Err(ProviderError::new(ProviderErrorKind::Server, "down"));
    }
    let parts = step.parts.iter().map(|piece| match piece {
        Piece::Text(text) => AssistantPart::text(*text),
        Piece::Reasoning => AssistantPart::reasoning("hm", None),
        Piece::Refusal => AssistantPart::Refusal("no".into()),
        Piece::Call { name, arguments, id } => {
            AssistantPart::ToolCall(ToolCall::new(*id, *name, arguments.clone()))
        }
    });
    let reply = Reply::of(parts.collect::<Vec<_>>()).usage(step.usage.0, step.usage.1);
    Ok(match &step.finish {
        Some(finish) => reply.finish(finish.clone()),
        None => reply,
    })
}

/// What else happens in a run.
#[derive(Clone, Debug)]
struct World {
    steps: Vec<Step>,
    /// After which reply the run is cancelled.
    cancel_after: Option<usize>,
    /// After which reply a hook fails.
    hook_after: Option<usize>,
    decisions: Vec<u8>,
    max_turns: u32,
    streamed: bool,
}

fn world() -> impl Strategy<Value = World> {
    let maybe = || proptest::option::weighted(0.15, 0..6_usize);
    (vec(step(), 0..10), maybe(), maybe(), vec(0..4_u8, 1..6), 1..8_u32, any::<bool>()).prop_map(
        |(steps, cancel_after, hook_after, decisions, max_turns, streamed)| World {
            steps,
            cancel_after,
            hook_after,
            decisions,
            max_turns,
            streamed,
        },
    )
}

/// What the providers' replies have used so far.
#[derive(Clone, Default)]
struct Meter(Arc<Mutex<(usize, Usage)>>);

fn agent(world: &World, meter: &Meter, token: &CancellationToken) -> Agent<String, Intent> {
    let (steps, counter) = (world.steps.clone(), meter.clone());
    let model = Scripted::try_from_fn(move |_| {
        let mut meter = counter.0.lock().unwrap();
        let step = steps.get(meter.0).ok_or_else(|| ProviderError::new(ProviderErrorKind::Script, "out"))?;
        meter.0 += 1;
        if !step.fails {
            let mut usage = Usage::new(step.usage.0, step.usage.1);
            usage.requests = 1;
            meter.1 += usage;
        }
        reply(step)
    });
    let mut risky = ToolOptions::default();
    risky.needs_approval = true;
    let all = [
        shout(),
        fail(),
        panic(),
        fatal(),
        halt(),
        flaky(1),
        spy().0,
        spy().0.named("risky").with_options(risky),
    ];
    let (cancel, token, hook, seen) = (world.cancel_after, token.clone(), world.hook_after, meter.clone());
    Agent::builder(model)
        .tools(tools(all))
        .max_turns(world.max_turns)
        .after_response(move |_, _| {
            let replies = seen.0.lock().unwrap().0;
            if cancel.is_some_and(|after| replies > after) {
                token.cancel();
            }
            if hook.is_some_and(|after| replies > after) {
                return Err(HookError::new("the hook failed"));
            }
            Ok(())
        })
        .build()
        .unwrap()
}

fn decide(pending: &PendingRun, choices: &[u8]) -> Vec<(String, Decision)> {
    let calls = pending.calls().iter().zip(choices.iter().cycle());
    calls
        .map(|(waiting, choice)| {
            let decision = match choice {
                0 | 1 => Decision::Approve,
                2 => Decision::ApproveWith(text("edited")),
                _ => Decision::Refuse("no".into()),
            };
            (waiting.call.id.clone(), decision)
        })
        .collect()
}

/// Each provider's request builder takes the conversation.
fn accepted_by_all(transcript: &Transcript) -> Result<(), TestCaseError> {
    let wires: [(&str, Box<dyn Wire>); 4] = [
        ("chat", Box::new(OpenAiChatWire::new("gpt-4.1", Dialect::openai()))),
        ("responses", Box::new(OpenAiResponsesWire::new("gpt-5.6"))),
        ("anthropic", Box::new(AnthropicWire::new("claude-opus-5"))),
        ("gemini", Box::new(GeminiWire::new("gemini-2.5-flash"))),
    ];
    for (name, wire) in wires {
        let mut request = Request::default();
        request.messages = transcript.clone();
        request.tools = [shout()].iter().map(|tool| tool.definition().clone()).collect();
        let body = wire.encode(&request, false);
        prop_assert!(body.is_ok(), "{name}: {}", body.unwrap_err());
        let body: serde_json::Value = serde_json::from_slice(&body.unwrap()).unwrap();
        prop_assert!(body.is_object());
    }
    Ok(())
}

async fn play(world: &World) -> Result<(), TestCaseError> {
    let (meter, token) = (Meter::default(), CancellationToken::new());
    let agent = agent(world, &meter, &token);
    let prepared = agent.prepare("go".to_owned()).cancel_on(token);
    let mut ended = if world.streamed {
        use futures_util::StreamExt;
        let mut stream = prepared.stream();
        loop {
            match stream.next().await {
                Some(Ok(agentkit::agent::RunEvent::Progress(_))) => {}
                Some(Ok(agentkit::agent::RunEvent::Finished(run))) => break Ok(run),
                Some(Err(error)) => break Err(error),
                None => return Err(TestCaseError::fail("the stream ended without an end")),
            }
        }
    } else {
        prepared.run().await
    };
    loop {
        let (transcript, usage) = match &ended {
            Ok(run) => (run.transcript.clone(), run.usage),
            Err(error) => (error.report().transcript.clone(), error.report().usage),
        };
        assert_closed(&transcript);
        accepted_by_all(&transcript)?;
        prop_assert_eq!(usage, meter.0.lock().unwrap().1);
        match ended {
            Err(error) if error.kind() == ErrorKind::Pending => {
                let stored = serde_json::to_string(&error.into_pending().unwrap()).unwrap();
                let pending: PendingRun = serde_json::from_str(&stored).unwrap();
                let decisions = decide(&pending, &world.decisions);
                ended = agent.resume(pending, decisions).await;
            }
            ended => {
                let kind = ended.as_ref().err().map(Error::kind);
                prop_assert!(!matches!(kind, Some(ErrorKind::Input | ErrorKind::Build)), "{:?}", kind);
                return Ok(());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 600 } else { 20_000 }))]

    #[test]
    fn every_run_ends_with_its_books_in_order(world in world()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(play(&world))?;
    }
}
