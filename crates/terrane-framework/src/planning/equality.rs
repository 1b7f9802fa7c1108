//! Replaces new values by prior ones that are equal in another form (rules S1 to S6).
//!
//! By rule S2, null equals no other value. Null and empty collections with `empty_is_null` keep their prior form, but not in plans, where rule C6
//! requires the configured form.
//!
//! The schema, the new value and the prior value are walked once. Elements of a set have no address. Elements in both sets stay. Each other element
//! is looked up by the attributes that have only one form and were known before.

use std::collections::BTreeMap;

use foldhash::HashMap;
use terrane_value::{Data, Object, Set, Value};

use crate::retain::PATTERNS;
use crate::schema::{Block, Equality, Member, Shape};

/// Keeps equal prior values in the result of a call.
pub(crate) fn keep(block: &Block, prior: &Object, new: &mut Object) {
    if block.has_equality() {
        object(block, prior, new, Extent::Parts);
    }
}

/// Keeps equal prior values in a plan. There, each value must be either the configured one or, as a whole, the prior one (rules C3 and C6).
pub(crate) fn keep_planned(block: &Block, prior: &Object, planned: &mut Object) {
    if block.has_equality() {
        object(block, prior, planned, Extent::Whole);
    }
}

/// The extent to which a plain value or a set is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Each equal part is kept.
    Parts,
    /// The whole value is kept if it is equal.
    Whole,
}

fn object(block: &Block, prior: &Object, new: &mut Object, extent: Extent) {
    if !block.describes(prior) || !block.describes(new) {
        return;
    }
    for (at, member) in block.members().iter().enumerate() {
        let (prior, new) = (prior.at(at), new.at_mut(at));
        if extent == Extent::Parts && member.equates_null_and_empty(prior, new) {
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
        match extent {
            Extent::Parts => self.keep(prior, new, extent),
            Extent::Whole => {
                let mut kept = new.clone();
                self.keep(prior, &mut kept, Extent::Parts);
                if kept == *prior {
                    *new = kept;
                }
            }
        }
    }

    fn keep(self, prior: &Value, new: &mut Value, extent: Extent) {
        if let (Self::Objects(_), Value::Known(Data::Set(_)), Extent::Whole) = (self, &*new, extent)
        {
            return self.keep_extent(prior, new, extent);
        }
        let (Value::Known(prior), Value::Known(new)) = (prior, new) else {
            return;
        };
        match (prior, new) {
            (Data::Object(prior), Data::Object(new)) => match self {
                Self::Objects(block) => object(block, prior, new, extent),
                Self::Values(equality) => keep_attributes(equality, prior, new, extent),
            },
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
            (Data::Set(prior), Data::Set(new)) => self.keep_in_set(prior, new),
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

    fn keep_in_set(self, prior: &Set, new: &mut Set) {
        let mut gone: BTreeMap<Open, HashMap<Value, Vec<&Value>>> = BTreeMap::new();
        for element in prior.iter().filter(|element| !new.contains(element)) {
            let open = Open::of(element);
            if gone.len() < PATTERNS || gone.contains_key(&open) {
                let rest = self.rest(element, &open);
                let by_rest = gone.entry(open).or_default();
                by_rest.entry(rest).or_default().push(element);
            }
        }
        if gone.is_empty() {
            return;
        }
        // The set is replaced at the end, because equality is author code, which may panic.
        let kept = new.iter().cloned().map(|element| {
            if prior.contains(&element) {
                return element;
            }
            for (open, by_rest) in &mut gone {
                let Some(candidates) = by_rest.get_mut(&self.rest(&element, open)) else {
                    continue;
                };
                for at in 0..candidates.len() {
                    let mut kept = element.clone();
                    self.keep_element(candidates[at], &mut kept, Extent::Parts);
                    if fulfils(&kept, candidates[at]) {
                        candidates.remove(at);
                        return kept;
                    }
                }
            }
            element
        });
        *new = kept.collect();
    }

    /// Returns an element without the attributes that have several forms, and without those that were unknown.
    fn rest(self, element: &Value, open: &Open) -> Value {
        match (self, element) {
            (Self::Objects(block), Value::Known(Data::Object(object))) => {
                let mut rest = object.clone();
                for (at, member) in block.members().iter().enumerate() {
                    let nested = member.shape().nested();
                    if open.attributes.contains(&at) {
                        *rest.at_mut(at) = Value::Null;
                    } else if member.has_equality() || nested.is_some_and(Block::has_equality) {
                        let equality = member.equality();
                        *rest.at_mut(at) =
                            equality.map_or(Value::Null, |it| it.form(object.at(at)));
                    }
                }
                Value::Known(Data::Object(rest))
            }
            (Self::Values(equality), element) => {
                let form = equality.elements().map(|it| it.form(element));
                let mut rest = form.unwrap_or_default();
                if let Some(object) = rest.as_object_mut() {
                    for at in &open.attributes {
                        *object.at_mut(*at) = Value::Null;
                    }
                }
                rest
            }
            (Self::Objects(_), _) => Value::Null,
        }
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

/// Keeps equal prior values of the attributes of an object, which is one value.
fn keep_attributes(equality: &Equality, prior: &Object, new: &mut Object, extent: Extent) {
    if prior.names() != new.names() {
        return;
    }
    for at in 0..new.len() {
        if let Some(attribute) = equality.attribute(at) {
            keep_value(attribute, prior.at(at), new.at_mut(at), extent);
        }
    }
}

/// The attributes of an element that were planned as unknown, at least in part. Elements with fewer unknown attributes are sorted first, because
/// fewer results match them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    count: usize,
    attributes: Vec<usize>,
}

impl Open {
    fn of(element: &Value) -> Self {
        let values = element.as_object().map_or(&[][..], Object::values);
        let open = values.iter().enumerate();
        let open = open.filter(|(_, value)| !value.is_wholly_known());
        let attributes: Vec<_> = open.map(|(at, _)| at).collect();
        let count = attributes.len();
        Self { count, attributes }
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
