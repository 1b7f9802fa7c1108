//! Variables, local values and outputs.

use terrane_hcl::value::{Mark, Value};
use terrane_value::Text;

use super::results::prefixed;
use super::{Failed, Run, lock};
use crate::address::{self, ModuleInstance};
use crate::config::{Output, Variable};
use crate::diagnostics::Report;
use crate::evaluate::Place;
use crate::object::encode_state;
use crate::plan::{Action, Mode, OutputChange};
use crate::state::{self, Json};

impl Run<'_> {
    /// Evaluates a variable in all instances of its module.
    pub(crate) async fn variable(&self, at: &address::Module, name: &Text) -> Result<(), Failed> {
        let Some(variable) = self.config.module(at).and_then(|it| it.variables.get(name)) else {
            return Ok(());
        };
        let instances = lock(&self.values).instances_of(at);
        for instance in instances {
            let given = self.given_variable(at, &instance, name, variable).await?;
            let value = self.variable_value(&instance, name, variable, given)?;
            let key = (instance, name.clone());
            lock(&self.values).variables.insert(key, value);
        }
        Ok(())
    }

    /// Returns the value that the caller of the module or the user gives to a variable.
    async fn given_variable(
        &self,
        at: &address::Module,
        instance: &ModuleInstance,
        name: &Text,
        variable: &Variable,
    ) -> Result<Option<Value>, Failed> {
        let Some((parent, call)) = at.split_last() else {
            let given = self.settings.variables.value(name, variable).transpose();
            return given.map_err(|report| self.fail(report));
        };
        let call = self
            .config
            .module(&parent)
            .and_then(|it| it.calls.get(call));
        let Some(argument) = call.and_then(|call| call.arguments.get(name)) else {
            return Ok(None);
        };
        let caller = ModuleInstance(instance.0[..instance.0.len() - 1].to_vec());
        let repetition = lock(&self.values).call_repetition(instance);
        let place = Place::new(&caller).with(repetition).of(instance);
        let value = self.expression(&place, &argument.expression).await?;
        Ok(Some(value))
    }

    fn variable_value(
        &self,
        instance: &ModuleInstance,
        name: &Text,
        variable: &Variable,
        given: Option<Value>,
    ) -> Result<Value, Failed> {
        let address = instance_name(instance, &format!("var.{name}"));
        let error = |summary: &str, detail: String| {
            let report = Report::error(summary, detail);
            self.fail(report.at(variable.span).of(&address))
        };
        let value = chosen_value(name, variable, given)
            .map_err(|(summary, detail)| error(summary, detail))?;
        if !variable.ephemeral && value.contains_marks() && contains_mark(&value, &Mark::Ephemeral)
        {
            let detail = format!(
                "The variable \"{name}\" is not declared as ephemeral, but its value is. Add `ephemeral = true`."
            );
            return Err(error("Ephemeral value not allowed", detail));
        }
        let Variable {
            ephemeral,
            sensitive,
            ..
        } = *variable;
        Ok(with_declared_marks(value, ephemeral, sensitive))
    }

    /// Checks the `validation` blocks of a variable.
    pub(crate) async fn validation(&self, at: &address::Module, name: &Text) -> Result<(), Failed> {
        let Some(variable) = self.config.module(at).and_then(|it| it.variables.get(name)) else {
            return Ok(());
        };
        let object = prefixed(at, &format!("var.{name}"));
        lock(&self.checks).declare("var", &object);
        let instances = lock(&self.values).instances_of(at);
        let mut result = Ok(());
        for instance in instances {
            let place = Place::new(&instance).of(instance_name(&instance, &format!("var.{name}")));
            let checked = self
                .conditions(
                    ("var", &object),
                    &place,
                    &variable.validations,
                    "Invalid value for variable",
                    false,
                )
                .await;
            result = result.and(checked);
        }
        result
    }

    /// Evaluates a local value in all instances of its module.
    pub(crate) async fn local(&self, at: &address::Module, name: &Text) -> Result<(), Failed> {
        let Some(local) = self.config.module(at).and_then(|it| it.locals.get(name)) else {
            return Ok(());
        };
        let instances = lock(&self.values).instances_of(at);
        for instance in instances {
            let place = Place::new(&instance);
            let value = self.expression(&place, &local.expression).await?;
            lock(&self.values)
                .locals
                .insert((instance, name.clone()), value);
        }
        Ok(())
    }

    /// Evaluates an output in all instances of its module. Outputs of the root module are planned or stored.
    pub(crate) async fn output(&self, at: &address::Module, name: &Text) -> Result<(), Failed> {
        let Some(output) = self.config.module(at).and_then(|it| it.outputs.get(name)) else {
            return Ok(());
        };
        let is_root = at.0.is_empty();
        if is_root && self.settings.mode == Mode::Destroy {
            return Ok(());
        }
        let object = prefixed(at, &format!("output.{name}"));
        if !output.preconditions.is_empty() {
            lock(&self.checks).declare("output", &object);
        }
        let instances = lock(&self.values).instances_of(at);
        for instance in instances {
            let address = instance_name(&instance, &format!("output.{name}"));
            let place = Place::new(&instance).of(&address);
            self.conditions(
                ("output", &object),
                &place,
                &output.preconditions,
                "Module output value precondition failed",
                self.settings.mode != Mode::Normal,
            )
            .await?;
            let evaluated = self.expression(&place, &output.value).await?;
            let value = self.checked_output(&address, output, evaluated, is_root)?;
            if is_root {
                self.root_output(name, output, &value)?;
            }
            lock(&self.values)
                .outputs
                .insert((instance, name.clone()), value);
        }
        Ok(())
    }

    fn checked_output(
        &self,
        address: &str,
        output: &Output,
        value: Value,
        is_root: bool,
    ) -> Result<Value, Failed> {
        let error = |summary: &str, detail: &str| {
            self.fail(
                Report::error(summary, detail)
                    .at(output.value.span)
                    .of(address),
            )
        };
        if !output.ephemeral && contains_mark(&value, &Mark::Ephemeral) {
            return Err(error(
                "Ephemeral value not allowed",
                "The value is ephemeral, but the output is not declared as ephemeral.",
            ));
        }
        if is_root && !output.sensitive && contains_mark(&value, &Mark::Sensitive) {
            return Err(error(
                "Output refers to sensitive values",
                "The value contains a secret. Add `sensitive = true` to the output, or use `nonsensitive` if it is none.",
            ));
        }
        Ok(with_declared_marks(
            value,
            output.ephemeral,
            output.sensitive,
        ))
    }

    /// Plans an output of the root module, or stores it.
    fn root_output(&self, name: &Text, output: &Output, value: &Value) -> Result<(), Failed> {
        if output.ephemeral {
            return Ok(());
        }
        let (plain, _) = value.clone().unmark_deep();
        if self.is_apply() {
            return self.store_output(name, output, &plain);
        }
        self.plan_output(name, output, plain);
        Ok(())
    }

    fn store_output(&self, name: &Text, output: &Output, value: &Value) -> Result<(), Failed> {
        let stored = stored_output(value, output.sensitive).map_err(|error| {
            let summary = "Output cannot be stored";
            self.fail(Report::error(summary, error).at(output.value.span))
        })?;
        let mut state = lock(&self.state);
        match stored {
            Some(stored) => state.outputs.insert(name.clone(), stored),
            None => state.outputs.remove(name),
        };
        Ok(())
    }

    fn plan_output(&self, name: &Text, output: &Output, value: Value) {
        let state = lock(&self.state);
        let before = state.outputs.get(name);
        let action = match before {
            None if value.is_null() => Action::NoOp,
            None => Action::Create,
            Some(_) if value.is_null() => Action::Delete,
            Some(before) => {
                let after = stored_output(&value, output.sensitive).ok().flatten();
                if value.is_wholly_known() && after.as_ref() == Some(before) {
                    Action::NoOp
                } else {
                    Action::Update
                }
            }
        };
        let change = OutputChange {
            action,
            before: before.map(state::Output::decoded).unwrap_or_default(),
            after: value,
            sensitive: output.sensitive,
        };
        lock(&self.output_changes).insert(name.clone(), change);
    }

    /// Plans or stores the removal of outputs that the configuration does not have.
    pub(crate) fn remove_outputs(&self) {
        // Targets do not select outputs that are gone.
        if self.selection.is_some() {
            return;
        }
        let is_destroy = self.settings.mode == Mode::Destroy;
        let declared = &self.config.root.outputs;
        let is_gone = |name: &Text| is_destroy || !declared.contains_key(name);
        let mut state = lock(&self.state);
        if self.is_apply() {
            state.outputs.retain(|name, _| !is_gone(name));
            return;
        }
        let gone = state.outputs.iter().filter(|(name, _)| is_gone(name));
        for (name, before) in gone {
            let change = OutputChange {
                action: Action::Delete,
                before: before.decoded(),
                after: Value::null(terrane_value::Type::Dynamic),
                sensitive: before.sensitive,
            };
            lock(&self.output_changes).insert(name.clone(), change);
        }
    }
}

