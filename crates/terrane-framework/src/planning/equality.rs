//! Replaces new values by prior ones that are equal in another form (rules S1 to S6).
//!
//! By rule S2, null equals no other value. Null and empty collections with `empty_is_null` keep their prior form, but not in plans, where rule C6
//! requires the configured form.
//!
//! The schema, the new value and the prior value are walked once. Elements of a set have no address. Elements in both sets stay. Each other element
//! is looked up by the attributes that have a canonical form and were known before. A model holds elements that are equal in its types as one element,
//! so that one stands for all of them.

use std::collections::BTreeMap;

use foldhash::HashMap;
use terrane_value::{Data, Object, Set, Value};

use super::form;
use crate::retain::PATTERNS;
use crate::schema::{Block, Equality, Member, Shape};

/// Keeps equal prior values in the result of a call.
pub(crate) fn keep(block: &Block, prior: &Object, new: &mut Object) {
    if block.has_equality() {
        object(block, prior, new, Extent::RESULT);
    }
}

/// Keeps equal prior values in a plan. There, each value must be either the configured one or, as a whole, the prior one (rules C3 and C6).
pub(crate) fn keep_planned(block: &Block, prior: &Object, planned: &mut Object) {
    if block.has_equality() {
        object(block, prior, planned, Extent::STATE);
    }
}

/// Keeps the forms of values in a plan that a plan hook made from `before`. A value that it took from the state has the form of the state.
pub(crate) fn keep_hooked(
    block: &Block,
    before: &Object,
    prior: Option<&Object>,
    planned: &mut Object,
) {
    if block.has_equality() {
        object(block, before, planned, Extent::HOOK);
        if let Some(prior) = prior {
            object(block, prior, planned, Extent::STATE);
        }
    }
}

/// Keeps the form of a value that a plan hook of a field made from `before`.
pub(super) fn keep_hooked_value(
    member: &Member,
    before: &Value,
    prior: &Value,
    planned: &mut Value,
) {
    for (known, extent) in [(before, Extent::HOOK), (prior, Extent::STATE)] {
        if *planned != *known {
            member_value(member, known, planned, extent);
        }
    }
}

/// The extent to which a value is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Extent {
    /// Whether each equal part of a plain value is kept. Otherwise, the whole value is kept if it is equal.
    by_part: bool,
    /// Whether the new value comes from a model, which holds elements of a set that are equal in its types as one element.
    merges: bool,
}

impl Extent {
    /// The result of a call.
    const RESULT: Self = Self {
        by_part: true,
        merges: true,
    };
    /// A plan, compared with the state. Sets of objects are kept as a whole, too.
    const STATE: Self = Self {
        by_part: false,
        merges: false,
    };
    /// The plan of a plan hook, compared with the plan before. Elements of sets of objects are kept one by one.
    const HOOK: Self = Self {
        by_part: false,
        merges: true,
    };

    /// The extent within a value that is kept as a whole.
    const fn within(self) -> Self {
        Self {
            by_part: true,
            ..self
        }
    }
}

fn object(block: &Block, prior: &Object, new: &mut Object, extent: Extent) {
    if !block.describes(prior) || !block.describes(new) {
        return;
    }
    for (at, member) in block.members().iter().enumerate() {
        let (prior, new) = (prior.at(at), new.at_mut(at));
        if extent == Extent::RESULT && member.equates_null_and_empty(prior, new) {
            new.clone_from(prior);
        } else if *new != *prior {
            member_value(member, prior, new, extent);
        }
    }
}

fn member_value(member: &Member, prior: &Value, new: &mut Value, extent: Extent) {
    if let Some(equality) = member.equality() {
        if equality.holds(new, prior) {
            new.clone_from(prior);
            return;
        }
        if let Shape::Type(_) = member.shape() {
            Nested::Values(equality).keep_extent(prior, new, extent);
        }
    }
    if let Some(block) = member.shape().nested().filter(|block| block.has_equality()) {
        Nested::Objects(block).keep(prior, new, extent);
    }
}

