//! Splits code for many fields into functions for a few fields each.
//!
//! Compile time grows faster than the length of a function. One function that builds a struct of three hundred fields takes minutes to optimise. In a
//! debug build it also needs more stack than a thread has. So each part of such code is a separate function.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Index};

/// How many fields a part handles.
const FIELDS: usize = 16;

/// Generates code that builds a struct from one value for each field.
pub(super) fn build(target: &TokenStream, fields: &[(&Ident, TokenStream)]) -> TokenStream {
    made(
        target,
        fields,
        |values| quote!(::terrane::generated::outlined(|| (#(#values,)*))),
    )
}

/// Generates the same code for values that may fail. In release builds, its parts are inlined into one function.
pub(super) fn try_build(target: &TokenStream, fields: &[(&Ident, TokenStream)]) -> TokenStream {
    let made = made(
        target,
        fields,
        |values| quote!(::terrane::generated::outlined_in_debug_builds(|| ::core::result::Result::Ok((#(#values,)*)))?),
    );
    quote!(::core::result::Result::Ok({ #made }))
}

fn made(
    target: &TokenStream,
    fields: &[(&Ident, TokenStream)],
    part: impl Fn(&[&TokenStream]) -> TokenStream,
) -> TokenStream {
    if fields.len() <= FIELDS {
        let fields = fields.iter().map(|(ident, value)| quote!(#ident: #value));
        return quote!(#target { #(#fields),* });
    }
    let parts = fields.chunks(FIELDS).enumerate().map(|(at, fields)| {
        let name = format_ident!("part_{at}");
        let values: Vec<_> = fields.iter().map(|(_, value)| value).collect();
        let part = part(&values);
        quote!(let #name = #part;)
    });
    let moved = fields.iter().enumerate().map(|(at, (ident, _))| {
        let value = of_part(at);
        quote!(#ident: #value)
    });
    quote!(#(#parts)* #target { #(#moved),* })
}

/// The value of a field in the tuple of its part.
fn of_part(at: usize) -> TokenStream {
    let (part, at) = (
        format_ident!("part_{}", at / FIELDS),
        Index::from(at % FIELDS),
    );
    quote!(#part.#at)
}