/// Returns the value of a variable: the one that is given, or the default. An error is a summary and a detail.
fn chosen_value(
    name: &Text,
    variable: &Variable,
    given: Option<Value>,
) -> Result<Value, (&'static str, String)> {
    let Some(given) = given else {
        return variable.default.clone().ok_or_else(|| {
            let detail = format!("The variable \"{name}\" has no default: set a value for it.");
            ("No value for required variable", detail)
        });
    };
    let value = variable.constraint.apply(given).map_err(|problem| {
        let detail = format!("The value for var.{name} does not fit: {problem}.");
        ("Invalid value for input variable", detail)
    })?;
    if !value.is_null() || variable.nullable {
        return Ok(value);
    }
    variable.default.clone().ok_or_else(|| {
        let detail = format!("The variable \"{name}\" must not be null.");
        ("Required variable not set", detail)
    })
}

/// Marks a value as its variable or output declares.
fn with_declared_marks(value: Value, ephemeral: bool, sensitive: bool) -> Value {
    let marks = [(ephemeral, Mark::Ephemeral), (sensitive, Mark::Sensitive)];
    let declared = marks.into_iter().filter(|(is_declared, _)| *is_declared);
    declared.fold(value, |value, (_, mark)| value.with_mark(mark))
}

/// Returns an output as states have it. Null is not stored.
fn stored_output(value: &Value, sensitive: bool) -> Result<Option<state::Output>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let typed = value.to_exchange().map_err(|error| error.to_string())?;
    let ty = String::from_utf8(typed.ty.to_json()).map_err(|error| error.to_string())?;
    Ok(Some(state::Output {
        value: encode_state(&typed.value, &typed.ty)?,
        ty: Json::parse(ty).map_err(|error| error.to_string())?,
        sensitive,
    }))
}

/// Returns whether a value or a part of it has a mark.
pub(crate) fn contains_mark(value: &Value, mark: &Mark) -> bool {
    value.contains_marks() && {
        let (_, marks) = value.clone().unmark_deep();
        marks.contains(mark)
    }
}

/// Returns an address in an instance of a module.
pub(crate) fn instance_name(module: &ModuleInstance, name: &str) -> String {
    if module.0.is_empty() {
        name.to_owned()
    } else {
        format!("{module}.{name}")
    }
}
