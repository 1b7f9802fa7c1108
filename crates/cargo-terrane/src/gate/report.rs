//! The result of the gate, as text and JSON.

use serde_json::{Value, json};
use terrane_schema::{ChangeClass, SchemaChange};

use super::imports::ImportResult;
use super::states::{State, StateResult};
use super::{Changes, Permission};

/// The result of the gate.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) changes: Changes,
    pub(crate) permission: Permission,
    /// The old states that were upgraded. `None` without a program that could upgrade them.
    pub(crate) states: Option<Vec<StateResult>>,
    /// The types that the earlier version imports. `None` without both programs.
    pub(crate) imports: Option<Vec<ImportResult>>,
}

impl Report {
    /// Whether all changes are allowed, and all states were upgraded. A type that is no longer imported is a major change.
    pub(crate) fn passes(&self) -> bool {
        let is_allowed = |class| self.permission.allows(class);
        self.greatest().is_none_or(is_allowed) && self.refused().next().is_none()
    }

    /// Returns the greatest class of a change.
    fn greatest(&self) -> Option<ChangeClass> {
        match self.lost_imports().next() {
            Some(_) => Some(ChangeClass::Major),
            None => self.changes.greatest(),
        }
    }

    fn lost_imports(&self) -> impl Iterator<Item = (&str, &str)> {
        let imports = self.imports.iter().flatten();
        imports.filter_map(|it| Some((it.type_name.as_str(), it.problem.as_deref()?)))
    }

    fn refused(&self) -> impl Iterator<Item = &StateResult> {
        let states = self.states.iter().flatten();
        states.filter(|state| state.problem.is_some())
    }

    /// Returns the states that were not upgraded, by their problem. A provider whose program is missing has the same problem with each state.
    fn problems(&self) -> Vec<(&str, Vec<&State>)> {
        let mut problems: Vec<(&str, Vec<&State>)> = Vec::new();
        for refused in self.refused() {
            let problem = refused.problem.as_deref().unwrap_or_default();
            match problems.iter_mut().find(|(known, _)| *known == problem) {
                Some((_, states)) => states.push(&refused.state),
                None => problems.push((problem, vec![&refused.state])),
            }
        }
        problems
    }

    /// Formats the report for people.
    pub(crate) fn text(&self) -> String {
        let mut lines = Vec::new();
        for difference in &self.changes.differences {
            let (class, reason) = (difference.class, difference.reason);
            lines.push(format!("{class}: {difference} ({reason})"));
        }
        for (type_name, problem) in self.lost_imports() {
            lines.push(format!("not imported: resource {type_name}: {problem}"));
        }
        for (problem, states) in self.problems() {
            match states.as_slice() {
                [state] => lines.push(format!("not upgraded: {state}: {problem}")),
                states => {
                    lines.push(format!("not upgraded: {} states: {problem}", states.len()));
                    lines.extend(states.iter().map(|state| format!("  {state}")));
                }
            }
            if let Some(generated) = states.iter().find(|state| state.file.is_none()) {
                lines.push(format!(
                    "  a generated state was made from the old schema; if it is impossible, record a real one, such as tests/states/{}/v{}.json",
                    generated.type_name, generated.version
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
            Some(states) => lines.push(upgraded_states_text(states.len(), self.refused().count())),
            None => lines.push("old states: not checked without a program".to_owned()),
        }
        lines.push(match &self.imports {
            Some(imports) => {
                let lost = self.lost_imports().count();
                format!("imports: {} kept, {lost} lost", imports.len() - lost)
            }
            None => "imports: not compared without both programs".to_owned(),
        });
        if self.changes.is_partial {
            lines.push(
                "only one of both describes defaults, validators and rules of planning, so they were not compared"
                    .to_owned(),
            );
        }
        if let Some(class) = self.greatest()
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
                    "path": if it.path.is_root() { String::new() } else { it.path.to_string() },
                    "change": change,
                    "values": values,
                    "reason": it.reason,
                })
            })
            .collect();
        let states = self.states.as_ref().map(|states| {
            let state_rows = states.iter().map(|it| {
                json!({
                    "type": it.state.type_name,
                    "version": it.state.version,
                    "file": it.state.file,
                    "problem": it.problem,
                })
            });
            state_rows.collect::<Vec<_>>()
        });
        let imports = self.imports.as_ref().map(|imports| {
            let import_rows = imports
                .iter()
                .map(|it| json!({ "type": it.type_name, "problem": it.problem }));
            import_rows.collect::<Vec<_>>()
        });
        json!({
            "changes": changes,
            "class": self.greatest().map(ChangeClass::name),
            "allowed": self.permission.greatest().map(ChangeClass::name),
            "states": states,
            "imports": imports,
            "partial": self.changes.is_partial,
            "passes": self.passes(),
        })
    }
}

