//! An `OpenAI` chat completions server on the loopback interface that asks for a number of tool calls, then
//! answers.
//!
//! The request's path says how: `/10/v1/chat/completions` is ten tool calls and an answer;
//! `/2-hold/v1/chat/completions` is two, and the answer is held back until `POST /release`. The server keeps
//! no state a conversation: the results in a request tell which turn it is. `POST /count` tells the requests
//! and body bytes since it was last asked, `POST /held` how many answers are held back now.
//!
//! It prints its port, and ends with its standard input or after ten minutes.

mod conversation;
mod http;
mod reply;

use std::io::Read as _;
use std::rc::Rc;
use std::time::Duration;

use tokio::net::TcpSocket;

use conversation::Conversations;

/// How long the server lives at most.
const LIFETIME: Duration = Duration::from_mins(10);
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 16_384;

fn main() -> std::io::Result<()> {
    std::thread::spawn(|| {
        let mut byte = [0];
        while matches!(std::io::stdin().read(&mut byte), Ok(1..)) {}
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async {
        let serve = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(([127, 0, 0, 1], 0).into())?;
            let listener = socket.listen(BACKLOG)?;
            println!("{}", listener.local_addr()?.port());
            let conversations = Rc::new(Conversations::default());
            loop {
                let (socket, _) = listener.accept().await?;
                tokio::task::spawn_local(http::serve(socket, Rc::clone(&conversations)));
            }
        };
        tokio::time::timeout(LIFETIME, serve).await.unwrap_or(Ok(()))
    })
}
