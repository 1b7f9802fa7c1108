//! Changes that replace the object (rules L14 and L20).

use std::collections::BTreeMap;

use foldhash::HashMap;
use terrane_value::{Data, Object, Value};

use super::form::{self, form_or_value};
use super::provided::is_left_to_provider;
use crate::elements;
use crate::retain::PATTERNS;
use crate::schema::{Block, Keep, Member, Replace};

/// Whether a change of a member replaces the object.
pub(super) fn asks(member: &Member, config: &Value, prior: &Value, planned: &Value) -> bool {
    let has_changed = || !form::is_same(member, planned, prior);
    match member.replaces() {
        Replace::Never => false,
        Replace::Changed => has_changed(),
        Replace::Configured => !config.is_absent() && has_changed(),
        Replace::If(condition) => has_changed() && condition.asks(prior, planned),
    }
}

/// The elements of a set without a partner: removed ones, which only the state contains, and added ones, which only the plan contains.
///
/// It is undecidable which removed element became which added one. So the elements are compared by their fixed values: the values of all attributes
/// that a change cannot alter in place. Removed and added elements with the same fixed values cancel out. The remaining elements decide:
///
/// - An added element with a fixed value replaces the object. An added element without a fixed value also replaces it if it may be a removed element
///   that lost its fixed values.
/// - A removed element alone replaces nothing, as in lists and maps.
///
/// An added element may leave an attribute to the provider. It is then compared without this attribute, or by the attributes on which it depends.
pub(super) struct Unmatched<'a> {
    block: &'a Block,
    /// The removed elements. The entry of an element with a partner is `None`.
    prior: Vec<Option<&'a Object>>,
    /// The added elements, by the attributes that they leave to the provider and by their fixed values.
    added: BTreeMap<Left, HashMap<Vec<Value>, Added>>,
    /// For each value of an attribute with a condition, the number of added minus removed elements.
    conditional: HashMap<(usize, Value), i64>,
    /// For each attribute with a condition, the number of added elements that leave it to the provider.
    left: HashMap<usize, i64>,
    /// Configured values of attributes that replace the object only if they are configured.
    configured: Vec<(usize, Value)>,
    /// Whether the plan has elements without a partner.
    adds: bool,
}

/// Added elements with equal fixed values.
#[derive(Default)]
struct Added {
    count: usize,
    /// Whether they have a value in a fixed attribute.
    has_value: bool,
}

impl<'a> Unmatched<'a> {
    pub(super) fn new(block: &'a Block, prior: &'a [Value]) -> Self {
        Self {
            block,
            prior: prior.iter().map(Value::as_object).collect(),
            added: BTreeMap::new(),
            conditional: HashMap::default(),
            left: HashMap::default(),
            configured: Vec::new(),
            adds: false,
        }
    }

    /// Excludes an element of the state that has a partner.
    pub(super) fn found(&mut self, at: usize) {
        if let Some(found) = self.prior.get_mut(at) {
            *found = None;
        }
    }

    /// Adds a planned element without a partner.
    pub(super) fn add(&mut self, config: Option<&Object>, planned: &Object) {
        self.adds = true;
        let left = Left::of(self.block, config.as_slice(), &[planned]);
        for (at, member) in self.block.members().iter().enumerate() {
            let value = || form_or_value(member, planned.at(at));
            match member.replaces() {
                Replace::If(_) if left.has(at) => *self.left.entry(at).or_default() += 1,
                Replace::If(_) => {
                    *self.conditional.entry((at, value())).or_default() += 1;
                }
                Replace::Configured if config.is_some_and(|it| !it.at(at).is_absent()) => {
                    self.configured.push((at, value()));
                }
                _ => {}
            }
        }
        if !self.block.members().iter().any(is_compared) {
            return;
        }
        // Each choice of attributes requires a walk over the removed elements. Further elements count as unchanged, because an update that fails is
        // better than a lost object.
        if self.added.len() == PATTERNS && !self.added.contains_key(&left) {
            return;
        }
        let key = fixed_values(
            self.block,
            planned,
            &left,
            is_compared,
            LeftAs::Dependencies,
        );
        let values = fixed_values(self.block, planned, &left, is_compared, LeftAs::Null);
        let added = self.added.entry(left).or_default().entry(key).or_default();
        added.count += 1;
        added.has_value |= !values.iter().all(Value::is_absent);
    }

