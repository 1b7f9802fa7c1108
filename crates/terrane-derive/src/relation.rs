//! Relations between fields: `exactly_one_of(content, source)`, `warn(requires(disk.size, zone))`.

use proc_macro2::TokenTree;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Ident, Token};

use crate::arguments::{any_word, parenthesized, wrong_form};
use crate::messages::relation as messages;
use crate::name;
use crate::planning::path;

/// The relations that can be warnings. `schema::Relation` has a constructor of each name.
const RELATIONS: [&str; 5] = [
    "exactly_one_of",
    "at_least_one_of",
    "at_most_one_of",
    "all_or_none",
    "requires",
];

/// A relation between fields.
pub(crate) struct Relation {
    /// The name of the relation.
    pub(crate) word: Ident,
    pub(crate) members: Vec<MemberNames>,
    pub(crate) warns: bool,
}

/// The path of a field, as in `disk.size`.
pub(crate) type MemberNames = Vec<Ident>;

impl Relation {
    /// Parses the parentheses of a relation, or those of `warn(..)` with a relation in them.
    pub(crate) fn parse(word: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        if word == "warn" {
            return Self::warning(word, input);
        }
        let inner = parenthesized(word, "a, b", input)?;
        let members = Punctuated::<MemberNames, Token![,]>::parse_terminated_with(&inner, path);
        let relation = Self {
            word: word.clone(),
            members: all_of(&inner, members)?.into_iter().collect(),
            warns: false,
        };
        match relation.members.len() {
            0 | 1 => wrong_form(word, "(a, b)"),
            3.. if relation.is_hint() => Err(syn::Error::new(
                relation.members[2].first().map_or(word.span(), Ident::span),
                messages::PREFER_WRITE_ONLY,
            )),
            _ => Ok(relation),
        }
    }

    fn warning(word: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        const FORM: &str = "at_most_one_of(a, b)";

        let inner = parenthesized(word, FORM, input)?;
        let relation = || {
            let name = any_word(&inner, messages::expected(&RELATIONS))?;
            let text = name.unraw().to_string();
            if !RELATIONS.contains(&text.as_str()) {
                let meant = name::nearest(&text, RELATIONS);
                let message = messages::unknown(&text, meant, &RELATIONS);
                return Err(syn::Error::new(name.span(), message));
            }
            Self::parse(&name, &inner)
        };
        let relation = all_of(&inner, relation())?;
        let _ = inner.parse::<Token![,]>();
        if !inner.is_empty() {
            return all_of(&inner, wrong_form(word, &format!("({FORM})")));
        }
        Ok(Self {
            warns: true,
            ..relation
        })
    }

    /// Whether an option is a relation.
    pub(crate) fn is_name(option: &str) -> bool {
        RELATIONS.contains(&option) || matches!(option, "warn" | "prefer_write_only")
    }

    /// Whether the relation suggests a write-only attribute.
    pub(crate) fn is_hint(&self) -> bool {
        self.word == "prefer_write_only"
    }
}

/// Skips the rest of the input after an error. The parser would report it as a second error.
fn all_of<T>(input: ParseStream<'_>, parsed: syn::Result<T>) -> syn::Result<T> {
    if parsed.is_err() {
        while input.parse::<TokenTree>().is_ok() {}
    }
    parsed
}
