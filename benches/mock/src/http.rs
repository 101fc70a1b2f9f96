//! As much of HTTP/1.1 as the drivers speak: keep-alive, and bodies of a stated length.

use std::rc::Rc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::conversation::Conversations;

/// The most bytes of a request's head.
const HEAD: usize = 64 * 1024;

/// A request, and how many bytes of the connection's input it took.
struct Request<'a> {
    path: &'a str,
    body: &'a [u8],
    len: usize,
}

/// Answers the requests of one connection until it closes.
pub(crate) async fn serve(mut socket: TcpStream, conversations: Rc<Conversations>) {
    // Whatever goes wrong on a connection shows as a failed run in the driver.
    let _ = socket.set_nodelay(true);
    let mut input = Vec::with_capacity(4096);
    loop {
        let answer = loop {
            match parse(&input) {
                Ok(Some(request)) => {
                    let answer = conversations.answer(request.path, request.body).await;
                    let len = request.len;
                    input.drain(..len);
                    break answer;
                }
                Ok(None) => {}
                Err(why) => {
                    let _ = socket.write_all(&crate::reply::error(400, why)).await;
                    return;
                }
            }
            match socket.read_buf(&mut input).await {
                Ok(1..) => {}
                _ => return,
            }
        };
        if socket.write_all(&answer).await.is_err() {
            return;
        }
    }
}

fn parse(input: &[u8]) -> Result<Option<Request<'_>>, &'static str> {
    let Some(end) = input.windows(4).take(HEAD).position(|window| window == b"\r\n\r\n") else {
        return if input.len() < HEAD { Ok(None) } else { Err("the head is too long") };
    };
    let head = std::str::from_utf8(&input[..end]).map_err(|_| "the head is not UTF-8")?;
    let mut lines = head.split("\r\n");
    let path = lines.next().and_then(|line| line.split(' ').nth(1)).ok_or("no path")?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())
        .map_err(|_| "a bad content-length")?;
    let start = end + 4;
    Ok(input.get(start..start + length).map(|body| Request { path, body, len: start + length }))
}
