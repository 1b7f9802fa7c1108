//! The schema of a model: what the host is told, and how the framework plans and checks.
//!
//! `#[derive(Schema)]` builds these from a struct; a [`DynResource`](crate::DynResource) builds them by value. Attributes and nested
//! blocks of one block stand in one list, sorted by name, in the order in which their values stand in an object: so configuration,
//! prior state and plan are walked together, without looking a name up.

mod computed_block;
mod equality;
mod flatten;
mod identity;
mod member;
mod mistakes;
mod planned;
mod pointer;
mod relation;
mod replace;
mod said;
mod shape;
mod validator;
mod wire;
mod write_only;

use std::sync::{Arc, OnceLock};

use terrane_protocol::schema::Description;
use terrane_value::{Object, ObjectType, Type};

pub use self::equality::Equality;
use self::identity::Published;
pub use self::member::{Default, Identifies, Member};
pub(crate) use self::mistakes::{Role, find as mistakes, is_name};
pub(crate) use self::planned::{Inside, Keep};
pub use self::relation::{Relation, RelationKind};
pub use self::replace::{Condition, Replace};
pub use self::shape::Shape;
pub use self::validator::{Validator, Violation};
pub use terrane_protocol::schema::{BlockNesting, Nesting};

/// The attributes and nested blocks of a model. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Block(Arc<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    members: Box<[Member]>,
    /// Made when it is first asked for: hosts can be told of the block without.
    object_type: OnceLock<ObjectType>,
    /// The order of planning; empty if it is that of the members.
    order: Vec<usize>,
    /// Found when it is first asked for, as the type is.
    inside: OnceLock<Inside>,
    /// The block that hosts know, if it is another one.
    published: Option<Published>,
    description: Description,
    deprecated: Option<String>,
    relations: Vec<Relation>,
    mistakes: Vec<String>,
}

impl Block {
    /// Makes a block of attributes and nested blocks, in any order.
    ///
    /// What cannot be, such as two members with the same name, is left out. The host is told of it when it asks for the schema.
    pub fn new(members: impl IntoIterator<Item = Member>) -> Self {
        Self::of(members.into_iter().collect())
    }

    fn of(mut members: Vec<Member>) -> Self {
        let mut mistakes = Vec::new();
        if !members.is_sorted_by(|a, b| a.name() < b.name()) {
            members.sort_by(|a, b| a.name().cmp(b.name()));
            members.dedup_by(|later, first| {
                let same = later.name() == first.name();
                if same {
                    mistakes.push(format!("two members are called `{}`", first.name()));
                }
                same
            });
        }
        let order = planned::resolve(&mut members, &mut mistakes);
        Self(Arc::new(Parts {
            relations: Vec::new(),
            order,
            inside: OnceLock::new(),
            published: Published::of(&members),
            members: members.into(),
            object_type: OnceLock::new(),
            description: Description::default(),
            deprecated: None,
            mistakes,
        }))
    }

    /// What it is made of, to change it.
    fn parts(&mut self) -> &mut Parts {
        Arc::make_mut(&mut self.0)
    }

    /// Says what the block is, in Markdown.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.parts().description = Description::markdown(text);
        self
    }

    /// Marks the whole block as deprecated, saying what to use instead.
    #[must_use]
    pub fn deprecated(mut self, message: impl Into<String>) -> Self {
        self.parts().deprecated = Some(message.into());
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

    /// What there is in the block, at any depth.
    pub(crate) fn inside(&self) -> Inside {
        *self.0.inside.get_or_init(|| Inside::of(self.members()))
    }

    /// Finds an attribute or nested block by its name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members().get(self.position(name)?)
    }

    /// Where the value of an attribute or nested block stands in an object.
    fn position(&self, name: &str) -> Option<usize> {
        self.members()
            .binary_search_by(|member| member.name().as_str().cmp(name))
            .ok()
    }

    /// The message of a deprecated block.
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

    /// Whether any value, at any depth, is sensitive or in the configuration only.
    pub(crate) fn has_secrets(&self) -> bool {
        self.inside().secrets
    }

    /// Whether an object has the attributes of the block: one that a provider made over values may not.
    pub(crate) fn describes(&self, object: &Object) -> bool {
        object.names() == self.object_type().names()
    }

    /// The type of the values that the block describes.
    #[must_use]
    pub fn ty(&self) -> Type {
        Type::Object(self.object_type().clone())
    }
}
