//! A scripted HTTP/1.1 server on loopback, faults included.

#![allow(
    clippy::needless_pass_by_value,
    clippy::format_push_string,
    reason = "tests pass literals and build short texts"
)]

mod received;

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

pub use received::Received;

/// What the server does with one request.
#[derive(Clone, Debug)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// Sent in pieces of this size, as chunks; in one piece with its length where there is none.
    piece: Option<usize>,
    fault: Fault,
}

/// What goes wrong on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Nothing is ever sent.
    Silent,
    /// The connection is reset without an answer.
    Refused,
    /// The body stops at this byte: the connection stays open, ends or is reset.
    Stalled(usize),
    Cut(usize),
    Reset(usize),
}

impl Answer {
    /// A body of `kind` with a status.
    pub fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Self { status, headers, body: body.into(), piece: None, fault: Fault::None }
    }

    /// A success of JSON.
    pub fn json(body: impl ToString) -> Self {
        Self::new(200, "application/json", body.to_string())
    }

    /// A failure of JSON.
    pub fn error(status: u16, body: impl ToString) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// A stream of events as they stand, in one chunk.
    pub fn events(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "text/event-stream", body).in_pieces(usize::MAX)
    }

    /// A stream of `data:` events that ends with `[DONE]`.
    pub fn data<T: ToString>(events: impl IntoIterator<Item = T>) -> Self {
        let mut body = String::new();
        for event in events {
            body.push_str(&format!("data: {}\n\n", event.to_string()));
        }
        body.push_str("data: [DONE]\n\n");
        Self::events(body)
    }

    /// Nothing is ever answered.
    pub fn silence() -> Self {
        Self { fault: Fault::Silent, ..Self::new(200, "text/plain", "") }
    }

    /// The connection is reset in the place of an answer.
    pub fn refusal() -> Self {
        Self { fault: Fault::Refused, ..Self::new(200, "text/plain", "") }
    }

    /// Adds a header; `content-type` is replaced.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl ToString) -> Self {
        self.headers.retain(|(found, _)| found != name);
        self.headers.push((name.to_owned(), value.to_string()));
        self
    }

    /// Sends the body in chunks of `size` bytes.
    #[must_use]
    pub fn in_pieces(mut self, size: usize) -> Self {
        self.piece = Some(size);
        self
    }

    /// Stops at a byte of the body, and keeps the connection open.
    #[must_use]
    pub fn stalled_at(mut self, byte: usize) -> Self {
        self.fault = Fault::Stalled(byte);
        self
    }

    /// Ends the connection at a byte of the body.
    #[must_use]
    pub fn cut_at(mut self, byte: usize) -> Self {
        self.fault = Fault::Cut(byte);
        self
    }

    /// Resets the connection at a byte of the body.
    #[must_use]
    pub fn reset_at(mut self, byte: usize) -> Self {
        self.fault = Fault::Reset(byte);
        self
    }

    fn head(&self) -> String {
        let mut head = format!("HTTP/1.1 {} Scripted\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        match self.piece {
            Some(_) => head.push_str("transfer-encoding: chunked\r\n\r\n"),
            None => head.push_str(&format!("content-length: {}\r\n\r\n", self.body.len())),
        }
        head
    }

    /// The bytes of the body on the wire, each piece to be sent by itself.
    fn pieces(&self, body: &[u8]) -> Vec<Vec<u8>> {
        let Some(size) = self.piece else { return vec![body.to_vec()] };
        let chunk = |piece: &[u8]| {
            let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
            chunk.extend_from_slice(piece);
            chunk.extend_from_slice(b"\r\n");
            chunk
        };
        body.chunks(size.max(1)).map(chunk).collect()
    }
}

type Play = dyn Fn(usize, &Received) -> Answer + Send + Sync;

/// A running server; dropping it ends it and its connections.
pub struct Server {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Server {
    /// Answers the n-th request by the n-th of `answers`, and what comes after them by a 500 that says so.
    pub async fn start(answers: impl IntoIterator<Item = Answer>) -> Self {
        let answers: Vec<_> = answers.into_iter().collect();
        Self::start_fn(move |at, _| {
            let over = || Answer::error(500, r#"{"error":{"message":"the script ran out"}}"#);
            answers.get(at).cloned().unwrap_or_else(over)
        })
        .await
    }

    /// Answers each request, counted from 0, by `play`.
    ///
    /// # Panics
    ///
    /// If loopback cannot be bound.
    pub async fn start_fn(play: impl Fn(usize, &Received) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("loopback can be bound");
        let address = listener.local_addr().expect("a bound listener has an address");
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let connections = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&connections);
        let (log, play): (_, Arc<Play>) = (Arc::clone(&received), Arc::new(play));
        let task = tokio::spawn(async move {
            let mut served = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                let _ = stream.set_nodelay(true);
                served.spawn(serve(stream, Arc::clone(&log), Arc::clone(&play)));
                while served.try_join_next().is_some() {}
            }
        });
        Self { address, received, connections, task }
    }

    /// Its URL, without a path.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections were made.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// The requests so far, oldest first.
    pub fn requests(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Serves one connection until its client goes or a fault ends it.
async fn serve(stream: TcpStream, log: Arc<Mutex<Vec<Received>>>, play: Arc<Play>) {
    let mut stream = BufReader::new(stream);
    while let Ok(Some(request)) = read_request(&mut stream).await {
        let at = {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.push(request.clone());
            log.len() - 1
        };
        let answer = play(at, &request);
        if !matches!(send(&mut stream, &answer).await, Ok(true)) {
            return;
        }
    }
}

async fn read_request(stream: &mut BufReader<TcpStream>) -> io::Result<Option<Received>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut request = Received { path, headers, body: Vec::new() };
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body.resize(length, 0);
    stream.read_exact(&mut request.body).await?;
    Ok(Some(request))
}

/// Sends an answer, and says whether the connection goes on.
async fn send(stream: &mut BufReader<TcpStream>, answer: &Answer) -> io::Result<bool> {
    let stop = match answer.fault {
        Fault::Silent => std::future::pending().await,
        Fault::Refused => {
            stream.get_ref().set_zero_linger()?;
            return Ok(false);
        }
        Fault::None => answer.body.len(),
        Fault::Stalled(byte) | Fault::Cut(byte) | Fault::Reset(byte) => byte.min(answer.body.len()),
    };
    stream.write_all(answer.head().as_bytes()).await?;
    for piece in answer.pieces(&answer.body[..stop]) {
        stream.write_all(&piece).await?;
        stream.flush().await?;
    }
    match answer.fault {
        Fault::Stalled(_) => std::future::pending().await,
        Fault::Cut(_) => Ok(false),
        Fault::Reset(_) => {
            stream.get_ref().set_zero_linger()?;
            Ok(false)
        }
        _ => {
            if answer.piece.is_some() {
                stream.write_all(b"0\r\n\r\n").await?;
            }
            stream.flush().await?;
            Ok(true)
        }
    }
}
