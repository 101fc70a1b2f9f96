use std::collections::BTreeMap;
use std::rc::Rc;

use agentkit::Tool;

fn tool() -> Tool {
    Tool::new("find", "Finds things.", |_: BTreeMap<String, String>| async {
        let rc = Rc::new(1);
        std::future::ready(()).await;
        Ok::<_, String>(*rc)
    })
}

fn main() {}
