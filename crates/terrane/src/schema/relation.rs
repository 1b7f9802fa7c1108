//! What the attributes of one object demand of each other.

use std::fmt;

use terrane_value::Text;

use super::Block;

/// What attributes or nested blocks of one object demand of each other.
///
/// It is checked for each object of the block, wherever it stands. An attribute is set if it is not null, a collection of blocks if it has
/// a block. An unknown value may turn out set or missing, so an error is reported as soon as the relation is violated either way: two
/// members of [`at_most_one_of`](Self::at_most_one_of) that are set are one member too many, whatever a third one becomes. There is one
/// error for a relation. It names all members and points at the first one that is set, or at the object where none is.
///
/// # Examples
///
/// ```
/// use terrane::schema::{Block, Member, Relation};
///
/// let block = Block::new([
///     Member::of::<Option<String>>("content"),
///     Member::of::<Option<String>>("source"),
/// ]);
/// let block = block.relation(Relation::exactly_one_of(["content", "source"]));
/// assert_eq!(block.relations()[0].to_string(), "exactly one of `content`, `source`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    kind: RelationKind,
    members: Vec<Text>,
}

/// What is demanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelationKind {
    /// One is set, and no other.
    ExactlyOneOf,
    /// One is set, or several.
    AtLeastOneOf,
    /// None is set, or one.
    AtMostOneOf,
    /// All are set, or none.
    AllOrNone,
    /// Where the first is set, so are the others.
    Requires,
    /// The first is the sum of the others, which are whole numbers like it.
    SumOf,
    /// The first is the sum of the others, or more.
    AtLeastSumOf,
    /// The first is the sum of the others, or less.
    AtMostSumOf,
    /// The first is the product of the others.
    ProductOf,
    /// The second is the write-only twin of the first, to be used where the host knows such attributes.
    PreferWriteOnly,
}

impl Relation {
    fn new(kind: RelationKind, members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self {
            kind,
            members: members.into_iter().map(Into::into).collect(),
        }
    }

    /// Demands that one is set, and no other.
    pub fn exactly_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::ExactlyOneOf, members)
    }

    /// Demands that one is set, or several.
    pub fn at_least_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AtLeastOneOf, members)
    }

    /// Demands that no two are set.
    pub fn at_most_one_of(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AtMostOneOf, members)
    }

    /// Demands that all are set, or none.
    pub fn all_or_none(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::AllOrNone, members)
    }

    /// Demands that where the first is set, so are the others.
    pub fn requires(members: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        Self::new(RelationKind::Requires, members)
    }

    /// Demands that a number is the sum of its parts. What is left out adds nothing.
    pub fn sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::SumOf, result, parts)
    }

    /// Demands that a number is the sum of its parts, or more.
    pub fn at_least_sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::AtLeastSumOf, result, parts)
    }

    /// Demands that a number is the sum of its parts, or less.
    pub fn at_most_sum_of(
        result: impl Into<Text>,
        parts: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::AtMostSumOf, result, parts)
    }

    /// Demands that a number is the product of its factors. What is left out changes nothing.
    pub fn product_of(
        result: impl Into<Text>,
        factors: impl IntoIterator<Item = impl Into<Text>>,
    ) -> Self {
        Self::of_result(RelationKind::ProductOf, result, factors)
    }

    /// Suggests its write-only twin to who sets an attribute, where the host knows such attributes.
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

    /// What is demanded.
    #[must_use]
    pub fn kind(&self) -> RelationKind {
        self.kind
    }

    /// The names of the attributes or nested blocks, in the order in which they were given.
    #[must_use]
    pub fn members(&self) -> &[Text] {
        &self.members
    }
}

impl fmt::Display for Relation {
    /// Says what is demanded, as a fragment for documentation.
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

impl Block {
    /// Adds what attributes or nested blocks demand of each other.
    ///
    /// One that names what is not there is left out. The host is told of it when it asks for the schema.
    #[must_use]
    pub fn relation(mut self, relation: Relation) -> Self {
        let absent = relation
            .members()
            .iter()
            .find(|name| self.member(name).is_none());
        match absent {
            Some(name) => {
                let mistake = format!("{relation}: there is no member called `{name}`");
                self.parts().mistakes.push(mistake);
            }
            None => self.parts().relations.push(relation),
        }
        self
    }

    /// What attributes or nested blocks demand of each other.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.0.relations
    }
}
