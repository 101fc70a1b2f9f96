//! Writes the type and its impls; everything was checked before.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Generics, Path};

use super::model::{Model, Shape};
use super::{serde_attrs, variants};
use crate::spans::respan;

pub(crate) fn item_and_impls(model: &Model<'_>) -> TokenStream {
    let Model { krate, input, .. } = model;
    let ident = &input.ident;
    let (shape, decode) = match &model.shape {
        Shape::None => (quote!(), quote!()),
        Shape::Unit => unit(model),
        Shape::Newtype(ty) => {
            let (name, description, answer) = (named(model), &model.description, answer());
            (
                quote!(#krate::__private::choices_of(<#ty as #krate::Output>::shape(), #name, #description, false)),
                quote!(<#ty as #krate::Output>::decode(#answer).map(Self)),
            )
        }
        Shape::Named => {
            let (name, description, answer) = (named(model), &model.description, answer());
            (quote!([#krate::__private::choice::<Self>(#name, #description)]), quote!(#answer.json::<Self>()))
        }
        Shape::Enum(variants) => variants::shape_and_decode(model, variants),
    };
    let count = count(model);
    let item = emit(model);
    let bodies = variants::bodies(model);
    let decode = validated(model, decode);
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let bounds = bounds(model);
    let answer = answer();
    let output = quote! {
        #[automatically_derived]
        impl #impl_generics #krate::Output for #ident #ty_generics #bounds {
            fn shape() -> #krate::output::Shape {
                #krate::output::Shape::choices(#shape)
            }

            fn choice_count() -> usize {
                #count
            }

            fn decode(
                #answer: #krate::output::Answer<'_>,
            ) -> ::core::result::Result<Self, #krate::output::OutputError> {
                #decode
            }
        }
    };
    let output = if bodies.is_empty() { output } else { quote!(const _: () = { #(#bodies)* #output };) };
    let failure = model.failure.map(|ty| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #krate::output::Fallible for #ident #ty_generics #bounds {
                type Failure = #ty;
            }
        }
    });
    let partial = model.partial.then(|| super::partial::companion(model));
    quote!(#item #output #failure #partial)
}

/// The type as the compiler is to see it: with its derives, and without what only this macro reads.
pub(super) fn emit(model: &Model<'_>) -> TokenStream {
    let mut input: DeriveInput = model.input.clone();
    if let Data::Enum(data) = &mut input.data {
        for variant in &mut data.variants {
            variant.attrs.retain(|attr| !attr.path().is_ident("agent_output"));
        }
    }
    let derives = derives(&model.krate, &input, model.serialize);
    quote!(#derives #input)
}

fn derives(krate: &Path, input: &DeriveInput, serialize: bool) -> TokenStream {
    let missing = |name: &str| !serde_attrs::derives(&input.attrs, name);
    let deserialize = missing("Deserialize").then(|| quote!(#krate::__private::serde::Deserialize,));
    let serialize = (serialize && missing("Serialize")).then(|| quote!(#krate::__private::serde::Serialize,));
    let schema = missing("JsonSchema").then(|| quote!(#krate::__private::schemars::JsonSchema,));
    let serde = (deserialize.is_some() || serialize.is_some())
        && serde_attrs::find(&input.attrs, &["crate"]).is_none();
    let serde_crate = variants::path_text(&quote!(#krate::__private::serde));
    let serde = serde.then(|| quote!(#[serde(crate = #serde_crate)]));
    let schemars_crate = variants::path_text(&quote!(#krate::__private::schemars));
    let closed = schema.as_ref().map(|_| quote!(#[schemars(crate = #schemars_crate, deny_unknown_fields)]));
    // At the type's name, for that is where serde's and schemars' own errors about the whole type belong.
    let derive = respan(
        quote!(#[derive(#deserialize #serialize #schema)]),
        input.ident.span().resolved_at(Span::call_site()),
    );
    quote!(#derive #serde #closed)
}

fn unit(model: &Model<'_>) -> (TokenStream, TokenStream) {
    let Model { krate, description, .. } = model;
    let (name, answer) = (named(model), answer());
    (
        quote!([#krate::__private::empty_choice(#name, #description)]),
        quote!(#krate::__private::decode_empty(#answer).map(|()| Self)),
    )
}

/// The name as an `Option<&'static str>`.
fn named(model: &Model<'_>) -> TokenStream {
    if let Some(name) = model.name {
        quote!(::core::option::Option::Some(#name))
    } else {
        quote!(::core::option::Option::None)
    }
}

/// How many choices the shape lists.
fn count(model: &Model<'_>) -> TokenStream {
    let krate = &model.krate;
    let counts = match &model.shape {
        Shape::None | Shape::Unit | Shape::Named => return quote!(1),
        Shape::Newtype(ty) => return quote!(<#ty as #krate::Output>::choice_count()),
        Shape::Enum(variants) => variants.iter().map(|variant| variants::count(krate, variant)),
    };
    quote!(#(#counts)+*)
}

/// `decode`, checked by the user's own function if there is one.
fn validated(model: &Model<'_>, decode: TokenStream) -> TokenStream {
    let Some(validate) = model.validate else { return decode };
    let krate = &model.krate;
    let span = validate.span();
    // In the user's own context, as in `#[tools]`: else rustc would blame the attribute.
    let output = Ident::new("__output", span);
    let decode = match model.shape {
        Shape::Enum(_) => quote!((|| -> ::core::result::Result<Self, _> { #decode })()),
        _ => decode,
    };
    let krate_here = respan(quote!(#krate), span);
    let check = quote_spanned!(span=> #krate_here::__private::check(#validate(&#output)));
    quote! {
        let #output = #decode?;
        #check?;
        ::core::result::Result::Ok(#output)
    }
}

/// What the derives need of the type's parameters, where there are any.
fn bounds(model: &Model<'_>) -> TokenStream {
    let DeriveInput { ident, generics, .. } = model.input;
    if generics.params.is_empty() {
        return quote!();
    }
    let krate = &model.krate;
    let (_, ty_generics, where_clause) = generics.split_for_impl();
    let written = where_clause.map(|clause| &clause.predicates);
    let comma = written.filter(|written| !written.empty_or_trailing()).map(|_| quote!(,));
    let held: Vec<_> = match &model.shape {
        Shape::Newtype(ty) => vec![quote!(#ty: #krate::Output)],
        Shape::Enum(variants) => {
            variants.iter().map(|variant| variants::bound(krate, variant, &ty_generics)).collect()
        }
        _ => Vec::new(),
    };
    // A bound that says nothing of a parameter would be one that rustc warns of.
    let held = held.into_iter().filter(|bound| mentions(bound.clone(), generics));
    quote! {
        where
            #written #comma
            #(#held,)*
            #ident #ty_generics: #krate::__private::OutputValue,
    }
}

/// Whether one of the parameters stands among `tokens`.
fn mentions(tokens: TokenStream, generics: &Generics) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => generics.type_params().any(|param| param.ident == ident),
        TokenTree::Group(group) => mentions(group.stream(), generics),
        _ => false,
    })
}

pub(super) fn answer() -> Ident {
    local("answer")
}

/// A local variable that no name of the user's can shadow.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
