//! What is emitted beside the errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields};

use super::model::Model;
use super::serde_attrs;

/// The type with impls that are never run, so that the mistakes reported are the only errors: derives would
/// add theirs about the same fields, and whoever uses the type would miss its impls.
pub(crate) fn stand_in(model: &Model<'_>, error: &syn::Error) -> TokenStream {
    let Model { krate, input, .. } = model;
    let DeriveInput { ident, generics, .. } = input;
    let error = error.to_compile_error();
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let missing = |name: &str| !serde_attrs::derives(&input.attrs, name);
    let header = quote!(for #ident #ty_generics #where_clause);
    let mut de = generics.clone();
    de.params.insert(0, syn::parse_quote!('__de));
    let (de_generics, ..) = de.split_for_impl();
    let deserialize = missing("Deserialize").then(|| {
        quote! {
            impl #de_generics #krate::__private::serde::Deserialize<'__de> #header {
                fn deserialize<__D: #krate::__private::serde::Deserializer<'__de>>(
                    _: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    ::core::unreachable!()
                }
            }
        }
    });
    let serialize = missing("Serialize").then(|| {
        quote! {
            impl #impl_generics #krate::__private::serde::Serialize #header {
                fn serialize<__S: #krate::__private::serde::Serializer>(
                    &self,
                    _: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    ::core::unreachable!()
                }
            }
        }
    });
    let schema = missing("JsonSchema").then(|| {
        quote! {
            impl #impl_generics #krate::__private::schemars::JsonSchema #header {
                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    ::core::unreachable!()
                }

                fn json_schema(
                    _: &mut #krate::__private::schemars::SchemaGenerator,
                ) -> #krate::__private::schemars::Schema {
                    ::core::unreachable!()
                }
            }
        }
    });
    // An output owns what it holds; one that borrows can have no such impl.
    let output = generics.lifetimes().next().is_none().then(|| {
        quote! {
            impl #impl_generics #krate::Output #header {
                fn shape() -> #krate::output::Shape {
                    ::core::unreachable!()
                }

                fn decode(
                    _: #krate::output::Answer<'_>,
                ) -> ::core::result::Result<Self, #krate::output::OutputError> {
                    ::core::unreachable!()
                }
            }
        }
    });
    let item = bare(input, deserialize.is_some() && serialize.is_some(), schema.is_some());
    quote!(#error #item #deserialize #serialize #schema #output)
}

/// The type without the attributes of derives that are not there.
fn bare(input: &DeriveInput, serde: bool, schemars: bool) -> DeriveInput {
    let mut input = input.clone();
    let clean = |attrs: &mut Vec<Attribute>| {
        attrs.retain(|attr| {
            let path = attr.path();
            !(path.is_ident("agent_output")
                || serde && path.is_ident("serde")
                || schemars && path.is_ident("schemars"))
        });
    };
    let clean_fields = |fields: &mut Fields| fields.iter_mut().for_each(|field| clean(&mut field.attrs));
    clean(&mut input.attrs);
    match &mut input.data {
        Data::Struct(data) => clean_fields(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                clean(&mut variant.attrs);
                clean_fields(&mut variant.fields);
            }
        }
        Data::Union(data) => data.fields.named.iter_mut().for_each(|field| clean(&mut field.attrs)),
    }
    input
}
