//! A file of exchanges, whole after each of them.

use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::exchange::Exchange;
use crate::model::Capabilities;
use crate::provider::{Provider, ProviderError, ProviderErrorKind};

const VERSION: u32 = 1;
const TAIL: &str = "\n]}\n";

/// Whom a recording is of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Of {
    pub(super) provider: String,
    pub(super) model: String,
    pub(super) capabilities: Capabilities,
}

impl Of {
    pub(super) fn provider(provider: &impl Provider) -> Self {
        let (name, model) = (provider.name().to_owned(), provider.model().to_owned());
        Self { provider: name, model, capabilities: provider.capabilities() }
    }
}

/// The file that exchanges are appended to; made with the first one.
#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    open: Mutex<Option<fs::File>>,
}

impl File {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, open: Mutex::new(None) }
    }

    pub(super) fn append(&self, of: &impl Provider, exchange: &Exchange) -> Result<(), ProviderError> {
        self.write(of, exchange).map_err(|error| failed("written", &self.path, error))
    }

    fn write(&self, of: &impl Provider, exchange: &Exchange) -> io::Result<()> {
        let mut json = serde_json::to_string_pretty(exchange)?;
        json.push_str(TAIL);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut *open {
            file.seek(SeekFrom::End(-i64::try_from(TAIL.len()).unwrap_or(0)))?;
            return file.write_all(format!(",\n{json}").as_bytes());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = fs::File::create(&self.path)?;
        let of = serde_json::to_string(&Of::provider(of))?;
        let head = format!("{{\"version\": {VERSION}, \"of\": {of}, \"interactions\": [\n{json}");
        file.write_all(head.as_bytes())?;
        *open = Some(file);
        Ok(())
    }
}

/// What a file holds.
#[derive(Debug, Deserialize)]
pub(super) struct Recording {
    version: u32,
    #[serde(default)]
    pub(super) of: Of,
    pub(super) interactions: Vec<Exchange>,
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<Recording, ProviderError> {
    let text = fs::read(path).map_err(|error| failed("read", path, error))?;
    let recording: Recording =
        serde_json::from_slice(&text).map_err(|error| failed("read", path, error.into()))?;
    if recording.version == VERSION {
        return Ok(recording);
    }
    let message = format!("its version {} is not known here", recording.version);
    Err(failed("read", path, io::Error::other(message)))
}

fn failed(what: &str, path: &Path, error: io::Error) -> ProviderError {
    let message = format!("the recording {} cannot be {what}: {error}", path.display());
    ProviderError::new(ProviderErrorKind::Script, message).with_attempts(0).with_source(error)
}
