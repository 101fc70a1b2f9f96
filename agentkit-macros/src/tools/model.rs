//! The trait, checked: everything that the expansion relies on holds of a [`Model`].

use std::collections::HashSet;

use quote::ToTokens;
use syn::{Expr, ItemTrait, Path, TraitItem, TypeParamBound};

use super::method::Method;
use super::parse::Source;
use crate::errors::Errors;

pub(crate) struct Model<'a> {
    pub(crate) krate: Path,
    pub(crate) item: &'a ItemTrait,
    /// The traits whose tools come with this one's.
    pub(crate) extends: Vec<Path>,
    pub(crate) methods: Vec<Method<'a>>,
}

impl<'a> Model<'a> {
    pub(crate) fn new(source: &'a Source, errors: &mut Errors) -> Self {
        let item = &source.item;
        check_trait(item, errors);
        let mut methods = Vec::new();
        for member in &item.items {
            match member {
                TraitItem::Fn(method) => methods.push(Method::new(method, errors)),
                TraitItem::Const(item) => errors.push(
                    &item.ident,
                    "a tools trait has only methods: an associated constant can stand in a trait of its own",
                ),
                TraitItem::Type(item) => errors.push(
                    &item.ident,
                    "a tools trait has only methods: each argument and result has one type, known to the schema",
                ),
                TraitItem::Macro(item) => errors.push(
                    &item.mac.path,
                    "a tools trait has only methods, and a macro's are not seen by `#[tools]`",
                ),
                other => errors.push(other, "a tools trait has only methods"),
            }
        }
        check_names(&methods, errors);
        let extends = extends(source, errors);
        Self { krate: source.krate(), item, extends, methods }
    }
}

fn check_trait(item: &ItemTrait, errors: &mut Errors) {
    if let Some(param) = item.generics.params.first() {
        errors.push(
            param,
            "a tools trait cannot be generic: its tools are one fixed list; keep the type in the implementor",
        );
    } else if let Some(clause) = &item.generics.where_clause {
        errors.push(clause, "a tools trait takes no `where` clause");
    }
    if let Some(unsafety) = &item.unsafety {
        errors.push(unsafety, "a tools trait cannot be `unsafe`: the model calls it");
    }
    if let Some(auto) = &item.modifiers.auto_token {
        errors.push(auto, "a tools trait cannot be `auto`");
    }
}

/// Two tools of one name are one error, at the second.
fn check_names(methods: &[Method<'_>], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for method in methods {
        let Some(tool) = &method.tool else { continue };
        if !seen.insert(&tool.name) && !method.is_conditional() {
            errors.push(
                tool.name_tokens(&method.sig.ident),
                format!(
                    "there is a tool `{}` already: the model tells tools apart by their names",
                    tool.name
                ),
            );
        }
    }
}

fn extends(source: &Source, errors: &mut Errors) -> Vec<Path> {
    let Some((_, list)) = source.options.list("extends") else { return Vec::new() };
    let supertraits: Vec<_> = source.item.supertraits.iter().filter_map(trait_path).collect();
    let mut paths = Vec::new();
    for expr in list {
        match expr {
            Expr::Path(path) if path.qself.is_none() && path.attrs.is_empty() => {
                if supertraits.contains(&path.path.to_token_stream().to_string()) {
                    paths.push(path.path.clone());
                } else {
                    let (this, other) = (&source.item.ident, path.path.to_token_stream());
                    errors.push(
                        path,
                        format!("`{other}` is no supertrait of this trait: write `trait {this}: {other}`"),
                    );
                }
            }
            other => errors.push(other, "`extends` lists traits: `extends(Other)`"),
        }
    }
    paths
}

fn trait_path(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(bound) => Some(bound.path.to_token_stream().to_string()),
        _ => None,
    }
}
