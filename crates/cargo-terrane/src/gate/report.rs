//! The result of the gate, as text and JSON.

use serde_json::{Value, json};
use terrane_protocol::schema::{ChangeClass, SchemaChange};

use super::states::StateResult;
use super::{Changes, Permission};

/// The result of the gate.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) changes: Changes,
    pub(crate) permission: Permission,
    /// The old states that were upgraded. `None` without a program that could upgrade them.
    pub(crate) states: Option<Vec<StateResult>>,
}

impl Report {
    /// Whether all changes are allowed, and all states were upgraded.
    pub(crate) fn passes(&self) -> bool {
        let is_allowed = |class| self.permission.allows(class);
        self.changes.greatest().is_none_or(is_allowed) && self.refused().next().is_none()
    }

    fn refused(&self) -> impl Iterator<Item = &StateResult> {
        let states = self.states.iter().flatten();
        states.filter(|state| state.problem.is_some())
    }

    /// Formats the report for people.
    pub(crate) fn text(&self) -> String {
        let mut lines = Vec::new();
        for difference in &self.changes.differences {
            let (class, reason) = (difference.class, difference.reason);
            lines.push(format!("{class}: {difference} ({reason})"));
        }
        for state in self.refused() {
            let problem = state.problem.as_deref().unwrap_or_default();
            lines.push(format!("not upgraded: {}: {problem}", state.state));
            if state.state.file.is_none() {
                lines.push(format!(
                    "  the state was made from the old schema; if it is impossible, record a real one: tests/states/{}/v{}.json",
                    state.state.type_name, state.state.version
                ));
            }
        }
        let counts: Vec<String> = ChangeClass::ALL
            .into_iter()
            .rev()
            .map(|class| {
                let all = self.changes.differences.iter();
                let count = all.filter(|it| it.class == class).count();
                format!("{count} {class}")
            })
            .collect();
        lines.push(format!("changes: {}", counts.join(", ")));
        match &self.states {
            Some(states) => lines.push(format!(
                "old states: {} upgraded, {} not",
                states.len() - self.refused().count(),
                self.refused().count()
            )),
            None => lines.push("old states: not checked without a program".to_owned()),
        }
        if self.changes.is_partial {
            lines.push(
                "only one of both describes defaults, validators and rules of planning, so they were not compared"
                    .to_owned(),
            );
        }
        if let Some(class) = self.changes.greatest()
            && !self.permission.allows(class)
        {
            lines.push(self.permission.advice(class));
        }
        lines.join("\n")
    }

    /// Formats the report for programs.
    pub(crate) fn json(&self) -> Value {
        let differences = self.changes.differences.iter();
        let changes: Vec<Value> = differences
            .map(|it| {
                let (change, values) = match &it.change {
                    SchemaChange::Added(element) => (format!("{element} added"), Value::Null),
                    SchemaChange::Removed(element) => (format!("{element} removed"), Value::Null),
                    SchemaChange::Changed {
                        property,
                        before,
                        after,
                    } => (
                        (*property).to_owned(),
                        json!({ "before": before, "after": after }),
                    ),
                };
                json!({
                    "class": it.class.name(),
                    "item": it.owner,
                    "path": match it.path.is_root() {
                        true => String::new(),
                        false => it.path.to_string(),
                    },
                    "change": change,
                    "values": values,
                    "reason": it.reason,
                })
            })
            .collect();
        let states = self.states.as_ref().map(|states| {
            let states = states.iter().map(|it| {
                json!({
                    "type": it.state.type_name,
                    "version": it.state.version,
                    "file": it.state.file,
                    "problem": it.problem,
                })
            });
            states.collect::<Vec<_>>()
        });
        json!({
            "changes": changes,
            "class": self.changes.greatest().map(ChangeClass::name),
            "allowed": self.permission.greatest().map(ChangeClass::name),
            "states": states,
            "partial": self.changes.is_partial,
            "passes": self.passes(),
        })
    }
}
