//! What a rule is.

use super::finding::{Finding, Level};
use super::subject::Subject;

/// A rule about providers.
pub(crate) struct Rule {
    /// The number, such as `TF301`. It never changes its meaning.
    pub(crate) id: &'static str,
    /// The name, for people.
    pub(crate) name: &'static str,
    pub(crate) level: Level,
    pub(crate) needs: Needs,
    /// The rule in one sentence.
    pub(crate) summary: &'static str,
    /// Why the rule exists, and how to follow it.
    pub(crate) explanation: &'static str,
    pub(crate) check: fn(&Subject) -> Vec<Finding>,
}

/// What a rule needs to know of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// The schema, which every provider has.
    Schema,
    /// What hosts do not print: `schema --format terrane-json` of a provider's program.
    Description,
    /// The protocols that the program serves.
    Program,
    /// The folder of examples.
    Examples,
}

impl Needs {
    /// Returns why a rule with this need cannot be checked, or `None` if it can.
    pub(crate) fn missing(self, subject: &Subject) -> Option<&'static str> {
        let (is_met, reason) = match self {
            Self::Schema => (true, ""),
            Self::Description => (
                subject.described.is_complete,
                "only programs of Terrane's providers describe what it needs",
            ),
            Self::Program => (
                subject.serves_6.is_some(),
                "only a program or `--protocol` shows which protocols are served",
            ),
            Self::Examples => (
                subject.examples.is_some(),
                "there is no package and no `--examples`",
            ),
        };
        (!is_met).then_some(reason)
    }
}
