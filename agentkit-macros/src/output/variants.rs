//! The parts of an enum's expansion.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{GenericParam, Path, TypeGenerics};

use super::expand::answer;
use super::model::{Model, Shape};
use super::serde_attrs;
use super::variant::{Body, Variant};

/// The choices, one or more a variant, and the decoding of whichever was chosen.
pub(super) fn shape_and_decode(model: &Model<'_>, variants: &[Variant<'_>]) -> (TokenStream, TokenStream) {
    let krate = &model.krate;
    let answer = answer();
    let (_, generics, _) = model.input.generics.split_for_impl();
    let choices = variants.iter().map(|variant| {
        let Variant { name, description, failure, .. } = variant;
        let given = quote!(::core::option::Option::Some(#name), #description, #failure);
        match variant.body {
            Body::Unit => quote!(#krate::__private::empty_choices(#given)),
            Body::Newtype(ty) => {
                quote!(#krate::__private::choices_of(<#ty as #krate::Output>::shape(), #given))
            }
            Body::Named(_) => {
                let body = body_ident(variant);
                quote!(#krate::__private::choices::<#body #generics>(#given))
            }
        }
    });
    let arms = variants.iter().map(|variant| {
        let ident = &variant.source.ident;
        let count = count(krate, variant);
        let decoded = match variant.body {
            Body::Unit => quote!(#krate::__private::decode_empty(#answer).map(|()| Self::#ident)),
            Body::Newtype(ty) => quote!(<#ty as #krate::Output>::decode(#answer).map(Self::#ident)),
            Body::Named(fields) => {
                let (body, names) = (body_ident(variant), fields.named.iter().map(|field| &field.ident));
                let members = names.map(|name| quote!(#name: body.#name));
                quote!(#answer.json::<#body #generics>().map(|body| Self::#ident { #(#members),* }))
            }
        };
        quote! {
            let #answer = match #answer.among(#count) {
                ::core::result::Result::Ok(#answer) => return #decoded,
                ::core::result::Result::Err(rest) => rest,
            };
        }
    });
    (
        quote!(#krate::__private::flatten([#(#choices),*])),
        quote!(#(#arms)* ::core::result::Result::Err(#answer.unknown())),
    )
}

/// How many choices a variant has: one, or as many as the output it holds.
pub(super) fn count(krate: &Path, variant: &Variant<'_>) -> TokenStream {
    match variant.body {
        Body::Unit | Body::Named(_) => quote!(1),
        Body::Newtype(ty) => quote!(<#ty as #krate::Output>::choice_count()),
    }
}

/// What the expansion needs of a variant's type, as a predicate of a `where` clause.
pub(super) fn bound(krate: &Path, variant: &Variant<'_>, generics: &TypeGenerics<'_>) -> TokenStream {
    match variant.body {
        Body::Unit => TokenStream::new(),
        Body::Newtype(ty) => quote!(#ty: #krate::Output),
        Body::Named(_) => {
            let body = body_ident(variant);
            quote!(#body #generics: #krate::__private::OutputValue)
        }
    }
}

/// One struct a variant with fields of its own: what the variant's stop tool takes.
pub(super) fn bodies(model: &Model<'_>) -> Vec<TokenStream> {
    let Shape::Enum(variants) = &model.shape else { return Vec::new() };
    variants.iter().filter_map(|variant| body(model, variant)).collect()
}

fn body(model: &Model<'_>, variant: &Variant<'_>) -> Option<TokenStream> {
    let Body::Named(fields) = variant.body else { return None };
    let (krate, input) = (&model.krate, model.input);
    let ident = body_ident(variant);
    let serde = path_text(&quote!(#krate::__private::serde));
    let schemars = path_text(&quote!(#krate::__private::schemars));
    let rule = serde_attrs::read_name(&variant.source.attrs, "rename_all")
        .or_else(|| serde_attrs::read_name(&input.attrs, "rename_all_fields"));
    let rule = rule.map(|rule| quote!(#[serde(rename_all = #rule)]));
    let (_, ty_generics, where_clause) = input.generics.split_for_impl();
    let this = &input.ident;
    let this = quote!(#this #ty_generics);
    let fields = fields.named.iter().map(|field| replace_self(field.to_token_stream(), &this));
    let types: Vec<_> = input
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            _ => None,
        })
        .collect();
    let params = (!types.is_empty()).then(|| {
        quote! {
            #[serde(skip)]
            __params: ::core::marker::PhantomData<(#(#types,)*)>,
        }
    });
    let params_generics = &input.generics;
    Some(quote! {
        #[derive(#krate::__private::serde::Deserialize, #krate::__private::schemars::JsonSchema)]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars, deny_unknown_fields)]
        #rule
        struct #ident #params_generics #where_clause {
            #(#fields,)*
            #params
        }
    })
}

fn body_ident(variant: &Variant<'_>) -> Ident {
    let ident = variant.source.ident.unraw();
    format_ident!("__{ident}Body", span = ident.span())
}

/// A path as the text that serde's `crate` option takes.
pub(super) fn path_text(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}

/// `Self` in a field's type, spelled out: the field moves to another type.
fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            proc_macro2::TokenTree::Ident(ident) if ident == "Self" => this.clone(),
            proc_macro2::TokenTree::Group(group) => {
                let mut replaced =
                    proc_macro2::Group::new(group.delimiter(), replace_self(group.stream(), this));
                replaced.set_span(group.span());
                quote!(#replaced)
            }
            other => other.into(),
        })
        .collect()
}
