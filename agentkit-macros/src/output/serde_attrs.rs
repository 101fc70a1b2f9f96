//! What the type's serde attributes say, as far as this macro has to know.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

/// The members of all `#[serde(..)]` among `attrs`; what serde itself will refuse is left out.
pub(crate) fn metas(attrs: &[Attribute]) -> Vec<Meta> {
    let lists = attrs.iter().filter(|attr| attr.path().is_ident("serde"));
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    lists.filter_map(|attr| attr.parse_args_with(parser).ok()).flatten().collect()
}

/// The first member that is one of `names`.
pub(crate) fn find(attrs: &[Attribute], names: &[&str]) -> Option<Meta> {
    metas(attrs).into_iter().find(|meta| names.iter().any(|name| meta.path().is_ident(name)))
}

/// The name that is read: `name = ".."`, or `name(deserialize = "..")`.
pub(crate) fn read_name(attrs: &[Attribute], name: &str) -> Option<LitStr> {
    match find(attrs, &[name])? {
        Meta::NameValue(meta) => text(&meta.value),
        Meta::List(meta) => {
            let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
            let metas = meta.parse_args_with(parser).ok()?;
            metas.iter().find_map(|meta| match meta {
                Meta::NameValue(meta) if meta.path.is_ident("deserialize") => text(&meta.value),
                _ => None,
            })
        }
        Meta::Path(_) => None,
    }
}

/// Whether the type derives `name` by itself, in an attribute below this macro's.
pub(crate) fn derives(attrs: &[Attribute], name: &str) -> bool {
    let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
    let lists = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    lists
        .filter_map(|attr| attr.parse_args_with(parser).ok())
        .flatten()
        .any(|path| path.segments.last().is_some_and(|segment| segment.ident == name))
}

fn text(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}
