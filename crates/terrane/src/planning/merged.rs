//! Elements of sets that defaults make one.

use terrane_protocol::Diagnostic;
use terrane_value::{Data, Object, Path, Set, Step, Value};

use super::complete::fill_missing;
use super::elements;
use crate::schema::Block;

/// Tells of each configured set of which two elements are the same once defaults stand where they have nothing.
///
/// Hosts refuse a plan with fewer elements than are configured, and would call it the provider's fault.
pub(crate) fn merged(block: &Block, config: &Object) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if block.inside().defaults {
        find(block, config, &mut Path::root(), &mut findings);
    }
    findings
}

fn find(block: &Block, config: &Object, path: &mut Path, findings: &mut Vec<Diagnostic>) {
    for (member, value) in block.members().iter().zip(config.values()) {
        let nested = member.shape().nested();
        let (Some(nested), Value::Known(data)) =
            (nested.filter(|nested| nested.inside().defaults), value)
        else {
            continue;
        };
        path.push(Step::Attribute(member.name().clone()));
        match data {
            Data::Object(object) => find(nested, object, path, findings),
            Data::List(_) | Data::Tuple(_) | Data::Map(_) => {
                for (step, element) in steps(data) {
                    if let Some(object) = element.as_object() {
                        path.push(step);
                        find(nested, object, path, findings);
                        path.pop();
                    }
                }
            }
            Data::Set(_) => findings.extend(twins(nested, elements::all(value), path)),
            _ => {}
        }
        path.pop();
    }
}

fn steps(data: &Data) -> Vec<(Step, &Value)> {
    match data {
        Data::List(elements) | Data::Tuple(elements) => {
            let indexed = elements.iter().enumerate();
            indexed.map(|(at, it)| (Step::Index(at), it)).collect()
        }
        Data::Map(elements) => {
            let keyed = elements.iter();
            keyed
                .map(|(key, it)| (Step::Key(key.clone()), it))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn twins(block: &Block, configured: &[Value], path: &Path) -> Option<Diagnostic> {
    let mut seen = Set::with_capacity(configured.len());
    let completed = configured.iter().map(|element| {
        let mut completed = element.clone();
        if let Some(object) = completed.as_object_mut() {
            fill_missing(block, object);
        }
        completed
    });
    let completed: Vec<Value> = completed.collect();
    let second = completed.iter().position(|it| !seen.insert(it.clone()))?;
    let first = completed.iter().position(|it| *it == completed[second])?;
    let differences = configured[first].diff(&configured[second]);
    let names: Vec<String> = differences
        .iter()
        .map(|difference| format!("`{}`", difference.path))
        .collect();
    let names = names.join(" and ");
    let detail = format!(
        "Two elements of `{path}` differ only in {names}, which one of them leaves out: with its default it is the same as the other, and a set \
         has nothing twice. Remove one of them, or set {names} to something else."
    );
    Some(Diagnostic::error("Two elements of a set are the same", detail).at(path.clone()))
}
