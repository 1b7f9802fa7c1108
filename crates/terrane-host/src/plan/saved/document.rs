//! The JSON document of a saved plan.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use terrane_value::{Text, Value};

use super::change::{self, Change, Encoded, parsed};
use super::invocation::Invocation;
use super::schemas;
use super::warning::Warning;
use crate::evaluate::{Given, Variables};
use crate::plan::{Drift, Mode, OutputChange, Plan};
use crate::state::State;

/// What every plan file begins with, so that other files are recognized.
pub(super) const FORMAT: &str = "terrane-plan";

/// The version of the format. A file of another version is refused.
pub(super) const VERSION: u64 = 1;

/// A plan. Fields are in the order of the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Document {
    format: String,
    version: u64,
    configuration: String,
    time: String,
    mode: String,
    targets: Vec<String>,
    variables: BTreeMap<String, Variable>,
    ephemeral: BTreeSet<String>,
    changes: Vec<Change>,
    invocations: Vec<Invocation>,
    outputs: BTreeMap<String, Output>,
    drift: Vec<Drifted>,
    warnings: Vec<Warning>,
    schemas: Json,
    changes_state: bool,
    /// The documents of states, as state files have them.
    state: String,
    previous: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Variable {
    Text(String),
    Value(Encoded),
}

#[derive(Serialize, Deserialize)]
struct Output {
    action: String,
    after: Encoded,
    sensitive: bool,
}

#[derive(Serialize, Deserialize)]
struct Drifted {
    address: String,
    is_deleted: bool,
    provider: String,
    before: Encoded,
    after: Encoded,
    before_sensitive: Vec<Json>,
    after_sensitive: Vec<Json>,
    relevant: Option<BTreeSet<String>>,
}

impl Document {
    /// Encodes a plan.
    pub(super) fn of(plan: &Plan) -> Result<Self, String> {
        let time = Timestamp::try_from(plan.plan_time).map_err(|error| error.to_string())?;
        let mut variables = BTreeMap::new();
        for (name, given) in plan.variables.given() {
            if plan.ephemeral.contains(name) {
                continue;
            }
            let variable = match given {
                Given::Text(text) => Variable::Text(text.clone()),
                Given::Value(value) => Variable::Value(Encoded::of_expression(value)?),
            };
            variables.insert(name.to_string(), variable);
        }
        let mut outputs = BTreeMap::new();
        for (name, output) in &plan.outputs {
            let output = Output {
                action: change::action_name(output.action),
                after: Encoded::of_expression(&output.after)?,
                sensitive: output.sensitive,
            };
            outputs.insert(name.to_string(), output);
        }
        let drift = plan.drift.iter().map(|drift| {
            Ok(Drifted {
                address: drift.address.to_string(),
                is_deleted: drift.is_deleted,
                provider: drift.provider.to_string(),
                before: Encoded::of(&drift.before, &drift.ty)?,
                after: Encoded::of(&drift.after, &drift.ty)?,
                before_sensitive: change::encoded_paths(&drift.before_sensitive),
                after_sensitive: change::encoded_paths(&drift.after_sensitive),
                relevant: drift
                    .relevant
                    .as_ref()
                    .map(|names| names.iter().map(ToString::to_string).collect()),
            })
        });
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            configuration: plan.configuration.clone(),
            time: time.to_string(),
            mode: plan.mode.name().to_owned(),
            targets: plan.targets.iter().map(ToString::to_string).collect(),
            variables,
            ephemeral: plan.ephemeral.iter().map(ToString::to_string).collect(),
            changes: plan
                .changes
                .values()
                .map(Change::of)
                .collect::<Result<_, String>>()?,
            invocations: plan
                .invocations
                .iter()
                .map(Invocation::of)
                .collect::<Result<_, String>>()?,
            outputs,
            drift: drift.collect::<Result<_, String>>()?,
            warnings: plan.warnings.iter().map(Warning::of).collect(),
            schemas: schemas::encoded(&plan.schemas),
            changes_state: plan.changes_state,
            state: plan.state.to_json(),
            previous: plan.previous.to_json(),
        })
    }

    /// Decodes the plan.
    pub(super) fn plan(self) -> Result<Plan, String> {
        let previous = state(&self.previous)?;
        let mut modes = [Mode::Normal, Mode::Destroy, Mode::RefreshOnly].into_iter();
        let mode = modes.find(|mode| mode.name() == self.mode);
        let time: Timestamp = parsed(&self.time)?;
        let mut variables = Variables::new();
        for (name, variable) in self.variables {
            variables = match variable {
                Variable::Text(text) => variables.with_text(name, text),
                Variable::Value(encoded) => variables.with_value(name, encoded.expression()?),
            };
        }
        let mut outputs = BTreeMap::new();
        for (name, output) in self.outputs {
            let name: Text = name.into();
            let before = previous.outputs.get(&name);
            let change = OutputChange {
                action: change::action(&output.action)?,
                before: before.map_or(Value::Null, crate::state::Output::decoded),
                after: output.after.expression()?,
                sensitive: output.sensitive,
            };
            outputs.insert(name, change);
        }
        let mut drift = Vec::new();
        for drifted in self.drift {
            let (ty, before) = drifted.before.value()?;
            drift.push(Drift {
                address: parsed(&drifted.address)?,
                is_deleted: drifted.is_deleted,
                provider: parsed(&drifted.provider)?,
                before,
                after: drifted.after.value()?.1,
                before_sensitive: change::decoded_paths(drifted.before_sensitive)?,
                after_sensitive: change::decoded_paths(drifted.after_sensitive)?,
                relevant: drifted
                    .relevant
                    .map(|names| names.into_iter().map(Text::from).collect()),
                ty,
            });
        }
        let mut changes = BTreeMap::new();
        for change in self.changes {
            let change = change.decoded()?;
            changes.insert(change.key(), change);
        }
        let invocations = self.invocations.into_iter().map(Invocation::decoded);
        let targets = self.targets.iter().map(|target| parsed(target));
        Ok(Plan {
            mode: mode.ok_or_else(|| format!("there is no mode \"{}\".", self.mode))?,
            changes,
            invocations: invocations.collect::<Result<_, String>>()?,
            outputs,
            drift,
            warnings: self.warnings.into_iter().map(Warning::decoded).collect(),
            targets: targets.collect::<Result<_, String>>()?,
            state: state(&self.state)?,
            previous,
            changes_state: self.changes_state,
            variables,
            ephemeral: self.ephemeral.into_iter().map(Text::from).collect(),
            configuration: self.configuration,
            plan_time: time.into(),
            schemas: schemas::decoded(&self.schemas)?,
        })
    }
}

fn state(text: &str) -> Result<State, String> {
    let state = State::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(state.unwrap_or_default())
}
