//! One argument of a tool, checked.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, LitStr, Pat, TraitItemFn, Type};

use super::limits::{self, Limit};
use crate::errors::Errors;
use crate::options::Options;
use crate::spans::respan;
use crate::{docs, names, types};

pub(crate) struct Arg<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) name: String,
    written_name: Option<LitStr>,
    pub(crate) ty: ArgType<'a>,
    pub(crate) description: String,
    pub(crate) limits: Vec<Limit>,
    /// The value of an argument that the model left out, by reference.
    pub(crate) default: Option<TokenStream>,
}

/// How a decoded argument reaches the method.
pub(crate) enum ArgType<'a> {
    /// Moved.
    Owned(&'a Type),
    /// As `&T`: decoded as an owned type and lent.
    Lent(&'a Type),
}

impl<'a> Arg<'a> {
    /// `None` for the receiver, and where a mistake leaves nothing to go on with.
    pub(crate) fn new(arg: &'a FnArg, method: &TraitItemFn, errors: &mut Errors) -> Option<Self> {
        let FnArg::Typed(arg) = arg else { return None };
        check_attrs(&arg.attrs, errors);
        let options = Options::of(&arg.attrs, "arg", limits::KNOWN, errors);
        let ty = ArgType::new(&arg.ty, errors);
        let Some(ident) = plain_name(&arg.pat, method) else {
            errors.push(
                &arg.pat,
                "a tool argument needs a plain name: the model sees it; take it apart in the body",
            );
            return None;
        };
        let written_name = options.text("name").cloned();
        let name = written_name.as_ref().map_or_else(|| ident.unraw().to_string(), LitStr::value);
        match (names::fault(&name), &written_name) {
            (Some(fault), Some(written)) => errors.push(written, fault),
            (Some(fault), None) => {
                errors.push(ident, format!("{fault}; rename it with `#[arg(name = \"..\")]`"));
            }
            (None, _) => {}
        }
        Some(Self {
            ident,
            name,
            written_name,
            ty: ty?,
            description: docs::text(&arg.attrs),
            limits: limits::limits(&options, errors),
            default: options.expr("default").map(limits::borrowed),
        })
    }

    /// Where the name stands.
    pub(crate) fn name_tokens(&self) -> TokenStream {
        self.written_name.as_ref().map_or_else(|| self.ident.to_token_stream(), ToTokens::to_token_stream)
    }
}

impl<'a> ArgType<'a> {
    fn new(ty: &'a Type, errors: &mut Errors) -> Option<Self> {
        let ty = types::peel(ty);
        match ty {
            Type::Reference(reference) => {
                if let Some(token) = &reference.mutability {
                    errors.push(
                        token,
                        "a tool argument comes from JSON, so nothing sees it change: take it by value",
                    );
                    return None;
                }
                if let Some(lifetime) = &reference.lifetime {
                    errors
                        .push(lifetime, "a tool argument is lent for the call: write `&` without a lifetime");
                    return None;
                }
                check_inner(&reference.elem, errors).then_some(Self::Lent(&reference.elem))
            }
            _ => check_inner(ty, errors).then_some(Self::Owned(ty)),
        }
    }

    /// The type that is decoded.
    pub(crate) fn decoded(&self, krate: &syn::Path) -> TokenStream {
        match self {
            Self::Owned(ty) => ty.to_token_stream(),
            Self::Lent(ty) => {
                let span = ty.span();
                let krate = respan(quote!(#krate), span);
                quote_spanned!(span=> #krate::__private::Owned<#ty>)
            }
        }
    }
}

/// Refuses what cannot be decoded whatever its traits: borrowed, opaque and erased types.
fn check_inner(ty: &Type, errors: &mut Errors) -> bool {
    let message = match types::peel(ty) {
        Type::ImplTrait(_) => "a tool argument has one type: `impl Trait` does not say which to decode",
        Type::TraitObject(_) => "a tool argument has one type: `dyn Trait` does not say which to decode",
        Type::Ptr(_) => "a tool argument comes from JSON: it cannot be a pointer",
        Type::FnPtr(_) => "a tool argument comes from JSON: it cannot be a function",
        Type::Reference(_) => "a tool argument comes from JSON: one `&` is enough",
        Type::Slice(_)
        | Type::Tuple(_)
        | Type::Array(_)
        | Type::Path(_)
        | Type::Paren(_)
        | Type::Group(_) => {
            return match borrowed(ty.to_token_stream()) {
                Some(token) => {
                    errors.push(
                        token,
                        "a reference inside a type cannot be decoded: use the owned type, such as `String` or `Vec`",
                    );
                    false
                }
                None => true,
            };
        }
        _ => return true,
    };
    errors.push(ty, message);
    false
}

/// The first `&` among `tokens`.
fn borrowed(tokens: TokenStream) -> Option<TokenTree> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Punct(ref punct) if punct.as_char() == '&' => Some(token),
        TokenTree::Group(group) => borrowed(group.stream()),
        _ => None,
    })
}

fn check_attrs(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs {
        let path = attr.path();
        if path.is_ident("cfg") || path.is_ident("cfg_attr") {
            errors.push(attr, "an argument cannot be conditional: put `#[cfg]` on the method");
        } else if !["doc", "arg", "allow", "expect"].iter().any(|known| path.is_ident(known)) {
            errors.push(attr, "an argument takes doc comments and `#[arg(..)]` only");
        }
    }
}

/// `name` or, where there is a body for it to matter in, `mut name`.
fn plain_name<'a>(pat: &'a Pat, method: &TraitItemFn) -> Option<&'a Ident> {
    match pat {
        Pat::Ident(pat)
            if pat.by_ref.is_none()
                && pat.subpat.is_none()
                && (pat.mutability.is_none() || method.default.is_some()) =>
        {
            Some(&pat.ident)
        }
        _ => None,
    }
}