/// The shape of an attribute or nested block: its type or nested schema.
#[derive(Clone, Copy)]
enum Nested<'a> {
    Objects(&'a Block),
    Values(&'a Equality),
}

impl Nested<'_> {
    fn keep_extent(self, prior: &Value, new: &mut Value, extent: Extent) {
        if extent.by_part {
            self.keep(prior, new, extent);
        } else {
            let mut kept = new.clone();
            self.keep(prior, &mut kept, extent.within());
            if kept == *prior {
                *new = kept;
            }
        }
    }

    fn keep(self, prior: &Value, new: &mut Value, extent: Extent) {
        if let (Self::Objects(_), Value::Known(Data::Set(_)), Extent::STATE) = (self, &*new, extent)
        {
            return self.keep_extent(prior, new, extent);
        }
        let (Value::Known(prior), Value::Known(new)) = (prior, new) else {
            return;
        };
        match (prior, new) {
            (Data::Object(prior), Data::Object(new)) => match self {
                Self::Objects(block) => object(block, prior, new, extent),
                Self::Values(equality) if prior.names() == new.names() => {
                    for at in 0..new.len() {
                        keep_part(equality, at, prior.at(at), new.at_mut(at), extent);
                    }
                }
                Self::Values(_) => {}
            },
            (Data::Tuple(prior), Data::Tuple(new)) => {
                if let (Self::Values(equality), true) = (self, prior.len() == new.len()) {
                    for (at, (prior, new)) in prior.iter().zip(new).enumerate() {
                        keep_part(equality, at, prior, new, extent);
                    }
                }
            }
            (Data::List(prior), Data::List(new)) => {
                for (prior, new) in prior.iter().zip(new) {
                    self.keep_element(prior, new, extent);
                }
            }
            (Data::Map(prior), Data::Map(new)) => {
                for (key, new) in new.iter_mut() {
                    if let Some(prior) = prior.get(key) {
                        self.keep_element(prior, new, extent);
                    }
                }
            }
            (Data::Set(prior), Data::Set(new)) => self.keep_in_set(prior, new, extent),
            _ => {}
        }
    }

    fn keep_element(self, prior: &Value, new: &mut Value, extent: Extent) {
        match self {
            Self::Objects(_) => self.keep(prior, new, extent),
            Self::Values(equality) => {
                if let Some(element) = equality.elements() {
                    keep_value(element, prior, new, extent);
                }
            }
        }
    }

    fn keep_in_set(self, prior: &Set, new: &mut Set, extent: Extent) {
        let mut gone: BTreeMap<Open, HashMap<Value, Vec<&Value>>> = BTreeMap::new();
        for element in prior.iter().filter(|element| !new.contains(element)) {
            let open = self.open(element, extent);
            if gone.len() < PATTERNS || gone.contains_key(&open) {
                let rest = self.rest(element, &open);
                let by_rest = gone.entry(open).or_default();
                by_rest.entry(rest).or_default().push(element);
            }
        }
        if gone.is_empty() {
            return;
        }
        let kept_as = |element: &Value, candidate: &Value, open: &Open| {
            let mut kept = element.clone();
            self.keep_element(candidate, &mut kept, extent);
            open.is_fulfilled(&kept, candidate, extent).then_some(kept)
        };
        // The set is replaced at the end, because equality is author code, which may panic.
        let mut kept: Set = new
            .iter()
            .map(|element| {
                if prior.contains(element) {
                    return element.clone();
                }
                for (open, by_rest) in &mut gone {
                    let Some(candidates) = by_rest.get_mut(&self.rest(element, open)) else {
                        continue;
                    };
                    for at in 0..candidates.len() {
                        if let Some(kept) = kept_as(element, candidates[at], open) {
                            candidates.remove(at);
                            return kept;
                        }
                    }
                }
                element.clone()
            })
            .collect();
        if extent.merges {
            for (open, mut by_rest) in gone {
                by_rest.retain(|_, candidates| !candidates.is_empty());
                if by_rest.is_empty() {
                    continue;
                }
                for element in new.iter() {
                    if let Some(candidates) = by_rest.get_mut(&self.rest(element, &open)) {
                        candidates.retain(|candidate| {
                            let again = kept_as(element, candidate, &open);
                            again.is_none_or(|again| !kept.insert(again))
                        });
                    }
                }
            }
        }
        *new = kept;
    }

    /// Returns the attributes of an element whose values may change.
    fn open(self, element: &Value, extent: Extent) -> Open {
        let is_left = |at: usize| match self {
            // A plan hook may change what the provider decides.
            Self::Objects(block) if extent == Extent::HOOK => block.members()[at].is_left(),
            _ => false,
        };
        let values = element.as_object().map_or(&[][..], Object::values);
        let open = values
            .iter()
            .enumerate()
            .filter(|(at, value)| !value.is_wholly_known() || is_left(*at));
        let attributes: Vec<_> = open.map(|(at, _)| at).collect();
        let count = attributes.len();
        Open { count, attributes }
    }

    /// Returns an element without the open attributes, in which values that may have several forms have their canonical form, or are null.
    fn rest(self, element: &Value, open: &Open) -> Value {
        let null = |_: &Value| Value::Null;
        let mut rest = match self {
            Self::Objects(_) => element.clone(),
            Self::Values(equality) => {
                let form = equality.elements().map(|it| it.form(element, null));
                form.unwrap_or_default()
            }
        };
        let Some(object) = rest.as_object_mut() else {
            return rest;
        };
        for at in &open.attributes {
            *object.at_mut(*at) = Value::Null;
        }
        if let Self::Objects(block) = self {
            for (at, member) in block.members().iter().enumerate() {
                if form::has_form(member) {
                    *object.at_mut(at) = form::form(member, object.at(at), null);
                }
            }
        }
        rest
    }
}

