//! Reads the attribute's options and the type; decides nothing.

use proc_macro2::TokenStream;
use syn::{DeriveInput, Path};

use crate::errors::Errors;
use crate::options::{Kind, Known, Options};

const KNOWN: Known = &[
    ("name", Kind::Text),
    ("stop_name", Kind::Text),
    ("description", Kind::Expr),
    ("failure", Kind::Type),
    ("validate", Kind::Path),
    ("undocumented", Kind::Flag),
    ("partial", Kind::Flag),
    ("no_serialize", Kind::Flag),
    ("crate", Kind::Path),
];

/// `#[agent_output(..)] struct ..` or `enum ..` as written.
pub(crate) struct Source {
    pub(crate) options: Options,
    pub(crate) input: DeriveInput,
}

impl Source {
    pub(crate) fn parse(args: TokenStream, item: TokenStream, errors: &mut Errors) -> syn::Result<Self> {
        let input = syn::parse2(item)?;
        Ok(Self { options: Options::parse(args, KNOWN, errors), input })
    }

    /// The path of `agentkit`.
    pub(crate) fn krate(&self) -> Path {
        self.options.path("crate").cloned().unwrap_or_else(|| syn::parse_quote!(::agentkit))
    }
}
