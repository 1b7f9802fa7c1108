//! The commands of a host, with typed results.

use std::ffi::OsStr;
use std::fs;
use std::io;

use serde_json::Value;

use super::{Workspace, json_output, next_plan};
use crate::{Failure, Outcome, Plan, State};

const STATE: &str = "terraform.tfstate";

impl Workspace {
    /// Plans.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn plan(&self) -> Result<Plan, Failure> {
        self.plan_with::<[&str; 0]>([])
    }

    /// Plans with more arguments, such as `-refresh=false`, `-destroy` or `-replace=zoo_pet.rex`.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn plan_with<I>(&self, arguments: I) -> Result<Plan, Failure>
    where
        I: IntoIterator<Item: AsRef<OsStr>>,
    {
        let file = next_plan(&self.plans);
        let out = format!("-out={file}");
        let plan = ["plan", "-json", "-input=false", "-detailed-exitcode", &out];
        let (code, outcome) = self.start(joined(&plan, arguments))?.wait_for(&[0, 2])?;
        let shown = self.run(["show", "-json", &file])?;
        Plan::new(outcome, code == 2, file, &shown)
    }

    /// Plans in one run of the host, and fails if the plan changes an object or an output.
    ///
    /// [`Plan::assert_empty`] checks the same for an existing plan.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error, or if the plan changes something.
    pub fn assert_settled(&self) -> Result<Outcome, Failure> {
        self.run(["plan", "-input=false", "-no-color", "-detailed-exitcode"])
    }

    /// Plans and applies.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn apply(&self) -> Result<Outcome, Failure> {
        self.apply_with::<[&str; 0]>([])
    }

    /// Plans and applies with more arguments, as for [`plan_with`](Self::plan_with).
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn apply_with<I>(&self, arguments: I) -> Result<Outcome, Failure>
    where
        I: IntoIterator<Item: AsRef<OsStr>>,
    {
        self.run(joined(
            &["apply", "-json", "-input=false", "-auto-approve"],
            arguments,
        ))
    }

    /// Applies a plan that was made before, and nothing else.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn apply_plan(&self, plan: &Plan) -> Result<Outcome, Failure> {
        self.run(["apply", "-json", "-input=false", plan.file()])
    }

    /// Updates the state from the existing objects, and changes no object.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn refresh(&self) -> Result<Outcome, Failure> {
        self.apply_with(["-refresh-only"])
    }

    /// Destroys all objects.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn destroy(&self) -> Result<Outcome, Failure> {
        self.run(["destroy", "-json", "-input=false", "-auto-approve"])
    }

    /// Imports an object by its import id.
    ///
    /// # Errors
    ///
    /// Fails if the host shows an error.
    pub fn import(&self, address: &str, id: &str) -> Result<Outcome, Failure> {
        self.run(["import", "-input=false", address, id])
    }

    /// Validates the configuration.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is not valid.
    pub fn validate(&self) -> Result<Outcome, Failure> {
        self.run(["validate", "-json"])
    }

    /// Returns an output's value, as the host prints it.
    ///
    /// # Errors
    ///
    /// Fails if there is no such output.
    pub fn output(&self, name: &str) -> Result<Value, Failure> {
        json_output(self.run(["output", "-json", name])?)
    }

    /// Returns the state as the host shows it with the provider's schema; [`state`](Self::state) starts no process.
    ///
    /// # Errors
    ///
    /// Fails if the host cannot read the state.
    pub fn show(&self) -> Result<Value, Failure> {
        json_output(self.run(["show", "-json"])?)
    }

    /// Returns the providers' schemas as the host prints them.
    ///
    /// # Errors
    ///
    /// Fails if the host cannot get the schemas.
    pub fn schemas(&self) -> Result<Value, Failure> {
        json_output(self.run(["providers", "schema", "-json"])?)
    }

    /// Removes an object from the state, without deleting it.
    ///
    /// # Errors
    ///
    /// Fails if the state has no such object.
    pub fn state_remove(&self, address: &str) -> Result<Outcome, Failure> {
        self.run(["state", "rm", address])
    }

    /// Moves an object to another address of the state.
    ///
    /// # Errors
    ///
    /// Fails if the state has no such object.
    pub fn state_move(&self, from: &str, to: &str) -> Result<Outcome, Failure> {
        self.run(["state", "mv", from, to])
    }

    /// Reads the state file; without one, the state is empty.
    ///
    /// # Errors
    ///
    /// Fails if the file is not a state of the format that hosts write since Terraform 0.12.
    pub fn state(&self) -> Result<State, Failure> {
        match fs::read_to_string(self.path().join(STATE)) {
            Ok(text) => State::parse(&text).map_err(|problem| Failure::of_file(STATE, problem)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::default()),
            Err(error) => Err(Failure::of_file(STATE, error)),
        }
    }

    /// Writes the state file, as if another version of the provider or a person had written it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn set_state(&mut self, state: &Value) -> io::Result<()> {
        self.file(STATE, format!("{state:#}\n"))
    }

    /// Changes the JSON of the state file, with a higher serial.
    ///
    /// # Errors
    ///
    /// Fails if there is no state file, or it cannot be written.
    pub fn edit_state(&mut self, edit: impl FnOnce(&mut Value)) -> Result<(), Failure> {
        let mut json = self.state()?.json().clone();
        if json.is_null() {
            return Err(Failure::of_file(STATE, "there is no state to edit"));
        }
        edit(&mut json);
        json["serial"] = (json["serial"].as_u64().unwrap_or_default() + 1).into();
        self.set_state(&json)
            .map_err(|error| Failure::of_file(STATE, error))
    }
}

/// Appends the test's arguments to the command's own.
fn joined<I>(own: &[&str], more: I) -> Vec<std::ffi::OsString>
where
    I: IntoIterator<Item: AsRef<OsStr>>,
{
    let added = more
        .into_iter()
        .map(|argument| argument.as_ref().to_owned());
    own.iter().map(Into::into).chain(added).collect()
}
