//! Schemas of models, with everything that the framework needs to plan and validate.
//!
//! `#[derive(Model)]` builds them from a struct. A [`DynResource`](crate::dynamic::DynResource) builds them at run time. One list contains the
//! attributes and nested blocks of a block, sorted by name like the values of an object. So configuration, prior state and plan are walked in
//! parallel, without look-ups by name.

mod annotations;
mod computed_block;
mod constraint;
mod equality;
mod flatten;
mod hook;
mod identity;
mod member;
mod object;
mod options;
mod planned;
mod relation;
mod replace;
mod schema_errors;
mod shape;
mod validation_context;
mod validator;
mod violation;
mod wire;
mod write_only;

use std::sync::{Arc, OnceLock};

use terrane_protocol::schema::Description;
use terrane_value::{Object, ObjectType, Path, Step, Type};

use crate::messages::schema_errors as messages;

pub use self::constraint::Constraint;
pub(crate) use self::constraint::without_blanks;
pub use self::equality::Equality;
pub(crate) use self::hook::HookReports;
pub use self::hook::{MemberChange, Modifier, Refinement};
use self::identity::Published;
pub(crate) use self::member::{Default, Identifies};
pub use self::member::{Member, MemberType, Presence};
pub(crate) use self::planned::{BlockFacts, Keep};
pub(crate) use self::relation::RelationKind;
pub(crate) use self::relation::is_in;
pub use self::relation::{MemberPath, Relation};
pub use self::replace::{Condition, Replace};
pub(crate) use self::schema_errors::{Role, find as find_schema_errors, is_name};
pub use self::shape::Shape;
pub use self::validation_context::ValidationContext;
pub use self::validator::Validator;
pub use self::violation::Violation;
pub use terrane_protocol::schema::{BlockNesting, Nesting};

/// The attributes and nested blocks of a model. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Block(Arc<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    members: Box<[Member]>,
    /// Created on first use, because the schema is sent to hosts without it.
    object_type: OnceLock<ObjectType>,
    /// The order of planning. Empty if it equals the order of the members.
    order: Vec<usize>,
    /// Computed on first use, like the type.
    facts: OnceLock<BlockFacts>,
    /// The block of the host's schema, if it differs.
    published: Option<Published>,
    description: Description,
    deprecated: Option<String>,
    since: Option<String>,
    relations: Vec<Relation>,
    schema_errors: Vec<String>,
}

impl Block {
    /// Creates a block from attributes and nested blocks, in any order.
    ///
    /// Invalid members, such as duplicates, are dropped, and reported as schema errors.
    pub fn new(members: impl IntoIterator<Item = Member>) -> Self {
        Self::of(members.into_iter().collect())
    }

    fn of(mut members: Vec<Member>) -> Self {
        let mut schema_errors = Vec::new();
        if !members.is_sorted_by(|a, b| a.name() < b.name()) {
            members.sort_by(|a, b| a.name().cmp(b.name()));
            members.dedup_by(|later, first| {
                let same = later.name() == first.name();
                if same {
                    schema_errors.push(messages::duplicate_member(first.name()));
                }
                same
            });
        }
        let order = planned::resolve(&mut members, &mut schema_errors);
        Self(Arc::new(Parts {
            relations: Vec::new(),
            order,
            facts: OnceLock::new(),
            published: Published::of(&members),
            members: members.into(),
            object_type: OnceLock::new(),
            description: Description::default(),
            deprecated: None,
            since: None,
            schema_errors,
        }))
    }

