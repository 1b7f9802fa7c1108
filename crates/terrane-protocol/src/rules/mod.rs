//! The consistency rules by which hosts (Terraform and OpenTofu) check the answers of a provider.
//!
//! Hosts compare each plan with the configuration, and each applied object with its plan. They refuse an answer that does not agree, with an error
//! that calls it a bug in the provider. Here the same rules are pure functions over a schema and values. So a framework can check an answer before
//! it sends it, and a host or a test can check any provider.
//!
//! Each [`Finding`] names its [`Rule`]. Only rules that all supported hosts share are checked.

mod apply;
mod dynamic;
pub(crate) mod instance;
mod legacy;
mod plan;
mod sets;
pub(crate) mod shape;
#[cfg(test)]
mod tests;

use std::fmt;

use terrane_value::{Data, Object, Path, Value};

pub use self::legacy::legacy_config;
use self::shape::Members;
use crate::schema::Schema;

/// The rules for the objects of one schema.
///
/// # Examples
///
/// ```
/// use terrane_protocol::rules::{Rule, Rules};
/// use terrane_protocol::schema::{Attribute, Block, Schema};
/// use terrane_value::{Object, Type};
///
/// let name = Attribute { required: true, ..Attribute::new("name", Type::String) };
/// let schema = Schema { version: 0, block: Block { attributes: vec![name], ..Block::default() } };
/// let rules = Rules::new(&schema);
///
/// let configured = Object::from_pairs([("name", "Rex")]);
/// let planned = Object::from_pairs([("name", "REX")]);
/// let findings = rules.check_plan(None, Some(&configured), Some(&planned));
/// assert_eq!(findings[0].rule, Rule::ConfiguredValueChanged);
/// assert_eq!(findings[0].path.to_string(), "name");
/// ```
#[derive(Debug, Clone)]
pub struct Rules {
    members: Members,
}

impl Members {
    /// Returns the attributes and blocks of the objects that rules are about.
    pub fn of(rules: &Rules) -> &Self {
        &rules.members
    }
}

impl Rules {
    /// Makes the rules of a schema.
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        Self {
            members: Members::of_block(&schema.block),
        }
    }

    /// Checks a planned object against its configuration and prior state (rules C1 to C9). `None` stands for null.
    ///
    /// Every object must have the attributes of the schema.
    #[must_use]
    pub fn check_plan(
        &self,
        prior: Option<&Object>,
        config: Option<&Object>,
        planned: Option<&Object>,
    ) -> Vec<Finding> {
        let mut check = Check::default();
        check.plan(&self.members, prior.into(), config.into(), planned.into());
        check.findings
    }

    /// Checks an applied object against its plan (rules K1 to K5). `None` stands for null.
    ///
    /// Every object must have the attributes of the schema.
    #[must_use]
    pub fn check_applied(&self, planned: Option<&Object>, actual: Option<&Object>) -> Vec<Finding> {
        let mut check = Check::default();
        check.applied(&self.members, planned.into(), actual.into());
        check.findings
    }
}

/// A violation of a rule, for which a host would refuse an answer.
#[derive(Debug, PartialEq)]
pub struct Finding {
    /// The path of the value. Elements of a set have no address, so a problem inside a set has the path of the set.
    pub path: Path,
    /// The rule that the answer broke.
    pub rule: Rule,
    /// What was expected and what was found, as a sentence without values of sensitive attributes.
    pub problem: String,
    /// Whether the value belongs to a computed attribute.
    pub computed: bool,
}

impl Finding {
    /// Returns advice for the provider's author on how to fix the violation.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self.rule {
            Rule::PlannedValueChanged if self.computed => {
                "Return what was planned. If the change may alter this computed attribute, its planned value must be unknown: do not keep the prior value, \
                 or keep it only while the attributes that it depends on stay the same."
            }
            rule => rule.remedy(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_root() {
            f.write_str(&self.problem)
        } else {
            write!(f, "`{}`: {}", self.path, self.problem)
        }
    }
}

