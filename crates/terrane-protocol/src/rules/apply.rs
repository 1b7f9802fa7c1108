//! The check of applied objects (rules K1 to K5).

use terrane_value::{Bound, Data, Step, Text, Type, Unknown, Value};

use super::instance::{Instance, is_unknown};
use super::shape::{Kind, Members};
use super::{Check, Rule};
use crate::schema::BlockNesting;

/// A value with its type: the type from the schema, or the value's own type where the schema says dynamic.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    ty: &'a Type,
    value: &'a Value,
}

impl<'a> Place<'a> {
    /// Pairs a value with its type from the schema. Where that type is dynamic, the value's own type replaces it.
    pub(super) fn new(mut ty: &'a Type, mut value: &'a Value) -> Self {
        while let (Type::Dynamic, Value::Known(Data::Dynamic(typed))) = (ty, value) {
            (ty, value) = (&typed.ty, &typed.value);
        }
        Self { ty, value }
    }

    /// The elements of a list, map, tuple or object in order, with the steps that lead to them.
    fn parts(self) -> Vec<(Step, Place<'a>)> {
        let indexed = |at: usize, ty, value| (Step::Index(at), Self::new(ty, value));
        match (self.ty, self.value) {
            (Type::List(ty), Value::Known(Data::List(values))) => values
                .iter()
                .enumerate()
                .map(|(at, value)| indexed(at, &**ty, value))
                .collect(),
            (Type::Tuple(types), Value::Known(Data::Tuple(values))) => values
                .iter()
                .zip(types.iter())
                .enumerate()
                .map(|(at, (value, ty))| indexed(at, ty, value))
                .collect(),
            (Type::Map(ty), Value::Known(Data::Map(values))) => values
                .iter()
                .map(|(key, value)| (Step::Key(key.clone()), Self::new(ty, value)))
                .collect(),
            (Type::Object(ty), Value::Known(Data::Object(object))) => object
                .iter()
                .zip(ty.types())
                .map(|((name, value), ty)| (Step::Attribute(name.clone()), Self::new(ty, value)))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Check {
    /// Compares an applied object of the root or of a block with the planned one.
    pub(super) fn applied(
        &mut self,
        members: &Members,
        planned: Instance<'_>,
        actual: Instance<'_>,
    ) {
        let problem = match (planned.is_null(), actual.is_null()) {
            (true, true) => return,
            (false, true) => Some("expected the planned object, found null"),
            (true, false) => Some("expected null as planned, found an object"),
            (false, false) => None,
        };
        if let Some(problem) = problem {
            return self.find(Rule::PlannedValueChanged, problem);
        }
        for (at, member) in members.iter() {
            let (planned, actual) = (planned.at(at), actual.at(at));
            if planned == actual && planned.is_known() && !member.has_computed_blocks() {
                continue;
            }
            let place = |value| Place::new(&member.ty, value);
            self.path.push(Step::Attribute(member.name.clone()));
            match &member.kind {
                Kind::Attribute(flags, _) => {
                    let (hidden, computed) = (self.hidden, self.computed);
                    self.hidden |= flags.sensitive;
                    self.computed |= flags.computed;
                    self.value(place(&planned), place(&actual));
                    (self.hidden, self.computed) = (hidden, computed);
                }
                Kind::Block {
                    nesting,
                    computed: true,
                    ..
                } if nesting.is_collection() && actual.is_absent() => self.find(
                    Rule::AppliedBlocks,
                    "expected an empty collection of blocks, found null",
                ),
                Kind::Block { computed: true, .. } if is_unknown(&planned) => {
                    self.value(place(&planned), place(&actual));
                }
                Kind::Block {
                    nesting, members, ..
                } => self.applied_block(*nesting, members, &planned, &actual),
            }
            self.path.pop();
        }
    }

    fn applied_block(
        &mut self,
        nesting: BlockNesting,
        members: &Members,
        planned: &Value,
        actual: &Value,
    ) {
        match nesting {
            BlockNesting::Single | BlockNesting::Group => {
                // A dynamic block may expand to none.
                if !(planned.is_unknown() && actual.is_null()) {
                    self.applied(members, planned.into(), actual.into());
                }
            }
            // Core compares collections only if both are known. So a provider may fill in a null collection.
            _ if is_unknown(planned) || planned.is_absent() || actual.is_absent() => {}
            BlockNesting::List | BlockNesting::Set if is_unknown(actual) => {}
            BlockNesting::List | BlockNesting::Map => {
                let (before, after) = (members.elements(planned), members.elements(actual));
                let pairs = match (nesting, planned) {
                    (BlockNesting::Map, Value::Known(Data::Map(_))) => self.counted(before, after),
                    _ => self.paired(before, after, Rule::AppliedBlocks),
                };
                for (step, planned, actual) in pairs {
                    self.path.push(step);
                    self.applied(members, (&*planned).into(), (&*actual).into());
                    self.path.pop();
                }
            }
            BlockNesting::Set => {
                if let (Some(planned), Some(actual)) = (planned.as_set(), actual.as_set()) {
                    let equal = !members.computed_blocks;
                    self.set(
                        planned,
                        actual,
                        Rule::AppliedBlocks,
                        equal,
                        |check, planned, actual| {
                            check.applied(members, planned.into(), actual.into());
                        },
                    );
                }
            }
        }
    }

    /// Compares an applied value with the planned one.
    pub(super) fn value(&mut self, planned: Place<'_>, actual: Place<'_>) {
        if *planned.ty == Type::Dynamic {
            // A planned null or unknown value without a type allows any value.
            return;
        }
        let same_type = std::ptr::eq(planned.ty, actual.ty) || actual.ty.usable_as(planned.ty);
        if !same_type {
            return self.find(
                Rule::PlannedValueChanged,
                format!(
                    "expected a {} as planned, found a {}",
                    planned.ty, actual.ty
                ),
            );
        }
        match (planned.value, actual.value) {
            (Value::Unknown(unknown), actual) if includes(unknown, actual) => {}
            (Value::Null, Value::Null) => {}
            (Value::Known(data), Value::Known(found)) => self.data(planned, data, actual, found),
            (planned, actual) => self.unplanned(planned, actual),
        }
    }

    fn unplanned(&mut self, planned: &Value, actual: &Value) {
        if let Value::Unknown(unknown) = planned
            && let Some(promise) = promise(unknown)
        {
            let promised = if self.hidden {
                "what the plan promised".to_owned()
            } else {
                format!("{promise} as the plan promised")
            };
            let actual = self.describe(actual);
            return self.find(
                Rule::PromiseBroken,
                format!("expected {promised}, found {actual}"),
            );
        }
        let (planned, actual) = (self.describe(planned), self.describe(actual));
        self.find(
            Rule::PlannedValueChanged,
            format!("expected {planned} as planned, found {actual}"),
        );
    }

    fn data(&mut self, planned: Place<'_>, data: &Data, actual: Place<'_>, found: &Data) {
        match (data, found) {
            (Data::Set(data), Data::Set(found)) => {
                let (Type::Set(planned), Type::Set(actual)) = (planned.ty, actual.ty) else {
                    return;
                };
                self.set(data, found, Rule::ElementsChanged, true, |check, a, b| {
                    check.value(Place::new(planned, a), Place::new(actual, b));
                });
            }
            (
                Data::List(_) | Data::Tuple(_) | Data::Map(_) | Data::Object(_),
                Data::List(_) | Data::Tuple(_) | Data::Map(_) | Data::Object(_),
            ) => {
                for (step, planned, actual) in
                    self.paired(planned.parts(), actual.parts(), Rule::ElementsChanged)
                {
                    self.path.push(step);
                    self.value(planned, actual);
                    self.path.pop();
                }
            }
            (data, found) if data == found => {}
            _ => self.unplanned(planned.value, actual.value),
        }
    }

    /// Pairs the blocks of two maps. Core compares the number of blocks, but not their keys. (Blocks of different types are in an object instead of
    /// a map; core compares their keys too, see `paired`.)
    fn counted<P, A>(
        &mut self,
        planned: Vec<(Step, P)>,
        actual: Vec<(Step, A)>,
    ) -> Vec<(Step, P, A)> {
        if planned.len() != actual.len() {
            let (planned, actual) = (planned.len(), actual.len());
            self.find(
                Rule::AppliedBlocks,
                format!("expected the {planned} planned blocks, found {actual}"),
            );
            return Vec::new();
        }
        Check::default().paired(planned, actual, Rule::AppliedBlocks)
    }

    /// Pairs the elements of two lists or maps, and reports elements that only one of them has.
    fn paired<P, A>(
        &mut self,
        planned: Vec<(Step, P)>,
        actual: Vec<(Step, A)>,
        rule: Rule,
    ) -> Vec<(Step, P, A)> {
        let keyed = planned
            .iter()
            .map(|(step, _)| step)
            .chain(actual.iter().map(|(step, _)| step))
            .any(|step| matches!(step, Step::Key(_)));
        if !keyed && planned.len() != actual.len() {
            let (planned, actual) = (planned.len(), actual.len());
            self.find(
                rule,
                format!("expected the {planned} planned elements, found {actual}"),
            );
        }
        // Both are sorted by step, so one pass finds all pairs.
        let mut actual = actual.into_iter().peekable();
        let mut pairs = Vec::with_capacity(planned.len());
        let mut planned_steps = Vec::new();
        for (step, planned) in planned {
            while let Some((other, _)) = actual.next_if(|(other, _)| *other < step) {
                planned_steps.push(other);
            }
            match actual.next_if(|(other, _)| *other == step) {
                Some((_, actual)) => pairs.push((step, planned, actual)),
                None if keyed => self.find(
                    rule,
                    format!(
                        "expected the planned keys, but {} is missing",
                        quoted(&step)
                    ),
                ),
                None => {}
            }
        }
        if keyed {
            for step in planned_steps
                .into_iter()
                .chain(actual.map(|(step, _)| step))
            {
                self.find(
                    rule,
                    format!(
                        "expected the planned keys, found {} next to them",
                        quoted(&step)
                    ),
                );
            }
        }
        pairs
    }
}

fn quoted(step: &Step) -> String {
    let key: &str = match step {
        Step::Key(key) | Step::Attribute(key) => key as &Text,
        _ => "",
    };
    format!("{key:?}")
}

/// Whether a planned unknown value may become the actual value. Like core, it does not compare the prefixes of two unknown strings.
fn includes(planned: &Unknown, actual: &Value) -> bool {
    let lengths = |least: u64, most: Option<u64>| {
        planned.length_upper().is_none_or(|upper| least <= upper)
            && most.is_none_or(|most| planned.length_lower() <= most)
    };
    match actual {
        Value::Unknown(actual) => {
            let ordered = |lower: Option<&Bound>, upper: Option<&Bound>| match (lower, upper) {
                (Some(lower), Some(upper)) => lower.number <= upper.number,
                _ => true,
            };
            ordered(planned.number_lower(), actual.number_upper())
                && ordered(actual.number_lower(), planned.number_upper())
                && lengths(actual.length_lower(), actual.length_upper())
        }
        Value::Known(Data::Set(elements)) if elements.len() > 1 && !actual.is_wholly_known() => {
            lengths(1, elements.len().try_into().ok())
        }
        actual => planned.admits(actual),
    }
}

/// Describes the refinements of an unknown value in words. Returns `None` if there are none, or only that the value is not null.
fn promise(unknown: &Unknown) -> Option<String> {
    if let Some(prefix) = unknown.string_prefix() {
        return Some(format!("text that begins with {:?}", &**prefix));
    }
    let bound = |bound: &Bound, inclusive: &str, exclusive: &str| {
        let word = if bound.inclusive {
            inclusive
        } else {
            exclusive
        };
        format!("{word} {}", bound.number)
    };
    let lower = unknown
        .number_lower()
        .map(|it| bound(it, "at least", "more than"));
    let upper = unknown
        .number_upper()
        .map(|it| bound(it, "at most", "less than"));
    let number: Vec<String> = lower.into_iter().chain(upper).collect();
    if !number.is_empty() {
        return Some(format!("a number of {}", number.join(" and ")));
    }
    match (unknown.length_lower(), unknown.length_upper()) {
        (0, None) => None,
        (lower, None) => Some(format!("at least {lower} elements")),
        (0, Some(upper)) => Some(format!("at most {upper} elements")),
        (lower, Some(upper)) => Some(format!("{lower} to {upper} elements")),
    }
}
