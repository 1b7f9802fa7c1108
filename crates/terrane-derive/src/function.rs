//! `#[function]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{FnArg, Ident, ItemFn, Meta, Pat, PatType, ReturnType, Signature, Type};

use crate::docs::Docs;
use crate::errors::Errors;
use crate::model::{binding, over};
use crate::options::Options;
use crate::place::Place;
use crate::validators::validators;
use crate::{crate_path, messages, name};

/// One parameter.
struct Parameter {
    name: String,
    ty: Type,
    docs: Docs,
    options: Options,
    variadic: bool,
}

/// Generates the code for a function: the function itself, and the type that implements `terrane::Function`.
pub(crate) fn expand(
    arguments: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> TokenStream {
    let mut item = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(item) => item,
        Err(error) => {
            let is_function = |token| matches!(token, TokenTree::Ident(word) if word == "fn");
            if item.clone().into_iter().any(is_function) {
                errors.add(error);
            } else {
                errors.push(Span::call_site(), messages::NOT_A_FUNCTION);
            }
            return item;
        }
    };
    let mut options = Options::default();
    options.read(arguments, Place::Function, errors);
    let provider = provider(&item.sig, &options, errors);
    let of_caller = usize::from(options.provider.is_some());
    let parameters = parameters(&mut item.sig, of_caller, errors);
    let returns = returns(&item.sig, errors);
    let code = match (provider, parameters, returns) {
        (Some(provider), Some(parameters), Some(returns)) => {
            expand_type(&item, &options, &provider, &parameters, returns, errors)
        }
        _ => quote!(),
    };
    let code = crate_path::replace(code, options.crate_path.as_ref());
    quote! {
        #[allow(clippy::needless_pass_by_value, reason = "a parameter owns its value")]
        #item
        #code
    }
}

/// The use of the provider by a function.
enum Needed<'a> {
    Unit,
    /// The type of the configured provider, and the span of the parameter that takes it.
    Provider(&'a Type, Span),
}

/// Finds the provider that the options name, and the parameter for it.
fn provider<'a>(
    signature: &Signature,
    options: &'a Options,
    errors: &mut Errors,
) -> Option<Needed<'a>> {
    let Some(provider) = &options.provider else {
        return Some(Needed::Unit);
    };
    match signature.inputs.first() {
        Some(FnArg::Typed(first)) => match &*first.ty {
            Type::Reference(reference) if reference.mutability.is_none() => {
                return Some(Needed::Provider(provider, first.ty.span()));
            }
            ty => errors.over(ty, messages::PROVIDER_FIRST),
        },
        Some(FnArg::Receiver(receiver)) => errors.over(receiver, messages::FUNCTION_SELF),
        None => errors.push(signature.ident.span(), messages::PROVIDER_FIRST),
    }
    None
}

