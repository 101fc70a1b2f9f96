//! Writes the trait and its tools; everything was checked before.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    FnArg, Ident, ItemTrait, Pat, Path, ReturnType, Signature, TraitItem, parse_quote, parse_quote_spanned,
};

use super::arg::{Arg, ArgType};
use super::method::{Method, Tool};
use super::model::Model;
use crate::spans::respan;

pub(crate) fn trait_and_tools(model: &Model<'_>) -> TokenStream {
    let Model { krate, item: ItemTrait { ident, .. }, extends, .. } = model;
    let this = &local("this");
    let tools = model.methods.iter().filter_map(|method| {
        let tool = method.tool.as_ref()?;
        Some(one_tool(model, this, method, tool))
    });
    let extended = extends.iter().map(|path| quote!(.merge(#path.of(#this))));
    let body = quote! {
        use #krate::__private::PlainReturn as _;
        #krate::__private::tool_set([#(#tools),*]) #(#extended)*
    };
    let item = emit(model);
    let registry = registry(model, this, &body);
    let shared = impl_for_arc(model);
    let checked = (!extends.is_empty()).then(|| {
        let span = extends.first().map_or_else(Span::call_site, Spanned::span);
        let assert = respan(quote!(#krate::tool::ToolNames::assert_distinct), span);
        quote_spanned!(span=> const _: () = #assert(&[&#ident.0]);)
    });
    quote!(#item #registry #checked #shared)
}

/// The trait as the compiler is to see it: `async` spelled out, what only `#[tools]` reads removed, and
/// `into_tools` added.
pub(super) fn emit(model: &Model<'_>) -> TokenStream {
    let krate = &model.krate;
    let mut item = model.item.clone();
    // At the trait's name, for that is what a type that is not `Send`, `Sync` or `'static` falls short of.
    let span = item.ident.span().resolved_at(Span::call_site());
    item.supertraits.push(parse_quote_spanned!(span=> ::core::marker::Send));
    item.supertraits.push(parse_quote_spanned!(span=> ::core::marker::Sync));
    item.colon_token.get_or_insert_with(|| syn::Token![:](item.ident.span()));
    let mut seen = Vec::new();
    item.items.retain(|member| match member {
        TraitItem::Fn(method) => {
            let name = &method.sig.ident;
            let conditional = method.attrs.iter().any(|attr| attr.path().is_ident("cfg"));
            let again = name == "into_tools" || !conditional && seen.contains(name);
            seen.push(name.clone());
            !again
        }
        _ => true,
    });
    for member in &mut item.items {
        let TraitItem::Fn(method) = member else { continue };
        method.attrs.retain(|attr| !attr.path().is_ident("tool"));
        method.sig.variadic = None;
        clean_args(&mut method.sig, method.default.is_some());
        if method.sig.asyncness.is_some() {
            spell_out_async(&mut method.sig);
            if let Some(body) = &mut method.default {
                *body = parse_quote!({ async move #body });
                method.attrs.push(parse_quote!(#[allow(clippy::manual_async_fn)]));
            }
        }
    }
    let ident = &item.ident;

    let sized = quote_spanned!(span=> Self: ::core::marker::Sized + 'static);
    item.items.push(parse_quote! {
        /// The tools of this trait, run on `self`.
        fn into_tools(self) -> #krate::ToolSet
        where
            #sized,
        {
            #ident.of(&#krate::__private::Arc::new(self))
        }
    });

    quote!(#item)
}

/// What knows the tools: a constant of the trait's name. A trait's name and a value's never meet, and whoever
/// imports the trait has both.
fn registry(model: &Model<'_>, this: &Ident, tools: &TokenStream) -> TokenStream {
    let Model { krate, item: ItemTrait { ident, vis, .. }, extends, .. } = model;
    let names = model.methods.iter().filter_map(|method| {
        let (cfgs, name) = (method.cfgs(), &method.tool.as_ref()?.name);
        Some(quote!(#(#cfgs)* #name))
    });
    let (registry, constant) = registry_type(model, &quote!(&[#(#names),*]), &quote!(&[#(&#extends.0),*]));
    quote! {
        #constant
        impl #registry {
            #[allow(dead_code, deprecated)]
            #vis fn of<__State: #ident + 'static>(
                self,
                #this: &#krate::__private::Arc<__State>,
            ) -> #krate::ToolSet {
                #tools
            }
        }
    }
}

/// The registry's type and the constant.
pub(super) fn registry_type(
    model: &Model<'_>,
    names: &TokenStream,
    extends: &TokenStream,
) -> (Ident, TokenStream) {
    let Model { krate, item: ItemTrait { ident, vis, .. }, .. } = model;
    let owner = ident.unraw().to_string();
    let registry = format_ident!("__{owner}Tools", span = ident.span().resolved_at(Span::call_site()));
    let tokens = quote! {
        #[doc(hidden)]
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #[allow(missing_debug_implementations, unreachable_pub)]
        #vis struct #registry(#vis #krate::tool::ToolNames);
        #[doc(hidden)]
        #[allow(dead_code, non_upper_case_globals, unreachable_pub)]
        #vis const #ident: #registry =
            #registry(#krate::tool::ToolNames::new(#owner, #names, #extends));
    };
    (registry, tokens)
}

/// Lets one value back the tools of several traits, or be looked at after a run.
fn impl_for_arc(model: &Model<'_>) -> TokenStream {
    let Model { krate, item: ItemTrait { ident, supertraits, .. }, .. } = model;
    let methods = model.methods.iter().map(|method| {
        let mut sig = method.sig.clone();
        clean_args(&mut sig, true);
        if sig.asyncness.is_some() {
            spell_out_async(&mut sig);
        }
        let mut args = Vec::new();
        for input in &mut sig.inputs {
            if let FnArg::Typed(arg) = input {
                let name = local(&format!("arg{}", args.len()));
                *arg.pat = parse_quote!(#name);
                args.push(name);
            }
        }
        let (cfgs, name) = (method.cfgs(), &method.sig.ident);
        quote!(#(#cfgs)* #sig { <__Shared as #ident>::#name(&**self #(, #args)*) })
    });
    let bounds =
        (!supertraits.is_empty()).then(|| quote!(where #krate::__private::Arc<__Shared>: #supertraits));
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl<__Shared: #ident + ?::core::marker::Sized> #ident for #krate::__private::Arc<__Shared> #bounds {
            #(#methods)*
        }
    }
}

fn one_tool(model: &Model<'_>, this: &Ident, method: &Method<'_>, tool: &Tool<'_>) -> TokenStream {
    let Model { krate, item: ItemTrait { ident: owner, .. }, .. } = model;
    let Tool { name, description, args, options, .. } = tool;
    let cfgs = method.cfgs();
    let declared = args.iter().map(|arg| {
        let (Arg { name, description, .. }, ty) = (arg, arg.ty.decoded(krate));
        let limits = arg.limits.iter().map(|limit| limit.call(&ty));
        quote!(.arg::<#ty>(#name, #description) #(#limits)*)
    });
    let options = (!options.is_empty()).then(|| {
        let options = options.iter().map(|(key, value)| quote!(options.#key = #value;));
        quote!(.with(|options| { #(#options)* }))
    });
    let locals: Vec<_> = (0..args.len()).map(|i| local(&format!("arg{i}"))).collect();
    let arguments = local("arguments");
    let binding = if args.is_empty() { quote!(_) } else { quote!(mut #arguments) };
    let taken = args.iter().zip(&locals).map(|(arg, local)| {
        let (name, ty) = (&arg.name, arg.ty.decoded(krate));
        let take = arg
            .default
            .as_ref()
            .map_or_else(|| quote!(take::<#ty>(#name)), |default| quote!(take_or::<#ty>(#name, #default)));
        quote!(let #local = #arguments.#take?;)
    });
    let passed = args.iter().zip(&locals).map(|(arg, local)| match arg.ty {
        ArgType::Owned(_) => quote!(#local),
        ArgType::Lent(ty) => quote!(#krate::__private::lend::<#ty>(&#local)),
    });
    let called = &method.sig.ident;
    let awaited = method.sig.asyncness.is_some().then(|| quote!(.await));
    let (returned, result) = result(krate, method.sig);
    quote! {
        #(#cfgs)*
        #krate::Tool::builder(#name, #description)
            #(#declared)*
            #options
            .handler(#this, |#this, #binding| {
                #krate::__private::Box::pin(async move {
                    #(#taken)*
                    let #returned = <__State as #owner>::#called(&#this #(, #passed)*)#awaited;
                    #result
                })
            })
    }
}

/// The variable that holds what the method returned, and the expression that turns it into a result.
///
/// The expression sits in the user's own context: a token of the macro's among them would make rustc blame
/// the attribute for an unusable return type.
fn result(krate: &Path, sig: &Signature) -> (Ident, TokenStream) {
    let span = match &sig.output {
        ReturnType::Default => sig.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let returned = Ident::new("__returned", span);
    let krate = respan(quote!(#krate), span);
    let result = quote_spanned!(span=> #krate::__private::Return(#returned).into_result());
    (returned, result)
}

/// `async fn f(..) -> T` to `fn f(..) -> impl Future<Output = T> + Send`.
fn spell_out_async(sig: &mut Signature) {
    sig.asyncness = None;
    let output: syn::Type = match &sig.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    };
    sig.output = parse_quote_spanned! {output.span()=>
        -> impl ::core::future::Future<Output = #output> + ::core::marker::Send
    };
}

/// Removes what the compiler refuses on arguments: attributes, and patterns where there is no body.
fn clean_args(sig: &mut Signature, has_body: bool) {
    for arg in &mut sig.inputs {
        match arg {
            FnArg::Receiver(arg) => arg.attrs.clear(),
            FnArg::Typed(arg) => {
                arg.attrs.clear();
                if !has_body && !matches!(&*arg.pat, Pat::Ident(pat) if pat.mutability.is_none()) {
                    *arg.pat = parse_quote!(_);
                }
            }
        }
    }
}

/// A local variable that no name of the user's can shadow.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
