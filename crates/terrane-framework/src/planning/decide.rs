//! Plans the values that the provider decides. Such a value is unknown until the apply, unless a value is kept or a plan hook sets it (rules L8, L10,
//! L20 and L21).
//!
//! An element of a list without a key may be another one than the prior element at its position. So it keeps values only if nothing else in it has
//! changed.
//!
//! A value that is unknown only because other values change requests no replacement.

use terrane_value::{Data, Object, Path, Set, Value};

use super::count;
use super::pairs::{Pair, Pairs};
use super::place::Place;
use super::provided::is_left_to_provider;
use super::replace::{self, Unmatched};
use super::{equality, form};
use crate::elements::{self, ElementAddress};
use crate::error::Error;
use crate::schema::{Block, HookReports, Keep, Member, MemberChange};

/// The walk over a completed plan.
pub(super) struct Walk<'a> {
    /// Whether anything changes. Otherwise no value becomes unknown.
    pub(super) changed: bool,
    /// Whether the object is being created. Then nothing is replaced.
    pub(super) create: bool,
    /// Whether plan hooks run.
    pub(super) modify: bool,
    pub(super) pairs: &'a mut Pairs,
    pub(super) replace: Vec<Path>,
    pub(super) undecided: Vec<Undecided>,
    /// The error of a plan hook.
    pub(super) error: Option<Error>,
    pub(super) reports: HookReports,
}

/// The configured and prior counterparts of an object.
#[derive(Clone, Copy)]
pub(super) struct Counterparts<'a> {
    pub(super) config: Option<&'a Object>,
    pub(super) prior: Option<&'a Object>,
    /// Whether differences from the prior object can require a replacement. In a new element of a set, they cannot.
    pub(super) compared: bool,
    /// Whether the prior object is certainly the same one, so that its values can be kept.
    pub(super) same: bool,
}

/// An attribute that replaces the object when it changes, and whose value is unknown only because other values change.
#[derive(Debug)]
pub(crate) struct Undecided {
    pub(crate) path: Path,
    /// Whether the state has a value, which a plan hook did not keep.
    pub(crate) was_known: bool,
}

