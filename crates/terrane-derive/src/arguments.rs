//! What follows the words that speak of other fields or of other types.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Ident, Path, Token, Type};

use crate::message;
use crate::settings::{Argument, equals, parenthesized};

/// The fields in `exactly_one_of(content, source)`.
pub(crate) fn fields(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    let fields = parenthesized(word, "a, b", input)?
        .call(Punctuated::<Ident, Token![,]>::parse_terminated)?;
    if fields.len() < 2 {
        return Err(syn::Error::new(word.span(), message::form(word, "(a, b)")));
    }
    Ok(Argument::Fields(fields.into_iter().collect()))
}

/// The type in `as = String`: the only one that every type with a text form can be read from.
pub(crate) fn text_type(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    equals(word, "String", input)?;
    let ty: Type = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), message::AS_STRING))?;
    match &ty {
        Type::Path(path) if path.path.is_ident("String") => Ok(Argument::None),
        ty => Err(syn::Error::new_spanned(ty, message::AS_STRING)),
    }
}

/// The module in `with = duration`.
pub(crate) fn module(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    equals(word, "module", input)?;
    let path: Path = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), message::form(word, " = module")))?;
    Ok(Argument::Module(path))
}
