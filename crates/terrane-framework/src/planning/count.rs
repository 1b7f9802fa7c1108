//! Counts the changes of write-only values: `#[tf(counts(password))]`.
//!
//! Each count has an address, the path of its attribute. The fingerprint of the value is stored under this address. The address of an element with a
//! key contains the key, so that a count follows its element.

use std::collections::HashMap;

use terrane_value::{Data, Object, Text, Value};

use super::place::Place;
use crate::elements::{self, ElementAddress};
use crate::fingerprint::Fingerprints;
use crate::schema::{Block, Member};

/// Counts by their addresses.
pub(crate) type Counts = HashMap<String, Value>;

/// A count in an object, with the value that it counts.
pub(crate) struct Counting<'a> {
    pub(crate) address: String,
    /// Whether the address identifies the element. It does not while the element's key is unknown.
    placed: bool,
    member: &'a Member,
    /// The attribute that is counted, and its configured value.
    pub(crate) counted: &'a Member,
    pub(crate) configured: &'a Value,
    pub(crate) count: &'a mut Value,
}

impl Counting<'_> {
    /// Sets the new count: one more if the value has changed, and unknown if that cannot be decided yet.
    fn go_on(&mut self, before: Option<&Value>, fingerprints: &Fingerprints) {
        let before = before.unwrap_or(&Value::Null);
        *self.count = match fingerprints.knows(&self.address, self.counted, self.configured) {
            None => self.member.unknown(),
            Some(true) => before.clone(),
            Some(false) => number(before).saturating_add(1).into(),
        };
    }
}

/// Counts the changes since `fingerprints` were stored. A change that cannot be decided yet makes the count unknown.
pub(super) fn count(
    block: &Block,
    config: &Object,
    prior: Option<&Object>,
    planned: &mut Object,
    fingerprints: &Fingerprints,
) {
    let before = counts(block, prior);
    each(block, Some(config), planned, &mut |mut counting| {
        if counting.placed {
            counting.go_on(before.get(&counting.address), fingerprints)
        } else {
            *counting.count = counting.member.unknown()
        }
    });
}

/// Counts the changes that the plan could not decide.
pub(crate) fn count_unknown(
    block: &Block,
    config: &Object,
    before: &Counts,
    planned: &mut Object,
    fingerprints: &Fingerprints,
) {
    each(block, Some(config), planned, &mut |mut counting| {
        if counting.count.is_unknown() {
            counting.go_on(before.get(&counting.address), fingerprints);
            or_none(counting.count);
        }
    });
}

/// Returns the counts of an object.
pub(crate) fn counts(block: &Block, object: Option<&Object>) -> Counts {
    let mut counts = Counts::new();
    if let Some(mut object) = object.filter(|_| block.facts().counts).cloned() {
        each(block, None, &mut object, &mut |counting| {
            counts.insert(counting.address, std::mem::take(counting.count));
        });
    }
    counts
}

/// Sets the counts of an object that a call returned, because author code does not set them.
pub(crate) fn set_counts(block: &Block, counts: &Counts, object: &mut Object) {
    each(block, None, object, &mut |counting| {
        *counting.count = counts.get(&counting.address).cloned().unwrap_or_default();
        or_none(counting.count);
    });
}

/// Sets the count of a value that was never configured to zero.
pub(super) fn or_none(count: &mut Value) {
    if count.is_null() {
        *count = 0.into();
    }
}

/// Visits every count in an object, with the configured value.
pub(crate) fn each(
    block: &Block,
    config: Option<&Object>,
    object: &mut Object,
    visit: &mut impl FnMut(Counting<'_>),
) {
    if block.facts().counts && block.describes(object) {
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
        let Some(nested) = member.shape().nested().filter(|it| it.facts().counts) else {
            continue;
        };
        let mut seen = HashMap::<Text, usize>::new();
        elements::each_mut(object.at_mut(at), |address, object| {
            let config = elements::counterpart(configured(at), address);
            let key = member.aligned_by().map(|by| object.at(by));
            let placed = placed && !key.is_some_and(Value::is_unknown);
            let key_text = key.and_then(text);
            let keyed = key_text.as_ref().map(|key| Place::Key(&place, key));
            let place = match (address, &keyed) {
                (ElementAddress::Single, _) => place,
                (ElementAddress::Index(_), Some(keyed)) => match repeated(&mut seen, &key_text) {
                    0 => *keyed,
                    nth => Place::Index(keyed, nth),
                },
                (ElementAddress::Index(at), None) => Place::Index(&place, at),
                (ElementAddress::Key(key), _) => Place::Key(&place, key),
            };
            walk(nested, config, object, &place, placed, visit);
        });
    }
}

/// Returns the number of earlier elements with the same key.
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
