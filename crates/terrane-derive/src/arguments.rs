//! What follows the words that speak of other fields, of other types or of versions.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, Path, Token, Type};

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

/// Nothing, or the `optional` of `identity(optional)`.
pub(crate) fn identity(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Argument::None);
    }
    let other = |span| Err(syn::Error::new(span, message::IDENTITY));
    if !input.peek(syn::token::Paren) {
        return other(input.span());
    }
    let inner = parenthesized(word, "optional", input)?;
    match inner.parse::<Ident>() {
        Ok(optional) if optional == "optional" && inner.is_empty() => Ok(Argument::Optional),
        Ok(word) => other(word.span()),
        Err(error) => other(error.span()),
    }
}

/// The number in `version = 2`.
pub(crate) fn version(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    equals(word, "2", input)?;
    let number: LitInt = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), message::VERSION))?;
    match number.base10_parse::<i64>() {
        Ok(1..) => Ok(Argument::Number(number)),
        Ok(_) | Err(_) => Err(syn::Error::new(number.span(), message::VERSION)),
    }
}

/// The model in `previous = PetV1`.
pub(crate) fn previous(word: &Ident, input: ParseStream<'_>) -> syn::Result<Argument> {
    equals(word, "PetV1", input)?;
    let ty = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), message::PREVIOUS))?;
    Ok(Argument::Type(Box::new(ty)))
}
