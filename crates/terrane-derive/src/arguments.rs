//! Parsers of the arguments of options about other fields, other types, versions and numbers.

use std::fmt::Display;

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprRange, Ident, Lit, LitInt, LitStr, Path, RangeLimits, Token, Type};

use crate::messages;

/// The options of a field that identifies the object, as in `identity(optional, name = "account_id")`.
#[derive(Default)]
pub(crate) struct KeyOptions {
    /// The part may be missing in an import or an older state.
    pub(crate) optional: bool,
    /// The part may change while the object stays the same.
    pub(crate) mutable: bool,
    /// The part is no attribute.
    pub(crate) only: Option<Span>,
    /// The name of the part in the identity.
    pub(crate) name: Option<LitStr>,
    /// The description of the part, which may be empty.
    pub(crate) description: Option<LitStr>,
}

impl KeyOptions {
    pub(crate) fn is_empty(&self) -> bool {
        let Self {
            optional,
            mutable,
            only,
            name,
            description,
        } = self;
        !optional && !mutable && only.is_none() && name.is_none() && description.is_none()
    }
}

/// Parses the environment variables in `env = "ZOO_TOKEN"` and `env = ["ZOO_TOKEN", "ZOO_API_TOKEN"]`.
pub(crate) fn variables(word: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    equals(word, "\"..\"", input)?;
    let variables: Vec<LitStr> = if input.peek(syn::token::Bracket) {
        let inner;
        syn::bracketed!(inner in input);
        let all = inner.call(Punctuated::<LitStr, Token![,]>::parse_terminated);
        all.map_err(|error| syn::Error::new(error.span(), messages::ENV))?
            .into_iter()
            .collect()
    } else {
        vec![part(input, messages::ENV)?]
    };
    if variables.is_empty() {
        return Err(syn::Error::new(word.span(), messages::ENV));
    }
    for (at, variable) in variables.iter().enumerate() {
        if variable.value().is_empty() {
            return Err(syn::Error::new(variable.span(), messages::empty(word)));
        }
        let name = variable.value();
        if variables[..at].iter().any(|before| before.value() == name) {
            let message = messages::duplicate_option(&name);
            return Err(syn::Error::new(variable.span(), message));
        }
    }
    Ok(variables)
}

