//! Rules about plans.

use terrane_protocol::schema::{
    Attribute, AttributeKind, BlockNesting, NestedBlock, Nesting, TypeKind,
};

use crate::lint::finding::Finding;
use crate::lint::names::words;
use crate::lint::subject::{Item, Member, Node, Subject};

/// TF401.
pub(super) fn noise(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for item in subject.of_kind(TypeKind::Resource) {
        if !is_updated(item) {
            continue;
        }
        let members = item.members();
        // Below a value that keeps, nothing becomes unknown.
        let quiet: Vec<String> = members
            .iter()
            .filter(|member| is_decided(member) || member.is_output)
            .map(|member| format!("{}.", member.path))
            .collect();
        let unaligned: Vec<&str> = members
            .iter()
            .filter(|member| is_unaligned(member))
            .map(|list| list.path.as_str())
            .collect();
        for member in &members {
            let Node::Attribute(attribute) = member.node else {
                continue;
            };
            let is_quiet =
                is_decided(member) || quiet.iter().any(|prefix| member.path.starts_with(prefix));
            if attribute.computed && !is_quiet && !changes_by_nature(&attribute.name) {
                let around = |list: &&&str| {
                    let rest = member.path.strip_prefix(**list);
                    rest.is_some_and(|rest| rest.starts_with('.'))
                };
                let align = unaligned.iter().rfind(around).map(|list| {
                    format!("; an element that changes can only keep it if `align` on `{list}` names the attribute that identifies an element")
                });
                found.push(member.finding(format!(
                    "each update shows \"(known after apply)\" for the attribute{}",
                    align.unwrap_or_default()
                )));
            }
        }
    }
    found
}

/// Whether a change of the configuration can update an object in place.
fn is_updated(item: Item<'_>) -> bool {
    item.members().iter().any(|member| {
        let configurable = match member.node {
            Node::Attribute(it) => it.required || it.optional,
            Node::Block(_) => false,
        };
        let replaces = matches!(
            member.facts["replaces"].as_str(),
            Some("changed" | "configured")
        );
        configurable && !replaces && !member.in_timeouts
    })
}

/// Whether it is a list of objects without an attribute that identifies an element.
fn is_unaligned(member: &Member<'_>) -> bool {
    let is_list = match member.node {
        Node::Attribute(attribute) => match &attribute.kind {
            AttributeKind::Nested(object) => object.nesting == Nesting::List,
            AttributeKind::Type(_) => false,
        },
        Node::Block(block) => block.nesting == BlockNesting::List && block.max_items != 1,
    };
    is_list && member.facts["elements_by"].is_null()
}

/// Whether plans of updates know the value without the provider.
fn is_decided(member: &Member<'_>) -> bool {
    let has = |key: &str| !member.facts[key].is_null();
    [
        "default",
        "keeps",
        "keeps_unless_changed",
        "plan_hook",
        "key",
        "counts",
    ]
    .into_iter()
    .any(has)
}

/// Whether each update changes the value.
fn changes_by_nature(name: &str) -> bool {
    const CHANGING: [&str; 8] = [
        "etag",
        "fingerprint",
        "generation",
        "last",
        "modified",
        "revision",
        "updated",
        "version",
    ];
    words(name).iter().any(|word| CHANGING.contains(word))
}

/// TF402.
pub(super) fn contradictions(subject: &Subject) -> Vec<Finding> {
    let members = subject.members().into_iter();
    members
        .filter_map(|member| {
            let message = match member.node {
                Node::Attribute(attribute) => of_attribute(&member, attribute)?,
                Node::Block(block) => of_block(block)?,
            };
            Some(member.finding(message))
        })
        .collect()
}

fn of_attribute(member: &Member<'_>, attribute: &Attribute) -> Option<&'static str> {
    let is_resource = matches!(
        member.item.kind,
        Some(TypeKind::Resource | TypeKind::Ephemeral | TypeKind::Action)
    );
    match (attribute.required, attribute.optional, attribute.computed) {
        (true, true, _) => Some("the attribute is required and optional"),
        (true, _, true) => Some("the attribute is required and computed"),
        (false, false, false) => Some("the attribute is neither required, optional nor computed"),
        (..) if attribute.write_only && attribute.computed => {
            Some("the attribute is write-only and computed")
        }
        (..) if attribute.write_only && member.in_set => {
            Some("the attribute is write-only, and part of an element of a set")
        }
        (..) if attribute.write_only && !is_resource => {
            Some("the attribute is write-only, and not part of a resource")
        }
        (..) => None,
    }
}

const fn of_block(block: &NestedBlock) -> Option<&'static str> {
    if block.max_items != 0 && block.min_items > block.max_items {
        Some("the block must appear more often than it may")
    } else {
        None
    }
}
