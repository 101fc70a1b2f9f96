use std::collections::BTreeMap;

use agentkit::Tool;

struct Plain;

fn tool() -> Tool {
    Tool::new("find", "Finds things.", |_: BTreeMap<String, String>| async { Err::<u8, _>(Plain) })
}

fn main() {}
