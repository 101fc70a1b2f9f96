//! The options in an attribute's parentheses, read by a table of what is known.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Path, Token, Type};

use crate::errors::Errors;

/// What an option is given.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Nothing: its presence is the option.
    Flag,
    /// `= "text"`
    Text,
    /// `= expression`
    Expr,
    /// `= path`
    Path,
    /// `= Type`
    Type,
    /// `(expression, ..)`
    List,
}

/// The options that may be given more than once.
const REPEATED: &[&str] = &["example"];

/// The options that an attribute knows.
pub(crate) type Known = &'static [(&'static str, Kind)];

enum Given {
    Flag,
    Text(LitStr),
    Expr(Expr),
    Path(Path),
    Type(Type),
    List(Vec<Expr>),
}

/// The options of one attribute, each known and given at most once.
#[derive(Default)]
pub(crate) struct Options(Vec<(Ident, Given)>);

impl Options {
    /// Reads `tokens`; what is unknown, given twice or of the wrong form is reported and left out.
    pub(crate) fn parse(tokens: TokenStream, known: Known, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        options.extend(tokens, known, errors);
        options
    }

    /// Reads the options of all attributes called `name` among `attrs`.
    pub(crate) fn of(attrs: &[syn::Attribute], name: &str, known: Known, errors: &mut Errors) -> Self {
        let mut options = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
            match attr.meta.require_list() {
                Ok(list) => options.extend(list.tokens.clone(), known, errors),
                Err(_) => {
                    errors.push(attr, format!("`{name}` has its options in parentheses: {}", list(known)));
                }
            }
        }
        options
    }

    fn extend(&mut self, tokens: TokenStream, known: Known, errors: &mut Errors) {
        let parsed = (|input: ParseStream<'_>| self.parse_all(input, known, errors)).parse2(tokens);
        if let Err(error) = parsed {
            errors.push_error(error);
        }
    }

    fn parse_all(&mut self, input: ParseStream<'_>, known: Known, errors: &mut Errors) -> syn::Result<()> {
        while !input.is_empty() {
            let key = input.call(Ident::parse_any)?;
            let name = key.unraw().to_string();
            let given = match known.iter().find(|(known, _)| *known == name) {
                Some((_, kind)) => kind.parse(&key, input),
                None => Err(syn::Error::new(
                    key.span(),
                    format!("there is no option `{name}`; the options are {}", list(known)),
                )),
            };
            match given {
                Ok(_)
                    if !REPEATED.contains(&name.as_str()) && self.0.iter().any(|(seen, _)| *seen == key) =>
                {
                    errors.push(&key, format!("`{name}` is given twice"));
                }
                Ok(given) => self.0.push((key, given)),
                Err(error) => {
                    errors.push_error(error);
                    skip(input)?;
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn find<T>(&self, name: &str, read: impl Fn(&Given) -> Option<&T>) -> Option<(&Ident, &T)> {
        let (key, given) = self.0.iter().find(|(key, _)| key == name)?;
        read(given).map(|value| (key, value))
    }

    /// How many were given.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The option itself, for the place to report at.
    pub(crate) fn key(&self, name: &str) -> Option<&Ident> {
        self.0.iter().find(|(key, _)| key == name).map(|(key, _)| key)
    }

    /// Whether the flag is there.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.key(name).is_some()
    }

    pub(crate) fn text(&self, name: &str) -> Option<&LitStr> {
        self.find(name, |given| if let Given::Text(text) = given { Some(text) } else { None }).map(second)
    }

    pub(crate) fn expr(&self, name: &str) -> Option<&Expr> {
        self.find(name, |given| if let Given::Expr(expr) = given { Some(expr) } else { None }).map(second)
    }

    /// Every expression given for an option that may be given more than once.
    pub(crate) fn exprs(&self, name: &str) -> impl Iterator<Item = &Expr> {
        self.0.iter().filter(move |(key, _)| key == name).filter_map(|(_, given)| match given {
            Given::Expr(expr) => Some(expr),
            _ => None,
        })
    }

    pub(crate) fn path(&self, name: &str) -> Option<&Path> {
        self.find(name, |given| if let Given::Path(path) = given { Some(path) } else { None }).map(second)
    }

    pub(crate) fn ty(&self, name: &str) -> Option<&Type> {
        self.find(name, |given| if let Given::Type(ty) = given { Some(ty) } else { None }).map(second)
    }

    pub(crate) fn list(&self, name: &str) -> Option<(&Ident, &Vec<Expr>)> {
        self.find(name, |given| if let Given::List(list) = given { Some(list) } else { None })
    }
}

impl Kind {
    fn parse(self, key: &Ident, input: ParseStream<'_>) -> syn::Result<Given> {
        let form = |form: &str| syn::Error::new(key.span(), format!("write `{key}{form}`"));
        if let Self::Flag = self {
            return if input.is_empty() || input.peek(Token![,]) { Ok(Given::Flag) } else { Err(form("")) };
        }
        if let Self::List = self {
            if !input.peek(syn::token::Paren) {
                return Err(form("(..)"));
            }
            let content;
            syn::parenthesized!(content in input);
            let list = content.parse_terminated(Expr::parse, Token![,])?;
            return Ok(Given::List(list.into_iter().collect()));
        }
        if !input.peek(Token![=]) {
            return Err(form(self.form()));
        }
        input.parse::<Token![=]>()?;
        if input.is_empty() || input.peek(Token![,]) {
            return Err(form(self.form()));
        }
        match self {
            Self::Text => match input.parse()? {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(Given::Text(text)),
                other => {
                    Err(syn::Error::new_spanned(other, format!("`{key}` is a string: `{key} = \"..\"`")))
                }
            },
            Self::Path => match input.parse()? {
                Expr::Path(path) if path.qself.is_none() => Ok(Given::Path(path.path)),
                other => {
                    Err(syn::Error::new_spanned(other, format!("`{key}` is a path: `{key} = some::path`")))
                }
            },
            Self::Type => input.parse().map(Given::Type),
            Self::Expr | Self::Flag | Self::List => input.parse().map(Given::Expr),
        }
    }

    fn form(self) -> &'static str {
        match self {
            Self::Flag => "",
            Self::Text => " = \"..\"",
            Self::Expr => " = ..",
            Self::Path => " = path",
            Self::Type => " = Type",
            Self::List => "(..)",
        }
    }
}

fn second<A, B>((_, second): (A, B)) -> B {
    second
}

/// Goes on to the next option.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

fn list(known: Known) -> String {
    let known: Vec<_> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
    known.join(", ")
}