    /// Returns whether the elements replace the object.
    pub(super) fn ask(mut self) -> bool {
        if !self.adds {
            return false;
        }
        let mut before: HashMap<(usize, Value), i64> = HashMap::default();
        for object in self.prior.iter().flatten() {
            for (at, member) in self.block.members().iter().enumerate() {
                let value = || (at, form_or_value(member, object.at(at)));
                match member.replaces() {
                    Replace::If(_) => *self.conditional.entry(value()).or_default() -= 1,
                    Replace::Configured => *before.entry(value()).or_default() += 1,
                    Replace::Never | Replace::Changed => {}
                }
            }
        }
        let new = self.configured.drain(..).any(|value| {
            let count = before.entry(value).or_default();
            *count -= 1;
            *count < 0
        });
        new || self.conditions_ask() || self.fixed_values_ask()
    }

    fn fixed_values_ask(mut self) -> bool {
        let of = |object, left| {
            fixed_values(self.block, object, left, is_compared, LeftAs::Dependencies)
        };
        // Elements that leave less to the provider come first, because they match fewer removed elements.
        let mut added: Vec<_> = self.added.iter_mut().collect();
        added.sort_by_key(|(left, _)| left.count());
        for (left, added) in &mut added {
            for removed in &mut self.prior {
                let same = removed.and_then(|removed| added.get_mut(&of(removed, left)));
                if let Some(same) = same.filter(|same| same.count > 0) {
                    same.count -= 1;
                    *removed = None;
                }
            }
        }
        added.into_iter().any(|(left, added)| {
            let mut rest = added.values().filter(|added| added.count > 0).peekable();
            let mut removed = self.prior.iter().flatten();
            rest.peek().is_some()
                && (rest.any(|added| added.has_value)
                    || removed.any(|removed| !of(removed, left).iter().all(Value::is_absent)))
        })
    }

    fn conditions_ask(&self) -> bool {
        let mut lost: HashMap<usize, i64> = HashMap::default();
        let asks = self.conditional.iter().any(|((at, value), count)| {
            let Replace::If(condition) = self.block.members()[*at].replaces() else {
                return false;
            };
            match count {
                0 => false,
                1.. => !value.is_null() && condition.asks(&Value::Null, value),
                _ => {
                    // A removed element may be an added one with another value.
                    if self.adds && !value.is_null() && condition.asks(value, &Value::Null) {
                        *lost.entry(*at).or_default() -= count;
                    }
                    false
                }
            }
        });
        let kept = |at| self.left.get(at).copied().unwrap_or_default();
        asks || lost.iter().any(|(at, count)| *count > kept(at))
    }
}

/// Returns whether a member of an element is compared by its fixed values. Conditions are not fixed values.
fn is_compared(member: &Member) -> bool {
    !matches!(member.replaces(), Replace::If(_)) && has_fixed(member)
}

/// Returns whether a member, or one nested in it, is fixed.
fn has_fixed(member: &Member) -> bool {
    matches!(member.replaces(), Replace::Changed)
        || member.shape().nested().is_some_and(|nested| {
            let mut members = nested.members().iter();
            members.any(has_fixed_nested)
        })
}

/// The attributes of added elements that are left to the provider, and unknown until it decides them. Elements of nested collections are not
/// distinguished.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    /// Whether the attribute itself is left to the provider.
    itself: bool,
    nested: BTreeMap<usize, Left>,
}

