//! Planning: pure functions over a schema and values.
//!
//! The host proposes a new state: the configuration, with prior values for attributes that are not configured. The plan is made from this proposal in
//! three steps:
//!
//! 1. [`complete`] sets defaults.
//! 2. [`equality`] restores prior values that are equal in another form.
//! 3. [`decide`] plans the values that the provider decides. If the result of the first steps differs from the state, computed attributes become
//!    unknown unless they keep their value. Then plan hooks of fields run, and attributes that cannot be changed in place require a replacement
//!    ([`replace`]).
//!
//! The values of an object have the order of the schema's members, so every function walks schema and values in parallel, once. Elements without a
//! meaningful position are paired by hash ([`matching`]) once. The first and the last step use these [`pairs`].

mod complete;
mod count;
mod decide;
mod equality;
mod explain;
mod form;
mod matching;
mod merged;
mod missing;
mod pairs;
mod place;
mod provided;
mod replace;
mod required;

#[cfg(test)]
mod tests;

use terrane_value::{Object, Path};

pub(crate) use self::complete::{fill_absent_blocks, fill_missing};
pub(crate) use self::count::{Counts, count_unknown, counts, each as each_count, set_counts};
pub(crate) use self::decide::Undecided;
use self::decide::{Counterparts, Walk};
pub(crate) use self::equality::{keep as keep_equal, keep_hooked};
pub(crate) use self::explain::explain;
pub(crate) use self::merged::merged;
pub use self::missing::{MissingValues, has_key_alone};
use self::pairs::Pairs;
use self::place::Place;
pub(crate) use self::required::missing;
use crate::context::private::Private;
use crate::error::Error;
use crate::fingerprint::Fingerprints;
use crate::schema::{Block, HookReports};

/// The plan of a provider.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The planned state, with unknown values that the apply decides.
    pub(crate) planned: Object,
    /// The paths of the attributes that require a replacement of the object.
    pub(crate) replace: Vec<Path>,
    /// The attributes for which it is unknown whether they require a replacement.
    pub(crate) undecided: Vec<Undecided>,
    /// The error of a plan hook of a field.
    pub(crate) error: Option<Error>,
    /// The reports of the plan hooks of fields, if they run.
    pub(crate) reports: Option<HookReports>,
    /// Whether defaults made two elements of a set equal, which hosts refuse: see [`merged`].
    pub(crate) merges: bool,
}

/// Plans the creation or the change of an object (rules L5 to L10). A creation has no prior state. `fingerprints` are the stored fingerprints of the
/// object's write-only values, and `private` is its private state.
pub(crate) fn plan(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
    fingerprints: &Fingerprints,
    private: &Private,
) -> Plan {
    let mut pairs = Pairs::default();
    let completed = completed(block, config, prior, proposed, fingerprints, &mut pairs);
    let hooks = block.facts().modified.then_some(private);
    let changed = prior != Some(&completed);
    if let Some(before) = prior.filter(|_| hooks.is_some() && changed)
        && only_modified(block, before, &completed)
    {
        // If plan hooks restore the state, nothing changes, so no value becomes unknown.
        let quiet = decided(
            block,
            config,
            prior,
            completed.clone(),
            pairs.clone(),
            hooks,
            false,
        );
        if quiet.planned == *before && quiet.error.is_none() {
            return quiet;
        }
    }
    decided(block, config, prior, completed, pairs, hooks, changed)
}

/// Plans the values of kinds without a state: the configuration with defaults, and unknown values for computed attributes. No plan hooks run.
pub(crate) fn prepared(block: &Block, config: &Object) -> Object {
    let mut pairs = Pairs::default();
    let fingerprints = Fingerprints::default();
    let completed = completed(
        block,
        config,
        None,
        config.clone(),
        &fingerprints,
        &mut pairs,
    );
    decided(block, config, None, completed, pairs, None, true).planned
}

/// Whether all changed attributes have plan hooks, which may restore their values.
fn only_modified(block: &Block, prior: &Object, planned: &Object) -> bool {
    block.members().iter().enumerate().all(|(at, member)| {
        let nested = member.shape().nested();
        !member.modifiers().is_empty()
            || nested.is_some_and(|nested| nested.facts().modified)
            || planned.at(at) == prior.at(at)
    })
}

/// Completes a proposal with defaults and equal prior values. This happens before the values that the provider decides are planned.
fn completed(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    proposed: Object,
    fingerprints: &Fingerprints,
    pairs: &mut Pairs,
) -> Object {
    let mut planned = proposed;
    if block.facts().completed {
        complete::complete(block, config, prior, &mut planned, pairs);
    }
    if let Some(prior) = prior {
        equality::keep_planned(block, prior, &mut planned);
    }
    if block.facts().counts {
        count::count(block, config, prior, &mut planned, fingerprints);
    }
    block.forget_write_only(&mut planned);
    planned
}

/// Plans the values that the provider decides. `hooks` is the private state for plan hooks, if they run.
fn decided(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    completed: Object,
    mut pairs: Pairs,
    hooks: Option<&Private>,
    changed: bool,
) -> Plan {
    let mut planned = completed;
    let mut walk = Walk {
        changed,
        create: prior.is_none(),
        modify: hooks.is_some(),
        pairs: &mut pairs,
        replace: Vec::new(),
        undecided: Vec::new(),
        error: None,
        reports: HookReports {
            private: hooks.cloned().unwrap_or_default(),
            warnings: Vec::new(),
        },
    };
    if block.facts().decided && (changed || walk.modify) {
        let counterparts = Counterparts {
            config: Some(config),
            prior,
            compared: true,
            same: true,
        };
        walk.object(block, counterparts, &mut planned, &Place::Root);
    }
    let Walk {
        mut replace,
        undecided,
        error,
        reports,
        ..
    } = walk;
    let merges = pairs.merges();
    replace.sort_by_cached_key(ToString::to_string);
    replace.dedup();
    Plan {
        planned,
        replace,
        undecided,
        error,
        reports: hooks.map(|_| reports),
        merges,
    }
}
