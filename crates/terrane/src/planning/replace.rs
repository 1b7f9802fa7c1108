//! Which changes need a new object (rules L14 and L20).

use foldhash::HashMap;
use terrane_value::{Object, Value};

use crate::schema::{Block, Member, Replace};

/// Whether a change of a member asks for a new object.
pub(super) fn asks(member: &Member, config: &Value, prior: &Value, planned: &Value) -> bool {
    match member.replaces() {
        Replace::Never => false,
        Replace::Changed => planned != prior,
        Replace::Configured => !config.is_absent() && planned != prior,
        Replace::If(condition) => planned != prior && condition.asks(prior, planned),
    }
}

/// The elements of a set that have no partner on the other side.
///
/// Nobody can say which of them became which, so they are counted by what cannot be changed in place: if all of that is there as often as
/// before, nothing of it has changed.
pub(super) struct Strays<'a> {
    block: &'a Block,
    /// The elements of the state without those that were found.
    prior: Vec<Option<&'a Object>>,
    /// How often each combination of attributes that replace whenever they change was added.
    added: HashMap<Vec<Value>, i64>,
    /// Configured values of attributes that replace only then.
    configured: Vec<(usize, Value)>,
    /// Whether a condition asked for a new object.
    asked: bool,
    whole: Vec<usize>,
}

impl<'a> Strays<'a> {
    pub(super) fn new(block: &'a Block, prior: &'a [Value]) -> Self {
        let members = block.members().iter().enumerate();
        let whole = members.filter(|(_, member)| is_counted(member));
        Self {
            block,
            prior: prior.iter().map(Value::as_object).collect(),
            added: HashMap::default(),
            configured: Vec::new(),
            asked: false,
            whole: whole.map(|(at, _)| at).collect(),
        }
    }

    /// Leaves out an element of the state, which has a partner.
    pub(super) fn found(&mut self, at: usize) {
        if let Some(found) = self.prior.get_mut(at) {
            *found = None;
        }
    }

    /// Adds a planned element that has none.
    pub(super) fn add(&mut self, config: Option<&Object>, planned: &Object) {
        for (at, member) in self.block.members().iter().enumerate() {
            let configured = config.is_some_and(|config| !config.at(at).is_absent());
            match member.replaces() {
                Replace::Configured if configured => {
                    self.configured.push((at, planned.at(at).clone()));
                }
                Replace::If(condition) => {
                    self.asked |= asks_of(condition, &Value::Null, planned.at(at));
                }
                Replace::Never | Replace::Changed | Replace::Configured => {}
            }
        }
        if !self.whole.is_empty() {
            *self.added.entry(project(&self.whole, planned)).or_default() += 1;
        }
    }

    /// Whether the strays ask for a new object.
    pub(super) fn ask(mut self) -> bool {
        let mut before: HashMap<(usize, &Value), i64> = HashMap::default();
        for object in self.prior.iter().flatten() {
            for (at, member) in self.block.members().iter().enumerate() {
                match member.replaces() {
                    Replace::Configured => {
                        *before.entry((at, object.at(at))).or_default() += 1;
                    }
                    Replace::If(condition) => {
                        self.asked |= asks_of(condition, object.at(at), &Value::Null);
                    }
                    Replace::Never | Replace::Changed => {}
                }
            }
            if !self.whole.is_empty() {
                *self.added.entry(project(&self.whole, object)).or_default() -= 1;
            }
        }
        let new = self.configured.iter().any(|(at, value)| {
            let count = before.entry((*at, value)).or_default();
            *count -= 1;
            *count < 0
        });
        self.asked || new || self.added.values().any(|count| *count != 0)
    }
}

fn asks_of(condition: &crate::schema::Condition, prior: &Value, planned: &Value) -> bool {
    prior != planned && condition.asks(prior, planned)
}

fn project(columns: &[usize], object: &Object) -> Vec<Value> {
    columns.iter().map(|at| object.at(*at).clone()).collect()
}

/// Whether a member is compared as a whole: it replaces whenever it changes, or something inside it replaces.
fn is_counted(member: &Member) -> bool {
    matches!(member.replaces(), Replace::Changed)
        || member.shape().nested().is_some_and(|nested| {
            let mut members = nested.members().iter();
            members.any(|member| !matches!(member.replaces(), Replace::Never) || is_counted(member))
        })
}
