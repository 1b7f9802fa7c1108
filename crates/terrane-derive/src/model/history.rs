//! The older versions of a model.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{Model, assertion, at, nesting};
use crate::messages;

impl Model<'_> {
    /// The members of `ObjectModel` about versions. Empty for a model with neither a version nor older versions.
    pub(super) fn history(&self) -> TokenStream {
        let version = self.options.version.as_ref().map(|number| {
            quote! {
                const VERSION: i64 = #number;
            }
        });
        let after = self.options.previous.as_ref().map(|previous| {
            quote_spanned!(at(previous.span())=> ::terrane::history::History::after::<#previous>)
        });
        let past = self
            .options
            .history
            .as_ref()
            .map(|function| quote!(#function));
        let history = after.or(past).map(|history| {
            quote! {
                fn history() -> ::terrane::history::History<Self> {
                    let history: fn() -> ::terrane::history::History<Self> = #history;
                    history()
                }
            }
        });
        quote!(#version #history)
    }

    /// The members of `Model` about versions of the identity. Empty without such versions.
    pub(super) fn identity_history(&self) -> TokenStream {
        let version = self.options.identity_version.as_ref().map(|number| {
            quote! {
                const IDENTITY_VERSION: i64 = #number;
            }
        });
        let history = self.options.identity_history.as_ref().map(|function| {
            quote! {
                fn identity_history() -> ::terrane::history::History<Self::Key> {
                    let history: fn() -> ::terrane::history::History<Self::Key> = #function;
                    history()
                }
            }
        });
        quote!(#version #history)
    }

    /// Compile-time assertion that versions rise, at the number that is too low.
    pub(super) fn version_assertions(&self) -> TokenStream {
        let (Some(version), Some(previous)) = (&self.options.version, &self.options.previous)
        else {
            return quote!();
        };
        let message =
            messages::version_not_higher(version.base10_digits(), &nesting::show(previous));
        let before = quote!(<#previous as ::terrane::generated::ObjectModel>::VERSION);
        assertion(version.span(), &quote!(#before < #version), &message)
    }
}
