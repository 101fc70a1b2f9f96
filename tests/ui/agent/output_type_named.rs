use agentkit::Agent;
use agentkit::provider::Scripted;

struct Plain;

fn build(provider: Scripted) {
    let _ = Agent::<String, Plain>::builder(provider);
}

fn main() {}
