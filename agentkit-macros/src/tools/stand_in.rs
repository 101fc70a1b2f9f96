//! What is emitted beside the errors.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::quote;
use syn::{Item, ItemTrait};

use super::expand::{emit, registry_type};
use super::model::Model;

/// The trait without its tools, so that the mistakes reported are the only errors and an editor still knows
/// the trait.
pub(crate) fn stand_in(model: &Model<'_>, error: &syn::Error) -> TokenStream {
    let Model { krate, item: ItemTrait { vis, .. }, .. } = model;
    let error = error.to_compile_error();
    let item = emit(model);
    let (registry, constant) = registry_type(model, &quote!(&[]), &quote!(&[]));
    quote! {
        #error
        #item
        #constant
        impl #registry {
            #[allow(dead_code)]
            #vis fn of<__State>(self, _: &#krate::__private::Arc<__State>) -> #krate::ToolSet {
                ::core::unreachable!()
            }
        }
    }
}

/// What is left where the tokens are no trait: the item, if they are one, for others may speak of it.
pub(crate) fn not_a_trait(item: &TokenStream, error: &syn::Error) -> TokenStream {
    if let Some(default) = argument_default(item.clone(), false) {
        let message = "an argument has no default in its type: write `#[arg(default = ..)]` before it";
        return syn::Error::new(default.span(), message).into_compile_error();
    }
    let error = error.to_compile_error();
    let item = syn::parse2::<Item>(item.clone()).ok();
    quote!(#error #item)
}

/// The first `=` right inside parentheses, outside of attributes.
fn argument_default(tokens: TokenStream, in_arguments: bool) -> Option<TokenTree> {
    tokens.into_iter().find_map(|token| match &token {
        TokenTree::Punct(punct)
            if in_arguments && punct.as_char() == '=' && punct.spacing() == Spacing::Alone =>
        {
            Some(token)
        }
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => argument_default(group.stream(), true),
            Delimiter::Brace => argument_default(group.stream(), false),
            Delimiter::Bracket | Delimiter::None => None,
        },
        _ => None,
    })
}
