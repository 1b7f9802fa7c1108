//! Pairs of elements whose position has no meaning: elements of sets, and of lists with a key.

use foldhash::HashMap;
use terrane_value::{Data, Object, Set, Value};

use super::matching;
use super::provided::is_left_to_provider;
use crate::elements;
use crate::schema::{Block, Member};

/// The configured element of a planned one, and its partner in the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    pub(super) config: usize,
    pub(super) prior: Option<usize>,
}

/// The pairs of every collection of a configuration.
///
/// A collection is identified by its address in memory, because the configuration is borrowed while the pairs are used.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    known: HashMap<usize, Vec<Pair>>,
    /// Whether defaults made two elements of a set equal.
    merges: bool,
}

impl Pairs {
    pub(super) fn merges(&self) -> bool {
        self.merges
    }

    /// Returns the pairs of a configured collection, one for each planned element.
    pub(super) fn take(&mut self, configured: &Value) -> Option<Vec<Pair>> {
        self.known.remove(&place(configured))
    }
}

fn place(configured: &Value) -> usize {
    std::ptr::from_ref(configured).addr()
}

/// Fills the values that the provider decides in the elements of a collection, from their partners in the state.
pub(super) fn fill(
    member: &Member,
    nested: &Block,
    configured: &Value,
    prior: &Value,
    planned: &mut Value,
    pairs: &mut Pairs,
) {
    let configs = elements::all(configured);
    let prior = elements::all(prior);
    let partners = matching::partners(member, nested, prior, elements::all(planned));
    let mut noted = Vec::with_capacity(configs.len());
    let paired = configs.iter().zip(partners).enumerate();
    match planned {
        Value::Known(Data::List(elements)) => {
            for ((at, (config, partner)), element) in paired.zip(elements) {
                fill_element(nested, config, partner, prior, element, pairs);
                noted.push(Pair {
                    config: at,
                    prior: partner,
                });
            }
        }
        Value::Known(Data::Set(set)) if set.len() == configs.len() => {
            let mut filled = Set::with_capacity(configs.len());
            let elements = std::mem::take(set).into_iter();
            for ((at, (config, partner)), mut element) in paired.zip(elements) {
                fill_element(nested, config, partner, prior, &mut element, pairs);
                if filled.insert(element) {
                    noted.push(Pair {
                        config: at,
                        prior: partner,
                    });
                }
            }
            *set = filled;
        }
        // Defaults have made two elements equal, so the configured element is ambiguous.
        _ => {
            pairs.merges = true;
            return;
        }
    }
    pairs.known.insert(place(configured), noted);
}

fn fill_element(
    nested: &Block,
    config: &Value,
    partner: Option<usize>,
    prior: &[Value],
    element: &mut Value,
    pairs: &mut Pairs,
) {
    if let (Some(config), Some(element)) = (config.as_object(), element.as_object_mut()) {
        let prior = partner.and_then(|at| prior.get(at)?.as_object());
        fill_object(nested, config, prior, element, pairs);
    }
}

/// Fills the values that the provider decides in an object with defaults, from its partner in the state.
fn fill_object(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    planned: &mut Object,
    pairs: &mut Pairs,
) {
    for (at, member) in block.members().iter().enumerate() {
        let configured = config.at(at);
        let prior = prior.map_or(&Value::Null, |prior| prior.at(at));
        if is_left_to_provider(member, configured) {
            *planned.at_mut(at) = prior.clone();
            continue;
        }
        let Some(nested) = member
            .shape()
            .nested()
            .filter(|nested| nested.facts().decided)
        else {
            continue;
        };
        let planned = planned.at_mut(at);
        if member.is_paired() {
            fill(member, nested, configured, prior, planned, pairs);
            continue;
        }
        elements::each_mut(planned, |address, planned| {
            if let Some(config) = elements::counterpart(configured, address) {
                let prior = elements::counterpart(prior, address);
                fill_object(nested, config, prior, planned, pairs);
            }
        });
    }
}
