use agentkit::Agent;
use agentkit::provider::Scripted;

struct Plain;

fn build(provider: Scripted) {
    let _: Agent<Plain, String> = Agent::builder(provider).build().unwrap();
}

fn main() {}