impl Left {
    const NONE: &'static Self = &Self {
        itself: false,
        nested: BTreeMap::new(),
    };

    fn of<'o>(block: &Block, configs: &[&'o Object], planned: &[&'o Object]) -> Self {
        let mut left = Self::default();
        for (at, member) in block.members().iter().enumerate() {
            let is_unset = |config: &&Object| is_left_to_provider(member, config.at(at));
            let is_unknown = |planned: &&Object| planned.at(at).is_unknown();
            let mut inner = Self {
                itself: configs.iter().any(is_unset) && planned.iter().any(is_unknown),
                nested: BTreeMap::new(),
            };
            let nested = member.shape().nested();
            if let (false, Some(nested)) = (inner.itself, nested.filter(|it| it.facts().left)) {
                let inside = |objects: &[&'o Object]| {
                    let values = objects.iter().map(|object| object.at(at));
                    values.flat_map(elements::objects).collect::<Vec<_>>()
                };
                inner = Self::of(nested, &inside(configs), &inside(planned));
            }
            if inner != *Self::NONE {
                left.nested.insert(at, inner);
            }
        }
        left
    }

    fn has(&self, at: usize) -> bool {
        self.nested.get(&at).is_some_and(|it| it.itself)
    }

    /// Returns the number of the attributes.
    fn count(&self) -> usize {
        let nested = self.nested.values().map(Self::count);
        usize::from(self.itself) + nested.sum::<usize>()
    }

    /// Sets the attributes in a nested value to null.
    fn clear(&self, value: &mut Value) {
        if self.itself {
            *value = Value::Null;
        } else if !self.nested.is_empty() {
            elements::each_of_all_mut(value, |object| {
                for (at, left) in &self.nested {
                    left.clear(object.at_mut(*at));
                }
            });
        }
    }
}

/// The value for an attribute that is left to the provider.
#[derive(Clone, Copy)]
enum LeftAs {
    Null,
    /// The values of the attributes on which it depends. Null without any.
    Dependencies,
}

/// Returns the fixed values of an object, one for each member that `is_fixed` selects.
fn fixed_values(
    block: &Block,
    object: &Object,
    left: &Left,
    is_fixed: fn(&Member) -> bool,
    left_as: LeftAs,
) -> Vec<Value> {
    let members = block.members().iter().zip(object.values()).enumerate();
    let fixed = members.filter(|(_, (member, _))| is_fixed(member));
    let values = fixed.map(|(at, (member, value))| match left.nested.get(&at) {
        Some(left) if left.itself => match (member.keeps(), left_as) {
            (Keep::Unless(dependencies), LeftAs::Dependencies) => {
                tuple(dependencies.iter().map(|it| it.value(object).clone()))
            }
            _ => Value::Null,
        },
        left => fixed_value(member, value, left.unwrap_or(Left::NONE), left_as),
    });
    values.collect()
}

/// Returns the fixed values within a value. Null if there are none, so that an element without fixed values equals a missing one.
fn fixed_value(member: &Member, value: &Value, left: &Left, left_as: LeftAs) -> Value {
    let nested = match (member.replaces(), member.shape().nested()) {
        (Replace::Never, Some(nested)) if value.is_known() => nested,
        _ => {
            let mut whole = form_or_value(member, value);
            left.clear(&mut whole);
            return whole;
        }
    };
    let of_object = |value: &Value| match value.as_object() {
        Some(object) => {
            let fixed = fixed_values(nested, object, left, has_fixed_nested, left_as);
            tuple(fixed.into_iter())
        }
        None => value.clone(),
    };
    match value {
        Value::Known(Data::Object(_)) => of_object(value),
        Value::Known(Data::List(elements)) => tuple(elements.iter().map(of_object)),
        Value::Known(Data::Map(elements)) => tuple(elements.iter().filter_map(|(key, element)| {
            let fixed = of_object(element);
            (!fixed.is_absent()).then(|| Value::tuple([key.into(), fixed]))
        })),
        Value::Known(Data::Set(elements)) => {
            let mut counts: HashMap<Value, i64> = HashMap::default();
            for fixed in elements.iter().map(of_object).filter(|it| !it.is_absent()) {
                *counts.entry(fixed).or_default() += 1;
            }
            if counts.is_empty() {
                Value::Null
            } else {
                Value::set(
                    counts
                        .into_iter()
                        .map(|(fixed, count)| Value::tuple([fixed, count.into()])),
                )
            }
        }
        value => value.clone(),
    }
}

/// Returns whether a member of a nested object is fixed. Conditions, and whether the member is configured, are ignored there: each change counts.
fn has_fixed_nested(member: &Member) -> bool {
    !matches!(member.replaces(), Replace::Never) || has_fixed(member)
}

/// Returns a tuple without its trailing nulls. Null if it would be empty.
fn tuple(values: impl Iterator<Item = Value>) -> Value {
    let mut values: Vec<Value> = values.collect();
    while values.last().is_some_and(Value::is_absent) {
        values.pop();
    }
    if values.is_empty() {
        Value::Null
    } else {
        Value::tuple(values)
    }
}
