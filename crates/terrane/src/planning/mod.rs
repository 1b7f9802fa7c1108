//! The algebra of planning: pure functions over a schema and values.
//!
//! The host proposes a new state: the configuration, with the prior state's values where nothing is configured. From that a plan is made in
//! the order of the framework's law: defaults where nothing is configured ([`complete`]), the prior value where it means the same
//! ([`equality`]), and then what the provider decides
//! ([`decide`]): if the outcome differs from the state, computed attributes become unknown unless they keep their value, the author's code for single
//! fields has its say, and attributes that cannot be changed in place ask for a replacement ([`replace`]).
//!
//! Objects of one schema have their values in the order of the schema's members, so every function walks schema and values side by
//! side, once. Elements that have no position to go by are paired by hash ([`matching`]), once as well, and both walks use the [`pairs`].

mod complete;
mod count;
mod decide;
mod elements;
mod equality;
mod lacking;
mod matching;
mod merged;
mod pairs;
mod place;
mod replace;
mod required;

#[cfg(test)]
mod tests;

use terrane_value::{Object, Path, Value};

pub(crate) use self::complete::{fill_absent_blocks, fill_missing};
pub(crate) use self::count::{Counts, count_unknown, counts, each as each_count, set_counts};
use self::decide::{Beside, Walk};
pub(crate) use self::equality::{keep as keep_equal, keep_planned};
pub(crate) use self::lacking::Lacking;
pub(crate) use self::merged::merged;
use self::pairs::Pairs;
use self::place::Place;
pub(crate) use self::required::missing;
use crate::error::Error;
use crate::fingerprint::Fingerprints;
use crate::schema::{Block, Member};

/// What a provider plans.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The state after the change, with unknown values where only the change will tell.
    pub(crate) planned: Object,
    /// The attributes because of which the object must be replaced.
    pub(crate) replace: Vec<Path>,
    /// What the author's code for single fields refused.
    pub(crate) error: Option<Error>,
    /// Whether defaults made two elements of a set one, which no host takes: see [`merged`].
    pub(crate) merges: bool,
}

/// Plans the creation (without a prior state) or the change of an object (rules L5 to L10); `told` is which write-only values it has by
/// what is stored with it.
pub(crate) fn plan(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
    told: &Fingerprints,
) -> Plan {
    let mut pairs = Pairs::default();
    let completed = completed(block, config, prior, proposed, told, &mut pairs);
    let modify = block.inside().modified;
    let changed = prior != Some(&completed);
    if let Some(before) = prior.filter(|_| modify && changed)
        && only_modified(block, before, &completed)
    {
        // Where the author's code puts the state back, nothing changes, and so nothing becomes unknown.
        let quiet = decided(
            block,
            config,
            prior,
            completed.clone(),
            pairs.clone(),
            modify,
            false,
        );
        if quiet.planned == *before && quiet.error.is_none() {
            return quiet;
        }
    }
    decided(block, config, prior, completed, pairs, modify, changed)
}

/// What is asked for where no state is kept: a configuration with defaults, and unknown values where the provider answers. Code that changes plans
/// has no say: there is none.
pub(crate) fn question(block: &Block, config: &Object) -> Object {
    let mut pairs = Pairs::default();
    let told = Fingerprints::default();
    let completed = completed(block, config, None, config.clone(), &told, &mut pairs);
    decided(block, config, None, completed, pairs, false, true).planned
}

/// Whether only attributes are others than before whose plan the author's code changes, so that it may put all of them back.
fn only_modified(block: &Block, prior: &Object, planned: &Object) -> bool {
    block.members().iter().enumerate().all(|(at, member)| {
        let nested = member.shape().nested();
        !member.modifiers().is_empty()
            || nested.is_some_and(|nested| nested.inside().modified)
            || planned.at(at) == prior.at(at)
    })
}

/// What is proposed, with defaults and what means the same as before, ahead of what the provider decides.
fn completed(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
    told: &Fingerprints,
    pairs: &mut Pairs,
) -> Object {
    let mut planned = proposed;
    if block.inside().completed {
        complete::complete(block, config, prior, &mut planned, pairs);
    }
    if let Some(prior) = prior {
        equality::keep_planned(block, prior, &mut planned);
    }
    if block.inside().counts {
        count::count(block, config, prior, &mut planned, told);
    }
    block.forget_write_only(&mut planned);
    planned
}

fn decided(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    completed: Object,
    mut pairs: Pairs,
    modify: bool,
    changed: bool,
) -> Plan {
    let mut planned = completed;
    let mut walk = Walk {
        changed,
        create: prior.is_none(),
        modify,
        pairs: &mut pairs,
        replace: Vec::new(),
        error: None,
    };
    if block.inside().decided && (changed || modify) {
        let beside = Beside {
            config: Some(config),
            prior,
            compared: true,
        };
        walk.object(block, beside, &mut planned, &Place::Root);
    }
    let Walk {
        mut replace, error, ..
    } = walk;
    let merges = pairs.merges();
    replace.sort_by_cached_key(ToString::to_string);
    replace.dedup();
    Plan {
        planned,
        replace,
        error,
        merges,
    }
}

/// Whether the provider decides the value of a member that is configured as `config`.
fn is_left_to_provider(member: &Member, config: &Value) -> bool {
    member.is_left() && config.is_absent()
}
