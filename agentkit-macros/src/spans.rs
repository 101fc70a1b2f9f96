//! Where errors in generated code are shown.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// `tokens`, shown at `span` in errors.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let respanned = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), respan(group.stream(), span)).into();
        }
        token.set_span(span);
        token
    });
    respanned.collect()
}
