//! Relations between fields: `exactly_one_of(content, source)`, `when(equals(kind, "fixed"), set(disk.size))`.

use syn::{Ident, Lit};

/// A relation, or a combination of relations.
pub(crate) struct Relation {
    pub(crate) word: Ident,
    pub(crate) kind: RelationKind,
    pub(crate) members: Vec<Member>,
    /// The value in `equals(kind, "fixed")`.
    pub(crate) value: Option<Literal>,
    pub(crate) parts: Vec<Relation>,
}

/// The path of a field, as in `disk.size`.
pub(crate) type Member = Vec<Ident>;

/// A value that a field is compared with.
pub(crate) struct Literal {
    pub(crate) negative: bool,
    pub(crate) lit: Lit,
}

/// The kind of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RelationKind {
    ExactlyOneOf,
    AtLeastOneOf,
    AtMostOneOf,
    AllOrNone,
    Requires,
    SumOf,
    AtLeastSumOf,
    AtMostSumOf,
    ProductOf,
    PreferWriteOnly,
    Set,
    Equals,
    AllOf,
    AnyOf,
    Not,
    When,
    Warn,
}

impl RelationKind {
    pub(crate) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "exactly_one_of" => Self::ExactlyOneOf,
            "at_least_one_of" => Self::AtLeastOneOf,
            "at_most_one_of" | "conflicts" => Self::AtMostOneOf,
            "all_or_none" => Self::AllOrNone,
            "requires" => Self::Requires,
            "sum_of" => Self::SumOf,
            "at_least_sum_of" => Self::AtLeastSumOf,
            "at_most_sum_of" => Self::AtMostSumOf,
            "product_of" => Self::ProductOf,
            "prefer_write_only" => Self::PreferWriteOnly,
            "set" => Self::Set,
            "equals" => Self::Equals,
            "all_of" => Self::AllOf,
            "any_of" => Self::AnyOf,
            "not" => Self::Not,
            "when" => Self::When,
            "warn" => Self::Warn,
            _ => return None,
        })
    }

    /// The constructor of the schema's relation.
    pub(crate) fn constructor(self) -> &'static str {
        match self {
            Self::ExactlyOneOf => "exactly_one_of",
            Self::AtLeastOneOf => "at_least_one_of",
            Self::AtMostOneOf => "at_most_one_of",
            Self::AllOrNone => "all_or_none",
            Self::Requires => "requires",
            Self::SumOf => "sum_of",
            Self::AtLeastSumOf => "at_least_sum_of",
            Self::AtMostSumOf => "at_most_sum_of",
            Self::ProductOf => "product_of",
            Self::PreferWriteOnly => "prefer_write_only",
            Self::Set => "set",
            Self::Equals => "equals",
            Self::AllOf => "all_of",
            Self::AnyOf => "any_of",
            Self::Not => "not",
            Self::When => "when",
            Self::Warn => "warn",
        }
    }

    /// Whether the relation compares a whole number with others.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Self::SumOf | Self::AtLeastSumOf | Self::AtMostSumOf | Self::ProductOf
        )
    }
}

impl Relation {
    /// The relation and all relations in it.
    pub(crate) fn all(&self) -> Vec<&Self> {
        let parts = self.parts.iter().flat_map(Self::all);
        std::iter::once(self).chain(parts).collect()
    }
}
