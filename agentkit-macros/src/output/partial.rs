//! The companion type of a struct that is still arriving.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Meta};

use super::model::Model;
use super::serde_attrs;
use super::variants::path_text;

/// `NamePartial`: every field an `Option`, filled as soon as its value is whole.
pub(super) fn companion(model: &Model<'_>) -> TokenStream {
    let Model { krate, input, .. } = model;
    let DeriveInput { attrs, vis, ident, generics, data } = input;
    let Data::Struct(data) = data else { return TokenStream::new() };
    let doc = format!("A [`{ident}`] that is still arriving: what is not there yet is `None`.");
    let name = format_ident!("{ident}Partial");
    let derives = [
        ("Debug", quote!(::core::fmt::Debug,)),
        ("Clone", quote!(::core::clone::Clone,)),
        ("PartialEq", quote!(::core::cmp::PartialEq,)),
        ("Eq", quote!(::core::cmp::Eq,)),
    ];
    let derives =
        derives.into_iter().filter(|(name, _)| serde_attrs::derives(attrs, name)).map(|(_, path)| path);
    let serde = path_text(&quote!(#krate::__private::serde));
    let lenient = path_text(&quote!(#krate::__private::lenient));
    let rename = kept(serde_attrs::find(attrs, &["rename_all"]));
    let fields = data.fields.iter().filter_map(|field| {
        if serde_attrs::find(&field.attrs, &["skip", "skip_deserializing"]).is_some() {
            return None;
        }
        let (vis, ident, ty) = (&field.vis, &field.ident, &field.ty);
        let docs =
            field.attrs.iter().filter(|attr| attr.path().is_ident("doc") || attr.path().is_ident("cfg"));
        let names: Vec<_> = serde_attrs::metas(&field.attrs)
            .into_iter()
            .filter(|meta| meta.path().is_ident("rename") || meta.path().is_ident("alias"))
            .collect();
        Some(quote! {
            #(#docs)*
            #[serde(#(#names,)* default, deserialize_with = #lenient)]
            #vis #ident: ::core::option::Option<#ty>,
        })
    });
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let defaults = data.fields.iter().filter_map(|field| {
        if serde_attrs::find(&field.attrs, &["skip", "skip_deserializing"]).is_some() {
            return None;
        }
        let ident = &field.ident;
        let cfgs = field.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        Some(quote!(#(#cfgs)* #ident: ::core::option::Option::None))
    });
    quote! {
        #[doc = #doc]
        #[derive(#(#derives)* #krate::__private::serde::Deserialize)]
        #[serde(crate = #serde, bound(deserialize = ""))]
        #rename
        #[allow(missing_debug_implementations)]
        #vis struct #name #generics #where_clause {
            #(#fields)*
        }

        #[automatically_derived]
        impl #impl_generics ::core::default::Default for #name #ty_generics #where_clause {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }
    }
}

fn kept(meta: Option<Meta>) -> TokenStream {
    meta.map_or_else(TokenStream::new, |meta| {
        let meta = meta.to_token_stream();
        quote!(#[serde(#meta)])
    })
}
