//! The errors found in one item.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

/// Collects errors, so that one compilation shows all of them.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error at a position in the source.
    pub(crate) fn push(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Adds an error about several tokens.
    pub(crate) fn over(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// Adds the errors of another part.
    pub(crate) fn join(&mut self, other: Self) {
        if let Some(other) = other.0 {
            self.add(other);
        }
    }

    /// Adds an error of the parser.
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Adds the errors to the generated code. The code is generated nevertheless, because without it every use of the item would be a further error.
    pub(crate) fn attach_to(self, code: TokenStream) -> TokenStream {
        let errors = self.0.map(syn::Error::into_compile_error);
        quote!(#errors #code)
    }
}
