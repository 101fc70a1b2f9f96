//! Where errors in generated code are shown.

use proc_macro2::{Span, TokenStream};

/// `tokens`, shown at `span` in errors.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}
