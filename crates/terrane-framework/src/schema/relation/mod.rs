//! Relations between the attributes of an object, at any depth.

mod describe;
mod member_path;
mod soundness;

use terrane_value::Value;

pub use self::member_path::MemberPath;

/// A relation between attributes or nested blocks of an object, at any depth.
///
/// It is checked for each object of its block. An attribute is set if it is not null. A collection of blocks is set if it contains a block.
///
/// An unknown value may become set or null, and have any value. An error is reported once the relation is violated in all cases. For example, two
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
/// - A member that is alone in a list, set or map is set if it is set in any element, and equals a value if it does in any element. A
///   [sum](Self::sum_of) adds all elements.
/// - An element of a set has no address. So an error about such an element has the path of the set, and the detail shows the member as `set[*].name`.
///
/// # Combinations
///
/// [`set`](Self::set) and [`equals`](Self::equals) are conditions. [`when`](Self::when), [`all_of`](Self::all_of), [`any_of`](Self::any_of) and
/// [`not`](Self::not) combine relations and conditions. The elements of collections are chosen once for the whole combination.
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
///     Member::new("kind", Shape::Type(Type::String)),
///     Member::new("disk", Shape::Nested { nesting: Nesting::Single, object: disk }),
/// ]);
/// let block = block
///     .relation(Relation::exactly_one_of(["content", "source"]))
///     .relation(Relation::when(Relation::equals("kind", "fixed"), Relation::set("disk.size")));
/// assert_eq!(block.relations()[0].to_string(), "exactly one of `content`, `source`");
/// assert_eq!(block.relations()[1].to_string(), "if `kind` is \"fixed\", then `disk.size` is set");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    kind: RelationKind,
    /// The members without those of the parts.
    own: Vec<MemberPath>,
    parts: Vec<Relation>,
    value: Option<Value>,
    warns: bool,
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
    /// The member is set.
    Set,
    /// The member has a value.
    Equals,
    /// All parts are true.
    AllOf,
    /// At least one part is true.
    AnyOf,
    /// The part is not true.
    Not,
    /// If the first part is true, the second one is true.
    When,
}

impl RelationKind {
    /// Whether the relation compares a whole number with others.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Self::SumOf | Self::AtLeastSumOf | Self::AtMostSumOf | Self::ProductOf
        )
    }
}

impl Relation {
    fn new(kind: RelationKind, members: impl IntoIterator<Item = impl Into<MemberPath>>) -> Self {
        Self {
            kind,
            own: members.into_iter().map(Into::into).collect(),
            parts: Vec::new(),
            value: None,
            warns: false,
        }
    }

    fn combined(kind: RelationKind, parts: impl IntoIterator<Item = Relation>) -> Self {
        Self {
            parts: parts.into_iter().collect(),
            ..Self::new(kind, [""; 0])
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

    /// Requires that a number is the sum of its parts. Missing parts count as 0.
    pub fn sum_of(
        result: impl Into<MemberPath>,
        parts: impl IntoIterator<Item = impl Into<MemberPath>>,
    ) -> Self {
        Self::of_result(RelationKind::SumOf, result, parts)
    }

    /// Requires that a number is at least the sum of its parts.
    pub fn at_least_sum_of(
        result: impl Into<MemberPath>,
        parts: impl IntoIterator<Item = impl Into<MemberPath>>,
    ) -> Self {
        Self::of_result(RelationKind::AtLeastSumOf, result, parts)
    }

    /// Requires that a number is at most the sum of its parts.
    pub fn at_most_sum_of(
        result: impl Into<MemberPath>,
        parts: impl IntoIterator<Item = impl Into<MemberPath>>,
    ) -> Self {
        Self::of_result(RelationKind::AtMostSumOf, result, parts)
    }

    /// Requires that a number is the product of its factors. Missing factors count as 1.
    pub fn product_of(
        result: impl Into<MemberPath>,
        factors: impl IntoIterator<Item = impl Into<MemberPath>>,
    ) -> Self {
        Self::of_result(RelationKind::ProductOf, result, factors)
    }

    /// Suggests the write-only alternative of an attribute to users who set it, if the host supports write-only attributes.
    pub fn prefer_write_only(plain: impl Into<MemberPath>, twin: impl Into<MemberPath>) -> Self {
        Self::new(RelationKind::PreferWriteOnly, [plain.into(), twin.into()])
    }

    fn of_result(
        kind: RelationKind,
        result: impl Into<MemberPath>,
        parts: impl IntoIterator<Item = impl Into<MemberPath>>,
    ) -> Self {
        let parts = parts.into_iter().map(Into::into);
        Self::new(kind, std::iter::once(result.into()).chain(parts))
    }

    /// Requires that a member is set. As a condition: whether it is set.
    pub fn set(member: impl Into<MemberPath>) -> Self {
        Self::new(RelationKind::Set, [member])
    }

    /// Requires that a member has a value: a text, a number or a bool. A missing attribute, or a missing object around it, has its default. Values
    /// are compared by the [equality](super::Member::equal_by) of the attribute.
    ///
    /// A secret cannot be compared, because the error would reveal it: that is a schema error.
    pub fn equals(member: impl Into<MemberPath>, value: impl Into<Value>) -> Self {
        Self {
            value: Some(value.into()),
            ..Self::new(RelationKind::Equals, [member])
        }
    }

    /// Requires that all parts are true.
    pub fn all_of(parts: impl IntoIterator<Item = Relation>) -> Self {
        Self::combined(RelationKind::AllOf, parts)
    }

    /// Requires that at least one part is true.
    pub fn any_of(parts: impl IntoIterator<Item = Relation>) -> Self {
        Self::combined(RelationKind::AnyOf, parts)
    }

    /// Requires that a relation is not true.
    #[expect(
        clippy::should_implement_trait,
        reason = "it belongs to the other constructors, and an operator would hide it"
    )]
    pub fn not(part: Relation) -> Self {
        Self::combined(RelationKind::Not, [part])
    }

    /// Requires that a relation is true if another one is.
    pub fn when(condition: Relation, then: Relation) -> Self {
        Self::combined(RelationKind::When, [condition, then])
    }

    /// Reports a violation as a warning instead of an error.
    #[must_use]
    pub fn warn(mut self) -> Self {
        self.warns = true;
        self
    }

    /// The kind of the relation.
    #[must_use]
    pub fn kind(&self) -> RelationKind {
        self.kind
    }

    /// Whether a violation is a warning.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        self.warns
    }

    /// The relations that a combination consists of.
    #[must_use]
    pub fn parts(&self) -> &[Relation] {
        &self.parts
    }

    /// The value of an [`equals`](Self::equals).
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// The paths of the attributes and nested blocks, in the given order, with those of the parts.
    #[must_use]
    pub fn members(&self) -> Vec<&MemberPath> {
        let parts = self.parts.iter().flat_map(Self::members);
        self.own.iter().chain(parts).collect()
    }

    /// How many members the relation has, with those of its parts.
    pub(crate) fn member_count(&self) -> usize {
        let parts = self.parts.iter().map(Self::member_count);
        self.own.len() + parts.sum::<usize>()
    }
}
