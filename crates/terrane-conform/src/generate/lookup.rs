//! Attributes and blocks by their paths, which have names joined by dots.

use terrane_protocol::schema::{Attribute, AttributeKind, Block, NestedBlock};
use terrane_value::Type;

/// An attribute or block at a path, or a member of an object in the type of an attribute.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node<'a> {
    Attribute(&'a Attribute),
    Block(&'a NestedBlock),
    Member(&'a Attribute, &'a Type),
}

pub(super) fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}.{name}")
    }
}

/// Finds the attribute or block at a path.
pub(super) fn find<'a>(block: &'a Block, path: &str) -> Option<Node<'a>> {
    let (first, rest) = match path.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    if let Some(attribute) = block.attribute(first) {
        return find_in_attribute(attribute, rest);
    }
    let nested = block.blocks.iter().find(|it| it.name == *first)?;
    match rest {
        None => Some(Node::Block(nested)),
        Some(rest) => find(&nested.block, rest),
    }
}

fn find_in_attribute<'a>(attribute: &'a Attribute, rest: Option<&str>) -> Option<Node<'a>> {
    let Some(rest) = rest else {
        return Some(Node::Attribute(attribute));
    };
    let nested = match &attribute.kind {
        AttributeKind::Nested(nested) => nested,
        AttributeKind::Type(whole) => {
            let member = |around, name: &str| match innermost(around) {
                Type::Object(object) => object.attribute(name),
                _ => None,
            };
            let ty = rest.split('.').try_fold(whole, member)?;
            return Some(Node::Member(attribute, ty));
        }
    };
    let (first, rest) = match rest.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (rest, None),
    };
    let inner = nested.attributes.iter().find(|it| it.name == *first)?;
    find_in_attribute(inner, rest)
}

/// Returns the top-level attributes and blocks that a message mentions, in the order of their mention.
pub(super) fn mentioned(block: &Block, message: &str) -> Vec<String> {
    let words: Vec<&str> = message
        .split(|it: char| !it.is_alphanumeric() && it != '_')
        .collect();
    let names = block.attributes.iter().map(|it| &it.name);
    let names: Vec<_> = names
        .chain(block.blocks.iter().map(|it| &it.name))
        .collect();
    let mut found: Vec<String> = Vec::new();
    for word in words {
        if names.iter().any(|name| *name == word) && !found.iter().any(|it| it == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Returns the type of the elements of collections, at any depth.
pub(super) fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => innermost(element),
        ty => ty,
    }
}
