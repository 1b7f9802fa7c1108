//! The algebra of planning: pure functions over a schema and values.
//!
//! The host proposes a new state: the configuration, with the prior state's values where nothing is configured. From that a plan is made in
//! the order of the framework's law: defaults where nothing is configured ([`defaults`]), and if the outcome differs from the state,
//! computed attributes become unknown unless they keep their value ([`computed`]), and attributes that cannot be changed in place ask for a
//! replacement ([`replace`]).
//!
//! Objects of one schema have their values in the order of the schema's members, so every function walks schema and values side by
//! side, once.

mod computed;
mod defaults;
mod elements;
mod equality;
mod replace;
mod required;
mod set;

#[cfg(test)]
mod tests;

use terrane_value::{Data, Object, Path, Value};

pub(crate) use self::defaults::fill_missing;
pub(crate) use self::equality::keep as keep_equal;
pub(crate) use self::required::missing;
use crate::schema::Block;

/// What a provider plans.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The state after the change, with unknown values where only the change will tell.
    pub(crate) planned: Object,
    /// The attributes because of which the object must be replaced.
    pub(crate) replace: Vec<Path>,
}

/// Plans the creation (without a prior state) or the change of an object (rules L5 to L10).
pub(crate) fn plan(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
) -> Plan {
    let mut planned = proposed;
    defaults::apply(block, config, prior, &mut planned);
    keep_and_forget(block, prior, &mut planned);
    if prior == Some(&planned) {
        return Plan {
            planned,
            replace: Vec::new(),
        };
    }
    computed::mark(block, config, prior, &mut planned);
    keep_and_forget(block, prior, &mut planned);
    let mut replace = Vec::new();
    if let Some(prior) = prior {
        replace::collect(block, config, prior, &planned, &mut replace);
    }
    Plan { planned, replace }
}

/// Keeps what means the same as before, and takes out what is in the configuration only.
fn keep_and_forget(block: &Block, prior: Option<&Object>, planned: &mut Object) {
    if let Some(prior) = prior {
        equality::keep_planned(block, prior, planned);
    }
    block.forget_write_only(planned);
}

/// Whether a value is null, or a dynamic value that holds a null (rule V2c).
pub(crate) fn is_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Known(Data::Dynamic(typed)) => typed.value.is_null(),
        Value::Known(_) | Value::Unknown(_) => false,
    }
}

/// Whether the provider decides the value of a member that is configured as `config`.
fn is_left_to_provider(member: &crate::schema::Member, config: &Value) -> bool {
    member.computed() && !member.has_default() && is_null(config)
}
