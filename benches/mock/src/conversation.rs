//! What is answered to which request.

use std::cell::Cell;

use kit::job;
use tokio::sync::Notify;

use crate::reply;

/// The counts over all conversations, and the answers held back.
#[derive(Default)]
pub(crate) struct Conversations {
    requests: Cell<usize>,
    bytes: Cell<usize>,
    held: Cell<usize>,
    release: Notify,
}

impl Conversations {
    /// The whole HTTP response to a request.
    pub(crate) async fn answer(&self, path: &str, body: &[u8]) -> Vec<u8> {
        match path {
            "/count" => reply::text(&format!("{} {}", self.requests.take(), self.bytes.take())),
            "/held" => reply::text(&self.held.get().to_string()),
            "/release" => {
                self.release.notify_waiters();
                reply::text("")
            }
            _ => self.complete(path, body).await,
        }
    }

    async fn complete(&self, path: &str, body: &[u8]) -> Vec<u8> {
        let script = path.strip_prefix('/').and_then(|path| path.strip_suffix("/v1/chat/completions"));
        let Some(script) = script else { return reply::error(404, "no such path") };
        let (turns, hold) = script.strip_suffix("-hold").map_or((script, false), |turns| (turns, true));
        let Ok(turns) = turns.parse::<usize>() else { return reply::error(404, "no such script") };
        self.requests.set(self.requests.get() + 1);
        self.bytes.set(self.bytes.get() + body.len());
        let done = count(body, br#""role":"tool""#);
        if let Some(last) = done.checked_sub(1)
            && !contains(body, job::forecast("Paris", u32::try_from(last).unwrap_or(0)).as_bytes())
        {
            return reply::error(400, "the last result is not what the tool gives");
        }
        let message = if done < turns { reply::Message::Call(done) } else { reply::Message::Answer };
        if hold && done >= turns {
            self.held.set(self.held.get() + 1);
            self.release.notified().await;
            self.held.set(self.held.get() - 1);
        }
        if contains(body, br#""stream":true"#) {
            reply::stream(message, contains(body, br#""include_usage":true"#))
        } else {
            reply::plain(message)
        }
    }
}

fn count(text: &[u8], what: &[u8]) -> usize {
    text.windows(what.len()).filter(|window| *window == what).count()
}

fn contains(text: &[u8], what: &[u8]) -> bool {
    text.windows(what.len()).any(|window| window == what)
}