/// Parses the version of the provider in `since = "1.2"`.
pub(crate) fn release(word: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(word, "\"1.2\"", input)?;
    let text: LitStr = part(input, messages::form(word, " = \"1.2\""))?;
    let version = text.value();
    let (release, pre_release) = match version.split_once('-') {
        Some((release, pre_release)) => (release, Some(pre_release)),
        None => (version.as_str(), None),
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let is_version = matches!(release.split('.').count(), 1..=3)
        && release.split('.').all(is_number)
        && pre_release != Some("");
    if is_version {
        Ok(text)
    } else {
        Err(syn::Error::new(text.span(), messages::release(&version)))
    }
}

/// Parses the type in `as = String`. Only `String` is allowed, because every type with a text form can be read from it.
pub(crate) fn text_type(word: &Ident, input: ParseStream<'_>) -> syn::Result<Span> {
    equals(word, "String", input)?;
    match &part(input, messages::AS_STRING)? {
        Type::Path(path) if path.path.is_ident("String") => Ok(word.span()),
        ty => Err(syn::Error::new_spanned(ty, messages::AS_STRING)),
    }
}

/// Returns a parser of the path in `with = duration`.
pub(crate) fn path(what: &str) -> impl Fn(&Ident, ParseStream<'_>) -> syn::Result<Path> {
    move |word, input| {
        equals(word, what, input)?;
        part(input, messages::form(word, &format!(" = {what}")))
    }
}

/// Parses the options of `identity(..)` and `key(..)`, if there are any. Only `identity` accepts `name`, `description` and `only`.
pub(crate) fn key(word: &Ident, input: ParseStream<'_>) -> syn::Result<KeyOptions> {
    let forms = if word == "identity" {
        messages::IDENTITY
    } else {
        messages::KEY
    };
    let mut options = KeyOptions::default();
    if is_bare(input) {
        return Ok(options);
    }
    let other = |span| Err(syn::Error::new(span, forms));
    if !input.peek(syn::token::Paren) {
        return other(input.span());
    }
    let inner = parenthesized(word, "optional", input)?;
    if inner.is_empty() {
        return other(word.span());
    }
    while !inner.is_empty() {
        let option = any_word(&inner, forms)?;
        let given_before = match option.to_string().as_str() {
            "optional" => std::mem::replace(&mut options.optional, true),
            "mutable" => std::mem::replace(&mut options.mutable, true),
            "only" if word == "identity" => options.only.replace(option.span()).is_some(),
            "name" if word == "identity" => options
                .name
                .replace(text(&option, forms, &inner)?)
                .is_some(),
            "description" if word == "identity" => {
                let description = text(&option, forms, &inner)?;
                options.description.replace(description).is_some()
            }
            _ => return other(option.span()),
        };
        if given_before {
            let message = messages::duplicate_option(&option.to_string());
            return Err(syn::Error::new(option.span(), message));
        }
        if !inner.is_empty() && inner.parse::<Token![,]>().is_err() {
            return other(inner.span());
        }
    }
    Ok(options)
}

/// Parses the text of an option such as `name = "account_id"`.
fn text(option: &Ident, forms: &str, input: ParseStream<'_>) -> syn::Result<LitStr> {
    equals(option, "\"..\"", input)?;
    part(input, forms)
}

/// Returns a parser of the number in `version = 2`.
pub(crate) fn version(form: &str) -> impl Fn(&Ident, ParseStream<'_>) -> syn::Result<LitInt> {
    move |word, input| {
        equals(word, "2", input)?;
        let number: LitInt = part(input, form)?;
        match number.base10_parse::<i64>() {
            Ok(1..) => Ok(number),
            Ok(_) | Err(_) => Err(syn::Error::new(number.span(), form)),
        }
    }
}

/// Returns a parser of the value in `previous = PetV1` or `history = past`.
pub(crate) fn value<T: Parse>(
    example: &str,
    form: &str,
) -> impl Fn(&Ident, ParseStream<'_>) -> syn::Result<T> {
    move |word, input| {
        equals(word, example, input)?;
        part(input, form)
    }
}

/// Parses the limits in `items(1..=3)`.
pub(crate) fn items(word: &Ident, input: ParseStream<'_>) -> syn::Result<(u64, u64)> {
    let inner = parenthesized(word, "1..=3", input)?;
    if inner.is_empty() {
        return Err(syn::Error::new(word.span(), messages::ITEMS));
    }
    let limits: Expr = inner.parse()?;
    range(&limits).ok_or_else(|| syn::Error::new_spanned(limits, messages::ITEMS))
}

/// The least and the largest number of `1..=3`, `1..` or `..=3`.
fn range(range: &Expr) -> Option<(u64, u64)> {
    let Expr::Range(ExprRange {
        start, limits, end, ..
    }) = range
    else {
        return None;
    };
    let bound = |bound: Option<&Expr>| match bound {
        None => Some(0),
        Some(Expr::Lit(lit)) => match &lit.lit {
            Lit::Int(int) => int.base10_parse::<u64>().ok(),
            _ => None,
        },
        Some(_) => None,
    };
    let (min, max) = (bound(start.as_deref())?, bound(end.as_deref())?);
    let sound = match (limits, end) {
        (RangeLimits::Closed(_), Some(_)) => max >= 1 && min <= max,
        (RangeLimits::HalfOpen(_), None) => min >= 1,
        _ => false,
    };
    sound.then_some((min, max))
}

/// Parses a part of an argument. The error shows the right form.
pub(crate) fn part<T: Parse>(input: ParseStream<'_>, form: impl Display) -> syn::Result<T> {
    let found = input.parse();
    found.map_err(|error: syn::Error| syn::Error::new(error.span(), form))
}

/// Parses a word, which may be a keyword. The error shows the right form.
pub(crate) fn any_word(input: ParseStream<'_>, form: impl Display) -> syn::Result<Ident> {
    let found = input.call(Ident::parse_any);
    found.map_err(|error| syn::Error::new(error.span(), form))
}

/// Parses a list in parentheses that is not empty.
pub(crate) fn list<T>(
    word: &Ident,
    form: &str,
    input: ParseStream<'_>,
    one: fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    let inner = parenthesized(word, form, input)?;
    let all = Punctuated::<T, Token![,]>::parse_terminated_with(&inner, one)?;
    if all.is_empty() {
        return wrong_form(word, &format!("({form})"));
    }
    Ok(all.into_iter().collect())
}

/// The error for an option whose argument has another form.
pub(crate) fn wrong_form<T>(word: &Ident, rest: &str) -> syn::Result<T> {
    Err(syn::Error::new(word.span(), messages::form(word, rest)))
}

/// Whether an option has no argument.
pub(crate) fn is_bare(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Parses the `=` between an option and its value.
pub(crate) fn equals(word: &Ident, value: &str, input: ParseStream<'_>) -> syn::Result<()> {
    match input.parse::<Token![=]>() {
        Ok(_) => Ok(()),
        Err(_) => wrong_form(word, &format!(" = {value}")),
    }
}

/// Parses the parentheses around the arguments of an option.
pub(crate) fn parenthesized<'a>(
    word: &Ident,
    value: &str,
    input: ParseStream<'a>,
) -> syn::Result<syn::parse::ParseBuffer<'a>> {
    if !input.peek(syn::token::Paren) {
        return wrong_form(word, &format!("({value})"));
    }
    let inner;
    syn::parenthesized!(inner in input);
    Ok(inner)
}
