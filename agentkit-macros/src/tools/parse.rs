//! Reads the attribute's options and the trait; decides nothing.

use proc_macro2::TokenStream;
use syn::{ItemTrait, Path};

use crate::errors::Errors;
use crate::options::{Kind, Known, Options};

const KNOWN: Known = &[("crate", Kind::Path), ("extends", Kind::List)];

/// `#[tools(..)] trait ..` as written.
pub(crate) struct Source {
    pub(crate) options: Options,
    pub(crate) item: ItemTrait,
}

impl Source {
    pub(crate) fn parse(args: TokenStream, item: TokenStream, errors: &mut Errors) -> syn::Result<Self> {
        let item = syn::parse2(item)?;
        Ok(Self { options: Options::parse(args, KNOWN, errors), item })
    }

    /// The path of `agentkit`.
    pub(crate) fn krate(&self) -> Path {
        self.options.path("crate").cloned().unwrap_or_else(|| syn::parse_quote!(::agentkit))
    }
}
