//! The arguments of the options in `#[tf(..)]`.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitInt, LitStr, Path, Token, Type};

use crate::relation::Relation;

/// The argument of an option.
pub(crate) enum Argument {
    /// No argument, as in `keep`.
    None,
    /// A string, as in `name = "pet"`.
    Text(LitStr),
    /// Strings, as in `env = ["ZOO_TOKEN", "ZOO_API_TOKEN"]`.
    Texts(Vec<LitStr>),
    /// An expression, as in `default = 4`.
    Value(Box<Expr>),
    /// Expressions, as in `validate(len(1..=64))`.
    Values(Punctuated<Expr, Token![,]>),
    /// The least and the largest number, as in `items(1..=3)`; 0 for no limit.
    Items(u64, u64),
    /// Fields, as in `counts(password)`.
    Fields(Vec<Ident>),
    /// A relation, as in `exactly_one_of(content, source)`.
    Relation(Relation),
    /// A module, as in `with = duration`, or a function, as in `history = past`.
    Module(Path),
    /// Paths to fields and nested fields, as in `changes_with(name, diet.kcal)`.
    Paths(Vec<Vec<Ident>>),
    /// Refinements, as in `unknown(prefix = "pet-")`.
    Refined(Vec<Refined>),
    /// Operations, as in `timeouts(create = "10m", delete)`.
    Timeouts(Vec<Timeout>),
    /// The `if_configured` of `replace(if_configured)`.
    IfConfigured,
    /// The options of `identity(optional)` and `key(optional)`.
    Key(KeyOptions),
    /// A positive whole number, as in `version = 2`.
    Number(LitInt),
    /// A type, as in `previous = PetV1` and `provider = Zoo`.
    Type(Box<Type>),
}

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
