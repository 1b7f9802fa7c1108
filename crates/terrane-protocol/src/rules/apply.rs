//! What an applied object may contain (rules K1 to K5).

use terrane_value::{Bound, Data, Object, Step, Text, Unknown, Value};

use super::plan::{elements, elements_of};
use super::shape::{Kind, Members};
use super::{Check, Rule, as_object, at_of};
use crate::schema::BlockNesting;

impl Check {
    pub(super) fn applied(
        &mut self,
        members: &Members,
        planned: Option<&Object>,
        actual: Option<&Object>,
    ) {
        let (planned, actual) = match (planned, actual) {
            (None, None) => return,
            (Some(_), None) => {
                return self.find(Rule::PlannedValueChanged, "planned, but absent now");
            }
            (None, Some(_)) => {
                return self.find(
                    Rule::PlannedValueChanged,
                    "planned as absent, but there now",
                );
            }
            (Some(planned), Some(actual)) => (planned, actual),
        };
        for (at, member) in members.iter() {
            let (planned, actual) = (at_of(planned, at), at_of(actual, at));
            if planned == actual && planned.is_known() {
                continue;
            }
            self.path.push(Step::Attribute(member.name.clone()));
            match &member.kind {
                Kind::Attribute(flags, _) => {
                    let hidden = self.hidden;
                    self.hidden |= flags.sensitive;
                    self.value(planned, actual);
                    self.hidden = hidden;
                }
                Kind::Block {
                    nesting,
                    computed,
                    members,
                } => self.applied_block(*nesting, *computed, members, planned, actual),
            }
            self.path.pop();
        }
    }

    fn applied_block(
        &mut self,
        nesting: BlockNesting,
        computed: bool,
        members: &Members,
        planned: &Value,
        actual: &Value,
    ) {
        if computed && actual.is_null() && nesting.is_collection() {
            return self.find(
                Rule::AppliedBlocks,
                "expected an empty collection of blocks, found null",
            );
        }
        if planned.is_unknown() || actual.is_unknown() {
            if computed && !actual.is_unknown() {
                self.value(planned, actual);
            }
            return;
        }
        match nesting {
            BlockNesting::Single | BlockNesting::Group => {
                let absent = actual.is_null() && as_object(planned).is_some_and(nothing_known);
                if !absent {
                    self.applied(members, as_object(planned), as_object(actual));
                }
            }
            _ if planned.is_null() && computed => {}
            _ if planned.is_null() || actual.is_null() => {
                if planned.is_null() != actual.is_null() {
                    self.find(
                        Rule::AppliedBlocks,
                        format!(
                            "expected {}, found {}",
                            self.words(planned),
                            self.words(actual)
                        ),
                    );
                }
            }
            BlockNesting::List | BlockNesting::Map => {
                let pairs = self.paired(elements(planned), elements(actual), Rule::AppliedBlocks);
                for (step, planned, actual) in pairs {
                    self.path.push(step);
                    self.applied(members, as_object(planned), as_object(actual));
                    self.path.pop();
                }
            }
            BlockNesting::Set => {
                if let (Some(planned), Some(actual)) = (planned.as_set(), actual.as_set()) {
                    self.set(
                        planned,
                        actual,
                        Rule::AppliedBlocks,
                        |check, planned, actual| {
                            check.applied(members, as_object(planned), as_object(actual));
                        },
                    );
                }
            }
        }
    }

    /// A value against the planned one.
    pub(super) fn value(&mut self, planned: &Value, actual: &Value) {
        let admitted = match (planned, actual) {
            (Value::Unknown(unknown), actual) => unknown.admits(actual),
            (planned, actual) if planned.is_absent() && actual.is_absent() => true,
            (Value::Known(planned), Value::Known(actual)) => return self.data(planned, actual),
            (Value::Null | Value::Known(_), _) => false,
        };
        if !admitted {
            self.unplanned(planned, actual);
        }
    }

