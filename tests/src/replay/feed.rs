//! A stream's bytes through the event parser and a provider's assembler.

use agentkit::ProviderError;
use agentkit::Response;
use agentkit::model::Delta;
use agentkit::provider::sse::Parser;
use agentkit::provider::wire::{Progress, Wire};

/// What a stream came to.
#[derive(Debug)]
pub struct Fed {
    /// The pieces, in order.
    pub deltas: Vec<Delta>,
    /// The whole.
    pub outcome: Result<Response, ProviderError>,
}

/// No recording has events of this size.
const LIMIT: usize = 16 << 20;

/// Feeds `chunks` of a body as the HTTP client does.
pub fn feed<'a>(wire: &dyn Wire, chunks: impl IntoIterator<Item = &'a [u8]>) -> Fed {
    let mut parser = Parser::new(LIMIT);
    let mut assembler = wire.assembler();
    let mut deltas = Vec::new();
    let mut progress = Ok(Progress::Open);
    let mut each = |event: agentkit::provider::sse::Event<'_>| {
        if matches!(progress, Ok(Progress::Open)) {
            progress = assembler.push(&event, &mut deltas);
        }
    };
    let mut broken = None;
    for chunk in chunks {
        if let Err(error) = parser.push(chunk, &mut each) {
            broken = Some(error);
            break;
        }
    }
    let ended = parser.finish(&mut each).err();
    let outcome = match (progress, broken.or(ended)) {
        (Err(error), _) => Err(error),
        (Ok(_), Some(error)) => {
            let kind = agentkit::provider::ProviderErrorKind::Protocol;
            Err(ProviderError::new(kind, error.to_string()))
        }
        (Ok(_), None) => assembler.finish(),
    };
    Fed { deltas, outcome }
}
