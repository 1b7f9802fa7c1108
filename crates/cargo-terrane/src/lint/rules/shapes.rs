//! Rules about types and nesting.

use terrane_protocol::schema::{Attribute, AttributeKind, BlockNesting, Nesting};
use terrane_value::Type;

use crate::lint::finding::Finding;
use crate::lint::names::{last_word, words};
use crate::lint::subject::{Member, Node, Subject};

/// Attributes by which practitioners name an object.
const KEYS: [&str; 4] = ["id", "key", "label", "name"];

/// TF501.
pub(super) fn sets_of_named_objects(subject: &Subject) -> Vec<Finding> {
    configurable(subject)
        .filter_map(|member| {
            let key = match member.node {
                Node::Attribute(attribute) => match &attribute.kind {
                    AttributeKind::Nested(object) if object.nesting == Nesting::Set => {
                        key_of(&object.attributes)?
                    }
                    AttributeKind::Type(Type::Set(element)) => match &**element {
                        Type::Object(object) => {
                            let is_key = |key: &&&str| object.attribute(key) == Some(&Type::String);
                            KEYS.iter().find(is_key)?
                        }
                        _ => return None,
                    },
                    AttributeKind::Nested(_) | AttributeKind::Type(_) => return None,
                },
                Node::Block(block) if block.nesting == BlockNesting::Set => {
                    key_of(&block.block.attributes)?
                }
                Node::Block(_) => return None,
            };
            Some(member.finding(format!(
                "each object of the set has a `{key}`, so a map by it would be clearer"
            )))
        })
        .collect()
}

/// Returns the attribute that names the object.
fn key_of(attributes: &[Attribute]) -> Option<&'static str> {
    KEYS.into_iter().find(|key| {
        let attribute = attributes.iter().find(|it| *it.name == **key);
        attribute.is_some_and(|it| it.required && it.kind == AttributeKind::Type(Type::String))
    })
}

/// Returns the members that configurations can set.
fn configurable(subject: &Subject) -> impl Iterator<Item = Member<'_>> {
    let members = subject.members().into_iter();
    members.filter(|member| !member.is_output && !member.in_timeouts)
}

/// Last words of names whose values have no order.
const UNORDERED: [&str; 9] = [
    "arns",
    "groups",
    "ids",
    "labels",
    "members",
    "permissions",
    "roles",
    "scopes",
    "tags",
];

/// TF502.
pub(super) fn lists_without_order(subject: &Subject) -> Vec<Finding> {
    configurable(subject)
        .filter(|member| {
            member.attribute().is_some_and(|attribute| {
                attribute.kind == AttributeKind::Type(Type::list(Type::String))
                    && UNORDERED.contains(&last_word(&attribute.name))
            })
        })
        .map(|member| {
            member.finding(
                "the values seem to have no order, and a list shows another order as a change",
            )
        })
        .collect()
}

/// TF503.
pub(super) fn blocks(subject: &Subject) -> Vec<Finding> {
    if subject.serves_6 != Some(true) {
        return Vec::new();
    }
    configurable(subject)
        .filter(|member| member.block().is_some())
        .map(|member| {
            member.finding("the provider serves protocol 6, in which a nested attribute is clearer than a block")
        })
        .collect()
}

/// TF504.
pub(super) fn collections_of_one(subject: &Subject) -> Vec<Finding> {
    // The plugin SDK of Go has blocks of lists and sets alone, but for timeouts, so its authors cannot follow the rule.
    let has_single = |member: Member<'_>| match member.node {
        Node::Attribute(attribute) => matches!(attribute.kind, AttributeKind::Nested(_)),
        Node::Block(block) => !block.nesting.is_collection(),
    };
    if !subject.described.is_complete && !configurable(subject).any(has_single) {
        return Vec::new();
    }
    configurable(subject)
        .filter(|member| {
            member.block().is_some_and(|block| {
                block.max_items == 1
                    && matches!(block.nesting, BlockNesting::List | BlockNesting::Set)
            })
        })
        .map(|member| member.finding("the block may appear once, and its value is a collection"))
        .collect()
}

/// TF505.
pub(super) fn dynamic_types(subject: &Subject) -> Vec<Finding> {
    configurable(subject)
        .filter(|member| {
            member
                .attribute()
                .is_some_and(|it| it.kind == AttributeKind::Type(Type::Dynamic))
        })
        .map(|member| member.finding("the attribute accepts values of every type"))
        .collect()
}

/// TF506.
pub(super) fn plain_objects(subject: &Subject) -> Vec<Finding> {
    if subject.serves_6 != Some(true) {
        return Vec::new();
    }
    configurable(subject)
        .filter(|member| {
            member.attribute().is_some_and(|it| match &it.kind {
                AttributeKind::Type(ty) => holds_object(ty),
                AttributeKind::Nested(_) => false,
            })
        })
        .map(|member| {
            member.finding("the attributes of the object have no descriptions, because it is not a nested attribute")
        })
        .collect()
}

fn holds_object(ty: &Type) -> bool {
    match ty {
        Type::Object(_) => true,
        Type::List(element) | Type::Set(element) | Type::Map(element) => holds_object(element),
        _ => false,
    }
}

/// TF507.
pub(super) fn texts(subject: &Subject) -> Vec<Finding> {
    configurable(subject)
        .filter_map(|member| {
            let attribute = member.attribute()?;
            if attribute.kind != AttributeKind::Type(Type::String) {
                return None;
            }
            let words = words(&attribute.name);
            let ty = match (words.first(), words.last()) {
                (Some(&("is" | "has" | "enable")), _) | (_, Some(&"enabled")) => "bool",
                (
                    _,
                    Some(&("count" | "port" | "percent" | "seconds" | "megabytes" | "gigabytes")),
                ) => "number",
                (_, _) => return None,
            };
            Some(member.finding(format!(
                "the name is that of a {ty}, and the attribute is a string"
            )))
        })
        .collect()
}
