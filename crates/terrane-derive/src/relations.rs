//! Parsers of relations between fields.

use proc_macro2::{Span, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseBuffer, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Lit, LitInt, Token};

use crate::arguments::parenthesized;
use crate::messages::relation as messages;
use crate::name;
use crate::relation::{Literal, Member, Relation, RelationKind};

/// The words of relations that can be parts of combinations.
const PARTS: [&str; 16] = [
    "exactly_one_of",
    "at_least_one_of",
    "at_most_one_of",
    "conflicts",
    "all_or_none",
    "requires",
    "sum_of",
    "at_least_sum_of",
    "at_most_sum_of",
    "product_of",
    "set",
    "equals",
    "all_of",
    "any_of",
    "not",
    "when",
];

/// The form of the arguments of a relation.
#[derive(Clone, Copy)]
enum Form {
    /// At least two fields.
    Members,
    /// One field.
    Member,
    /// A field and a value.
    Comparison,
    /// At least two relations.
    Relations,
    /// This many relations.
    Exactly(usize),
}

/// Returns the form of the arguments of a kind of relation, with an example.
fn form(kind: RelationKind) -> (Form, &'static str) {
    match kind {
        RelationKind::Set => (Form::Member, "a"),
        RelationKind::Equals => (Form::Comparison, "a, \"value\""),
        RelationKind::AllOf | RelationKind::AnyOf => (Form::Relations, "set(a), set(b)"),
        RelationKind::Not => (Form::Exactly(1), "set(a)"),
        RelationKind::When => (Form::Exactly(2), "set(a), set(b)"),
        RelationKind::Warn => (Form::Exactly(1), "at_most_one_of(a, b)"),
        _ => (Form::Members, "a, b"),
    }
}

impl Relation {
    /// Parses the parentheses of a relation that is an option of a model.
    pub(crate) fn option(word: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        match RelationKind::of(&word.unraw().to_string()) {
            Some(kind) => Self::parse(word.clone(), kind, input),
            None => Err(unknown(word)),
        }
    }

    fn parse(word: Ident, kind: RelationKind, input: ParseStream<'_>) -> syn::Result<Self> {
        let (form, example) = self::form(kind);
        let inner = parenthesized(&word, example, input)?;
        let mut relation = Self {
            word,
            kind,
            members: Vec::new(),
            value: None,
            parts: Vec::new(),
        };
        let filled = relation.fill(form, &inner);
        if !matches!(filled, Ok(true)) {
            // The parser would report the rest as a second error.
            while inner.parse::<TokenTree>().is_ok() {}
        }
        if !filled? {
            let message = crate::messages::form(&relation.word, &format!("({example})"));
            return Err(syn::Error::new(relation.word.span(), message));
        }
        relation.check()?;
        Ok(relation)
    }

    /// Parses the content of the parentheses. Returns whether it has as many items as it must have.
    fn fill(&mut self, form: Form, inner: &ParseBuffer<'_>) -> syn::Result<bool> {
        Ok(match form {
            Form::Members => {
                self.members = members(inner)?;
                self.members.len() >= 2
            }
            Form::Member => {
                self.members = members(inner)?;
                self.members.len() == 1
            }
            Form::Comparison => {
                self.members = vec![member(inner)?];
                let has_value = inner.parse::<Token![,]>().is_ok() && !inner.is_empty();
                if has_value {
                    self.value = Some(literal(inner)?);
                }
                // A trailing comma.
                let _ = inner.parse::<Token![,]>();
                has_value && inner.is_empty()
            }
            Form::Relations => {
                self.parts = parts(inner)?;
                self.parts.len() >= 2
            }
            Form::Exactly(number) => {
                self.parts = parts(inner)?;
                self.parts.len() == number
            }
        })
    }

    /// Refuses parts that work only outside of a combination.
    fn check(&self) -> syn::Result<()> {
        for part in &self.parts {
            match part.kind {
                RelationKind::Warn => {
                    return Err(syn::Error::new(part.word.span(), messages::NESTED_WARN));
                }
                RelationKind::PreferWriteOnly => {
                    return Err(syn::Error::new(part.word.span(), messages::NESTED_HINT));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn members(input: &ParseBuffer<'_>) -> syn::Result<Vec<Member>> {
    let members = Punctuated::<Member, Token![,]>::parse_terminated_with(input, member)?;
    Ok(members.into_iter().collect())
}

fn member(input: ParseStream<'_>) -> syn::Result<Member> {
    let path = Punctuated::<Ident, Token![.]>::parse_separated_nonempty(input)?;
    Ok(path.into_iter().collect())
}

fn parts(input: &ParseBuffer<'_>) -> syn::Result<Vec<Relation>> {
    let part = |input: ParseStream<'_>| {
        let word = input
            .call(Ident::parse_any)
            .map_err(|error| syn::Error::new(error.span(), messages::expected(&PARTS)))?;
        match RelationKind::of(&word.unraw().to_string()) {
            Some(kind) => Relation::parse(word, kind, input),
            None => Err(unknown(&word)),
        }
    };
    let parts = Punctuated::<Relation, Token![,]>::parse_terminated_with(input, part)?;
    Ok(parts.into_iter().collect())
}

fn unknown(word: &Ident) -> syn::Error {
    let text = word.unraw().to_string();
    let meant = name::nearest(&text, PARTS.iter().copied());
    syn::Error::new(word.span(), messages::unknown(&text, meant, &PARTS))
}

fn literal(input: &ParseBuffer<'_>) -> syn::Result<Literal> {
    let start = input.span();
    let refused = |span: Span| syn::Error::new(span, messages::LITERAL);
    let negative = input.parse::<Token![-]>().is_ok();
    let lit: Lit = input.parse().map_err(|_| refused(start))?;
    let is_number = matches!(&lit, Lit::Int(number) if is_whole(number));
    match (&lit, negative) {
        (Lit::Str(_) | Lit::Bool(_), false) => {}
        _ if is_number => {}
        _ => return Err(refused(start)),
    }
    Ok(Literal { negative, lit })
}

/// Whether a literal is a whole number without a suffix that an `i64` can hold.
fn is_whole(number: &LitInt) -> bool {
    number.suffix().is_empty() && number.base10_parse::<i64>().is_ok()
}
