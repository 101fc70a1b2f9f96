//! The mock server, as its own process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::Result;
use crate::driver::{binary, with_all_files};

/// A running mock server; it ends when this is dropped.
pub(crate) struct Mock {
    process: Child,
    port: u16,
}

impl Mock {
    pub(crate) fn start() -> Result<Self> {
        let mut command = with_all_files(&Command::new(binary("", "mock")?));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = process.stdout.take().ok_or("no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let port = line.trim().parse().map_err(|_| format!("the mock server's port is {line:?}"))?;
        Ok(Self { process, port })
    }

    /// The base URL of conversations of so many tool calls.
    pub(crate) fn url(&self, script: &str) -> String {
        format!("http://127.0.0.1:{}/{script}/v1", self.port)
    }

    /// Requests and bytes of their bodies since this was last asked.
    pub(crate) fn count(&self) -> Result<(u64, u64)> {
        let count = self.post("/count")?;
        let (requests, bytes) = count.split_once(' ').ok_or("no count")?;
        Ok((requests.parse()?, bytes.parse()?))
    }

    /// How many answers are held back now.
    pub(crate) fn held(&self) -> Result<usize> {
        Ok(self.post("/held")?.parse()?)
    }

    /// Sends all answers that are held back.
    pub(crate) fn release(&self) -> Result<()> {
        self.post("/release").map(drop)
    }

    fn post(&self, path: &str) -> Result<String> {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port))?;
        write!(socket, "POST {path} HTTP/1.1\r\nhost: mock\r\ncontent-length: 0\r\n\r\n")?;
        socket.shutdown(std::net::Shutdown::Write)?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer)?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or("a cut answer")?;
        Ok(body.to_owned())
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
