//! Computed attributes: unknown until the change is made, unless they keep their value (rules L8 and L21).

use terrane_value::{Data, Object, Value};

use super::set::{self, Unset};
use super::{elements, is_left_to_provider};
use crate::schema::{Block, Member};

/// Marks what the provider decides as unknown, or keeps the value of the prior state.
pub(super) fn mark(block: &Block, config: &Object, prior: Option<&Object>, planned: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let configured = config.at(at);
        let prior = prior.map(|prior| prior.at(at));
        if is_left_to_provider(member, configured) {
            *planned.at_mut(at) = kept(member, prior).unwrap_or_else(Value::unknown);
            continue;
        }
        let Some(nested) = member.shape().nested() else {
            continue;
        };
        if let Value::Known(Data::Set(elements)) = configured {
            *planned.at_mut(at) = set::build(nested, elements, prior, Unset::AsPlanned);
            continue;
        }
        elements::each_mut(planned.at_mut(at), |step, planned| {
            let Some(config) = elements::beside(configured, step.as_ref()) else {
                return;
            };
            let prior = prior.and_then(|prior| elements::beside(prior, step.as_ref()));
            mark(nested, config, prior, planned);
        });
    }
}

/// The value that a computed attribute keeps: its prior one, unless that is a null that the attribute can never have (the state was
/// written before it existed).
pub(super) fn kept(member: &Member, prior: Option<&Value>) -> Option<Value> {
    let prior = prior.filter(|_| member.keeps())?;
    (member.is_nullable() || !prior.is_null()).then(|| prior.clone())
}
