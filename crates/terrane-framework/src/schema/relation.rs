//! Relations between the attributes of one object.

use std::fmt;

use terrane_value::Text;

/// A relation between attributes or nested blocks of one object.
///
/// It is checked for each object of the block. An attribute is set if it is not null. A collection of blocks is set if it contains a block.
///
/// An unknown value may become set or null. An error is reported once the relation is violated in both cases. For example, two set members of
/// [`at_most_one_of`](Self::at_most_one_of) violate it, even if a third one is unknown.
///
/// Each violated relation is one error. It names all members, and has the path of the first set member, or of the object if none is set.
///
/// # Examples
///
/// ```
/// use terrane_framework::schema::{Block, Member, Relation, Shape};
/// use terrane_value::Type;
///
/// let block = Block::new([
///     Member::new("content", Shape::Type(Type::String)),
///     Member::new("source", Shape::Type(Type::String)),
/// ]);
/// let block = block.relation(Relation::exactly_one_of(["content", "source"]));
/// assert_eq!(block.relations()[0].to_string(), "exactly one of `content`, `source`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    kind: RelationKind,
    members: Vec<Text>,
}

/// The kind of the relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelationKind {
    /// Exactly one is set.
    ExactlyOneOf,
    /// At least one is set.
    AtLeastOneOf,
    /// At most one is set.
    AtMostOneOf,
    /// All are set, or none.
    AllOrNone,
    /// If the first is set, all others are set.
    Requires,
    /// The first is the sum of the others. All are whole numbers.
    SumOf,
    /// The first is the sum of the others, or more.
    AtLeastSumOf,
    /// The first is the sum of the others, or less.
    AtMostSumOf,
    /// The first is the product of the others.
    ProductOf,
    /// The second is the write-only alternative of the first.
    PreferWriteOnly,
}

impl Relation {
    fn new(kind: RelationKind, members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self {
            kind,
            members: members.into_iter().map(Into::into).collect(),
        }
    }

    /// Requires that exactly one is set.
    pub fn exactly_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::ExactlyOneOf, members)
    }

    /// Requires that at least one is set.
    pub fn at_least_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AtLeastOneOf, members)
    }

    /// Requires that at most one is set.
    pub fn at_most_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AtMostOneOf, members)
    }

    /// Requires that all are set, or none.
    pub fn all_or_none(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AllOrNone, members)
    }

    /// Requires that all others are set if the first is set.
    pub fn requires(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::Requires, members)
    }

    /// Requires that a number is the sum of its parts. Missing parts count as 0.
    pub fn sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::SumOf, result, parts)
    }

    /// Requires that a number is at least the sum of its parts.
    pub fn at_least_sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::AtLeastSumOf, result, parts)
    }

    /// Requires that a number is at most the sum of its parts.
    pub fn at_most_sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::AtMostSumOf, result, parts)
    }

    /// Requires that a number is the product of its factors. Missing factors count as 1.
    pub fn product_of(
        result: impl Into<Text>,
        factors: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::ProductOf, result, factors)
    }

    /// Suggests the write-only alternative of an attribute to users who set it, if the host supports write-only attributes.
    pub fn prefer_write_only(plain: impl Into<Text>, twin: impl Into<Text>) -> Self {
        Self::new(RelationKind::PreferWriteOnly, [plain.into(), twin.into()])
    }

    fn of_result(
        kind: RelationKind,
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        let parts = parts.into_iter().map(Into::into);
        Self::new(kind, std::iter::once(result.into()).chain(parts))
    }

    /// The kind of the relation.
    #[must_use]
    pub fn kind(&self) -> RelationKind {
        self.kind
    }

    /// The names of the attributes or nested blocks, in the given order.
    #[must_use]
    pub fn members(&self) -> &[Text] {
        &self.members
    }
}

impl fmt::Display for Relation {
    /// Formats a description for the documentation, as a fragment of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |members: &[Text]| {
            let names: Vec<String> = members.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        };
        let of_others = |f: &mut fmt::Formatter<'_>, what: &str| match self.members.split_first() {
            Some((first, rest)) => write!(f, "`{first}` {what} {}", names(rest)),
            None => Ok(()),
        };
        match self.kind {
            RelationKind::ExactlyOneOf => write!(f, "exactly one of {}", names(&self.members)),
            RelationKind::AtLeastOneOf => write!(f, "at least one of {}", names(&self.members)),
            RelationKind::AtMostOneOf => write!(f, "at most one of {}", names(&self.members)),
            RelationKind::AllOrNone => write!(f, "all or none of {}", names(&self.members)),
            RelationKind::Requires => of_others(f, "only with"),
            RelationKind::SumOf => of_others(f, "is the sum of"),
            RelationKind::AtLeastSumOf => of_others(f, "is at least the sum of"),
            RelationKind::AtMostSumOf => of_others(f, "is at most the sum of"),
            RelationKind::ProductOf => of_others(f, "is the product of"),
            RelationKind::PreferWriteOnly => of_others(f, "better as"),
        }
    }
}