impl Needed<'_> {
    /// The type, the name of the value, and the argument in a call, with its comma. Compiler messages about the argument point at the parameter.
    fn tokens(&self) -> (TokenStream, TokenStream, TokenStream) {
        match self {
            Self::Unit => (quote!(()), quote!(_), quote!()),
            Self::Provider(provider, parameter) => {
                let span = Span::mixed_site().located_at(*parameter);
                let passed = quote_spanned!(span=> provider);
                let given = local("provider");
                (quote!(#provider), quote!(#given), quote!(#passed,))
            }
        }
    }
}

fn expand_type(
    item: &ItemFn,
    options: &Options,
    needed: &Needed<'_>,
    parameters: &[Parameter],
    returns: &Type,
    errors: &mut Errors,
) -> TokenStream {
    let (vis, ident) = (&item.vis, &item.sig.ident);
    let name = options.name_or(ident.unraw().to_string());
    if !name::is_valid(&name) {
        errors.push(options.name_span(ident), messages::bad_name(&name));
    }
    let docs = Docs::of(&item.attrs);
    let type_docs = docs.attributes_or(&format!("The function `{name}`."));
    let text = docs.text().unwrap_or_else(|| quote!(""));
    let conditions: Vec<_> = item
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .collect();
    let described = |variadic| {
        let parameters = parameters.iter().filter(move |it| it.variadic == variadic);
        parameters.map(Parameter::described)
    };
    let (fixed, variadic) = (described(false), option(described(true).next()));
    if let (Some(word), Some(None)) = (options.word("deprecated"), &options.deprecated) {
        errors.push(word.span(), messages::form(word, " = \"..\""));
    }
    let deprecated = options.deprecated.iter().flatten().next();
    let deprecated = option(deprecated.map(|text| quote!(#text)));
    let since = options.since.as_ref().map(|version| {
        quote! {
            const SINCE: ::core::option::Option<&'static str> = ::core::option::Option::Some(#version);
        }
    });
    let summary = options
        .summary
        .as_ref()
        .map(|text| quote!(.with_summary(#text)));
    let plain = options.plain.map(|_| quote!(.in_plain_text()));
    let arguments = local("arguments");
    let bind = binding(!parameters.is_empty(), quote!(mut #arguments));
    let taken = parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| parameter.taken(&arguments, at));
    let names: Vec<Ident> = (0..parameters.len())
        .map(|at| local(&format!("argument_{at}")))
        .collect();
    let (provider, given, passed) = needed.tokens();
    let facts = quote!(<<<#returns as ::terrane::generated::Returned>::Returned as ::terrane::generated::Field>::Attr as ::terrane::generated::Attr>::FACTS);
    let message = messages::DYNAMIC_IN_RESULT;
    let of_one_type = over(
        returns,
        |span| quote_spanned!(span=> ::core::assert!(!#facts.dynamic_in_collection, #message)),
    );
    let awaited = item.sig.asyncness.map(|_| quote!(.await));
    quote! {
        #(#conditions)*
        #type_docs
        #[allow(non_camel_case_types, reason = "the type has the name of its function")]
        #[derive(::core::fmt::Debug)]
        #vis enum #ident {}

        #(#conditions)*
        const _: () = #of_one_type;

        #(#conditions)*
        #[automatically_derived]
        impl ::terrane::Function for #ident {
            type Provider = #provider;

            const NAME: &'static str = #name;

            #since

            fn signature() -> ::terrane::generated::Signature {
                ::terrane::generated::signature::<#returns>(#text, ::std::vec![#(#fixed),*], #variadic, #deprecated)#summary #plain
            }

            async fn call(
                #arguments: ::std::vec::Vec<::terrane::Value>,
                #given: &#provider,
            ) -> ::terrane::Result<::terrane::Value> {
                let #bind = ::core::iter::IntoIterator::into_iter(#arguments);
                #(let #names = #taken;)*
                #(let ::core::option::Option::Some(#names) = #names else {
                    return ::core::result::Result::Ok(::terrane::Value::unknown());
                };)*
                <#returns as ::terrane::generated::Returned>::returned(#ident(#passed #(#names),*) #awaited)
            }
        }
    }
}

/// A local variable, which hides no function of the same name.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn option(tokens: Option<TokenStream>) -> TokenStream {
    match tokens {
        Some(tokens) => quote!(::core::option::Option::Some(#tokens)),
        None => quote!(::core::option::Option::None),
    }
}

impl Parameter {
    /// The parameter in the signature.
    fn described(&self) -> TokenStream {
        let Parameter { name, docs, .. } = self;
        let ty = self.element();
        let docs = docs.text().unwrap_or_else(|| quote!(""));
        let plain = self.options.plain.map(|_| quote!(.in_plain_text()));
        quote!(::terrane::generated::parameter::<#ty>(#name, #docs) #plain)
    }

    /// The type of one argument.
    fn element(&self) -> TokenStream {
        let ty = &self.ty;
        if self.variadic {
            quote!(<#ty as ::core::iter::IntoIterator>::Item)
        } else {
            quote!(#ty)
        }
    }

    /// The parameter's value in a call.
    fn taken(&self, arguments: &Ident, at: usize) -> TokenStream {
        let ty = &self.ty;
        let take = if self.variadic {
            quote!(rest)
        } else {
            quote!(argument)
        };
        let element = self.element();
        let validators = validators(
            &self.options.validators,
            &quote!(<#element as ::terrane::generated::Field>::Attr),
        );
        quote!(::terrane::generated::#take::<#ty>(&mut #arguments, #at, &#validators)?)
    }
}

/// Reads the parameters after the first `of_caller`, which configurations do not pass. Removes the attributes that Rust does not know on parameters:
/// documentation, `#[variadic]` and `#[tf(..)]`.
fn parameters(
    signature: &mut Signature,
    of_caller: usize,
    errors: &mut Errors,
) -> Option<Vec<Parameter>> {
    let mut sound = true;
    let mut found = Errors::default();
    let mut refuse = |tokens: &dyn ToTokens, message| {
        found.over(tokens, message);
        sound = false;
    };
    if !signature.generics.params.is_empty() {
        refuse(&signature.generics.params, messages::FUNCTION_GENERICS);
    }
    let count = signature.inputs.len();
    let mut parameters = Vec::with_capacity(count);
    for (at, input) in signature.inputs.iter_mut().enumerate().skip(of_caller) {
        let argument = match input {
            FnArg::Receiver(receiver) => {
                refuse(receiver, messages::FUNCTION_SELF);
                continue;
            }
            FnArg::Typed(argument) => argument,
        };
        let docs = Docs::of(&argument.attrs);
        let options = Options::of(&argument.attrs, Place::Parameter, errors);
        let mut variadic = false;
        argument.attrs.retain(|attribute| {
            if attribute.path().is_ident("variadic") {
                variadic = true;
                if !matches!(attribute.meta, Meta::Path(_)) {
                    refuse(attribute, messages::VARIADIC_ARGUMENTS);
                } else if at + 1 < count {
                    refuse(attribute, messages::VARIADIC_NOT_LAST);
                }
                return false;
            }
            !attribute.path().is_ident("doc") && !attribute.path().is_ident("tf")
        });
        match &*argument.ty {
            Type::Reference(reference) => refuse(reference, messages::FUNCTION_REFERENCE),
            Type::ImplTrait(abstracted) => refuse(abstracted, messages::FUNCTION_IMPL_TRAIT),
            ty if variadic && is_scalar(ty) => refuse(ty, messages::VARIADIC_NOT_COLLECTION),
            _ => {}
        }
        match named(argument) {
            Some(ident) => parameters.push(Parameter {
                name: options.name_or(ident.unraw().to_string()),
                ty: (*argument.ty).clone(),
                docs,
                options,
                variadic,
            }),
            None => refuse(&argument.pat, messages::FUNCTION_PATTERN),
        }
    }
    errors.join(found);
    sound.then_some(parameters)
}

/// Whether the name of a type shows that it is not a collection. The compiler checks types behind an alias.
fn is_scalar(ty: &Type) -> bool {
    const SCALARS: [&str; 14] = [
        "String", "bool", "Number", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32",
        "f64", "Dynamic",
    ];
    matches!(ty, Type::Path(path) if SCALARS.iter().any(|scalar| path.path.is_ident(scalar)))
}

fn named(argument: &PatType) -> Option<&Ident> {
    match &*argument.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            Some(&pattern.ident)
        }
        _ => None,
    }
}

fn returns<'a>(signature: &'a Signature, errors: &mut Errors) -> Option<&'a Type> {
    if signature.abi.is_some() {
        errors.over(&signature.abi, messages::FUNCTION_UNSAFE);
        return None;
    }
    if !signature.safety.to_token_stream().is_empty() {
        errors.over(&signature.safety, messages::FUNCTION_UNSAFE);
        return None;
    }
    let ReturnType::Type(_, ty) = &signature.output else {
        errors.push(signature.ident.span(), messages::FUNCTION_WITHOUT_RESULT);
        return None;
    };
    if let Type::ImplTrait(abstracted) = &**ty {
        errors.over(abstracted, messages::FUNCTION_IMPL_TRAIT);
        return None;
    }
    Some(ty)
}
