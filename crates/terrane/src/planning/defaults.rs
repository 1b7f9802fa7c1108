//! Defaults: the value of an attribute that is not configured (rules L6 and L9).

use terrane_value::{Data, Object, Value};

use super::set::{self, Unset};
use super::{elements, is_null};
use crate::schema::Block;

/// Puts defaults where nothing is configured, at every depth below what is configured.
///
/// Sets are built anew from the configuration, defaults first: an element's default is part of what it is.
pub(super) fn apply(block: &Block, config: &Object, prior: Option<&Object>, planned: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let configured = config.at(at);
        if is_null(configured) {
            if let Some(default) = member.default_value() {
                *planned.at_mut(at) = default;
            }
            continue;
        }
        let Some(nested) = member.shape().nested() else {
            continue;
        };
        let prior = prior.map(|prior| prior.at(at));
        if let Value::Known(Data::Set(elements)) = configured {
            *planned.at_mut(at) = set::build(nested, elements, prior, Unset::AsBefore);
            continue;
        }
        elements::each_mut(planned.at_mut(at), |step, planned| {
            let Some(config) = elements::beside(configured, step.as_ref()) else {
                return;
            };
            let prior = prior.and_then(|prior| elements::beside(prior, step.as_ref()));
            apply(nested, config, prior, planned);
        });
    }
}

/// Fills what a stored state lacks and has a default, at every depth: it was written before the attribute existed.
pub(crate) fn fill_missing(block: &Block, state: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let value = state.at_mut(at);
        if value.is_null() {
            if let Some(default) = member.default_value() {
                *value = default;
            }
            continue;
        }
        let Some(nested) = member.shape().nested() else {
            continue;
        };
        if let Value::Known(Data::Set(elements)) = value {
            let filled = std::mem::take(elements).into_iter().map(|mut element| {
                if let Value::Known(Data::Object(object)) = &mut element {
                    fill_missing(nested, object);
                }
                element
            });
            *elements = filled.collect();
        } else {
            elements::each_mut(value, |_, object| fill_missing(nested, object));
        }
    }
}
