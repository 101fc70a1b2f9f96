//! The options of one argument.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit};

use crate::errors::Errors;
use crate::options::{Kind, Known, Options};

pub(crate) const KNOWN: Known = &[
    ("name", Kind::Text),
    ("default", Kind::Expr),
    ("example", Kind::Expr),
    ("range", Kind::List),
    ("len", Kind::List),
    ("pattern", Kind::Text),
    ("one_of", Kind::List),
];

/// One call of the tool's builder.
pub(crate) struct Limit {
    method: Ident,
    value: TokenStream,
}

impl Limit {
    /// The call for an argument that decodes as `ty`, shown at the option in errors.
    pub(crate) fn call(&self, ty: &TokenStream) -> TokenStream {
        let Self { method, value } = self;
        quote!(.#method::<#ty>(#value))
    }
}

/// The limits that `options` set.
pub(crate) fn limits(options: &Options, errors: &mut Errors) -> Vec<Limit> {
    let mut limits = Vec::new();
    for name in ["range", "len"] {
        let Some((key, list)) = options.list(name) else { continue };
        match list.as_slice() {
            [range @ Expr::Range(_)] => limits.push(Limit { method: key.clone(), value: quote!(#range) }),
            _ => errors.push(key, format!("`{name}` takes one range: `{name}(1..=10)`")),
        }
    }
    if let Some((key, list)) = options.list("one_of") {
        if list.is_empty() {
            errors.push(key, "`one_of` lists the values: `one_of(\"a\", \"b\")`");
        }
        limits.push(Limit { method: key.clone(), value: quote!(&[#(#list),*]) });
    }
    if let (Some(key), Some(pattern)) = (options.key("pattern"), options.text("pattern")) {
        limits.push(Limit { method: key.clone(), value: quote!(#pattern) });
    }
    for name in ["default", "example"] {
        if let Some(key) = options.key(name) {
            let values = options.exprs(name);
            limits.extend(values.map(|value| Limit { method: key.clone(), value: borrowed(value) }));
        }
    }
    limits
}

/// `&value`. A whole number without a type gets the widest, for the argument's own is not known here.
pub(crate) fn borrowed(value: &Expr) -> TokenStream {
    if let Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) = value
        && number.suffix().is_empty()
        && let Ok(digits) = number.base10_parse::<u64>()
    {
        let mut number = Literal::u64_suffixed(digits);
        number.set_span(value.span());
        return quote!(&#number);
    }
    quote!(&#value)
}
