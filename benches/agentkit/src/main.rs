//! The job on agentkit.

use agentkit::provider::OpenAiChat;
use agentkit::{Agent, tools};
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
        assert!(!self.stream);
        Ok(self.agent.run(question).await?.output)
    }
}

fn main() {
    kit::drive(Driver::new, |driver| async move { driver.run().await });
}