    fn unplanned(&mut self, planned: &Value, actual: &Value) {
        if let Value::Unknown(unknown) = planned
            && let Some(promise) = promise(unknown)
        {
            let promised = match self.hidden {
                true => "what the plan promised".to_owned(),
                false => format!("{promise} as the plan promised"),
            };
            let actual = self.words(actual);
            return self.find(
                Rule::PromiseBroken,
                format!("expected {promised}, found {actual}"),
            );
        }
        let (planned, actual) = (self.words(planned), self.words(actual));
        self.find(
            Rule::PlannedValueChanged,
            format!("expected {planned} as planned, found {actual}"),
        );
    }

    fn data(&mut self, planned: &Data, actual: &Data) {
        match (planned, actual) {
            (Data::Dynamic(planned), Data::Dynamic(actual)) if planned.ty == actual.ty => {
                self.value(&planned.value, &actual.value);
            }
            (Data::Dynamic(planned), Data::Dynamic(actual)) => {
                let admits = match &planned.value {
                    Value::Unknown(unknown) => unknown.admits(&actual.value),
                    Value::Known(_) | Value::Null => false,
                };
                if !admits {
                    self.find(
                        Rule::PlannedValueChanged,
                        format!(
                            "expected a {} as planned, found a {}",
                            planned.ty, actual.ty
                        ),
                    );
                }
            }
            (Data::List(_), Data::List(_))
            | (Data::Tuple(_), Data::Tuple(_))
            | (Data::Map(_), Data::Map(_)) => {
                let (planned, actual) = (elements_of(planned), elements_of(actual));
                for (step, planned, actual) in self.paired(planned, actual, Rule::ElementsChanged) {
                    self.path.push(step);
                    self.value(planned, actual);
                    self.path.pop();
                }
            }
            (Data::Object(planned), Data::Object(actual)) if planned.names() == actual.names() => {
                for ((name, planned), actual) in planned.iter().zip(actual.values()) {
                    self.path.push(Step::Attribute(name.clone()));
                    self.value(planned, actual);
                    self.path.pop();
                }
            }
            (Data::Set(planned), Data::Set(actual)) => {
                self.set(planned, actual, Rule::ElementsChanged, Self::value);
            }
            (planned, actual) if planned == actual => {}
            (planned, actual) => {
                self.unplanned(
                    &Value::Known(planned.clone()),
                    &Value::Known(actual.clone()),
                );
            }
        }
    }

    /// Pairs the elements of two lists or maps; what has no partner is found.
    fn paired<'a>(
        &mut self,
        planned: Vec<(Step, &'a Value)>,
        actual: Vec<(Step, &'a Value)>,
        rule: Rule,
    ) -> Vec<(Step, &'a Value, &'a Value)> {
        let keyed = planned
            .iter()
            .chain(&actual)
            .any(|(step, _)| matches!(step, Step::Key(_)));
        if !keyed && planned.len() != actual.len() {
            let (planned, actual) = (planned.len(), actual.len());
            self.find(
                rule,
                format!("expected the {planned} planned elements, found {actual}"),
            );
        }
        // Both come in the order of their steps, so that one walk meets all.
        let mut actual = actual.into_iter().peekable();
        let mut pairs = Vec::with_capacity(planned.len());
        let mut beside = Vec::new();
        for (step, planned) in planned {
            while let Some((other, _)) = actual.next_if(|(other, _)| *other < step) {
                beside.push(other);
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
            for step in beside.into_iter().chain(actual.map(|(step, _)| step)) {
                self.find(
                    rule,
                    format!(
                        "expected the planned keys, found {} beside them",
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

/// Whether a planned block stands for one of which nothing is known, as that of a dynamic block may be.
fn nothing_known(object: &Object) -> bool {
    object.values().iter().all(|value| match value {
        Value::Unknown(_) => true,
        Value::Known(Data::Object(object)) => nothing_known(object),
        Value::Known(Data::Bool(_) | Data::Number(_) | Data::String(_)) => false,
        Value::Known(data) => elements_of(data).is_empty(),
        Value::Null => false,
    })
}

/// What is promised of a value while it is unknown, in words; nothing where that is at most that it is not null.
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
