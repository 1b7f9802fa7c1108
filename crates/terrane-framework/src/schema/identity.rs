//! Members that are parts of the identity alone. The provider's objects have them, but the host's schema does not.

use std::sync::OnceLock;

use terrane_value::{Object, ObjectType, Type, Value};

use super::{Block, Member};

/// A block without the members that are parts of the identity alone.
#[derive(Debug, Clone)]
pub(super) struct Published {
    /// The positions of these members.
    hidden: Vec<usize>,
    block: OnceLock<Block>,
}

impl Published {
    /// Finds the members that are not part of the host's schema, if there are any.
    pub(super) fn of(members: &[Member]) -> Option<Self> {
        let all = members.iter().enumerate();
        let hidden: Vec<usize> = all
            .filter(|(_, member)| member.is_identity_only())
            .map(|(at, _)| at)
            .collect();
        (!hidden.is_empty()).then_some(Self {
            hidden,
            block: OnceLock::new(),
        })
    }
}

impl Block {
    /// Returns the block of the host's schema.
    pub(crate) fn published(&self) -> &Block {
        let Some(published) = &self.0.published else {
            return self;
        };
        published.block.get_or_init(|| {
            let is_known = |member: &&Member| !member.is_identity_only();
            self.with_members(|all| all.filter(is_known).cloned().collect())
        })
    }

    /// Returns the type of the block's values in the host's schema.
    pub(crate) fn published_ty(&self) -> Type {
        self.published().ty()
    }

    /// Returns the positions of the members that are parts of the identity alone.
    pub(crate) fn identity_only(&self) -> &[usize] {
        self.0.published.as_ref().map_or(&[], |it| &it.hidden)
    }

    /// Converts an object of the host's schema to the block. Parts of the identity alone are null.
    pub(crate) fn receive(&self, object: Object) -> Object {
        let hidden = self.identity_only();
        if hidden.is_empty() {
            return object;
        }
        let mut values = object.into_values();
        for at in hidden {
            values.insert(*at, Value::Null);
        }
        Object::aligned(self.object_type(), values)
    }

    /// Converts an object to the host's schema. An object of another schema stays unchanged, and cannot be encoded.
    pub(crate) fn publish(&self, object: Object) -> Object {
        let hidden = self.identity_only();
        if hidden.is_empty() || !self.describes(&object) {
            return object;
        }
        let ty: &ObjectType = self.published().object_type();
        let values = object.into_values().into_iter().enumerate();
        let known = values.filter(|(at, _)| !hidden.contains(at));
        Object::aligned(ty, known.map(|(_, value)| value).collect())
    }
}
