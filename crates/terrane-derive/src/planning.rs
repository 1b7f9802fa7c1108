//! Parsers of the arguments of options about plans.

use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprUnary, Ident, Lit, LitStr, RangeLimits, Token, UnOp};

use crate::arguments::{any_word, equals, list, parenthesized, wrong_form};
use crate::messages;

/// A refinement of an unknown value.
pub(crate) enum Refined {
    /// `prefix = "pet-"`.
    Prefix(LitStr),
    /// `len(1..=3)`.
    Len(Expr),
    /// `range(0..)`.
    Range(Expr),
}

/// One operation of `timeouts(create = "10m", delete)`.
pub(crate) struct Timeout {
    pub(crate) operation: Ident,
    pub(crate) default: Option<LitStr>,
}

/// When a change replaces the object.
pub(crate) enum Replace {
    /// `replace`.
    Always,
    /// `replace(if_configured)`.
    IfConfigured,
    /// `replace(if = function)`.
    If(Box<Expr>),
}

/// The operations that can have a timeout.
const OPERATIONS: [&str; 7] = [
    "create", "read", "update", "delete", "open", "list", "invoke",
];

/// Parses the fields in `changes_with(name, diet.kcal)`.
pub(crate) fn paths(word: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<Vec<Ident>>> {
    list(word, "name, diet.kcal", input, path)
}

pub(crate) fn path(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
    Ok(path.into_iter().collect())
}

/// Parses the `if_configured` or `if = function` in `replace(..)`, if there are parentheses.
pub(crate) fn replace(word: &Ident, input: ParseStream<'_>) -> syn::Result<Replace> {
    if !input.peek(syn::token::Paren) {
        if input.peek(Token![=]) {
            let message = messages::form(word, "` or `replace(if_configured)");
            return Err(syn::Error::new(input.span(), message));
        }
        return Ok(Replace::Always);
    }
    let inner = parenthesized(word, "if_configured", input)?;
    let form = messages::form(word, "(if_configured)");
    let condition = any_word(&inner, &form)?;
    if condition == "if" && inner.peek(Token![=]) {
        equals(&condition, "function", &inner)?;
        return inner.parse().map(Replace::If);
    }
    if condition == "if_configured" && inner.is_empty() {
        return Ok(Replace::IfConfigured);
    }
    Err(syn::Error::new(condition.span(), form))
}

/// Parses the refinements in `unknown(prefix = "pet-")`.
pub(crate) fn unknown(word: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<Refined>> {
    let inner = parenthesized(word, UNKNOWN, input)?;
    let all = Punctuated::<(Ident, Refined), Token![,]>::parse_terminated_with(&inner, refined)?;
    if all.is_empty() {
        return Err(not_a_promise(word));
    }
    let mut seen = Vec::new();
    for (kind, refined) in &all {
        if seen.contains(kind) {
            return Err(syn::Error::new(
                kind.span(),
                messages::duplicate_option(&kind.to_string()),
            ));
        }
        if let Refined::Len(range) | Refined::Range(range) = refined
            && is_empty(range)
        {
            return Err(syn::Error::new_spanned(range, messages::EMPTY_RANGE));
        }
        seen.push(kind.clone());
    }
    Ok(all.into_iter().map(|(_, refined)| refined).collect())
}

/// Whether a range contains no number. Only literal numbers are compared.
fn is_empty(range: &Expr) -> bool {
    let Expr::Range(range) = range else {
        return false;
    };
    let (Some(from), Some(to)) = (bound(range.start.as_deref()), bound(range.end.as_deref()))
    else {
        return false;
    };
    match range.limits {
        RangeLimits::Closed(_) => from > to,
        RangeLimits::HalfOpen(_) => from >= to,
    }
}

fn bound(bound: Option<&Expr>) -> Option<f64> {
    match bound? {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(int) => int.base10_parse().ok(),
            Lit::Float(float) => float.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => self::bound(Some(expr)).map(|number| -number),
        _ => None,
    }
}

const UNKNOWN: &str = "prefix = \"..\")`, `unknown(len(..))` or `unknown(range(..)";

fn not_a_promise(word: &Ident) -> syn::Error {
    syn::Error::new(
        word.span(),
        messages::form("unknown", &format!("({UNKNOWN})")),
    )
}

fn refined(input: ParseStream<'_>) -> syn::Result<(Ident, Refined)> {
    let kind = input.call(Ident::parse_any)?;
    if kind == "prefix" {
        equals(&kind, "\"..\"", input)?;
        let prefix = input.parse().map(Refined::Prefix)?;
        return Ok((kind, prefix));
    }
    let range = |input| parenthesized(&kind, "..", input)?.parse::<Expr>();
    let refined = match kind.to_string().as_str() {
        "len" => Refined::Len(range(input)?),
        "range" => Refined::Range(range(input)?),
        _ => return Err(not_a_promise(&kind)),
    };
    Ok((kind, refined))
}

/// Parses the expression in `plan = ignore_case`.
pub(crate) fn plan(word: &Ident, input: ParseStream<'_>) -> syn::Result<Expr> {
    equals(word, "function", input)?;
    input.parse()
}

/// Parses the attribute in `align = name`.
pub(crate) fn align(word: &Ident, input: ParseStream<'_>) -> syn::Result<Ident> {
    equals(word, "name", input)?;
    any_word(input, messages::form(word, " = name"))
}

/// Parses the field in `counts(password)`.
pub(crate) fn counts(word: &Ident, input: ParseStream<'_>) -> syn::Result<Ident> {
    let mut fields = parenthesized(word, "password", input)?
        .call(Punctuated::<Ident, Token![,]>::parse_terminated)?
        .into_iter();
    match (fields.next(), fields.next()) {
        (Some(field), None) => Ok(field),
        _ => wrong_form(word, "(password)"),
    }
}

/// Parses the operations in `timeouts(create = "10m", delete)`.
pub(crate) fn timeouts(word: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<Timeout>> {
    list(word, "create = \"10m\", delete", input, timeout)
}

fn timeout(input: ParseStream<'_>) -> syn::Result<Timeout> {
    let operation = input.call(Ident::parse_any)?;
    if !OPERATIONS.contains(&operation.to_string().as_str()) {
        return Err(syn::Error::new(
            operation.span(),
            messages::not_an_operation(&operation.to_string(), OPERATIONS),
        ));
    }
    let default = if input.peek(Token![=]) {
        equals(&operation, "\"10m\"", input)?;
        Some(input.parse()?)
    } else {
        None
    };
    Ok(Timeout { operation, default })
}
