//! `#[provider]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Expr, FnArg, Ident, ImplItem, ItemImpl, PatType, Token};

use crate::errors::Errors;
use crate::options::Options;
use crate::place::Place;
use crate::{crate_path, messages};

/// Completes an `impl Provider`: adds the address, and each of the version, the settings and `configure` that it does not have.
pub(crate) fn expand(
    arguments: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> TokenStream {
    let mut provider = match syn::parse2::<ItemImpl>(item.clone()) {
        Ok(provider) => provider,
        Err(error) => {
            errors.add(error);
            return item;
        }
    };
    let (address, options) = match with_options.parse2(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            errors.add(error);
            Default::default()
        }
    };
    if address.is_none() {
        errors.push(Span::call_site(), messages::ADDRESS_OF_PROVIDER);
    }
    let mut found = Options::default();
    found.read(options, Place::Provider, errors);
    let address = address.map_or_else(|| quote!(""), |address| quote!(#address));
    let added = crate_path::replace(added(&provider, &address), found.crate_path.as_ref());
    provider.items.push(ImplItem::Verbatim(added));
    quote!(#provider)
}

/// Parses the address, and returns the tokens of the options after it.
fn with_options(input: ParseStream<'_>) -> syn::Result<(Option<Expr>, TokenStream)> {
    if input.is_empty() {
        return Ok((None, TokenStream::new()));
    }
    let address = input.parse()?;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok((Some(address), input.parse()?))
}

/// The items that the implementation does not have.
fn added(provider: &ItemImpl, address: &TokenStream) -> TokenStream {
    let find = |name| {
        let mut items = provider.items.iter();
        items.find(|item| name_of(item).is_some_and(|it| it == name))
    };
    let version = find("VERSION").is_none().then(|| {
        quote!(
            const VERSION: &'static str = ::core::env!("CARGO_PKG_VERSION");
        )
    });
    let settings = match (find("Config"), find("configure")) {
        (Some(_), _) => quote!(),
        (None, Some(configure)) => {
            let ty = argument_type(configure);
            quote!(type Config = #ty;)
        }
        (None, None) => {
            // A provider without `Default` is reported at its name.
            let at = Span::call_site().located_at(provider.self_ty.span());
            let default = quote_spanned!(at=> <Self as ::core::default::Default>::default());
            quote! {
                type Config = ();

                async fn configure(
                    _: (),
                    _: &mut ::terrane::context::ConfigureContext,
                ) -> ::terrane::Result<Self> {
                    ::core::result::Result::Ok(#default)
                }
            }
        }
    };
    quote!(const ADDRESS: &'static str = #address; #version #settings)
}

fn name_of(item: &ImplItem) -> Option<&Ident> {
    match item {
        ImplItem::Const(item) => Some(&item.ident),
        ImplItem::Type(item) => Some(&item.ident),
        ImplItem::Fn(item) => Some(&item.sig.ident),
        _ => None,
    }
}

/// The type of the settings that `configure` gets. `Self::Config` without a declaration means none.
fn argument_type(configure: &ImplItem) -> TokenStream {
    let first = match configure {
        ImplItem::Fn(configure) => configure.sig.inputs.first(),
        _ => None,
    };
    match first {
        Some(FnArg::Typed(PatType { ty, .. })) if quote!(#ty).to_string() != "Self :: Config" => {
            quote!(#ty)
        }
        _ => quote!(()),
    }
}
