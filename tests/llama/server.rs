//! The server that the tests talk to.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, MutexGuard};

/// One test at a time: the model has all cores.
static TURN: Mutex<()> = Mutex::const_new(());

/// A server that listens, stopped with the test; or one that runs already, where `AGENTKIT_LLAMA_URL` says.
pub(crate) struct Llama {
    url: String,
    _child: Option<Child>,
    _turn: MutexGuard<'static, ()>,
}

impl Llama {
    /// Waits for its turn and starts the server by `scripts/llama-server`.
    pub(crate) async fn start() -> Self {
        let turn = TURN.lock().await;
        if let Ok(url) = std::env::var("AGENTKIT_LLAMA_URL") {
            return Self { url, _child: None, _turn: turn };
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/llama-server");
        let mut child = Command::new(script)
            .arg(free_port().to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("scripts/llama-server runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        while let Some(line) = lines.next_line().await.expect("text") {
            if let Some(url) = line.strip_prefix("ready: ") {
                return Self { url: url.to_owned(), _child: Some(child), _turn: turn };
            }
        }
        panic!("scripts/llama-server ended before it was ready; run it by hand to see why");
    }

    /// The base URL, with `/v1`.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
