//! What a plan may contain (rules C1 to C9).

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use terrane_value::{Data, Object, Step, Text, Value};

use super::shape::{Flags, Kind, Member, Members};
use super::{Check, Rule, as_object, at_of};
use crate::schema::{BlockNesting, Nesting};

impl Check {
    pub(super) fn plan(
        &mut self,
        members: &Members,
        prior: Option<&Object>,
        config: Option<&Object>,
        planned: Option<&Object>,
    ) {
        let (config, planned) = match (config, planned) {
            (None, None) => return,
            (Some(_), None) => {
                return self.find(Rule::PlannedPresence, "configured, but planned as absent");
            }
            (None, Some(_)) => {
                return self.find(
                    Rule::PlannedPresence,
                    "planned, but absent from the configuration",
                );
            }
            (Some(config), Some(planned)) => (config, planned),
        };
        for (at, member) in members.iter() {
            self.path.push(Step::Attribute(member.name.clone()));
            let prior = prior.map_or(&Value::Null, |prior| at_of(prior, at));
            self.planned_member(member, prior, at_of(config, at), at_of(planned, at));
            self.path.pop();
        }
    }

    fn planned_member(&mut self, member: &Member, prior: &Value, config: &Value, planned: &Value) {
        match &member.kind {
            Kind::Attribute(flags, nested) => {
                let hidden = self.hidden;
                self.hidden |= flags.sensitive;
                self.planned_attribute(*flags, nested.as_ref(), prior, config, planned);
                self.hidden = hidden;
            }
            Kind::Block {
                nesting,
                computed,
                members,
            } => {
                if *computed && nesting.is_collection() && planned.is_null() {
                    // Where nothing is configured, only the configuration of a computed block is null.
                    return self.null_blocks();
                }
                let left = *computed && config.is_null();
                if !left && !same(planned, config) {
                    self.planned_block(*nesting, members, prior, config, planned);
                }
            }
        }
    }

    fn planned_attribute(
        &mut self,
        flags: Flags,
        nested: Option<&(Nesting, Members)>,
        prior: &Value,
        config: &Value,
        planned: &Value,
    ) {
        let unset = config.is_absent();
        if same(planned, config) || (planned == prior && !prior.is_absent() && !unset) {
            return;
        }
        if flags.write_only {
            if !planned.is_absent() {
                self.find(
                    Rule::WriteOnlyPlanned,
                    "expected null, because it is write-only, found a value",
                );
            }
            return;
        }
        if flags.computed && (!flags.optional || unset) {
            return;
        }
        if unset {
            let found = self.words(planned);
            return self.find(
                Rule::UnconfiguredValuePlanned,
                format!(
                    "expected null, because it is not configured and not computed, found {found}"
                ),
            );
        }
        match nested {
            Some((nesting, members)) => {
                self.planned_nested(*nesting, members, prior, config, planned);
            }
            None => self.changed(prior, config, planned),
        }
    }

    fn changed(&mut self, prior: &Value, config: &Value, planned: &Value) {
        let configured = match config.is_unknown() {
            true => "the configured value, which is unknown,".to_owned(),
            false => format!("the configured value {}", self.words(config)),
        };
        let found = self.words(planned);
        let before = if prior.is_absent() {
            String::new()
        } else {
            format!(" or the prior value {}", self.words(prior))
        };
        let expected = format!("{configured}{before}");
        let expected = expected.trim_end_matches(',');
        self.find(
            Rule::ConfiguredValueChanged,
            format!("expected {expected}, found {found}"),
        );
    }

    /// A configured nested attribute whose plan differs from it.
    fn planned_nested(
        &mut self,
        nesting: Nesting,
        members: &Members,
        prior: &Value,
        config: &Value,
        planned: &Value,
    ) {
        if config.is_unknown() {
            return;
        }
        if !planned.is_known() {
            return self.changed(prior, config, planned);
        }
        match nesting {
            Nesting::Single => {
                self.plan(
                    members,
                    as_object(prior),
                    as_object(config),
                    as_object(planned),
                );
            }
            Nesting::List | Nesting::Map => {
                let problem = |problem: String| (Rule::ConfiguredValueChanged, problem);
                self.planned_elements(members, prior, config, planned, problem);
            }
            Nesting::Set => {
                let (configured, found) = (set_length(config), set_length(planned));
                if configured.start() == configured.end() && !found.contains(configured.start()) {
                    self.find(
                        Rule::ConfiguredValueChanged,
                        format!(
                            "expected the {} configured elements, found {}",
                            configured.end(),
                            found.end()
                        ),
                    );
                }
            }
        }
    }