/// Keeps an equal prior value of a type.
fn keep_value(equality: &Equality, prior: &Value, new: &mut Value, extent: Extent) {
    if equality.holds(new, prior) {
        new.clone_from(prior);
    } else {
        Nested::Values(equality).keep(prior, new, extent);
    }
}

/// Keeps an equal prior value of an attribute of an object, or of a part of a tuple, which are one value.
fn keep_part(equality: &Equality, at: usize, prior: &Value, new: &mut Value, extent: Extent) {
    if let Some(part) = equality.attribute(at) {
        keep_value(part, prior, new, extent);
    }
}

/// The attributes of an element whose values may change: those that were planned as unknown, at least in part. Elements with fewer open attributes are
/// sorted first, because fewer results match them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    count: usize,
    attributes: Vec<usize>,
}

impl Open {
    /// Whether an element is the same as before, except for its open attributes.
    fn is_fulfilled(&self, element: &Value, before: &Value, extent: Extent) -> bool {
        match (extent, element.as_object(), before.as_object()) {
            (Extent::HOOK, Some(element), Some(before)) => {
                let mut values = element.values().iter().zip(before.values()).enumerate();
                values.all(|(at, (element, before))| {
                    element == before || self.attributes.contains(&at)
                })
            }
            _ => fulfils(element, before),
        }
    }
}

/// Returns whether a value equals the prior one, or replaces an unknown one.
fn fulfils(value: &Value, before: &Value) -> bool {
    match (value, before) {
        (_, Value::Unknown(_)) => true,
        (Value::Known(Data::Object(value)), Value::Known(Data::Object(before))) => {
            let mut values = value.values().iter().zip(before.values());
            value.len() == before.len() && values.all(|(value, before)| fulfils(value, before))
        }
        (Value::Known(Data::List(value)), Value::Known(Data::List(before))) => {
            let mut elements = value.iter().zip(before);
            value.len() == before.len() && elements.all(|(value, before)| fulfils(value, before))
        }
        (Value::Known(Data::Tuple(value)), Value::Known(Data::Tuple(before))) => {
            let mut parts = value.iter().zip(before);
            value.len() == before.len() && parts.all(|(value, before)| fulfils(value, before))
        }
        (Value::Known(Data::Map(value)), Value::Known(Data::Map(before))) => {
            let mut elements = value.iter().zip(before.iter());
            value.len() == before.len()
                && elements
                    .all(|((key, value), (other, before))| key == other && fulfils(value, before))
        }
        (Value::Known(Data::Set(value)), Value::Known(Data::Set(elements))) => {
            value == elements || (value.len() == elements.len() && !before.is_wholly_known())
        }
        (value, before) => value == before,
    }
}
