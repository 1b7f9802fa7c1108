//! Rules about names.

use terrane_protocol::schema::{
    AttributeKind, Block, META_ARGUMENTS, Nesting, PROVIDER_META_ARGUMENTS, TypeKind,
};
use terrane_value::Type;

use crate::lint::finding::{Finding, owner};
use crate::lint::names::{is_plural, is_snake_case, last_word, names_several, words};
use crate::lint::subject::{Node, Subject};

/// The message of TF101 and TF103.
const NOT_SNAKE_CASE: &str = "the name is not made of lower-case words that are joined by `_`";

/// TF101.
pub(super) fn type_names(subject: &Subject) -> Vec<Finding> {
    let all_types = subject.types().into_iter();
    let types = all_types
        .filter(|item| !is_snake_case(item.name))
        .map(|item| item.finding(NOT_SNAKE_CASE));
    let all_functions = subject.described.schemas.schemas.functions.keys();
    let functions = all_functions
        .filter(|name| !is_snake_case(name))
        .map(|name| Finding::new(format!("function {name}"), "", NOT_SNAKE_CASE));
    types.chain(functions).collect()
}

/// TF102.
pub(super) fn type_prefixes(subject: &Subject) -> Vec<Finding> {
    let types = subject.types();
    let prefix = |name: &str| words(name).first().copied().unwrap_or_default().to_owned();
    let own = subject.described.name().replace('-', "_");
    let has_own = |name: &str| name == own || name.starts_with(&format!("{own}_"));
    // A provider such as `google-beta` has the types of another name.
    let common = types
        .iter()
        .map(|item| prefix(item.name))
        .max_by_key(|one| {
            let same = types.iter().filter(|item| prefix(item.name) == *one);
            same.count()
        });
    let foreign = types
        .iter()
        .filter(|item| !has_own(item.name) && Some(prefix(item.name)) != common);
    foreign
        .map(|item| {
            item.finding(format!(
                "the name does not begin with `{}_`",
                common.as_deref().unwrap_or(&own)
            ))
        })
        .collect()
}

/// TF103.
pub(super) fn member_names(subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    for member in subject.members() {
        if !is_snake_case(member.name()) {
            found.push(member.finding(NOT_SNAKE_CASE));
        }
    }
    for (name, function) in &subject.described.schemas.schemas.functions {
        for parameter in function.parameters.iter().chain(&function.variadic) {
            if !is_snake_case(&parameter.name) {
                let owner = format!("function {name}");
                found.push(Finding::new(
                    owner,
                    parameter.name.to_string(),
                    NOT_SNAKE_CASE,
                ));
            }
        }
    }
    for (name, identity) in &subject.described.schemas.identities {
        for part in &identity.attributes {
            if !is_snake_case(&part.name) {
                let owner = format!("identity of {}", owner(TypeKind::Resource, name));
                found.push(Finding::new(owner, part.name.to_string(), NOT_SNAKE_CASE));
            }
        }
    }
    found
}

/// TF104.
pub(super) fn reserved_names(subject: &Subject) -> Vec<Finding> {
    let members = subject.members().into_iter();
    members
        .filter(|member| member.depth == 0)
        .filter(|member| match member.item.kind {
            Some(_) => META_ARGUMENTS.contains(&member.name()),
            None => PROVIDER_META_ARGUMENTS.contains(&member.name()),
        })
        .map(|member| {
            member.finding(
                "Terraform reads an argument of this name itself, so configurations cannot set it",
            )
        })
        .collect()
}

/// TF105.
pub(super) fn collection_names(subject: &Subject) -> Vec<Finding> {
    let members = subject.members().into_iter();
    members
        .filter(|member| member.attribute().is_some_and(|it| is_sequence(&it.kind)))
        // Providers in Go compute a single object as a list of one, and a list of results needs no noun.
        .filter(|member| !member.is_output && !names_several(member.name()))
        .map(|member| {
            member.finding("the attribute has several values, and its name is not a plural")
        })
        .collect()
}

const fn is_sequence(kind: &AttributeKind) -> bool {
    match kind {
        AttributeKind::Type(ty) => matches!(ty, Type::List(_) | Type::Set(_)),
        AttributeKind::Nested(object) => {
            matches!(object.nesting, Nesting::List | Nesting::Set)
        }
    }
}

/// TF106.
pub(super) fn block_names(subject: &Subject) -> Vec<Finding> {
    let members = subject.members().into_iter();
    members
        .filter(|member| match member.node {
            // In the plugin SDK of Go, a block that occurs at most once is a list of one.
            Node::Block(block) => {
                block.nesting.is_collection()
                    && block.max_items != 1
                    && is_configurable(&block.block)
                    && is_plural(last_word(&block.name))
            }
            Node::Attribute(_) => false,
        })
        .map(|member| {
            member.finding("each block has one object, and the name of the block is a plural")
        })
        .collect()
}

/// Whether configurations can set a part of the block. The others are lists of results.
fn is_configurable(block: &Block) -> bool {
    let mut attributes = block.attributes.iter();
    attributes.any(|it| it.required || it.optional)
        || block.blocks.iter().any(|it| is_configurable(&it.block))
}

/// TF107.
pub(super) fn negative_names(subject: &Subject) -> Vec<Finding> {
    let members = subject.members().into_iter();
    members
        .filter(|member| {
            let is_flag = member
                .attribute()
                .is_some_and(|it| it.kind == AttributeKind::Type(Type::Bool));
            let words = words(member.name());
            is_flag
                && (matches!(
                    words.first(),
                    Some(&("no" | "not" | "dont" | "disable" | "disabled"))
                ) || words.last() == Some(&"disabled"))
        })
        .map(|member| member.finding("`true` switches something off"))
        .collect()
}
