//! What is emitted beside the errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemTrait;

use super::expand::{emit, local};
use super::model::Model;

/// The trait without its tools, so that the mistakes reported are the only errors and an editor still knows
/// the trait.
pub(crate) fn stand_in(model: &Model<'_>, error: &syn::Error) -> TokenStream {
    let Model { krate, item: ItemTrait { ident, vis, .. }, .. } = model;
    let error = error.to_compile_error();
    let item = emit(model, &local("_this"), &quote!(::core::unreachable!()));
    let owner = ident.to_string();
    quote! {
        #error
        #item
        #[doc(hidden)]
        #[allow(dead_code, non_upper_case_globals, unreachable_pub)]
        #vis const #ident: #krate::tool::ToolNames = #krate::tool::ToolNames::new(#owner, &[], &[]);
    }
}
