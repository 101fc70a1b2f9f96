//! Whether a finished value satisfies a schema.

use serde_json::Value;

use super::Schema;
use crate::decode::error::{DecodeError, DecodeErrorKind};
use crate::decode::fit;
use crate::decode::options::{Options, Strictness, Unknown};
use crate::decode::strict;

/// Says what of a value does not satisfy the schema. Nothing is mended.
pub(super) fn check(schema: &Schema, value: &Value) -> Result<(), DecodeError> {
    let options = Options::default().strictness(Strictness::Strict).unknown(Unknown::Refuse);
    if crate::schema::is_deeper_than(value, options.max_depth) {
        let detail = format!("the value is nested more than {} levels deep", options.max_depth);
        return Err(DecodeError::new(DecodeErrorKind::Depth, 0..0, detail));
    }
    let text = value.to_string();
    let tape = strict::parse(&text, options.max_depth)?;
    if fit::as_it_stands(&tape, &text, schema) {
        return Ok(());
    }
    let fitted = fit::fit(&tape, &text, schema, &options)?;
    match fitted.repairs.into_vec().first() {
        Some(repair) => {
            let detail = format!("the value would have to be mended: {}", repair.kind);
            Err(DecodeError::new(DecodeErrorKind::Type, repair.span.clone(), detail).at(repair.path.clone()))
        }
        None => Ok(()),
    }
}
