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

/// Makes a struct of one value for each field.
pub(super) fn build(target: &TokenStream, fields: &[(&Ident, TokenStream)]) -> TokenStream {
    if fields.len() <= FIELDS {
        let fields = fields.iter().map(|(ident, value)| quote!(#ident: #value));
        return quote!(#target { #(#fields),* });
    }
    let parts = fields.chunks(FIELDS).enumerate().map(|(at, fields)| {
        let part = format_ident!("part_{at}");
        let values = fields.iter().map(|(_, value)| value);
        quote!(let #part = ::terrane::attr::generated::apart(|| (#(#values,)*));)
    });
    let moved = fields.iter().enumerate().map(|(at, (ident, _))| {
        let value = of_part(at);
        quote!(#ident: #value)
    });
    quote!(#(#parts)* #target { #(#moved),* })
}

/// Makes a struct of what may fail for each field: a statement that fills the field's slot or returns early, and what becomes of that.
///
/// All slots are there from the first to the last statement, so that there is one place at which they are dropped, and not one after
/// each field.
pub(super) fn fill(
    target: &TokenStream,
    fields: &[&Field<'_>],
    statement: impl Fn(&Field<'_>, TokenStream) -> TokenStream,
    value: impl Fn(&Field<'_>, TokenStream) -> TokenStream,
) -> TokenStream {
    let slots = |fields: &[&Field<'_>], filled: fn(&[Ident]) -> TokenStream| {
        let empty = fields.iter().map(|_| quote!(::core::option::Option::None));
        let statements = fields.iter().enumerate().map(|(at, field)| {
            let at = Index::from(at);
            statement(field, quote!(&mut slots.#at))
        });
        let values: Vec<_> = (0..fields.len())
            .map(|at| format_ident!("value_{at}"))
            .collect();
        let filled = filled(&values);
        quote! {
            let mut slots = (#(#empty,)*);
            #(#statements)*
            let (#(::core::option::Option::Some(#values),)*) = slots else {
                return ::core::result::Result::Err(::terrane::attr::DecodeError::null());
            };
            #filled
        }
    };
    if fields.is_empty() {
        return ok(&quote!(#target {}));
    }
    if fields.len() <= FIELDS {
        let filled = slots(fields, |_| TokenStream::new());
        let made = fields.iter().enumerate().map(|(at, field)| {
            let (ident, filled) = (field.ident, format_ident!("value_{at}"));
            let value = value(field, quote!(#filled));
            quote!(#ident: #value)
        });
        let made = ok(&quote!(#target { #(#made),* }));
        return quote!(#filled #made);
    }
    let parts = fields.chunks(FIELDS).enumerate().map(|(at, fields)| {
        let part = format_ident!("part_{at}");
        let filled = slots(fields, |values| ok(&quote!((#(#values,)*))));
        quote!(let #part = ::terrane::attr::generated::apart(|| { #filled })?;)
    });
    let made = fields.iter().enumerate().map(|(at, field)| {
        let (ident, value) = (field.ident, value(field, of_part(at)));
        quote!(#ident: #value)
    });
    let made = ok(&quote!(#target { #(#made),* }));
    quote!(#(#parts)* #made)
}

/// The value of a field in the part that has made it.
fn of_part(at: usize) -> TokenStream {
    let (part, at) = (
        format_ident!("part_{}", at / FIELDS),
        Index::from(at % FIELDS),
    );
    quote!(#part.#at)
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
