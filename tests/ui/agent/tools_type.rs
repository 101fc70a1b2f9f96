use agentkit::Agent;
use agentkit::provider::Scripted;

fn build(provider: Scripted) {
    let _: Agent<String, String> = Agent::builder(provider).tools("search").build().unwrap();
}

fn main() {}
