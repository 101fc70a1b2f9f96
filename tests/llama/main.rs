//! A real server: llama.cpp with a small model, in plain, tool, native, two-phase, prompted and grammar mode.
//!
//! Ignored unless asked for, since it fetches the server and takes a minute or two:
//! `cargo test -p agentkit-tests --test llama -- --ignored --nocapture`

mod server;

use agentkit::model::{Settings, ToolConstraint};
use agentkit::output::OutputMode;
use agentkit::provider::{Dialect, OpenAiChat};
use agentkit::{
    Agent, Error, ErrorKind, IncompleteReason, Message, Run, Tool, ToolSet, agent_output, ask, ask_prompted,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use server::Llama;

/// A city and its size.
#[agent_output]
#[derive(Debug)]
struct City {
    /// The name.
    name: Name,
    /// Whether it is a capital.
    capital: bool,
}

/// A city's name.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
enum Name {
    Paris,
    Oslo,
    Rome,
}

/// What is to be done.
#[agent_output]
#[derive(Debug)]
enum Step {
    /// Go left or right.
    Turn {
        /// Whether to the left.
        left: bool,
    },
    /// Stay.
    Stay,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// City name.
    city: String,
}

fn station() -> ToolSet {
    let find = |place: Place| async move { Ok::<_, String>(format!("{} has one station.", place.city)) };
    ToolSet::from_iter([Tool::new("station", "Finds the stations of a city.", find)])
}

fn model(llama: &Llama) -> OpenAiChat {
    OpenAiChat::new("smollm2").dialect(Dialect::llama_cpp()).base_url(llama.url()).no_proxy()
}

fn short(tokens: u32) -> Settings {
    let mut settings = Settings::default();
    settings.max_tokens = Some(tokens);
    settings.temperature = Some(0.8);
    settings
}

/// Each call has its result, whichever way the run ended.
fn assert_closed<T>(ended: &Result<Run<T>, Error>) {
    let transcript = match ended {
        Ok(run) => &run.transcript,
        Err(error) => &error.report().transcript,
    };
    assert_eq!(transcript.tool_calls().count(), transcript.tool_results().count());
}

#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn plain() {
    let llama = Llama::start().await;
    let agent: Agent<String, String> =
        Agent::builder(model(&llama)).settings(short(48)).max_turns(1).build().expect("a sound agent");
    match agent.run("Say hello in three words.".to_owned()).await {
        Ok(run) => {
            assert!(!run.output.trim().is_empty() && run.usage.output_tokens > 0);
            println!("plain: {:?}, {} tokens", run.output, run.usage.output_tokens);
        }
        // A small model may talk on; that it was cut is said.
        Err(error) => assert_eq!(error.kind(), ErrorKind::Truncated, "{error}"),
    }
}

/// The server does not hold this model to a call, so that it calls or is told to. Either is an answer or a typed
/// error.
#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn tool() {
    let llama = Llama::start().await;
    let agent: Agent<String, City> = Agent::builder(model(&llama))
        .instructions("Use the tools.")
        .tools(station())
        .settings(short(64))
        .max_turns(3)
        .output_retries(1)
        .build()
        .expect("a sound agent");
    let ended = agent.run("Name a city by calling `stop`.".to_owned()).await;
    assert_closed(&ended);
    match ended {
        Ok(run) => println!("tool: {:?} in {} turns", run.output, run.turns),
        Err(error) => {
            let expected = [
                ErrorKind::Parse,
                ErrorKind::Truncated,
                ErrorKind::Incomplete(IncompleteReason::PlainText),
                ErrorKind::Incomplete(IncompleteReason::EmptyReply),
                ErrorKind::Incomplete(IncompleteReason::TurnLimit),
            ];
            assert!(expected.contains(&error.kind()), "{error}");
            println!("tool: {error}");
        }
    }
}

#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn native() {
    let llama = Llama::start().await;
    let agent: Agent<String, City> = Agent::builder(model(&llama))
        .settings(short(64))
        .output_mode(OutputMode::Native)
        .build()
        .expect("a sound agent");
    let run = agent.run("Name a city.".to_owned()).await.expect("an answer");
    assert_eq!((run.turns, run.output_retries, run.repairs.len()), (1, 0, 0));
    println!("native: {:?}", run.output);
}

#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn native_union() {
    let llama = Llama::start().await;
    let agent: Agent<String, Step> = Agent::builder(model(&llama))
        .settings(short(64))
        .output_mode(OutputMode::Native)
        .build()
        .expect("a sound agent");
    let run = agent.run("Turn left.".to_owned()).await.expect("an answer");
    assert_eq!(run.output_retries, 0);
    println!("native union: {:?}", run.output);
}

#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn two_phase() {
    let llama = Llama::start().await;
    let agent: Agent<String, City> = Agent::builder(model(&llama))
        .tools(station())
        .settings(short(200))
        .max_turns(2)
        .output_mode(OutputMode::TwoPhase)
        .build()
        .expect("a sound agent");
    let ended = agent.run("Name one city. One word.".to_owned()).await;
    assert_closed(&ended);
    match ended {
        Ok(run) => {
            assert!(run.turns >= 2, "words first, then the document");
            println!("two phases: {:?}", run.output);
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::Truncated, "{error}"),
    }
}

/// Nothing holds the model here; what does not decode is a typed error with what is wrong.
#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn prompted() {
    let llama = Llama::start().await;
    let provider = model(&llama);
    let asked =
        ask_prompted::<City>(&provider, [Message::user("Name a city.")]).settings(short(80)).retries(1);
    match asked.await {
        Ok(run) => println!("prompted: {:?}", run.output),
        Err(error) => {
            assert!([ErrorKind::Parse, ErrorKind::Truncated].contains(&error.kind()), "{error}");
            println!("prompted: {error}");
        }
    }
}

#[tokio::test]
#[ignore = "needs llama.cpp"]
async fn fifty_of_fifty_under_a_grammar_decode() {
    let llama = Llama::start().await;
    let provider = model(&llama);
    let began = std::time::Instant::now();
    let (mut decoded, mut tokens) = (0, 0);
    for at in 0..50 {
        let mut settings = short(64);
        settings.constraint = ToolConstraint::Grammar;
        settings.seed = Some(at);
        let question = [Message::user("Name a city.")];
        let run = ask::<City>(&provider, question).settings(settings).retries(0).await;
        let run = run.unwrap_or_else(|error| panic!("answer {at}: {error}, {:?}", error.report().raw));
        assert!(run.repairs.is_empty(), "nothing was to be mended: {:?}", run.repairs);
        decoded += 1;
        tokens += run.usage.output_tokens;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("grammar: {decoded} of 50 decoded, {tokens} tokens in {seconds:.0} s");
    assert_eq!(decoded, 50);
}
