use agentkit::Tool;

struct Plain;

fn tool() -> Tool {
    Tool::new("find", "Finds things.", |_: Plain| async { Ok::<_, String>(1) })
}

fn main() {}
