//! Schema errors: errors of schemas that are made at run time, or that no type can prevent.
//!
//! Most of these errors cannot occur in a derived schema, because it would not compile. They are reported as diagnostics when a host requests the
//! schema, because the host's own errors would be harder to understand (rules G5, Z1 to Z4).

use terrane_protocol::DynamicValue;
use terrane_protocol::schema::{META_ARGUMENTS, PROVIDER_META_ARGUMENTS};
use terrane_value::{ErrorKind, Path, Type, Value};

use super::{Block, Member, Shape, Validator};
use crate::messages::schema_errors as messages;

/// The purpose of a schema, which decides the reserved names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The settings of a provider.
    Provider,
    /// A resource, a data source or an ephemeral resource.
    Object,
    /// Any other block.
    Other,
}

impl Role {
    /// Whether hosts reserve a name.
    fn reserves(self, name: &str) -> bool {
        match self {
            Self::Provider => PROVIDER_META_ARGUMENTS.contains(&name),
            Self::Object => META_ARGUMENTS.contains(&name),
            Self::Other => false,
        }
    }
}

/// Whether hosts accept a name.
pub(crate) fn is_name(name: &str) -> bool {
    match name.as_bytes() {
        [b'a'..=b'z' | b'_', rest @ ..] => rest
            .iter()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')),
        _ => false,
    }
}

/// Finds the errors of a schema, at any depth.
pub(crate) fn find(block: &Block, role: Role) -> Vec<String> {
    let mut found = Vec::new();
    for member in block.members() {
        let name = member.name();
        if role.reserves(name) {
            found.push(messages::reserved_name(name));
        }
    }
    parts(block, &mut found);
    inside(block, &Path::root(), Around::default(), &mut found);
    found
}

/// Finds errors in the names of an identity's parts.
fn parts(block: &Block, found: &mut Vec<String>) {
    let members = block.members().iter();
    let parts = members.filter(|member| member.identifies().is_published());
    let mut names: Vec<&str> = parts.map(|member| member.part_name().as_str()).collect();
    names.sort_unstable();
    for name in &names {
        if !is_name(name) {
            found.push(messages::bad_part_name(name));
        }
    }
    for pair in names.windows(2) {
        if pair[0] == pair[1] {
            found.push(messages::duplicate_part(pair[0]));
        }
    }
}

/// Whether an object is in a set or in a nested attribute, at any distance.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
    set: bool,
    attribute: bool,
}

fn inside(block: &Block, path: &Path, around: Around, found: &mut Vec<String>) {
    for problem in &block.0.schema_errors {
        found.push(if path.is_root() {
            problem.clone()
        } else {
            messages::in_nested(path, problem)
        });
    }
    for member in block.members() {
        let here = || path.clone().attribute(member.name().clone());
        let mut report = |what: &str| found.push(messages::of_member(here(), what));
        if !is_name(member.name()) {
            report(messages::BAD_NAME);
        }
        match member.shape() {
            Shape::Type(_) | Shape::Nested { .. } => of_attribute(member, around, &mut report),
            Shape::Block { .. } => of_block(member, around, &mut report),
        }
        // Most members have no options.
        if member.has_options() {
            of_options(member, path, &mut report);
        }
        if holds_dynamic(member) {
            report(messages::DYNAMIC_IN_COLLECTION);
        }
        if let Some(nested) = member.shape().nested() {
            let around = Around {
                set: around.set || member.shape().is_set(),
                attribute: around.attribute || matches!(member.shape(), Shape::Nested { .. }),
            };
            inside(nested, &here(), around, found);
        }
    }
}

fn of_attribute(member: &Member, around: Around, report: &mut dyn FnMut(&str)) {
    let computed = member.computed();
    if !computed && !member.configurable() {
        report(messages::NO_PRESENCE);
    }
    if member.is_write_only() && computed {
        report(messages::COMPUTED_WRITE_ONLY);
    }
    if member.is_write_only() && around.set {
        report(messages::WRITE_ONLY_IN_SET);
    }
    if member.is_replaced_by_updates() {
        report(messages::REPLACED_BY_UPDATES);
    }
}

fn of_block(member: &Member, around: Around, report: &mut dyn FnMut(&str)) {
    if around.attribute {
        report(messages::BLOCK_IN_ATTRIBUTE);
    }
    if let Shape::Block {
        min_items,
        max_items,
        ..
    } = member.shape()
        && *max_items > 0
        && min_items > max_items
    {
        report(messages::ITEMS_REVERSED);
    }
    if let Some(what) = member.cannot_be_computed() {
        report(what);
    }
}

fn of_options(member: &Member, path: &Path, report: &mut dyn FnMut(&str)) {
    for error in member.checks().iter().filter_map(Validator::why_broken) {
        report(&messages::broken_validator(error));
    }
    if let Some(default) = member.default_value() {
        if let Err(error) = DynamicValue::encode_finite(&default, &member.ty()) {
            report(&match error.kind() {
                ErrorKind::Mismatch | ErrorKind::Attribute => {
                    messages::DEFAULT_OF_OTHER_TYPE.to_owned()
                }
                _ => messages::unencodable_default(&error),
            });
        } else if let Some(violation) = refused(member, &default) {
            report(&messages::refused_default(&violation));
        }
    }
    if member.is_identity_only() {
        if !path.is_root() {
            report(messages::NESTED_IDENTITY_ONLY);
        }
        if !member.computed() || member.configurable() {
            report(messages::CONFIGURABLE_IDENTITY_ONLY);
        }
    }
}

/// Returns a violation of a member's default by its own validators.
fn refused(member: &Member, default: &Value) -> Option<String> {
    if default.is_absent() || default.is_unknown() {
        return None;
    }
    let mut checks = member
        .checks()
        .iter()
        .filter(|check| check.why_broken().is_none());
    checks.find_map(|check| Some(check.error_of(default)?.detail))
}

/// Whether a member is a collection that contains dynamic values.
fn holds_dynamic(member: &Member) -> bool {
    match (member.shape(), member.shape().nested()) {
        (Shape::Type(ty), _) => in_collection(ty),
        (shape, Some(block)) => shape.single().is_none() && any_dynamic(block),
        (_, None) => false,
    }
}

/// Whether a value at any depth may have any type.
fn any_dynamic(block: &Block) -> bool {
    block.members().iter().any(|member| match member.shape() {
        Shape::Type(ty) => ty.has_dynamic(),
        Shape::Nested { object: block, .. } | Shape::Block { block, .. } => any_dynamic(block),
    })
}

fn in_collection(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Tuple(parts) => parts.iter().any(in_collection),
        Type::Object(object) => object.iter().any(|(_, ty)| in_collection(ty)),
        _ => false,
    }
}
