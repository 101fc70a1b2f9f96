//! The job on agentkit.

use agentkit::agent::RunEvent;
use agentkit::provider::OpenAiChat;
use agentkit::{Agent, tools};
use futures_util::StreamExt;
use kit::job;

/// Looks up the weather.
#[tools]
pub trait Weather {
    /// The forecast for a city on a day.
    fn forecast(
        &self,
        /// City name, such as "Paris".
        city: String,
        /// Days from today.
        day: u32,
    ) -> String;
}

struct Station;

impl Weather for Station {
    fn forecast(&self, city: String, day: u32) -> String {
        job::forecast(&city, day)
    }
}

struct Driver {
    agent: Agent<String, String>,
    stream: bool,
}

impl Driver {
    fn new(args: &kit::Args) -> Self {
        let provider = OpenAiChat::new(job::MODEL).base_url(args.url.as_str()).api_key(job::KEY);
        let agent = Agent::builder(provider)
            .instructions(job::INSTRUCTIONS)
            .tools(Station.into_tools())
            .max_turns(job::MAX_TURNS)
            .build();
        Self { agent: agent.expect("a sound agent"), stream: args.stream }
    }

    async fn run(&self) -> agentkit::Result<String> {
        let question = job::QUESTION.to_owned();
        if !self.stream {
            return Ok(self.agent.run(question).await?.output);
        }
        let mut events = self.agent.stream(question);
        loop {
            match events.next().await {
                Some(event) => match event? {
                    RunEvent::Progress(_) => {}
                    RunEvent::Finished(run) => return Ok(run.output),
                },
                None => unreachable!("a run's stream ends with its end"),
            }
        }
    }
}

fn main() {
    kit::drive(Driver::new, |driver| async move { driver.run().await });
}
