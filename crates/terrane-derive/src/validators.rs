//! The validators in `validate(..)`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned as _;

/// The validators of an option, as an array, for values of an attribute's type.
pub(crate) fn validators(validators: &[Expr], attr: &TokenStream) -> TokenStream {
    let validators = validators.iter().map(|validator| {
        // Messages point at the validator, lints do not.
        let span = Span::call_site().located_at(validator.span());
        let on = quote_spanned!(span=> ::terrane::validate::on::<#attr, _>);
        quote!({
            #[allow(unused_imports, reason = "a validator may be the author's own")]
            use ::terrane::validate::*;
            #on(#validator)
        })
    });
    quote!([#(#validators),*])
}
