//! Counts of the changes of values that no state has: `#[tf(counts(password))]`.
//!
//! Each count has an address, the path of its attribute, under which the fingerprint of the value is stored. Elements that are told from
//! each other by an attribute have that in their address, so that a count goes with its element.

use std::collections::HashMap;

use terrane_value::{Data, Object, Text, Value};

use super::elements::{self, Way};
use super::place::Place;
use crate::fingerprint::Fingerprints;
use crate::schema::{Block, Member};

/// Counts by their addresses.
pub(crate) type Counts = HashMap<String, Value>;

/// A count in an object, and what it counts.
pub(crate) struct Counting<'a> {
    pub(crate) address: String,
    /// Whether the address says which element it is: not as long as the element's key is unknown.
    placed: bool,
    member: &'a Member,
    /// What is counted, as it is configured, and its attribute.
    pub(crate) counted: &'a Member,
    pub(crate) configured: &'a Value,
    pub(crate) count: &'a mut Value,
}

impl Counting<'_> {
    /// Counts the value if it is another one than before.
    fn go_on(&mut self, before: Option<&Value>, told: &Fingerprints) {
        let before = before.unwrap_or(&Value::Null);
        *self.count = match told.knows(&self.address, self.counted, self.configured) {
            None => self.member.unknown(),
            Some(true) => before.clone(),
            Some(false) => number(before).saturating_add(1).into(),
        };
    }
}

/// Counts what has changed since `told` was stored. What cannot be told yet makes the count unknown.
pub(super) fn count(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    planned: &mut Object,
    told: &Fingerprints,
) {
    let before = counts(block, prior);
    each(
        block,
        Some(config),
        planned,
        &mut |mut counting| match counting.placed {
            true => counting.go_on(before.get(&counting.address), told),
            false => *counting.count = counting.member.unknown(),
        },
    );
}

/// Counts what could not be told when it was planned.
pub(crate) fn count_unknown(
    block: &Block,
    config: &Object,
    before: &Counts,
    planned: &mut Object,
    told: &Fingerprints,
) {
    each(block, Some(config), planned, &mut |mut counting| {
        if counting.count.is_unknown() {
            counting.go_on(before.get(&counting.address), told);
            or_none(counting.count);
        }
    });
}

/// The counts of an object.
pub(crate) fn counts(block: &Block, object: Option<&Object>) -> Counts {
    let mut counts = Counts::new();
    if let Some(mut object) = object.filter(|_| block.inside().counts).cloned() {
        each(block, None, &mut object, &mut |counting| {
            counts.insert(counting.address, std::mem::take(counting.count));
        });
    }
    counts
}

/// Gives an object that a call returned its counts, of which the author's code knows nothing.
pub(crate) fn set_counts(block: &Block, counts: &Counts, object: &mut Object) {
    each(block, None, object, &mut |counting| {
        *counting.count = counts.get(&counting.address).cloned().unwrap_or_default();
        or_none(counting.count);
    });
}

/// What has never had a value has no change.
pub(super) fn or_none(count: &mut Value) {
    if count.is_null() {
        *count = 0.into();
    }
}

/// Visits every count in an object, with what is configured beside it.
pub(crate) fn each(
    block: &Block,
    config: Option<&Object>,
    object: &mut Object,
    visit: &mut impl FnMut(Counting<'_>),
) {
    if block.inside().counts && block.describes(object) {
        walk(block, config, object, &Place::Root, true, visit);
    }
}

fn walk(
    block: &Block,
    config: Option<&Object>,
    object: &mut Object,
    place: &Place<'_>,
    placed: bool,
    visit: &mut impl FnMut(Counting<'_>),
) {
    for (at, member) in block.members().iter().enumerate() {
        let configured = |at| config.map_or(&Value::Null, |config: &Object| config.at(at));
        let place = Place::Attribute(place, member.name());
        if let Some(counted) = member.counted() {
            visit(Counting {
                address: place.path().to_string(),
                placed,
                member,
                counted: &block.members()[counted],
                configured: configured(counted),
                count: object.at_mut(at),
            });
            continue;
        }
        let Some(nested) = member.shape().nested().filter(|it| it.inside().counts) else {
            continue;
        };
        let mut seen = HashMap::<Text, usize>::new();
        elements::each_mut(object.at_mut(at), |way, object| {
            let config = elements::beside(configured(at), way);
            let key = member.aligned_by().map(|by| object.at(by));
            let placed = placed && !key.is_some_and(Value::is_unknown);
            let told_by = key.and_then(text);
            let keyed = told_by.as_ref().map(|key| Place::Key(&place, key));
            let place = match (way, &keyed) {
                (Way::Single, _) => place,
                (Way::Index(_), Some(keyed)) => match repeated(&mut seen, &told_by) {
                    0 => *keyed,
                    nth => Place::Index(keyed, nth),
                },
                (Way::Index(at), None) => Place::Index(&place, at),
                (Way::Key(key), _) => Place::Key(&place, key),
            };
            walk(nested, config, object, &place, placed, visit);
        });
    }
}

/// How many elements with the same key came before.
fn repeated(seen: &mut HashMap<Text, usize>, key: &Option<Text>) -> usize {
    let Some(key) = key else { return 0 };
    let next = seen.entry(key.clone()).or_default();
    *next += 1;
    *next - 1
}

fn number(count: &Value) -> i64 {
    match count.known() {
        Some(Data::Number(number)) => number.to_i64().unwrap_or(0),
        _ => 0,
    }
}

fn text(value: &Value) -> Option<Text> {
    match value.known()? {
        Data::String(text) => Some(text.clone()),
        Data::Number(number) => Some(number.to_string().into()),
        _ => None,
    }
}
