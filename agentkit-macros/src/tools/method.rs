//! One method of the trait, checked.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, ExprLit, FnArg, GenericParam, Ident, Lit, LitStr, ReceiverKind, ReturnType, Safety,
    Signature, TraitItemFn, Type,
};

use super::arg::Arg;
use crate::errors::Errors;
use crate::options::{Kind, Known, Options};
use crate::{docs, names, types};

const KNOWN: Known = &[
    ("name", Kind::Text),
    ("description", Kind::Expr),
    ("skip", Kind::Flag),
    ("timeout", Kind::Expr),
    ("retries", Kind::Expr),
    ("read_only", Kind::Flag),
    ("destructive", Kind::Flag),
    ("idempotent", Kind::Flag),
    ("needs_approval", Kind::Flag),
];

pub(crate) struct Method<'a> {
    pub(crate) source: &'a TraitItemFn,
    pub(crate) sig: &'a Signature,
    /// `None` if the method is skipped.
    pub(crate) tool: Option<Tool<'a>>,
}

pub(crate) struct Tool<'a> {
    pub(crate) name: String,
    written_name: Option<LitStr>,
    /// A `&'static str`.
    pub(crate) description: TokenStream,
    pub(crate) args: Vec<Arg<'a>>,
    /// The options given, each with its value.
    pub(crate) options: Vec<(Ident, TokenStream)>,
}

impl<'a> Method<'a> {
    pub(crate) fn new(source: &'a TraitItemFn, errors: &mut Errors) -> Self {
        let sig = &source.sig;
        let options = Options::of(&source.attrs, "tool", KNOWN, errors);
        check_receiver(sig, errors);
        check_attrs(&source.attrs, errors);
        if sig.ident == "into_tools" {
            errors.push(&sig.ident, "`#[tools]` generates a method of this name; call this one otherwise");
        }
        if let Some(skip) = options.key("skip") {
            if options.len() > 1 {
                errors.push(skip, "a skipped method is no tool, so its other options say nothing");
            }
            return Self { source, sig, tool: None };
        }
        check_signature(sig, errors);
        Self { source, sig, tool: Some(Tool::new(source, &options, errors)) }
    }

    /// The conditions that the method is compiled under, which its tool shares.
    pub(crate) fn cfgs(&self) -> impl Iterator<Item = &'a Attribute> {
        self.source.attrs.iter().filter(|attr| attr.path().is_ident("cfg"))
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.cfgs().next().is_some()
    }
}

impl<'a> Tool<'a> {
    fn new(source: &'a TraitItemFn, options: &Options, errors: &mut Errors) -> Self {
        let ident = &source.sig.ident;
        let written_name = options.text("name").cloned();
        let name = written_name.as_ref().map_or_else(|| ident.unraw().to_string(), LitStr::value);
        match (names::fault(&name), &written_name) {
            (Some(fault), Some(written)) => errors.push(written, fault),
            (Some(fault), None) => {
                errors.push(ident, format!("{fault}; rename it with `#[tool(name = \"..\")]`"));
            }
            (None, _) => {}
        }
        let args: Vec<_> = source.sig.inputs.iter().filter_map(|arg| Arg::new(arg, source, errors)).collect();
        check_arg_names(&args, errors);
        Self {
            name,
            written_name,
            description: description(source, options, errors),
            args,
            options: tool_options(options, errors),
        }
    }

    /// Where the name stands.
    pub(crate) fn name_tokens(&self, ident: &Ident) -> TokenStream {
        self.written_name.as_ref().map_or_else(|| ident.to_token_stream(), ToTokens::to_token_stream)
    }
}

fn description(source: &TraitItemFn, options: &Options, errors: &mut Errors) -> TokenStream {
    if let Some(description) = options.expr("description") {
        return description.to_token_stream();
    }
    let text = docs::text(&source.attrs);
    if text.is_empty() {
        errors
            .push(&source.sig.ident, "a tool needs a doc comment: the model reads it to decide when to call");
    }
    text.to_token_stream()
}

