//! Schema errors of relations.

use terrane_protocol::DynamicValue;
use terrane_value::Type;

use super::{MemberPath, Relation, RelationKind};
use crate::messages::schema_errors as messages;
use crate::schema::{Block, Member, Validator};

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
    let missing = members.iter().find(|path| block.chain(path).is_none());
    if let Some(path) = missing {
        return Some(messages::no_member(&path.to_string()));
    }
    let (first, second) = separate_collections(block, &members)
        .map(|(first, second)| (first.to_string(), second.to_string()))
        .unzip();
    if let (Some(first), Some(second)) = (first, second) {
        return Some(messages::separate_collections(&first, &second));
    }
    part_error(block, relation, false)
}

/// Returns the error of a relation or of one of its parts.
fn part_error(block: &Block, relation: &Relation, nested: bool) -> Option<String> {
    let own_error = match relation.kind {
        RelationKind::PreferWriteOnly if nested => Some(messages::hint_in_combination()),
        RelationKind::AllOf | RelationKind::AnyOf if relation.parts.is_empty() => {
            Some(messages::no_parts())
        }
        RelationKind::Equals => comparison_error(block, relation),
        RelationKind::PreferWriteOnly => twin_error(block, relation),
        kind if kind.is_arithmetic() => number_error(block, relation),
        _ => None,
    };
    let never_set = || {
        let mut own = relation.own.iter();
        let path = own.find(|path| is_never_set(block, path))?;
        Some(messages::never_set(&path.to_string()))
    };
    let duplicate = || {
        let mut own = relation.own.iter().enumerate();
        let (_, path) = own.find(|(at, path)| relation.own[..*at].contains(path))?;
        Some(messages::listed_twice(&path.to_string()))
    };
    let of_parts = || {
        let mut parts = relation.parts.iter();
        parts.find_map(|part| part_error(block, part, true))
    };
    own_error
        .or_else(never_set)
        .or_else(duplicate)
        .or_else(of_parts)
}

/// Whether no configuration can set a member.
fn is_never_set(block: &Block, path: &MemberPath) -> bool {
    let chain = block.chain(path).unwrap_or_default();
    chain.iter().any(|member| {
        let block = matches!(member.shape(), crate::schema::Shape::Block { .. });
        !block && member.computed() && !member.configurable()
    })
}

/// Returns why the members of a sum or product cannot be added and compared.
fn number_error(block: &Block, relation: &Relation) -> Option<String> {
    let last = |path: &MemberPath| block.chain(path)?.last().map(|member| member.ty());
    let mut own = relation.own.iter();
    if let Some(path) = own.find(|path| last(path) != Some(Type::Number)) {
        return Some(messages::not_a_number(&path.to_string()));
    }
    // A result that shares its collection with a part is one number for each element.
    let result = relation.own.first()?;
    let chain = block.chain(result)?;
    let mut depths = 1..result.names().len();
    let alone = depths.any(|depth| {
        let mut parts = relation.own.iter().skip(1);
        let shared = parts.any(|part| {
            part.names().len() > depth && part.names().starts_with(&result.names()[..depth])
        });
        chain.get(depth - 1).is_some_and(is_collection) && !shared
    });
    alone.then(|| messages::several_results(&result.to_string()))
}

/// Returns why an attribute is not the write-only alternative of another one.
fn twin_error(block: &Block, relation: &Relation) -> Option<String> {
    let path = relation.own.get(1)?;
    let chain = block.chain(path)?;
    let stored = !chain.iter().any(|member| member.is_write_only());
    stored.then(|| messages::stored_twin(&path.to_string()))
}

/// Returns why an `equals` can never be true, or must not be reported.
fn comparison_error(block: &Block, relation: &Relation) -> Option<String> {
    let (path, value) = (relation.own.first()?, relation.value.as_ref()?);
    let chain = block.chain(path)?;
    let (member, name) = (chain.last()?, path.to_string());
    if chain
        .iter()
        .any(|member| member.is_sensitive() || member.is_write_only())
    {
        return Some(messages::compares_secret(&name));
    }
    if value.is_absent() || DynamicValue::encode_finite(value, &member.ty()).is_err() {
        return Some(messages::compares_other_type(&name, member.ty()));
    }
    let checks = member.checks().iter();
    let mut checks = checks.filter(|check| Validator::why_broken(check).is_none());
    let violation = checks.find_map(|check| check.error_of(value))?;
    Some(messages::compares_refused_value(&name, violation.detail()))
}

/// Finds two members of different collections that others share. One element of each cannot be chosen for all members.
fn separate_collections<'a>(
    block: &Block,
    members: &[&'a MemberPath],
) -> Option<(&'a MemberPath, &'a MemberPath)> {
    let shared = |path: &MemberPath, depth: usize| {
        let prefix = &path.names()[..depth];
        let through = members
            .iter()
            .filter(|other| other.names().len() > depth && other.names().starts_with(prefix));
        through.count() > 1
    };
    // The innermost shared collection of each member.
    let innermost = |path: &'a MemberPath| {
        let chain = block.chain(path)?;
        let depths = (1..path.names().len()).rev();
        let mut collections =
            depths.filter(|depth| chain.get(depth - 1).is_some_and(is_collection));
        let depth = collections.find(|depth| shared(path, *depth))?;
        Some((path, depth))
    };
    let innermost: Vec<_> = members.iter().filter_map(|path| innermost(path)).collect();
    innermost.iter().find_map(|(one, depth)| {
        let prefix = &one.names()[..*depth];
        let mut others = innermost.iter();
        let (other, _) = others.find(|(other, other_depth)| {
            let end = (*depth).min(*other_depth);
            prefix[..end] != other.names()[..end]
        })?;
        Some((*one, *other))
    })
}

fn is_collection(member: &&Member) -> bool {
    member.shape().single().is_none()
}
