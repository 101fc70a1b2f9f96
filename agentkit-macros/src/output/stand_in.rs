//! What is emitted beside the errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use super::expand::emit;
use super::model::Model;

/// The type with an [`Output`] impl that is never run, so that the mistakes reported are the only errors.
///
/// [`Output`]: https://docs.rs/agentkit/latest/agentkit/trait.Output.html
pub(crate) fn stand_in(model: &Model<'_>, error: &syn::Error) -> TokenStream {
    let Model { krate, input, .. } = model;
    let DeriveInput { ident, generics, .. } = input;
    let error = error.to_compile_error();
    // Serde refuses a union by an error of its own.
    let item = if matches!(input.data, Data::Union(_)) { quote!(#input) } else { emit(model) };
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #error
        #item
        #[automatically_derived]
        impl #impl_generics #krate::Output for #ident #ty_generics #where_clause {
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
}
