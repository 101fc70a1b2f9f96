//! One variant of an enum, checked.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Fields, FieldsNamed, Ident, LitStr, Type};

use super::{field, serde_attrs};
use crate::errors::Errors;
use crate::options::{Kind, Known, Options};
use crate::{docs, names};

const KNOWN: Known = &[("name", Kind::Text), ("description", Kind::Expr), ("failure", Kind::Flag)];

/// A variant: one stop tool.
pub(crate) struct Variant<'a> {
    pub(crate) source: &'a syn::Variant,
    pub(crate) name: String,
    written_name: Option<LitStr>,
    /// Text that is a `&'static str`.
    pub(crate) description: TokenStream,
    /// Whether choosing it reports a failure.
    pub(crate) failure: bool,
    pub(crate) body: Body<'a>,
}

pub(crate) enum Body<'a> {
    Unit,
    Newtype(&'a Type),
    Named(&'a FieldsNamed),
}

impl<'a> Variant<'a> {
    /// `None` for a variant that the model cannot choose, or where nothing is left to go on with.
    pub(crate) fn new(
        source: &'a syn::Variant,
        rename_all: Option<&LitStr>,
        undocumented: bool,
        errors: &mut Errors,
    ) -> Option<Self> {
        if serde_attrs::find(&source.attrs, &["skip", "skip_deserializing"]).is_some() {
            return None;
        }
        if let Some(meta) =
            serde_attrs::find(&source.attrs, &["untagged", "with", "deserialize_with", "other"])
        {
            errors.push(
                meta,
                "a variant of an output is chosen by its name: this attribute leaves it without one",
            );
            return None;
        }
        let options = Options::of(&source.attrs, "agent_output", KNOWN, errors);
        let written_name =
            options.text("name").cloned().or_else(|| serde_attrs::read_name(&source.attrs, "rename"));
        let name = match (&written_name, rename_all) {
            (Some(name), _) => name.value(),
            (None, Some(rule)) => names::by_rule(&source.ident.unraw().to_string(), &rule.value()),
            (None, None) => names::snake(&source.ident.unraw().to_string()),
        };
        if let Some(fault) = names::fault(&name) {
            errors.push(name_tokens(written_name.as_ref(), &source.ident), fault);
        }
        let description = match options.expr("description") {
            Some(description) => description.to_token_stream(),
            None => docs::text(&source.attrs).to_token_stream(),
        };
        if options.expr("description").is_none() && docs::text(&source.attrs).is_empty() {
            errors.push(&source.ident, "an output variant needs a doc comment: the model reads it to choose");
        }
        let body = match &source.fields {
            Fields::Unit => Body::Unit,
            Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
                errors.push(fields, "an empty variant is written without parentheses");
                return None;
            }
            Fields::Unnamed(fields) => Body::Newtype(&field::newtype(fields, "a variant", errors)?.ty),
            Fields::Named(fields) if fields.named.is_empty() => {
                errors.push(&source.ident, "an empty variant is written without braces");
                return None;
            }
            Fields::Named(fields) => {
                field::check_named(fields, undocumented, errors);
                Body::Named(fields)
            }
        };
        Some(Self { source, name, written_name, description, failure: options.flag("failure"), body })
    }

    /// Where the name stands.
    pub(crate) fn name_tokens(&self) -> TokenStream {
        name_tokens(self.written_name.as_ref(), &self.source.ident)
    }
}

fn name_tokens(written: Option<&LitStr>, ident: &Ident) -> TokenStream {
    written.map_or_else(|| ident.to_token_stream(), ToTokens::to_token_stream)
}
