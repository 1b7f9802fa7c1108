//! Schema errors of relations.

use terrane_value::Text;

use super::{MemberPath, Relation, RelationKind};
use crate::messages::schema_errors as messages;
use crate::schema::Block;

impl Block {
    /// Adds a relation between attributes or nested blocks, at any depth.
    ///
    /// A relation that cannot work, such as one with a missing attribute, is dropped, and reported as a schema error.
    #[must_use]
    pub fn relation(mut self, relation: Relation) -> Self {
        match schema_error(&self, &relation) {
            Some(problem) => {
                let problem = messages::of_relation(relation, &problem);
                self.parts().schema_errors.push(problem);
            }
            None => self.parts().relations.push(relation),
        }
        self
    }
}

/// Returns why a block cannot have a relation, if it cannot.
fn schema_error(block: &Block, relation: &Relation) -> Option<String> {
    let members = relation.members();
    let first = |is_wrong: &dyn Fn(usize, &MemberPath) -> bool| {
        let mut members = members.iter().enumerate();
        let (_, path) = members.find(|(at, path)| is_wrong(*at, path))?;
        Some(path.to_string())
    };
    if let Some(path) = first(&|_, path| block.chain(path).is_none()) {
        return Some(messages::no_member(&path));
    }
    if let Some((first, second)) = separate_collections(block, relation) {
        return Some(messages::separate_collections(
            &first.to_string(),
            &second.to_string(),
        ));
    }
    if let Some(path) = stored_twin(block, relation) {
        return Some(messages::stored_twin(&path.to_string()));
    }
    if let Some(path) = first(&|_, path| is_never_set(block, path)) {
        return Some(messages::never_set(&path));
    }
    let listed_twice = first(&|at, path| members[..at].contains(path));
    listed_twice.map(|path| messages::listed_twice(&path))
}

/// Whether no configuration can set a member.
fn is_never_set(block: &Block, path: &MemberPath) -> bool {
    let chain = block.chain(path).unwrap_or_default();
    chain.iter().any(|member| {
        let block = matches!(member.shape(), crate::schema::Shape::Block { .. });
        !block && member.computed() && !member.configurable()
    })
}

/// Returns the write-only alternative of an attribute, if it is not write-only.
fn stored_twin<'a>(block: &Block, relation: &'a Relation) -> Option<&'a MemberPath> {
    if relation.kind() != RelationKind::PreferWriteOnly {
        return None;
    }
    let path = relation.members().get(1)?;
    let chain = block.chain(path)?;
    let stored = !chain.iter().any(|member| member.is_write_only());
    stored.then_some(path)
}

/// Finds two members of different collections that others share. One element of each cannot be chosen for all members.
fn separate_collections<'a>(
    block: &Block,
    relation: &'a Relation,
) -> Option<(&'a MemberPath, &'a MemberPath)> {
    let shared = relation.shared_collections(block);
    let innermost = shared.last()?;
    let other = shared.iter().find(|it| !innermost.starts_with(it))?;
    let in_collection = |names: &[Text]| {
        let mut members = relation.members().iter();
        members.find(|path| is_in(path, names))
    };
    Some((in_collection(other)?, in_collection(innermost)?))
}

impl Relation {
    /// Returns the collections that several members share, the outermost first. If the relation is sound, each contains the next.
    pub(crate) fn shared_collections(&self, block: &Block) -> Vec<&[Text]> {
        let mut shared: Vec<&[Text]> = Vec::new();
        for path in self.members() {
            let chain = block.chain(path).unwrap_or_default();
            for (depth, member) in (1..path.names().len()).zip(chain) {
                let names = &path.names()[..depth];
                let members = self.members().iter().filter(|it| is_in(it, names));
                let is_collection = member.shape().single().is_none();
                if is_collection && members.count() > 1 && !shared.contains(&names) {
                    shared.push(names);
                }
            }
        }
        shared.sort_by_key(|names| names.len());
        shared
    }
}

/// Whether a member is in the attribute or block with these names.
pub(crate) fn is_in(path: &MemberPath, names: &[Text]) -> bool {
    path.names().len() > names.len() && path.names().starts_with(names)
}
