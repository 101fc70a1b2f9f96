use agentkit::Agent;

fn build() {
    let _: Agent<String, String> = Agent::builder("gpt").build().unwrap();
}

fn main() {}
