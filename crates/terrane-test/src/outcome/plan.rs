//! A plan, as the host sees it.

use std::fmt;

use serde_json::Value;

use super::{Diagnostic, Failure, Outcome, Reason};

/// What a plan does to one object.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// The object is not changed.
    NoOp,
    /// The object is created.
    Create,
    /// A data source is read at apply.
    Read,
    /// The object is changed in place.
    Update,
    /// The object is destroyed.
    Delete,
    /// The object is replaced: the old one is deleted before the new one is created.
    DeleteThenCreate,
    /// The object is replaced: the new one is created before the old one is deleted.
    CreateThenDelete,
    /// The object is removed from the state, but not deleted.
    Forget,
    /// The object is replaced: the old one is removed from the state, but not deleted.
    CreateThenForget,
}

impl Action {
    /// Returns whether the object is replaced, in whichever order.
    #[must_use]
    pub fn replaces(self) -> bool {
        matches!(
            self,
            Self::DeleteThenCreate | Self::CreateThenDelete | Self::CreateThenForget
        )
    }

    fn from_json(actions: &Value) -> Option<Self> {
        let names: Option<Vec<&str>> = actions.as_array()?.iter().map(Value::as_str).collect();
        Some(match *names?.as_slice() {
            ["no-op"] => Self::NoOp,
            ["create"] => Self::Create,
            ["read"] => Self::Read,
            ["update"] => Self::Update,
            ["delete"] => Self::Delete,
            ["delete", "create"] => Self::DeleteThenCreate,
            ["create", "delete"] => Self::CreateThenDelete,
            ["forget"] => Self::Forget,
            ["create", "forget"] => Self::CreateThenForget,
            _ => return None,
        })
    }
}

/// The change of one object.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ResourceChange {
    /// The object's address, such as `zoo_pet.rex` or `module.farm.zoo_pet.all["a"]`.
    pub address: String,
    /// The planned action.
    pub action: Action,
    /// The host's reason, such as `replace_because_cannot_update`.
    pub reason: Option<String>,
    /// The attributes before; null if there is no object yet.
    pub before: Value,
    /// The attributes after, without those that are not known; null if there will be no object.
    pub after: Value,
    /// `true` at the place of each attribute that is known after apply.
    pub unknown: Value,
    /// The host's own JSON of the change: paths that force replacement, sensitive places, import, identity.
    pub json: Value,
}

/// A plan that the host has made and saved.
#[derive(Debug, Clone)]
pub struct Plan {
    outcome: Outcome,
    has_changes: bool,
    file: String,
    json: Value,
}

impl Plan {
    /// Creates a plan from the outcome of `plan`, the file of the saved plan, and the output of `show -json` for it.
    pub(crate) fn new(
        outcome: Outcome,
        has_changes: bool,
        file: String,
        shown: &Outcome,
    ) -> Result<Self, Failure> {
        let json = serde_json::from_str(&shown.stdout).map_err(|error| {
            Failure::new(
                Reason::Other(format!("the plan is no JSON: {error}")),
                shown.clone(),
            )
        })?;
        let plan = Self {
            outcome,
            has_changes,
            file,
            json,
        };
        for key in ["resource_changes", "resource_drift"] {
            for change in plan.json[key].as_array().into_iter().flatten() {
                if Action::from_json(&change["change"]["actions"]).is_none() {
                    let problem = format!("unexpected actions: {}", change["change"]["actions"]);
                    return Err(Failure::new(Reason::Other(problem), shown.clone()));
                }
            }
        }
        Ok(plan)
    }

    /// Returns whether the plan changes nothing: no object and no output.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.has_changes
    }

    /// Asserts that the plan changes nothing.
    ///
    /// # Panics
    ///
    /// Panics with the changes if there are any.
    #[track_caller]
    pub fn assert_empty(&self) {
        assert!(self.is_empty(), "the plan is not empty:{self}");
    }

    /// Returns the change of each object, also of objects without a change.
    pub fn changes(&self) -> impl Iterator<Item = ResourceChange> {
        self.listed("resource_changes")
    }

    /// Returns the changes outside of the host that it found while it refreshed.
    pub fn drift(&self) -> impl Iterator<Item = ResourceChange> {
        self.listed("resource_drift")
    }

    fn listed(&self, key: &str) -> impl Iterator<Item = ResourceChange> {
        self.json[key]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|json| {
                let change = &json["change"];
                Some(ResourceChange {
                    address: json["address"].as_str().unwrap_or_default().to_owned(),
                    action: Action::from_json(&change["actions"])?,
                    reason: json["action_reason"].as_str().map(str::to_owned),
                    before: change["before"].clone(),
                    after: change["after"].clone(),
                    unknown: change["after_unknown"].clone(),
                    json: change.clone(),
                })
            })
    }

    /// Returns the change of the object with an address.
    ///
    /// # Errors
    ///
    /// Fails if the plan does not contain the address. The message lists the addresses that it contains.
    pub fn change(&self, address: &str) -> Result<ResourceChange, Failure> {
        self.changes()
            .find(|change| change.address == address)
            .ok_or_else(|| {
                let addresses: Vec<String> = self.changes().map(|change| change.address).collect();
                let problem = format!("the plan has no {address}, only: {}", addresses.join(", "));
                Failure::new(Reason::Other(problem), self.outcome.clone())
            })
    }

    /// Returns the planned action on the object with an address.
    ///
    /// # Errors
    ///
    /// Fails if the plan does not contain the address.
    pub fn action(&self, address: &str) -> Result<Action, Failure> {
        Ok(self.change(address)?.action)
    }

    /// Returns the host's diagnostics, which are warnings.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.outcome.diagnostics()
    }

    /// Returns the host's output while it planned.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns the host's own JSON of the plan (`show -json`): outputs, checks, deferred changes and more.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// Returns the file of the saved plan, relative to the configuration's folder.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in self
            .changes()
            .filter(|change| change.action != Action::NoOp)
        {
            write!(f, "\n  {:?} {}", change.action, change.address)?;
            if let Some(reason) = &change.reason {
                write!(f, " ({reason})")?;
            }
            write!(
                f,
                "\n    before: {}\n    after:  {}",
                change.before, change.after
            )?;
            write!(f, "\n    unknown: {}", change.unknown)?;
        }
        for (name, change) in self.json["output_changes"]
            .as_object()
            .into_iter()
            .flatten()
        {
            write!(f, "\n  output {name}: {}", change["actions"])?;
        }
        Ok(())
    }
}