fn check_receiver(sig: &Signature, errors: &mut Errors) {
    match sig.inputs.first() {
        Some(FnArg::Receiver(this)) => match &this.kind {
            ReceiverKind::Reference(_, None, None) => {}
            // The lifetime is a parameter, which is reported itself.
            ReceiverKind::Reference(_, Some(_), None) if !sig.generics.params.is_empty() => {}
            ReceiverKind::Reference(_, Some(lifetime), None) => {
                errors.push(lifetime, "a tool takes `&self`, without a lifetime");
            }
            ReceiverKind::Reference(_, _, Some(_)) => {
                errors.push(
                    this,
                    "a tool takes `&self`: calls run at once, so keep what changes behind a lock",
                );
            }
            ReceiverKind::Value => {
                errors.push(this, "a tool takes `&self`: the model may call it many times");
            }
            _ => errors.push(this, "a tool takes plain `&self`"),
        },
        Some(FnArg::Typed(_)) | None => {
            errors.push(
                &sig.ident,
                "a tool takes `&self`: it is called on the value that `into_tools` was called on",
            );
        }
    }
}

fn check_attrs(attrs: &[Attribute], errors: &mut Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("cfg_attr")) {
        let tokens = attr.meta.to_token_stream().into_iter().skip(1).collect::<TokenStream>().to_string();
        let hidden = ["cfg", "tool"].into_iter().find(|name| {
            tokens.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == *name)
        });
        if let Some(name) = hidden {
            errors.push(
                attr,
                format!("`#[tools]` cannot see a `{name}` inside `cfg_attr`: write `#[{name}(..)]`"),
            );
        }
    }
}

fn check_signature(sig: &Signature, errors: &mut Errors) {
    if let Some(param) = sig.generics.params.first() {
        let message = match param {
            GenericParam::Lifetime(_) => "a tool names no lifetimes: its arguments are lent for the call",
            _ => "a tool cannot be generic: the model sends one fixed set of arguments",
        };
        errors.push(param, message);
    } else if let Some(clause) = &sig.generics.where_clause {
        errors.push(clause, "a tool takes no `where` clause: its arguments come from JSON");
    }
    if let Some(variadic) = &sig.variadic {
        errors.push(variadic, "a tool cannot be variadic: take a `Vec`");
    }
    if let Safety::Unsafe(token) = &sig.safety {
        errors.push(token, "a tool cannot be `unsafe`: the model calls it");
    }
    if let Some(token) = &sig.constness {
        errors.push(token, "a tool cannot be `const`");
    }
    if let Some(abi) = &sig.abi {
        errors.push(abi, "a tool has Rust's own calling convention");
    }
    if let ReturnType::Type(_, ty) = &sig.output
        && let Type::ImplTrait(ty) = types::peel(ty)
    {
        errors.push(ty, "a tool returns a type that has a name; for a future, write `async fn`");
    }
}

fn check_arg_names(args: &[Arg<'_>], errors: &mut Errors) {
    for (i, arg) in args.iter().enumerate() {
        if args.iter().take(i).any(|earlier| earlier.name == arg.name) {
            errors.push(arg.name_tokens(), format!("the argument `{}` is there already", arg.name));
        }
    }
}

fn tool_options(options: &Options, errors: &mut Errors) -> Vec<(Ident, TokenStream)> {
    let mut given = Vec::new();
    for flag in ["read_only", "destructive", "idempotent", "needs_approval"] {
        given.extend(options.key(flag).map(|key| (key.clone(), quote!(true))));
    }
    if let (Some(_), Some(key)) = (options.key("read_only"), options.key("destructive")) {
        errors.push(key, "a tool that is `read_only` cannot be `destructive`");
    }
    if let (Some(key), Some(value)) = (options.key("timeout"), options.expr("timeout")) {
        match duration(value) {
            Ok(duration) => given.push((key.clone(), some(&duration, value.span()))),
            Err(error) => errors.push_error(error),
        }
    }
    if let (Some(key), Some(value)) = (options.key("retries"), options.expr("retries")) {
        given.push((key.clone(), some(&value.to_token_stream(), value.span())));
    }
    given
}

/// `Some(value)`, shown at the value in errors.
fn some(value: &TokenStream, span: Span) -> TokenStream {
    quote_spanned!(span=> ::core::option::Option::Some(#value))
}

/// A `Duration` from text such as `"30s"`, or any other expression as it is.
fn duration(value: &Expr) -> syn::Result<TokenStream> {
    let Expr::Lit(ExprLit { lit, .. }) = value else { return Ok(value.to_token_stream()) };
    let fault =
        || syn::Error::new_spanned(value, "a time is a number and `ms`, `s` or `m`: `timeout = \"30s\"`");
    let Lit::Str(text) = lit else { return Err(fault()) };
    let text = text.value();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| fault())?;
    let factor = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => return Err(fault()),
    };
    let millis = number.checked_mul(factor).filter(|millis| *millis > 0).ok_or_else(fault)?;
    Ok(quote!(::core::time::Duration::from_millis(#millis)))
}
