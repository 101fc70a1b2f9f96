//! `#[tools]`: tokens -> [`parse::Source`] -> [`model::Model`] -> tokens.

mod arg;
mod expand;
mod limits;
mod method;
mod model;
mod parse;
mod stand_in;

use proc_macro2::TokenStream;

use self::model::Model;
use self::parse::Source;
use crate::errors::Errors;

pub(crate) fn expand(args: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let source = match Source::parse(args, item.clone(), &mut errors) {
        Ok(source) => source,
        Err(error) => return stand_in::not_a_trait(item, &error),
    };
    let model = Model::new(&source, &mut errors);
    match errors.finish(()) {
        Ok(()) => expand::trait_and_tools(&model),
        Err(error) => stand_in::stand_in(&model, &error),
    }
}
