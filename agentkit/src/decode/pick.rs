//! From a reply to one answer.

use super::error::{DecodeError, DecodeErrorKind};
use super::json::Json;
use super::options::Options;
use super::schema::Schema;
use super::{Decoded, strict};

/// Refuses a reply that is too long, before anything reads it.
pub(super) fn check_size(reply: &str, options: &Options) -> Result<(), DecodeError> {
    if reply.len() <= options.max_bytes {
        return Ok(());
    }
    let detail = format!("the reply is {} bytes long; at most {} are read", reply.len(), options.max_bytes);
    Err(DecodeError::new(DecodeErrorKind::Size, 0..reply.len(), detail))
}

pub(super) fn decode(reply: &str, schema: &Schema, options: &Options) -> Result<Decoded<Json>, DecodeError> {
    check_size(reply, options)?;
    let _ = schema;
    let mut tape = strict::parse(reply, options.max_depth)?;
    reply.clone_into(&mut tape.source);
    Ok(Decoded { value: Json::new(tape, 0), repairs: Vec::new() })
}
