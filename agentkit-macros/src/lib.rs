//! The attribute macros of `agentkit`; use them through that crate, whose documentation describes them.

mod docs;
mod errors;
mod names;
mod options;
mod output;
mod spans;
mod tools;
mod types;

use proc_macro::TokenStream;

#[proc_macro_attribute]
#[allow(missing_docs, reason = "documented where `agentkit` exports it")]
pub fn tools(args: TokenStream, item: TokenStream) -> TokenStream {
    tools::expand(args.into(), &item.into()).into()
}

#[proc_macro_attribute]
#[allow(missing_docs, reason = "documented where `agentkit` exports it")]
pub fn agent_output(args: TokenStream, item: TokenStream) -> TokenStream {
    output::expand(args.into(), &item.into()).into()
}