impl Walk<'_> {
    pub(super) fn object(
        &mut self,
        block: &Block,
        counterparts: Counterparts<'_>,
        planned: &mut Object,
        place: &Place<'_>,
    ) {
        for (at, member) in block.in_order() {
            let config = counterparts
                .config
                .map_or(&Value::Null, |config| config.at(at));
            let prior = counterparts
                .prior
                .map_or(&Value::Null, |prior| prior.at(at));
            // Whether the value is unknown only because other values change.
            let mut undecided = false;
            if member.counted().is_some() {
                // Counts depend on whether anything else changes, which must be known first.
                if self.changed {
                    count::or_none(planned.at_mut(at));
                }
            } else if self.changed
                && counterparts.config.is_some()
                && is_left_to_provider(member, config)
            {
                let permanent = matches!(place, Place::Root) && member.is_permanent();
                let decision = keep_decision(member, counterparts.prior, planned, permanent);
                let keeps = decision == KeepDecision::Yes && counterparts.same;
                *planned.at_mut(at) = if keeps && (member.is_nullable() || !prior.is_null()) {
                    prior.clone()
                } else {
                    member.unknown()
                };
                undecided =
                    planned.at(at).is_unknown() && decision != KeepDecision::DependencyChanged;
            }
            let place = Place::Attribute(place, member.name());
            let hooked = self.hooks(member, at, counterparts, planned, &place);
            let planned = planned.at_mut(at);
            if !self.create
                && counterparts.compared
                && replace::asks(member, config, prior, planned)
            {
                if !undecided || hooked.decided {
                    self.ask(&place);
                } else if counterparts.prior.is_some() && counterparts.same {
                    self.undecided.push(Undecided {
                        path: place.path(),
                        was_known: !prior.is_null(),
                    });
                }
            }
            if !hooked.unpaired {
                self.nested(member, config, prior, counterparts, planned, &place);
            }
        }
    }

    /// Runs the plan hooks of an attribute.
    fn hooks(
        &mut self,
        member: &Member,
        at: usize,
        counterparts: Counterparts<'_>,
        planned: &mut Object,
        place: &Place<'_>,
    ) -> Hooked {
        let mut hooked = Hooked::default();
        if !self.modify || member.modifiers().is_empty() {
            return hooked;
        }
        let mut replace = false;
        let has_form = form::has_form(member);
        let before = (member.is_paired() || has_form).then(|| planned.at(at).clone());
        for modifier in member.modifiers() {
            let result = modifier.modify(&mut MemberChange {
                config: counterparts.config,
                prior: counterparts.prior,
                planned,
                at,
                path: &|| place.planned_path(),
                create: self.create,
                decided: &mut hooked.decided,
                replace: &mut replace,
                reports: &mut self.reports,
            });
            if let Err(error) = result {
                self.fail(error.or_at(|| place.planned_path()));
            }
        }
        if replace && !self.create {
            self.ask(place);
        }
        let (prior, planned) = (counterparts.prior.map(|it| it.at(at)), planned.at_mut(at));
        if let Some(before) = &before {
            if has_form && hooked.decided {
                equality::keep_hooked_value(member, before, prior.unwrap_or(&Value::Null), planned);
            }
            hooked.unpaired = member.is_paired() && before != planned;
        }
        hooked
    }

    /// Plans the contents of a nested attribute or block. `around` are the counterparts of the object with the attribute.
    fn nested(
        &mut self,
        member: &Member,
        config: &Value,
        prior: &Value,
        around: Counterparts<'_>,
        planned: &mut Value,
        place: &Place<'_>,
    ) {
        let nested = member.shape().nested();
        let Some(nested) = nested.filter(|nested| nested.facts().decided) else {
            return;
        };
        match planned {
            Value::Known(Data::Set(set)) => self.set(nested, config, prior, around, set, place),
            Value::Known(Data::List(list)) if member.aligned_by().is_some() => {
                self.aligned(nested, config, prior, around, list, place)
            }
            Value::Known(Data::List(list)) if member.has_one_element() && list.len() == 1 => {
                if let Some(object) = list.first_mut().and_then(Value::as_object_mut) {
                    let only = ElementAddress::Index(0);
                    let counterparts = counterparts_at(only, config, prior, around);
                    self.object(nested, counterparts, object, &Place::Index(place, 0));
                }
            }
            planned => self.elements(nested, config, prior, around, planned, place),
        }
    }

    /// Plans elements whose counterparts have the same address.
    fn elements(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        around: Counterparts<'_>,
        planned: &mut Value,
        place: &Place<'_>,
    ) {
        elements::each_mut(planned, |address, object| {
            let mut counterparts = counterparts_at(address, config, prior, around);
            let place = match address {
                ElementAddress::Single => *place,
                ElementAddress::Index(at) => {
                    counterparts.same &= counterparts.prior == Some(&*object);
                    Place::Index(place, at)
                }
                ElementAddress::Key(key) => Place::Key(place, key),
            };
            self.object(nested, counterparts, object, &place);
        });
    }

    /// Plans elements of a list with a key.
    fn aligned(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        around: Counterparts<'_>,
        list: &mut [Value],
        place: &Place<'_>,
    ) {
        let pairs = self.pairs.take(config).unwrap_or_default();
        for (at, (element, pair)) in list.iter_mut().zip(pairs).enumerate() {
            let Some(object) = element.as_object_mut() else {
                continue;
            };
            let counterparts = counterparts_of_pair(pair, config, prior, around);
            // Hosts compare the values at a path in both states. If the partner has another position, only the path of the whole list is valid in
            // both.
            let place = match pair.prior {
                Some(before) if before != at => Place::Moved(place, at),
                _ => Place::Index(place, at),
            };
            self.object(nested, counterparts, object, &place);
        }
    }

    /// Plans elements of a set. They have no address, so a replacement is reported at the path of the set.
    fn set(
        &mut self,
        nested: &Block,
        config: &Value,
        prior: &Value,
        around: Counterparts<'_>,
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
        // An unchanged set keeps the prior order of its elements.
        if nested.has_equality() && prior.as_set() == Some(set) {
            return;
        }
        let inside = Place::Somewhere(place);
        let mut unmatched = Unmatched::new(nested, elements::all(prior));
        let mut decided = Set::with_capacity(set.len());
        for (mut element, pair) in std::mem::take(set).into_iter().zip(pairs) {
            if let Some(object) = element.as_object_mut() {
                let mut counterparts = counterparts_of_pair(pair, config, prior, around);
                counterparts.compared &= pair.prior.is_some();
                self.object(nested, counterparts, object, &inside);
                match pair.prior {
                    Some(at) => unmatched.found(at),
                    None => unmatched.add(counterparts.config, object),
                }
            }
            decided.insert(element);
        }
        *set = decided;
        if around.compared && !self.create && unmatched.ask() {
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

/// The result of the plan hooks of an attribute.
#[derive(Default)]
struct Hooked {
    /// Whether they have set the planned value.
    decided: bool,
    /// Whether they have changed elements that are paired by their contents.
    unpaired: bool,
}

fn counterparts_at<'a>(
    address: ElementAddress<'_>,
    config: &'a Value,
    prior: &'a Value,
    around: Counterparts<'_>,
) -> Counterparts<'a> {
    Counterparts {
        config: elements::counterpart(config, address),
        prior: elements::counterpart(prior, address),
        compared: around.compared,
        same: around.same,
    }
}

fn counterparts_of_pair<'a>(
    pair: Pair,
    config: &'a Value,
    prior: &'a Value,
    around: Counterparts<'_>,
) -> Counterparts<'a> {
    let at = |value: &'a Value, at: usize| elements::all(value).get(at)?.as_object();
    Counterparts {
        config: at(config, pair.config),
        prior: pair.prior.and_then(|before| at(prior, before)),
        compared: around.compared,
        same: around.same,
    }
}

/// Whether a computed attribute keeps its prior value.
#[derive(PartialEq, Eq)]
pub(super) enum KeepDecision {
    Yes,
    No,
    /// It does not, because an attribute on which it depends has changed.
    DependencyChanged,
}

/// Returns whether a computed attribute keeps its prior value. A part of the key keeps it, unless it has another condition.
pub(super) fn keep_decision(
    member: &Member,
    prior: Option<&Object>,
    planned: &Object,
    permanent: bool,
) -> KeepDecision {
    let Some(prior) = prior else {
        return KeepDecision::No;
    };
    match member.keeps() {
        Keep::Never if permanent => KeepDecision::Yes,
        Keep::Never => KeepDecision::No,
        Keep::Always => KeepDecision::Yes,
        Keep::Unless(dependencies) => {
            let mut dependencies = dependencies.iter();
            if dependencies.all(|it| it.value(planned) == it.value(prior)) {
                KeepDecision::Yes
            } else {
                KeepDecision::DependencyChanged
            }
        }
    }
}