/// Says how many of the old states were upgraded.
fn upgraded_states_text(all: usize, refused: usize) -> String {
    match (all, refused) {
        (0, _) => "There is no old state to upgrade.".to_owned(),
        (1, 0) => "The old state was upgraded.".to_owned(),
        (1, _) => "The old state was not upgraded.".to_owned(),
        (all, 0) => format!("All {all} old states were upgraded."),
        (all, refused) if all == refused => format!("None of {all} old states was upgraded."),
        (all, refused) => format!("{} of {all} old states were upgraded.", all - refused),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use terrane_schema::SchemaDifference;

    use super::*;
    use crate::cli::Allow;
    use crate::gate::recorded;
    use crate::source::Described;

    #[test]
    fn the_upgraded_states_are_counted_in_a_sentence() {
        let sentences = [(0, 0), (1, 0), (1, 1), (4, 0), (4, 4), (4, 1)];
        let sentences = sentences.map(|(all, refused)| upgraded_states_text(all, refused));
        assert_eq!(
            sentences,
            [
                "There is no old state to upgrade.",
                "The old state was upgraded.",
                "The old state was not upgraded.",
                "All 4 old states were upgraded.",
                "None of 4 old states was upgraded.",
                "3 of 4 old states were upgraded.",
            ]
        );
    }

    #[test]
    fn a_problem_of_several_states_is_shown_once() {
        let folder = tempfile::tempdir().unwrap();
        for type_name in ["zoo_cage", "zoo_keeper", "zoo_pet"] {
            let states = folder.path().join(type_name);
            fs_err::create_dir(&states).unwrap();
            fs_err::write(states.join("v1.json"), "{}").unwrap();
        }
        let problems = ["no Go program", "no name", "no Go program"];
        let states = recorded(folder.path()).unwrap().into_iter().zip(problems);
        let results = states.map(|(mut state, problem)| {
            state.file = None;
            StateResult {
                state,
                problem: Some(problem.to_owned()),
            }
        });
        let report = Report {
            changes: Changes {
                differences: Vec::new(),
                is_partial: false,
            },
            permission: Permission::Chosen(None),
            states: Some(results.collect()),
            imports: None,
        };
        let expected = "\
not upgraded: 2 states: no Go program
  resource zoo_cage, state of version 1 (generated)
  resource zoo_pet, state of version 1 (generated)
  a generated state was made from the old schema; if it is impossible, record a real one, such as tests/states/zoo_cage/v1.json
not upgraded: resource zoo_keeper, state of version 1 (generated): no name
  a generated state was made from the old schema; if it is impossible, record a real one, such as tests/states/zoo_keeper/v1.json
changes: 0 major, 0 minor, 0 patch
None of 3 old states was upgraded.
imports: not compared without both programs";
        assert_eq!(report.text(), expected);
    }

    /// Returns the description of a provider whose resource has these attributes.
    fn described(attributes: &Value) -> Described {
        let document = json!({
            "format_version": "1.0",
            "provider_schemas": { "registry.terraform.io/example/zoo": {
                "resource_schemas": { "zoo_pet": { "version": 0, "block": { "attributes": attributes } } },
            } },
        });
        Described::read(&document.to_string(), Path::new("schema.json")).unwrap()
    }

    /// Returns the report on a change of each class, of a state and of an import.
    fn report(allow: Allow) -> Report {
        let old = described(&json!({
            "name": { "type": "string", "required": true },
            "weight": { "type": "number", "optional": true },
        }));
        let new = described(&json!({
            "name": { "type": "string", "required": true, "description": "Its name." },
            "color": { "type": "string", "optional": true },
        }));
        let folder = tempfile::tempdir().unwrap();
        let types = folder.path().join("zoo_pet");
        fs_err::create_dir(&types).unwrap();
        for version in ["v0.json", "v1.json", "v2.json"] {
            fs_err::write(types.join(version), "{}").unwrap();
        }
        let states = recorded(folder.path()).unwrap().into_iter();
        let states = states.zip([None, Some("no name"), None]);
        let states = states.map(|(mut state, problem)| {
            state.file = Some(format!("v{}.json", state.version));
            StateResult {
                state,
                problem: problem.map(str::to_owned),
            }
        });
        let imports = [
            ("zoo_cage", None),
            ("zoo_keeper", None),
            ("zoo_pet", Some("no imports")),
        ];
        let imports = imports.map(|(type_name, problem)| ImportResult {
            type_name: type_name.to_owned(),
            problem: problem.map(str::to_owned),
        });
        Report {
            changes: Changes::between(&old, &new),
            permission: Permission::new(allow, None).unwrap(),
            states: Some(states.collect()),
            imports: Some(imports.into()),
        }
    }

    #[test]
    fn the_greatest_changes_are_first_and_all_are_counted() {
        let expected = "\
major: resource zoo_pet, weight: attribute removed (configurations and expressions that use it are refused)
minor: resource zoo_pet, color: attribute added (configurations and expressions may use it)
patch: resource zoo_pet, name: description was \"\", is \"Its name.\" (only the documentation changes)
not imported: resource zoo_pet: no imports
not upgraded: resource zoo_pet, state of version 1 (v1.json): no name
changes: 1 major, 1 minor, 1 patch
2 of 3 old states were upgraded.
imports: 2 kept, 1 lost
a major change is more than the allowed minor";
        assert_eq!(report(Allow::Minor).text(), expected);
    }

    #[test]
    fn a_program_reads_the_same_report_as_people() {
        let mut report = report(Allow::Major);
        report.changes.differences.push(SchemaDifference {
            owner: "resource zoo_cage".to_owned(),
            path: terrane_value::Path::root(),
            change: SchemaChange::Removed("resource"),
            class: ChangeClass::Major,
            reason: "none",
        });
        let changes = json!([
            {
                "class": "major",
                "item": "resource zoo_pet",
                "path": "weight",
                "change": "attribute removed",
                "values": null,
                "reason": "configurations and expressions that use it are refused",
            },
            {
                "class": "minor",
                "item": "resource zoo_pet",
                "path": "color",
                "change": "attribute added",
                "values": null,
                "reason": "configurations and expressions may use it",
            },
            {
                "class": "patch",
                "item": "resource zoo_pet",
                "path": "name",
                "change": "description",
                "values": { "before": "\"\"", "after": "\"Its name.\"" },
                "reason": "only the documentation changes",
            },
            {
                "class": "major",
                "item": "resource zoo_cage",
                "path": "",
                "change": "resource removed",
                "values": null,
                "reason": "none",
            },
        ]);
        assert_eq!(
            report.json(),
            json!({
                "changes": changes,
                "class": "major",
                "allowed": "major",
                "states": [
                    { "type": "zoo_pet", "version": 0, "file": "v0.json", "problem": null },
                    { "type": "zoo_pet", "version": 1, "file": "v1.json", "problem": "no name" },
                    { "type": "zoo_pet", "version": 2, "file": "v2.json", "problem": null },
                ],
                "imports": [
                    { "type": "zoo_cage", "problem": null },
                    { "type": "zoo_keeper", "problem": null },
                    { "type": "zoo_pet", "problem": "no imports" },
                ],
                "partial": false,
                "passes": false,
            })
        );
        report.permission = Permission::Chosen(None);
        report.states = None;
        report.imports = None;
        report.changes.differences.truncate(2);
        report.changes.is_partial = true;
        let part = report.json();
        assert_eq!(
            (&part["class"], &part["allowed"]),
            (&json!("major"), &Value::Null)
        );
        assert_eq!(
            (&part["states"], &part["imports"], &part["partial"]),
            (&Value::Null, &Value::Null, &json!(true))
        );
        let text = report.text();
        let end = "changes: 1 major, 1 minor, 0 patch\nold states: not checked without a program\nimports: not compared without both programs\nonly one of both describes defaults, validators and rules of planning, so they were not compared\nno change is allowed";
        assert!(text.ends_with(end), "{text}");
    }

    #[test]
    fn a_refused_state_or_import_or_change_fails_alone() {
        let passes = |edit: fn(&mut Report)| {
            let mut report = report(Allow::Major);
            report.changes.differences.clear();
            report.states = None;
            report.imports = None;
            report.permission = Permission::Chosen(Some(ChangeClass::Minor));
            edit(&mut report);
            report.passes()
        };
        assert!(passes(|_| ()));
        assert!(passes(|it| it.permission = Permission::Chosen(None)));
        assert!(!passes(|it| it.states = report(Allow::Major).states));
        assert!(!passes(|it| it.imports = report(Allow::Major).imports));
        assert!(!passes(|it| it.changes = report(Allow::Major).changes));
    }
}
