//! The type, checked: everything that the expansion relies on holds of a [`Model`].

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Data, DataEnum, DataStruct, DeriveInput, Fields, GenericParam, LitStr, Path, Type};

use super::parse::Source;
use super::variant::Variant;
use super::{field, serde_attrs};
use crate::errors::Errors;
use crate::options::Options;
use crate::{docs, names};

pub(crate) struct Model<'a> {
    pub(crate) krate: Path,
    pub(crate) input: &'a DeriveInput,
    /// The stop tool's name, if one is given.
    pub(crate) name: Option<&'a LitStr>,
    /// Text that is a `&'static str`.
    pub(crate) description: TokenStream,
    pub(crate) validate: Option<&'a Path>,
    pub(crate) failure: Option<&'a Type>,
    pub(crate) partial: bool,
    pub(crate) serialize: bool,
    pub(crate) shape: Shape<'a>,
}

pub(crate) enum Shape<'a> {
    /// Nothing that can be expanded; an error was reported.
    None,
    Unit,
    Newtype(&'a Type),
    Named,
    Enum(Vec<Variant<'a>>),
}

impl<'a> Model<'a> {
    pub(crate) fn new(source: &'a Source, errors: &mut Errors) -> Self {
        let Source { options, input } = source;
        check_generics(input, errors);
        check_container(&input.attrs, errors);
        let undocumented = options.flag("undocumented");
        let shape = match &input.data {
            Data::Struct(data) => struct_shape(input, data, undocumented, errors),
            Data::Enum(data) => enum_shape(input, data, undocumented, errors),
            Data::Union(data) => {
                errors.push(data.union_token, "a union cannot be an output: use an enum");
                Shape::None
            }
        };
        let name = name(options, &shape, errors);
        check_partial(options, input, &shape, errors);
        Self {
            krate: source.krate(),
            input,
            name,
            description: description(options, input, errors),
            validate: options.path("validate"),
            failure: options.ty("failure"),
            partial: options.flag("partial"),
            serialize: !options.flag("no_serialize"),
            shape,
        }
    }
}

fn check_generics(input: &DeriveInput, errors: &mut Errors) {
    for param in &input.generics.params {
        if let GenericParam::Lifetime(param) = param {
            errors.push(param, "an output owns what it holds: it takes no lifetimes");
        }
    }
}

fn check_container(attrs: &[Attribute], errors: &mut Errors) {
    if let Some(meta) = serde_attrs::find(attrs, &["untagged"]) {
        errors.push(meta, "the model chooses a variant by its name, so an output cannot be untagged");
    }
    if let Some(meta) = serde_attrs::find(attrs, &["transparent"]) {
        errors.push(meta, "write a newtype in place of `transparent`: `struct Name(Type);`");
    }
}

fn struct_shape<'a>(
    input: &'a DeriveInput,
    data: &'a DataStruct,
    undocumented: bool,
    errors: &mut Errors,
) -> Shape<'a> {
    match &data.fields {
        Fields::Unit => Shape::Unit,
        Fields::Named(fields) if fields.named.is_empty() => {
            errors.push(&input.ident, format!("an empty output is written `struct {};`", input.ident));
            Shape::None
        }
        Fields::Named(fields) => {
            field::check_named(fields, undocumented, errors);
            Shape::Named
        }
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
            errors.push(fields, format!("an empty output is written `struct {};`", input.ident));
            Shape::None
        }
        Fields::Unnamed(fields) => match field::newtype(fields, "a struct", errors) {
            Some(field) => Shape::Newtype(&field.ty),
            None => Shape::None,
        },
    }
}

fn enum_shape<'a>(
    input: &'a DeriveInput,
    data: &'a DataEnum,
    undocumented: bool,
    errors: &mut Errors,
) -> Shape<'a> {
    let rename_all = serde_attrs::read_name(&input.attrs, "rename_all");
    let variants: Vec<_> = data
        .variants
        .iter()
        .filter_map(|variant| Variant::new(variant, rename_all.as_ref(), undocumented, errors))
        .collect();
    if data.variants.is_empty() {
        errors.push(&input.ident, "an output needs at least one variant for the model to choose");
    }
    for (i, variant) in variants.iter().enumerate() {
        if variants.iter().take(i).any(|earlier| earlier.name == variant.name) {
            errors.push(variant.name_tokens(), format!("the name `{}` is there already", variant.name));
        }
    }
    Shape::Enum(variants)
}

fn name<'a>(options: &'a Options, shape: &Shape<'_>, errors: &mut Errors) -> Option<&'a LitStr> {
    let keys = (options.key("name"), options.key("stop_name"));
    if let (Some(_), Some(key)) = keys {
        errors.push(key, "`name` and `stop_name` are one option: give one of them");
    }
    let name = options.text("name").or_else(|| options.text("stop_name"))?;
    if let Shape::Enum(_) = shape {
        errors.push(
            keys.0.or(keys.1),
            "an enum has one stop tool a variant: put `#[agent_output(name = \"..\")]` on the variant",
        );
    }
    if let Some(fault) = names::fault(&name.value()) {
        errors.push(name, fault);
    }
    Some(name)
}

fn description(options: &Options, input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    if let Some(description) = options.expr("description") {
        return description.to_token_stream();
    }
    let text = docs::text(&input.attrs);
    if text.is_empty() {
        errors.push(&input.ident, "an output needs a doc comment: the model reads it");
    }
    text.to_token_stream()
}

fn check_partial(options: &Options, input: &DeriveInput, shape: &Shape<'_>, errors: &mut Errors) {
    let Some(key) = options.key("partial") else { return };
    let (Shape::Named, Data::Struct(data)) = (shape, &input.data) else {
        if !matches!(shape, Shape::None) {
            errors.push(key, "`partial` is for a struct of named fields: only they arrive one by one");
        }
        return;
    };
    for field in &data.fields {
        if let Some(meta) = serde_attrs::find(&field.attrs, &["with", "deserialize_with", "flatten"]) {
            errors.push(meta, "a field that decodes in its own way has no partial form: leave `partial` out");
        }
    }
}
