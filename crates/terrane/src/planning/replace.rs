//! Which changes need a new object (rules L14 and L20).

use std::collections::HashMap;

use terrane_value::{Data, Object, Path, Set, Step, Value};

use super::{elements, is_null};
use crate::schema::{Block, Member, Replace};

/// Collects the paths of changed attributes that cannot be changed in place, in the order of the schema.
pub(super) fn collect(
    block: &Block,
    config: &Object,
    prior: &Object,
    planned: &Object,
    out: &mut Vec<Path>,
) {
    let mut walk = Walk {
        path: Path::root(),
        out,
    };
    walk.object(block, Some(config), Some(prior), planned);
}

struct Walk<'a> {
    path: Path,
    out: &'a mut Vec<Path>,
}

impl Walk<'_> {
    fn object(
        &mut self,
        block: &Block,
        config: Option<&Object>,
        prior: Option<&Object>,
        planned: &Object,
    ) {
        for (at, member) in block.members().iter().enumerate() {
            let planned = planned.at(at);
            let prior = prior.map_or(&Value::Null, |prior| prior.at(at));
            if planned == prior {
                continue;
            }
            let config = config.map_or(&Value::Null, |config| config.at(at));
            self.path.push(Step::Attribute(member.name().clone()));
            self.member(member, config, prior, planned);
            self.path.pop();
        }
    }

    /// A member whose planned value differs from the prior one.
    fn member(&mut self, member: &Member, config: &Value, prior: &Value, planned: &Value) {
        if asks(member, config) {
            self.out.push(self.path.clone());
            return;
        }
        let Some(nested) = member.shape().nested() else {
            return;
        };
        if let Value::Known(Data::Set(planned)) = planned {
            if set_asks(nested, prior, planned) {
                self.out.push(self.path.clone());
            }
            return;
        }
        elements::each(planned, |step, planned| {
            let config = elements::beside(config, step.as_ref());
            let prior = elements::beside(prior, step.as_ref());
            let single = step.is_none();
            if let Some(step) = step {
                self.path.push(step);
            }
            self.object(nested, config, prior, planned);
            if !single {
                self.path.pop();
            }
        });
    }
}

fn asks(member: &Member, config: &Value) -> bool {
    match member.replaces() {
        Replace::Never => false,
        Replace::Changed => true,
        Replace::Configured => !is_null(config),
    }
}

/// Whether the elements of a set differ in what cannot be changed in place. They have no address, so they are counted.
fn set_asks(block: &Block, prior: &Value, planned: &Set) -> bool {
    let columns: Vec<usize> = block
        .members()
        .iter()
        .enumerate()
        .filter(|(_, member)| any_replaces(member))
        .map(|(at, _)| at)
        .collect();
    if columns.is_empty() {
        return false;
    }
    let project = |element: &Value| -> Vec<Value> {
        elements::as_object(element)
            .map(|object| columns.iter().map(|at| object.at(*at).clone()).collect())
            .unwrap_or_default()
    };
    let mut counts: HashMap<Vec<Value>, i64> = HashMap::new();
    for element in planned.iter() {
        *counts.entry(project(element)).or_default() += 1;
    }
    if let Value::Known(Data::Set(prior)) = prior {
        for element in prior.iter() {
            *counts.entry(project(element)).or_default() -= 1;
        }
    }
    counts.values().any(|count| *count != 0)
}

fn any_replaces(member: &Member) -> bool {
    member.replaces() != Replace::Never
        || member
            .shape()
            .nested()
            .is_some_and(|nested| nested.members().iter().any(any_replaces))
}
