//! The generated configuration of an existing object, changed until it satisfies the relations of its schema (rule I10).

mod cost;
mod search;
#[cfg(test)]
mod tests;
mod tree;

use terrane_value::Object;

use self::tree::{Form, Tree};
use crate::schema::Block;

/// A relation that a generated configuration violates.
pub(crate) struct Violated {
    pub(crate) detail: String,
    /// Whether the relation holds if the host writes sensitive values.
    pub(crate) is_written_alone: bool,
}

/// Removes optional values from a generated configuration until all relations are true. It adds an `id` that is omitted, if a relation needs it.
///
/// The change loses as little as possible: a value that the provider computes is removed before another one, and a required value never. `config` is
/// the configuration that hosts generate from the state. Returns the relations that no change satisfies, too.
///
/// Hosts do not write sensitive values into a configuration, so relations hold with and without them.
pub(crate) fn satisfy(block: &Block, state: &Object, config: Object) -> (Object, Vec<Violated>) {
    if !relates(block) {
        return (config, Vec::new());
    }
    let tree = Tree::new(block, state, &config);
    let found = search::search(&tree);
    let config = tree.object(&found.edits, Form::Answer);
    let violated = found.violations.into_iter().map(|it| Violated {
        is_written_alone: it.is_of_file(),
        detail: it.detail,
    });
    (config, violated.collect())
}

/// Whether a block, or a block in it, has relations.
fn relates(block: &Block) -> bool {
    let mut nested = block.members().iter();
    let mut in_nested = || nested.any(|member| member.shape().nested().is_some_and(relates));
    !block.relations().is_empty() || in_nested()
}
