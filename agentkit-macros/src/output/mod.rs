//! `#[agent_output]`: tokens -> [`parse::Source`] -> [`model::Model`] -> tokens.

mod expand;
mod field;
mod model;
mod parse;
mod partial;
mod serde_attrs;
mod stand_in;
mod variant;
mod variants;

use proc_macro2::TokenStream;
use quote::quote;

use self::model::Model;
use self::parse::Source;
use crate::errors::Errors;

pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let source = match Source::parse(args, item.clone(), &mut errors) {
        Ok(source) => source,
        Err(error) => {
            let error = error.into_compile_error();
            // The item, if it is one: others may speak of it.
            let item = syn::parse2::<syn::Item>(item.clone()).ok();
            return quote!(#error #item);
        }
    };
    let model = Model::new(&source, &mut errors);
    match errors.finish(()) {
        Ok(()) => expand::item_and_impls(&model),
        Err(error) => stand_in::stand_in(&model, &error),
    }
}