    fn planned_block(
        &mut self,
        nesting: BlockNesting,
        members: &Members,
        prior: &Value,
        config: &Value,
        planned: &Value,
    ) {
        if config.is_unknown() {
            if planned.is_known() {
                self.find(
                    Rule::PlannedBlocks,
                    "expected unknown blocks, because the configuration's are, found known ones",
                );
            }
            return;
        }
        if planned.is_unknown() {
            return self.find(
                Rule::PlannedBlocks,
                "expected known blocks with unknown attributes inside, found blocks that are unknown themselves",
            );
        }
        match nesting {
            BlockNesting::Single | BlockNesting::Group => {
                self.plan(
                    members,
                    as_object(prior),
                    as_object(config),
                    as_object(planned),
                );
            }
            BlockNesting::List | BlockNesting::Map | BlockNesting::Set if planned.is_null() => {
                self.null_blocks();
            }
            BlockNesting::List | BlockNesting::Map => {
                let problem = |problem: String| (Rule::PlannedBlocks, problem);
                self.planned_elements(members, prior, config, planned, problem);
            }
            BlockNesting::Set => {
                let unknown = elements(planned)
                    .iter()
                    .any(|(_, element)| element.is_unknown());
                if unknown {
                    self.find(
                        Rule::PlannedBlocks,
                        "expected known blocks with unknown attributes inside, found one that is unknown itself",
                    );
                }
            }
        }
    }

    fn null_blocks(&mut self) {
        self.find(
            Rule::NullBlocks,
            "expected an empty collection of blocks, found null",
        );
    }

    /// The elements of a list or map: as many, or the same keys, as configured.
    fn planned_elements(
        &mut self,
        members: &Members,
        prior: &Value,
        config: &Value,
        planned: &Value,
        problem: impl Fn(String) -> (Rule, String),
    ) {
        let (prior, config, planned) = (elements(prior), elements(config), elements(planned));
        let keyed = planned
            .iter()
            .chain(&config)
            .any(|(step, _)| matches!(step, Step::Key(_)));
        if keyed {
            let configured: BTreeSet<&Text> = keys(&config).collect();
            let found: BTreeSet<&Text> = keys(&planned).collect();
            if let Some(key) = configured.symmetric_difference(&found).next() {
                let (rule, problem) = problem(if found.contains(*key) {
                    format!(
                        "expected the configured keys, found {:?} beside them",
                        &***key
                    )
                } else {
                    format!("expected the configured keys, but {:?} is missing", &***key)
                });
                return self.find(rule, problem);
            }
        } else if config.len() != planned.len() {
            let (rule, problem) = problem(format!(
                "expected the {} configured elements, found {}",
                config.len(),
                planned.len()
            ));
            return self.find(rule, problem);
        }
        let mut prior = prior.into_iter().peekable();
        for ((step, config), (_, planned)) in config.into_iter().zip(planned) {
            while prior.next_if(|(before, _)| before < &step).is_some() {}
            let prior = prior.next_if(|(before, _)| *before == step);
            self.path.push(step);
            if planned.is_unknown() && config.is_known() {
                let (rule, problem) =
                    problem("expected an element with unknown attributes inside, found one that is unknown itself".to_owned());
                self.find(rule, problem);
            } else if config.is_known() {
                let prior = prior.and_then(|(_, prior)| as_object(prior));
                self.plan(members, prior, as_object(config), as_object(planned));
            }
            self.path.pop();
        }
    }
}

/// The elements of a list, map, tuple or object in order, with the steps that lead to them; those of a set have none of their own.
pub(super) fn elements(value: &Value) -> Vec<(Step, &Value)> {
    value.known().map(elements_of).unwrap_or_default()
}

/// Like [`elements`], of a known value.
pub(super) fn elements_of(data: &Data) -> Vec<(Step, &Value)> {
    match data {
        Data::Dynamic(typed) => elements(&typed.value),
        Data::List(elements) | Data::Tuple(elements) => indexed(elements.iter()),
        Data::Set(elements) => indexed(elements.iter()),
        Data::Map(elements) => elements
            .iter()
            .map(|(key, element)| (Step::Key(key.clone()), element))
            .collect(),
        Data::Object(object) => object
            .iter()
            .map(|(name, element)| (Step::Key(name.clone()), element))
            .collect(),
        Data::Bool(_) | Data::Number(_) | Data::String(_) => Vec::new(),
    }
}

fn indexed<'a>(elements: impl Iterator<Item = &'a Value>) -> Vec<(Step, &'a Value)> {
    elements
        .enumerate()
        .map(|(at, element)| (Step::Index(at), element))
        .collect()
}

fn keys<'a>(elements: &'a [(Step, &Value)]) -> impl Iterator<Item = &'a Text> {
    elements.iter().filter_map(|(step, _)| match step {
        Step::Key(key) => Some(key),
        _ => None,
    })
}

/// How many elements a known set may have in the end: unknown ones may turn out to be equal to others.
fn set_length(value: &Value) -> RangeInclusive<usize> {
    let most = elements(value).len();
    let least = if value.is_wholly_known() { most } else { 1 };
    least..=most
}

/// Whether two values are the same, whatever is promised of unknown ones.
fn same(a: &Value, b: &Value) -> bool {
    if a == b || (a.is_absent() && b.is_absent()) {
        return true;
    }
    !a.is_wholly_known() && !b.is_wholly_known() && unrefined(a) == unrefined(b)
}

fn unrefined(value: &Value) -> Value {
    let Ok(value) = value.clone().transform(|_, value| {
        Ok::<_, Infallible>(if value.is_unknown() {
            Value::unknown()
        } else {
            value
        })
    });
    value
}
