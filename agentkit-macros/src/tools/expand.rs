//! Writes the trait and its tools; everything was checked before.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
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
    let extended = extends.iter().map(|path| {
        let call = quote_spanned!(path.span()=> __tools);
        quote!(.merge(<Self as #path>::#call(#this)))
    });
    let body = quote! {
        use #krate::__private::PlainReturn as _;
        #krate::__private::tool_set([#(#tools),*]) #(#extended)*
    };
    let item = emit(model, this, &body);
    let names = names(model);
    let shared = impl_for_arc(model);
    let checked = (!extends.is_empty()).then(|| {
        let span = extends.first().map_or_else(Span::call_site, Spanned::span);
        let assert = respan(quote!(#krate::tool::ToolNames::assert_distinct), span);
        quote_spanned!(span=> const _: () = #assert(&[&#ident]);)
    });
    quote!(#item #names #checked #shared)
}

/// The trait as the compiler is to see it: `async` spelled out, what only `#[tools]` reads removed, and the
/// methods that make the tools added.
pub(super) fn emit(model: &Model<'_>, this: &Ident, tools: &TokenStream) -> TokenStream {
    let krate = &model.krate;
    let mut item = model.item.clone();
    item.supertraits.push(parse_quote!(::core::marker::Send));
    item.supertraits.push(parse_quote!(::core::marker::Sync));
    item.colon_token.get_or_insert_with(|| syn::Token![:](item.ident.span()));
    item.items.retain(|member| !matches!(member, TraitItem::Fn(method) if method.sig.ident == "into_tools"));
    for member in &mut item.items {
        let TraitItem::Fn(method) = member else { continue };
        method.attrs.retain(|attr| !attr.path().is_ident("tool"));
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
    item.items.push(parse_quote! {
        /// The tools of this trait, run on `self`.
        fn into_tools(self) -> #krate::ToolSet
        where
            Self: ::core::marker::Sized + 'static,
        {
            <Self as #ident>::__tools(&#krate::__private::Arc::new(self))
        }
    });
    item.items.push(parse_quote! {
        #[doc(hidden)]
        #[allow(deprecated)]
        fn __tools(#this: &#krate::__private::Arc<Self>) -> #krate::ToolSet
        where
            Self: ::core::marker::Sized + 'static,
        {
            #tools
        }
    });
    quote!(#item)
}

/// The names of the tools, as a constant of the trait's name: a trait's name and a value's never meet, and
/// whoever imports the trait has both.
fn names(model: &Model<'_>) -> TokenStream {
    let Model { krate, item: ItemTrait { ident, vis, .. }, extends, .. } = model;
    let owner = ident.to_string();
    let names = model.methods.iter().filter_map(|method| {
        let (cfgs, name) = (method.cfgs(), &method.tool.as_ref()?.name);
        Some(quote!(#(#cfgs)* #name))
    });
    quote! {
        #[doc(hidden)]
        #[allow(dead_code, non_upper_case_globals, unreachable_pub)]
        #vis const #ident: #krate::tool::ToolNames =
            #krate::tool::ToolNames::new(#owner, &[#(#names),*], &[#(&#extends),*]);
    }
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
                    let #returned = <Self as #owner>::#called(&#this #(, #passed)*)#awaited;
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