    /// Returns the contents for a change. Shared contents are copied first.
    /// Returns the block with other members.
    fn with_members(
        &self,
        members: impl FnOnce(std::slice::Iter<'_, Member>) -> Vec<Member>,
    ) -> Self {
        let mut block = Self::of(members(self.members().iter()));
        let (old, new) = (&self.0, block.parts());
        new.description.clone_from(&old.description);
        new.deprecated.clone_from(&old.deprecated);
        new.since.clone_from(&old.since);
        new.relations.clone_from(&old.relations);
        new.schema_errors.clone_from(&old.schema_errors);
        block
    }

    fn parts(&mut self) -> &mut Parts {
        Arc::make_mut(&mut self.0)
    }

    /// Sets the description, in Markdown.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.parts().description = Description::markdown(text);
        self
    }

    /// Sets the description, in plain text.
    #[must_use]
    pub fn plain_description(mut self, text: impl Into<String>) -> Self {
        self.parts().description = Description::plain(text);
        self
    }

    /// Deprecates the whole block, with a message about its replacement.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<String>) -> Self {
        self.parts().deprecated = Some(message.into());
        self
    }

    /// Sets the version of the provider that added the block, for the documentation.
    #[must_use]
    pub fn since(mut self, version: impl Into<String>) -> Self {
        self.parts().since = Some(version.into());
        self
    }

    /// The attributes and nested blocks, sorted by name.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.0.members
    }

    /// The members in the order in which they are planned.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, &Member)> {
        let members = self.members();
        (0..members.len()).filter_map(|at| {
            let at = self.0.order.get(at).copied().unwrap_or(at);
            Some((at, members.get(at)?))
        })
    }

    /// Returns facts about the contents of the block, at any depth.
    pub(crate) fn facts(&self) -> BlockFacts {
        *self.0.facts.get_or_init(|| BlockFacts::of(self.members()))
    }

    /// Finds an attribute or nested block by its name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members().get(self.position(name)?)
    }

    /// Finds the attribute or nested block whose value is at a path. `None` for an element of one.
    pub(crate) fn member_at(&self, path: &Path) -> Option<&Member> {
        let (mut block, mut found) = (Some(self), None);
        for step in path.steps() {
            found = match step {
                Step::Attribute(name) => Some(block?.member(name)?),
                Step::Index(_) | Step::Key(_) | Step::Element(_) => None,
            };
            block = found.map_or(block, |member| member.shape().nested());
        }
        found
    }

    /// Returns the position of an attribute or nested block in an object.
    fn position(&self, name: &str) -> Option<usize> {
        self.members()
            .binary_search_by(|member| member.name().as_str().cmp(name))
            .ok()
    }

    /// The deprecation message, if the block is deprecated.
    #[must_use]
    pub fn deprecation(&self) -> Option<&str> {
        self.0.deprecated.as_deref()
    }

    /// The type of the objects that the block describes.
    #[must_use]
    pub fn object_type(&self) -> &ObjectType {
        self.0.object_type.get_or_init(|| {
            let members = self.members().iter();
            ObjectType::new(members.map(|member| (member.name().clone(), member.ty())))
        })
    }

    /// Whether any value, at any depth, is sensitive or write-only.
    pub(crate) fn has_secrets(&self) -> bool {
        self.facts().secrets
    }

    /// Whether an object has exactly the attributes of the block. Objects from a [`DynResource`](crate::dynamic::DynResource) may have others.
    pub(crate) fn describes(&self, object: &Object) -> bool {
        object.names() == self.object_type().names()
    }

    /// The type of the values that the block describes.
    #[must_use]
    pub fn ty(&self) -> Type {
        Type::Object(self.object_type().clone())
    }

    /// Whether any attribute, at any depth, has a custom equality.
    pub(crate) fn has_equality(&self) -> bool {
        self.facts().equality
    }

    /// Finds the members on a path, from the outermost to the last one.
    pub(crate) fn chain(&self, path: &MemberPath) -> Option<Vec<&Member>> {
        let (mut block, mut chain) = (Some(self), Vec::new());
        for name in path.names() {
            let member = block?.member(name)?;
            block = member.shape().nested();
            chain.push(member);
        }
        Some(chain)
    }

    /// Returns the relations.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.0.relations
    }
}
