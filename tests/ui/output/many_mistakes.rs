use agentkit::agent_output;

#[agent_output(nmae = "x")]
struct Draft {
    text: String,
    /// Where it goes.
    #[serde(default)]
    place: Option<String>,
    title: String,
}

/// A verdict.
#[agent_output]
#[serde(untagged)]
enum Verdict {
    Accept,
    /// Two things.
    Two(u8, u8),
    /// Fields.
    Fields {
        why: String,
    },
}

fn main() {
    fn output<T: agentkit::Output>() {}
    output::<Draft>();
    output::<Verdict>();
}