/// A rule that an answer broke.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Rule {
    /// C1: a plan has an object where the configuration has one, and nowhere else.
    PlannedPresence,
    /// C2: a collection of blocks is empty, never null.
    NullBlocks,
    /// C4: a write-only attribute is null in every plan.
    WriteOnlyPlanned,
    /// C5: an attribute that is not computed stays null while the configuration does not set it.
    UnconfiguredValuePlanned,
    /// C6: a configured attribute is planned with its configured or its prior value.
    ConfiguredValueChanged,
    /// C7: a plan has the nested blocks of the configuration. The blocks themselves are known if the configured blocks are.
    PlannedBlocks,
    /// K1: an applied value equals the planned value, or is a value that the planned unknown value may become.
    PlannedValueChanged,
    /// K1: an applied value agrees with the refinements of the planned unknown value.
    PromiseBroken,
    /// K2: an applied collection has the planned elements.
    ElementsChanged,
    /// K3: applied nested blocks are the planned ones.
    AppliedBlocks,
}

impl Rule {
    fn remedy(self) -> &'static str {
        match self {
            Self::PlannedPresence => {
                "Plan an object when the configuration has one, and none when it has none."
            }
            Self::NullBlocks => "Plan an empty collection where there are no blocks.",
            Self::WriteOnlyPlanned => {
                "Leave write-only attributes null: they are in the configuration only."
            }
            Self::UnconfiguredValuePlanned => {
                "Make the attribute computed as well, so that the provider may set it, or leave it null."
            }
            Self::ConfiguredValueChanged => {
                "Plan the configured value unchanged. A provider that normalises values keeps the prior one while both mean the same, or \
                 has the normal form in a separate computed attribute."
            }
            Self::PlannedBlocks => {
                "Plan the blocks that are configured, with unknown attributes inside them where something is not known yet."
            }
            Self::PlannedValueChanged => {
                "Return what was planned. A value that the change may alter must be unknown in the plan: make the attribute computed, and do not plan its prior value."
            }
            Self::PromiseBroken => {
                "Return a value that satisfies the refinements in the plan, or plan fewer refinements."
            }
            Self::ElementsChanged => {
                "Return the planned elements. A collection whose elements the change may alter must be unknown in the plan."
            }
            Self::AppliedBlocks => "Return the planned blocks.",
        }
    }
}

/// The state of a check: the path of the current value, and the findings so far.
#[derive(Default)]
struct Check {
    path: Path,
    findings: Vec<Finding>,
    /// Whether the current value is inside a sensitive attribute.
    hidden: bool,
    /// Whether the current value is inside a computed attribute.
    computed: bool,
}

impl Check {
    fn find(&mut self, rule: Rule, problem: impl Into<String>) {
        self.findings.push(Finding {
            path: self.path.clone(),
            rule,
            problem: problem.into(),
            computed: self.computed,
        });
    }

    /// Describes a value in words, without its content if it is sensitive.
    fn describe(&self, value: &Value) -> String {
        if self.hidden {
            return "a sensitive value".to_owned();
        }
        match value {
            Value::Null => "null".to_owned(),
            Value::Unknown(_) => "an unknown value".to_owned(),
            Value::Known(data) => match data {
                Data::Bool(value) => value.to_string(),
                Data::Number(value) => value.to_string(),
                Data::String(value) => format!("{:?}", &**value),
                Data::List(elements) => format!("a list of {}", elements.len()),
                Data::Set(elements) => format!("a set of {}", elements.len()),
                Data::Map(elements) => format!("a map of {}", elements.len()),
                Data::Tuple(elements) => format!("a tuple of {}", elements.len()),
                Data::Object(_) => "an object".to_owned(),
                Data::Dynamic(typed) => self.describe(&typed.value),
            },
        }
    }
}
