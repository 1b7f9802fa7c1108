//! What the provider decides: unknown until the change is made, unless a value is kept or the author's code says otherwise (rules L8, L10, L20 and L21).

use terrane_value::{Data, Object, Path, Set, Value};

use super::count;
use super::elements::{self, Way};
use super::is_left_to_provider;
use super::pairs::{Pair, Pairs};
use super::place::Place;
use super::replace::{self, Unmatched};
use crate::error::Error;
use crate::plan::RawChange;
use crate::schema::{Block, Keep, Member};

/// The walk over a completed plan.
pub(super) struct Walk<'a> {
    /// Whether anything changes: only then is something unknown.
    pub(super) changed: bool,
    /// Whether the object is being created: then nothing is replaced.
    pub(super) create: bool,
    /// Whether the author's code has a say.
    pub(super) modify: bool,
    pub(super) pairs: &'a mut Pairs,
    pub(super) replace: Vec<Path>,
    /// What the author's code refused.
    pub(super) error: Option<Error>,
}

/// An object with what belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Beside<'a> {
    pub(super) config: Option<&'a Object>,
    pub(super) prior: Option<&'a Object>,
    /// Whether a difference from the prior object says anything: not for an element that is a new one in a set.
    pub(super) compared: bool,
}

impl Walk<'_> {
    pub(super) fn object(
        &mut self,
        block: &Block,
        beside: Beside<'_>,
        planned: &mut Object,
        place: &Place<'_>,
    ) {
        for (at, member) in block.in_order() {
            let config = beside.config.map_or(&Value::Null, |config| config.at(at));
            let prior = beside.prior.map_or(&Value::Null, |prior| prior.at(at));
            if member.counted().is_some() {
                // Whether there was a change had to be known before.
                if self.changed {
                    count::or_none(planned.at_mut(at));
                }
            } else if self.changed && beside.config.is_some() && is_left_to_provider(member, config)
            {
                let top = matches!(place, Place::Root);
                let keeps = keeps(member, beside.prior, planned, top && member.is_permanent());
                *planned.at_mut(at) = match beside.prior {
                    Some(_) if keeps && (member.is_nullable() || !prior.is_null()) => prior.clone(),
                    _ => member.unknown(),
                };
            }
            let place = Place::Attribute(place, member.name());
            self.member(
                member,
                config,
                prior,
                beside.compared,
                planned.at_mut(at),
                &place,
            );
        }
    }

    fn member(
        &mut self,
        member: &Member,
        config: &Value,
        prior: &Value,
        compared: bool,
        planned: &mut Value,
        place: &Place<'_>,
    ) {
        let mut asked = false;
        let mut repaired = false;
        if self.modify && !member.modifiers().is_empty() {
            let before = member.is_paired().then(|| planned.clone());
            for modifier in member.modifiers() {
                let mut change = RawChange {
                    config,
                    prior,
                    planned: &mut *planned,
                    create: self.create,
                    replace: false,
                };
                let result = modifier.modify(&mut change);
                asked |= change.replace;
                if let Err(error) = result {
                    self.fail(error.or_at(|| place.path()));
                }
            }
            repaired = before.is_some_and(|before| before != *planned);
        }
        let asks = || compared && replace::asks(member, config, prior, planned);
        if !self.create && (asked || asks()) {
            self.ask(place);
        }
        let nested = member.shape().nested();
        let Some(nested) = nested.filter(|nested| nested.inside().decided && !repaired) else {
            return;
        };
        match planned {
            Value::Null | Value::Unknown(_) => {}
            Value::Known(Data::Set(set)) => self.set(nested, config, prior, compared, set, place),
            Value::Known(Data::List(list)) if member.aligned_by().is_some() => {
                self.aligned(nested, config, prior, compared, list, place)
            }
            Value::Known(data) => {
                self.elements(nested, config, prior, compared, data, place);
            }
        }
    }

    /// Elements that stand where their partners stand.
    fn elements(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        compared: bool,
        data: &mut Data,
        place: &Place<'_>,
    ) {
        let beside = |way: Way<'_>| Beside {
            config: elements::beside(config, way),
            prior: elements::beside(prior, way),
            compared,
        };
        match data {
            Data::Object(object) => self.object(nested, beside(Way::Single), object, place),
            Data::List(list) => {
                for (at, element) in list.iter_mut().enumerate() {
                    if let Some(object) = element.as_object_mut() {
                        let place = Place::Index(place, at);
                        self.object(nested, beside(Way::Index(at)), object, &place);
                    }
                }
            }
            Data::Map(map) => {
                for (key, element) in map.iter_mut() {
                    if let Some(object) = element.as_object_mut() {
                        let place = Place::Key(place, key);
                        self.object(nested, beside(Way::Key(key)), object, &place);
                    }
                }
            }
            _ => {}
        }
    }

    /// Elements of a list that are told from each other by a key.
    fn aligned(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        compared: bool,
        list: &mut [Value],
        place: &Place<'_>,
    ) {
        let pairs = self.pairs.take(config).unwrap_or_default();
        for (at, (element, pair)) in list.iter_mut().zip(pairs).enumerate() {
            let Some(object) = element.as_object_mut() else {
                continue;
            };
            let beside = beside(pair, config, prior, compared);
            // Hosts look at the path in both states: where the partner stands elsewhere, only the whole list is the same in both.
            let place = match pair.prior {
                Some(before) if before != at => Place::Somewhere(place),
                _ => Place::Index(place, at),
            };
            self.object(nested, beside, object, &place);
        }
    }

    /// Elements of a set. They have no address, so all that is found in them is found at the set.
    fn set(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        compared: bool,
        set: &mut Set,
        place: &Place<'_>,
    ) {
        let Some(pairs) = self
            .pairs
            .take(config)
            .filter(|pairs| pairs.len() == set.len())
        else {
            return;
        };
        // A set that means the same as before is the one before, whose elements stand in another order.
        if nested.has_equality() && prior.as_set() == Some(set) {
            return;
        }
        let inside = Place::Somewhere(place);
        let mut unmatched = Unmatched::new(nested, elements::all(prior));
        let mut decided = Set::with_capacity(set.len());
        for (mut element, pair) in std::mem::take(set).into_iter().zip(pairs) {
            if let Some(object) = element.as_object_mut() {
                let beside = beside(pair, config, prior, compared && pair.prior.is_some());
                self.object(nested, beside, object, &inside);
                match pair.prior {
                    Some(at) => unmatched.found(at),
                    None => unmatched.add(beside.config, object),
                }
            }
            decided.insert(element);
        }
        *set = decided;
        if compared && !self.create && unmatched.ask() {
            self.ask(place);
        }
    }

    fn fail(&mut self, error: Error) {
        self.error = Some(match self.error.take() {
            Some(first) => first.and(error),
            None => error,
        });
    }

    fn ask(&mut self, place: &Place<'_>) {
        let path = place.path();
        if self.replace.last() != Some(&path) {
            self.replace.push(path);
        }
    }
}

fn beside<'a>(pair: Pair, config: &'a Value, prior: &'a Value, compared: bool) -> Beside<'a> {
    let at = |value: &'a Value, at: usize| elements::all(value).get(at)?.as_object();
    Beside {
        config: at(config, pair.config),
        prior: pair.prior.and_then(|before| at(prior, before)),
        compared,
    }
}

/// Whether a computed attribute keeps its prior value; a part of the key does unless another rule is set.
fn keeps(member: &Member, prior: Option<&Object>, planned: &Object, permanent: bool) -> bool {
    match (member.keeps(), prior) {
        (_, None) => false,
        (Keep::Never, Some(_)) => permanent,
        (Keep::Always, Some(_)) => true,
        (Keep::Unless(dependencies), Some(prior)) => dependencies
            .iter()
            .all(|dependency| dependency.value(planned) == dependency.value(prior)),
    }
}
