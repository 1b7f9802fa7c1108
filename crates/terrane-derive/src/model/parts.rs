//! Code for many fields, in functions of a few each.
//!
//! The compiler's work for one function grows faster than the function: what would build a struct of three hundred fields in one go takes
//! minutes to optimise, and in a debug build more stack than a thread has. So such code is cut, and each part is a function of its own.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Index};

/// How many fields a part handles.
const FIELDS: usize = 16;

/// Makes a struct of one value for each field.
pub(super) fn build(target: &TokenStream, fields: &[(&Ident, TokenStream)]) -> TokenStream {
    made(
        target,
        fields,
        |values| quote!(::terrane::attr::generated::outlined(|| (#(#values,)*))),
    )
}

/// Makes a struct of values that may fail, in parts that are one function in the end: there, most of them are nothing.
pub(super) fn try_build(target: &TokenStream, fields: &[(&Ident, TokenStream)]) -> TokenStream {
    let made = made(
        target,
        fields,
        |values| quote!(::terrane::attr::generated::outlined_in_debug_builds(|| ::core::result::Result::Ok((#(#values,)*)))?),
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

/// The value of a field in the part that has made it.
fn of_part(at: usize) -> TokenStream {
    let (part, at) = (
        format_ident!("part_{}", at / FIELDS),
        Index::from(at % FIELDS),
    );
    quote!(#part.#at)
}
