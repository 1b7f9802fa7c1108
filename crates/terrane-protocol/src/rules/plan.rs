//! The check of plans (rules C1 to C9).

use std::borrow::Cow;
use std::ops::RangeInclusive;

use terrane_value::{Data, Step, Value};

use super::instance::{Instance, is_unknown, same};
use super::shape::{Flags, Kind, Member, Members};
use super::{Check, Rule};
use crate::schema::{BlockNesting, Nesting};

impl Check {
    /// Compares a planned object, of the root or of a block, with its configuration.
    pub(super) fn plan(
        &mut self,
        members: &Members,
        prior: Instance<'_>,
        config: Instance<'_>,
        planned: Instance<'_>,
    ) {
        let problem = match (config.is_null(), planned.is_null()) {
            (true, true) => return,
            (false, true) => "configured, but planned as absent",
            (true, false) => "planned, but absent from the configuration",
            (false, false) => return self.planned_members(members, prior, config, planned),
        };
        self.find(Rule::PlannedPresence, problem);
    }

    fn planned_members(
        &mut self,
        members: &Members,
        prior: Instance<'_>,
        config: Instance<'_>,
        planned: Instance<'_>,
    ) {
        for (at, member) in members.iter() {
            self.path.push(Step::Attribute(member.name.clone()));
            self.planned_member(member, &prior.at(at), &config.at(at), &planned.at(at));
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
                if *computed && nesting.is_collection() && planned.is_absent() {
                    // Without configured blocks, the configuration of computed blocks is null. For other blocks it is an empty collection.
                    return self.null_blocks();
                }
                let unset = *computed && config.is_absent();
                if !unset && !same(planned, config) {
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
            let found = self.describe(planned);
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
        let configured = if config.is_unknown() {
            "the configured value, which is unknown,".to_owned()
        } else {
            format!("the configured value {}", self.describe(config))
        };
        let found = self.describe(planned);
        let before = if prior.is_absent() {
            String::new()
        } else {
            format!(" or the prior value {}", self.describe(prior))
        };
        let both = format!("{configured}{before}");
        let expected = both.trim_end_matches(',');
        self.find(
            Rule::ConfiguredValueChanged,
            format!("expected {expected}, found {found}"),
        );
    }

    /// Checks the plan of a configured nested attribute that differs from the configuration.
    fn planned_nested(
        &mut self,
        nesting: Nesting,
        members: &Members,
        prior: &Value,
        config: &Value,
        planned: &Value,
    ) {
        if !planned.is_known() {
            return self.changed(prior, config, planned);
        }
        match nesting {
            Nesting::Single => {
                self.planned_members(members, prior.into(), config.into(), planned.into());
            }
            Nesting::List | Nesting::Map if config.is_unknown() => {
                self.changed(prior, config, planned);
            }
            Nesting::List | Nesting::Map => {
                let rule = Rule::ConfiguredValueChanged;
                for (step, prior, config, planned) in
                    self.planned_elements(members, rule, prior, config, planned)
                {
                    let (prior, config) = ((&*prior).into(), (&*config).into());
                    self.path.push(step);
                    self.planned_members(members, prior, config, (&*planned).into());
                    self.path.pop();
                }
            }
            Nesting::Set => {
                let (configured, found) = (set_length(config), set_length(planned));
                if configured.end() < found.start() || found.end() < configured.start() {
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
        if is_unknown(config) {
            return self.find(
                Rule::PlannedBlocks,
                "expected unknown blocks, because the configuration's are, found known ones",
            );
        }
        if is_unknown(planned) {
            return self.find(
                Rule::PlannedBlocks,
                "expected known blocks with unknown attributes inside, found unknown blocks",
            );
        }
        match nesting {
            BlockNesting::Single | BlockNesting::Group => {
                self.plan(members, prior.into(), config.into(), planned.into());
            }
            BlockNesting::List | BlockNesting::Map | BlockNesting::Set if planned.is_absent() => {
                self.null_blocks();
            }
            BlockNesting::List | BlockNesting::Map => {
                let rule = Rule::PlannedBlocks;
                for (step, prior, config, planned) in
                    self.planned_elements(members, rule, prior, config, planned)
                {
                    self.path.push(step);
                    if planned.is_unknown() {
                        self.unknown_block();
                    } else {
                        let (prior, config) = ((&*prior).into(), (&*config).into());
                        self.plan(members, prior, config, (&*planned).into());
                    }
                    self.path.pop();
                }
            }
            BlockNesting::Set => {
                let planned = members.elements(planned);
                if planned.iter().any(|(_, element)| element.is_unknown()) {
                    self.unknown_block();
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

    fn unknown_block(&mut self) {
        self.find(
            Rule::PlannedBlocks,
            "expected known blocks with unknown attributes inside, found an unknown block",
        );
    }

    /// Pairs the planned elements of a list or map with the configured and the prior elements. Reports a planned length or keys that differ from
    /// the configuration. A missing prior element is null.
    fn planned_elements<'a>(
        &mut self,
        members: &Members,
        rule: Rule,
        prior: &'a Value,
        config: &'a Value,
        planned: &'a Value,
    ) -> Vec<PlannedElement<'a>> {
        let config = members.elements(config);
        let planned = members.elements(planned);
        let mut prior = members.elements(prior).into_iter().peekable();
        let mut configured = config.into_iter().peekable();
        let (expected, found) = (configured.len(), planned.len());
        let mut elements = Vec::with_capacity(found);
        let mut problem = None;
        for (step, planned) in planned {
            while let Some((missing, _)) = configured.next_if(|(other, _)| *other < step) {
                problem.get_or_insert((missing, "is missing"));
            }
            while prior.next_if(|(other, _)| *other < step).is_some() {}
            let prior = prior.next_if(|(other, _)| *other == step);
            let prior = prior.map_or(Cow::Owned(Value::Null), |(_, prior)| prior);
            match configured.next_if(|(other, _)| *other == step) {
                Some((_, config)) => elements.push((step, prior, config, planned)),
                None => {
                    problem.get_or_insert((step, "is not configured"));
                }
            }
        }
        if let Some((missing, _)) = configured.next() {
            problem.get_or_insert((missing, "is missing"));
        }
        match problem {
            None => return elements,
            Some((Step::Key(key), problem)) => self.find(
                rule,
                format!("expected the configured keys, but {:?} {problem}", &*key),
            ),
            Some(_) => self.find(
                rule,
                format!("expected the {expected} configured elements, found {found}"),
            ),
        }
        Vec::new()
    }
}

/// The step that leads to an element, and the element's prior, configured and planned values.
type PlannedElement<'a> = (Step, Cow<'a, Value>, Cow<'a, Value>, Cow<'a, Value>);

/// Returns how many elements a set may have once all are known. Unknown elements may turn out to equal others.
fn set_length(value: &Value) -> RangeInclusive<usize> {
    match value {
        Value::Known(Data::Set(elements)) => {
            let most = elements.len();
            let least = if value.is_wholly_known() {
                most
            } else {
                most.min(1)
            };
            least..=most
        }
        Value::Unknown(unknown) => {
            let bound = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
            bound(unknown.length_lower())..=unknown.length_upper().map_or(usize::MAX, bound)
        }
        _ => 0..=0,
    }
}
