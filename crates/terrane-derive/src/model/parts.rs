//! Code for many fields, in functions of a few each.
//!
//! The compiler's work for one function grows faster than the function: what would build a struct of three hundred fields in one go takes
//! minutes to optimise, and in a debug build more stack than a thread has. So such code is cut, and each part is a function of its own.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Index};

use super::Field;

/// How many fields a part handles.
const FIELDS: usize = 16;

/// Makes a struct of one value for each field. What each value is made of may return early, as `?` does, if `fallible`.
pub(super) fn build(
    target: &TokenStream,
    fields: &[(&Ident, TokenStream)],
    fallible: bool,
) -> TokenStream {
    if fields.len() <= FIELDS {
        let fields = fields.iter().map(|(ident, value)| quote!(#ident: #value));
        let built = quote!(#target { #(#fields),* });
        return if fallible { ok(&built) } else { built };
    }
    let parts = fields.chunks(FIELDS).enumerate().map(|(at, fields)| {
        let part = format_ident!("part_{at}");
        let values = fields.iter().map(|(_, value)| value);
        let values = quote!((#(#values,)*));
        if fallible {
            let values = ok(&values);
            quote!(let #part = ::terrane::attr::generated::apart(|| #values)?;)
        } else {
            quote!(let #part = ::terrane::attr::generated::apart(|| #values);)
        }
    });
    let moved = fields.iter().enumerate().map(|(at, (ident, _))| {
        let (part, at) = (
            format_ident!("part_{}", at / FIELDS),
            Index::from(at % FIELDS),
        );
        quote!(#ident: #part.#at)
    });
    let built = quote!(#target { #(#moved),* });
    let built = if fallible { ok(&built) } else { built };
    quote!(#(#parts)* #built)
}

fn ok(value: &TokenStream) -> TokenStream {
    quote!(::core::result::Result::<_, ::terrane::attr::DecodeError>::Ok(#value))
}

/// Runs one statement for each field.
pub(super) fn run(statements: &[TokenStream]) -> TokenStream {
    if statements.len() <= FIELDS {
        return quote!(#(#statements)*);
    }
    let parts = statements
        .chunks(FIELDS)
        .map(|statements| quote!(::terrane::attr::generated::apart(|| { #(#statements)* });));
    parts.collect()
}

/// A struct whose fields are used one by one.
pub(super) struct Taken {
    /// What takes it apart.
    pub(super) statement: TokenStream,
    /// An expression for each field.
    pub(super) fields: Vec<TokenStream>,
}

/// Takes a struct apart. Before its fields go to several functions they become variables, as not every edition lets a closure take a single field.
pub(super) fn take_apart(
    target: &TokenStream,
    value: &TokenStream,
    fields: &[&Field<'_>],
) -> Taken {
    let idents = fields.iter().map(|field| field.ident);
    if fields.len() <= FIELDS {
        return Taken {
            statement: TokenStream::new(),
            fields: idents.map(|ident| quote!(#value.#ident)).collect(),
        };
    }
    let variables = (0..fields.len()).map(|at| format_ident!("field_{at}"));
    let bound = idents
        .zip(variables.clone())
        .map(|(ident, variable)| quote!(#ident: #variable));
    Taken {
        statement: quote!(let #target { #(#bound),* } = #value;),
        fields: variables.map(|variable| quote!(#variable)).collect(),
    }
}
