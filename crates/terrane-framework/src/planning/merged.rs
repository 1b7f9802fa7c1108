//! Finds elements of sets that become equal by defaults.

use terrane_protocol::Diagnostic;
use terrane_value::{Data, Object, Set, Value};

use super::complete::fill_missing;
use super::place::Place;
use crate::elements;
use crate::messages;
use crate::schema::Block;

/// Reports each configured set in which two elements become equal by defaults.
///
/// Hosts refuse a plan with fewer elements than configured, and report it as a bug in the provider.
pub(crate) fn merged(block: &Block, config: &Object) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if block.facts().defaults {
        find(block, config, &Place::Root, &mut findings);
    }
    findings
}

fn find(block: &Block, config: &Object, place: &Place<'_>, findings: &mut Vec<Diagnostic>) {
    for (member, value) in block.members().iter().zip(config.values()) {
        let nested = member.shape().nested();
        let Some(nested) = nested.filter(|nested| nested.facts().defaults) else {
            continue;
        };
        let place = Place::Attribute(place, member.name());
        let mut element = |place: &Place<'_>, element: &Value| {
            if let Some(object) = element.as_object() {
                find(nested, object, place, findings);
            }
        };
        match value {
            Value::Known(Data::Object(_)) => element(&place, value),
            Value::Known(Data::List(elements)) => {
                for (at, it) in elements.iter().enumerate() {
                    element(&Place::Index(&place, at), it);
                }
            }
            Value::Known(Data::Map(elements)) => {
                for (key, it) in elements.iter() {
                    element(&Place::Key(&place, key), it);
                }
            }
            Value::Known(Data::Set(_)) => findings.extend(twins(nested, value, &place)),
            _ => {}
        }
    }
}

fn twins(block: &Block, set: &Value, place: &Place<'_>) -> Option<Diagnostic> {
    let configured = elements::all(set);
    let completed = |element: &Value| {
        let mut completed = element.clone();
        if let Some(object) = completed.as_object_mut() {
            fill_missing(block, object);
        }
        completed
    };
    let mut seen = Set::with_capacity(configured.len());
    let second = configured.iter().find(|it| !seen.insert(completed(it)))?;
    let twin = completed(second);
    let first = configured.iter().find(|it| completed(it) == twin)?;
    let path = place.path();
    let mut names = Vec::new();
    first.walk(|path, part| {
        let other = second.at(path);
        let differs = other != Some(part);
        let differs_inside = has_addresses(part) && other.is_some_and(has_addresses);
        if differs && !differs_inside {
            names.push(format!("`{path}`"));
        }
        differs && differs_inside
    });
    Some(messages::values::equal_elements(&path, &names.join(" and ")).at(path))
}

/// Whether the parts of a value have addresses, which elements of sets do not have.
fn has_addresses(value: &Value) -> bool {
    matches!(
        value,
        Value::Known(Data::Object(_) | Data::List(_) | Data::Map(_))
    )
}
