//! Relations between the attributes of an object, at any depth.

mod member_path;
mod soundness;

use std::fmt;

pub use self::member_path::MemberPath;
pub(crate) use self::soundness::is_in;

/// A relation between attributes or nested blocks of an object, at any depth.
///
/// It is checked for each object of its block. An attribute is set if it is not null. A collection of blocks is set if it contains a block.
///
/// An unknown value may become set or null. An error is reported once the relation is violated in all cases. For example, two
/// set members of [`at_most_one_of`](Self::at_most_one_of) violate it, even if a third one is unknown.
///
/// Each violated relation is one error. It names all members, and has the path of the first set member, or of the object if none is set.
///
/// # Members at other levels
///
/// A member is a [path](MemberPath) from the block of the relation: `"diet.kcal"`. Put a relation between two levels into the block that contains
/// both members.
///
/// - The members of an absent object are missing.
/// - Members that share a list, set or map are compared within the same element, for each element. If all members share an empty collection, nothing
///   is checked.
/// - A member that is alone in a list, set or map is set if it is set in any element.
/// - An element of a set has no address. So an error about such an element has the path of the set, and the detail shows the member as `set[*].name`.
///
/// # Examples
///
/// ```
/// use terrane_framework::schema::{Block, Member, Nesting, Relation, Shape};
/// use terrane_value::Type;
///
/// let disk = Block::new([Member::new("size", Shape::Type(Type::Number))]);
/// let block = Block::new([
///     Member::new("content", Shape::Type(Type::String)),
///     Member::new("source", Shape::Type(Type::String)),
///     Member::new("disk", Shape::Nested { nesting: Nesting::Single, object: disk }),
/// ]);
/// let block = block
///     .relation(Relation::exactly_one_of(["content", "source"]))
///     .relation(Relation::requires(["disk.size", "source"]));
/// assert_eq!(block.relations()[0].to_string(), "exactly one of `content`, `source`");
/// assert_eq!(block.relations()[1].to_string(), "`disk.size` only with `source`");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    kind: RelationKind,
    members: Vec<MemberPath>,
    warns: bool,
}

/// The kind of the relation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum RelationKind {
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
    /// The second is the write-only alternative of the first.
    PreferWriteOnly,
}

impl RelationKind {
    /// The name of the kind: `exactly_one_of`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ExactlyOneOf => "exactly_one_of",
            Self::AtLeastOneOf => "at_least_one_of",
            Self::AtMostOneOf => "at_most_one_of",
            Self::AllOrNone => "all_or_none",
            Self::Requires => "requires",
            Self::PreferWriteOnly => "prefer_write_only",
        }
    }
}

impl Relation {
    fn new(kind: RelationKind, members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self {
            kind,
            members: members.into_iter().map(Into::into).collect(),
            warns: false,
        }
    }

    /// Requires that exactly one is set.
    pub fn exactly_one_of(members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self::new(RelationKind::ExactlyOneOf, members)
    }

    /// Requires that at least one is set.
    pub fn at_least_one_of(members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self::new(RelationKind::AtLeastOneOf, members)
    }

    /// Requires that at most one is set.
    pub fn at_most_one_of(members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self::new(RelationKind::AtMostOneOf, members)
    }

    /// Requires that all are set, or none.
    pub fn all_or_none(members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self::new(RelationKind::AllOrNone, members)
    }

    /// Requires that all others are set if the first is set.
    pub fn requires(members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self::new(RelationKind::Requires, members)
    }

    /// Suggests the write-only alternative of an attribute to users who set it, if the host supports write-only attributes.
    pub fn prefer_write_only(plain: impl Into<MemberPath>, twin: impl Into<MemberPath>) -> Self {
        Self::new(RelationKind::PreferWriteOnly, [plain.into(), twin.into()])
    }

    /// Reports a violation as a warning instead of an error.
    #[must_use]
    pub fn warn(mut self) -> Self {
        self.warns = true;
        self
    }

    /// The kind of the relation.
    pub(crate) fn kind(&self) -> RelationKind {
        self.kind
    }

    /// Whether a violation is a warning.
    #[must_use]
    pub(crate) fn is_warning(&self) -> bool {
        self.warns
    }

    /// The paths of the attributes and nested blocks, in the given order.
    #[must_use]
    pub(crate) fn members(&self) -> &[MemberPath] {
        &self.members
    }
}

impl fmt::Display for Relation {
    /// Formats a description for the documentation, as a fragment of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.members.iter().map(|it| format!("`{it}`")).collect();
        let all = names.join(", ");
        let of_first = |what: &str| {
            let rest = names.get(1..).unwrap_or_default().join(", ");
            format!("{} {what} {rest}", names.first().map_or("", String::as_str))
        };
        f.write_str(&match self.kind {
            RelationKind::ExactlyOneOf => format!("exactly one of {all}"),
            RelationKind::AtLeastOneOf => format!("at least one of {all}"),
            RelationKind::AtMostOneOf => format!("at most one of {all}"),
            RelationKind::AllOrNone => format!("all or none of {all}"),
            RelationKind::Requires => of_first("only with"),
            RelationKind::PreferWriteOnly => of_first("better as"),
        })
    }
}
