//! Changes that replace the object (rules L14 and L20).

use foldhash::HashMap;
use terrane_value::{Data, Object, Value};

use crate::schema::{Block, Member, Replace};

/// Whether a change of a member replaces the object.
pub(super) fn asks(member: &Member, config: &Value, prior: &Value, planned: &Value) -> bool {
    match member.replaces() {
        Replace::Never => false,
        Replace::Changed => planned != prior,
        Replace::Configured => !config.is_absent() && planned != prior,
        Replace::If(condition) => planned != prior && condition.asks(prior, planned),
    }
}

/// The elements of a set without a partner: removed ones, which only the state contains, and added ones, which only the plan contains.
///
/// It is undecidable which removed element became which added one. So the elements are counted by their fixed values: the values of all attributes
/// that a change cannot alter in place. Removed and added elements with the same fixed values cancel out. The remaining elements decide:
///
/// - An added element with a fixed value replaces the object. An added element without a fixed value also replaces it if it may be a removed element
///   that lost its fixed values.
/// - A removed element alone replaces nothing, as in lists and maps.
pub(super) struct Unmatched<'a> {
    block: &'a Block,
    /// The removed elements. The entry of an element with a partner is `None`.
    prior: Vec<Option<&'a Object>>,
    /// For each combination of fixed values, the number of added minus removed elements.
    fixed: HashMap<Vec<Value>, i64>,
    /// The same for each value of an attribute with a condition.
    conditional: HashMap<(usize, Value), i64>,
    /// Configured values of attributes that replace the object only if they are configured.
    configured: Vec<(usize, Value)>,
    /// Whether the plan has elements without a partner.
    adds: bool,
}

impl<'a> Unmatched<'a> {
    pub(super) fn new(block: &'a Block, prior: &'a [Value]) -> Self {
        Self {
            block,
            prior: prior.iter().map(Value::as_object).collect(),
            fixed: HashMap::default(),
            conditional: HashMap::default(),
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
        self.count(planned, 1);
        for (at, member) in self.block.members().iter().enumerate() {
            let configured = config.is_some_and(|config| !config.at(at).is_absent());
            if configured && matches!(member.replaces(), Replace::Configured) {
                self.configured.push((at, planned.at(at).clone()));
            }
        }
    }

    fn count(&mut self, element: &Object, by: i64) {
        let mut fixed = Vec::new();
        for (at, member) in self.block.members().iter().enumerate() {
            let value = element.at(at);
            match member.replaces() {
                Replace::If(_) => {
                    *self.conditional.entry((at, value.clone())).or_default() += by;
                }
                _ if has_fixed(member) => fixed.push(fixed_value(member, value)),
                _ => {}
            }
        }
        if !fixed.is_empty() {
            *self.fixed.entry(fixed).or_default() += by;
        }
    }

    /// Returns whether the elements replace the object.
    pub(super) fn ask(mut self) -> bool {
        let mut before: HashMap<(usize, &Value), i64> = HashMap::default();
        for object in std::mem::take(&mut self.prior).into_iter().flatten() {
            self.count(object, -1);
            for (at, member) in self.block.members().iter().enumerate() {
                if matches!(member.replaces(), Replace::Configured) {
                    *before.entry((at, object.at(at))).or_default() += 1;
                }
            }
        }
        let new = self.configured.iter().any(|(at, value)| {
            let count = before.entry((*at, value)).or_default();
            *count -= 1;
            *count < 0
        });
        new || self.fixed_values_ask() || self.conditions_ask()
    }

    fn fixed_values_ask(&self) -> bool {
        let lost = self.fixed.values().any(|count| *count < 0);
        self.fixed
            .iter()
            .any(|(fixed, count)| *count > 0 && (lost || !fixed.iter().all(Value::is_absent)))
    }

    fn conditions_ask(&self) -> bool {
        self.conditional.iter().any(|((at, value), count)| {
            let Replace::If(condition) = self.block.members()[*at].replaces() else {
                return false;
            };
            match count {
                0 => false,
                1.. => !value.is_null() && condition.asks(&Value::Null, value),
                // A removed element may be an added one with another value.
                _ => self.adds && !value.is_null() && condition.asks(value, &Value::Null),
            }
        })
    }
}

/// Returns whether a member, or one nested in it, is fixed.
fn has_fixed(member: &Member) -> bool {
    matches!(member.replaces(), Replace::Changed)
        || member.shape().nested().is_some_and(|nested| {
            let mut members = nested.members().iter();
            members.any(has_fixed_nested)
        })
}

/// Returns the fixed values within a value. Null if there are none, so that an element without fixed values equals a missing one.
fn fixed_value(member: &Member, value: &Value) -> Value {
    let nested = match (member.replaces(), member.shape().nested()) {
        (Replace::Never, Some(nested)) if value.is_known() => nested,
        _ => return value.clone(),
    };
    let of_object = |value: &Value| match value.as_object() {
        Some(object) => {
            let members = nested.members().iter().zip(object.values());
            let fixed = members.filter(|(member, _)| has_fixed_nested(member));
            tuple(fixed.map(|(member, value)| fixed_value(member, value)))
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
            match counts.is_empty() {
                true => Value::Null,
                false => Value::set(
                    counts
                        .into_iter()
                        .map(|(fixed, count)| Value::tuple([fixed, count.into()])),
                ),
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
    match values.is_empty() {
        true => Value::Null,
        false => Value::tuple(values),
    }
}
