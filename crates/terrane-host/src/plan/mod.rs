//! Plans: what an apply would change, and why.
//!
//! A plan walks the graph of the configuration. Each resource node evaluates `count` or `for_each`, and then plans its instances:
//!
//! 1. The object of the state is upgraded and read, or an import makes it.
//! 2. The configuration is evaluated, validated, and merged with the object to the proposed value.
//! 3. The provider plans. The consistency rules check its answer, and [`decide`] chooses the action.
//! 4. The planned value becomes what later expressions see.
//!
//! Objects without a configuration are planned for destruction at the end. [`Plan`] has the changes, and the state as it was read.

mod change;
pub mod decide;
mod ignore;
mod invocation;
mod json;
mod moves;
mod saved;
mod targets;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use terrane_protocol::Opaque;
use terrane_value::{Path, Text, Type, Value};

use crate::address::{self, ProviderConfig, ResourceInstance, ResourceMode, Target};
use crate::diagnostics::Report;
use crate::evaluate::Variables;
use crate::object::ResourceSchema;
use crate::state::State;

pub use change::{Action, Reason};
pub use invocation::ActionInvocation;
pub use saved::PlanFileError;

pub(crate) use ignore::ignore_changes;
pub(crate) use moves::{Moved, Source, move_objects};
pub(crate) use targets::Selection;

/// What a plan is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// To make the objects agree with the configuration.
    #[default]
    Normal,
    /// To destroy all objects.
    Destroy,
    /// To make the state agree with the objects.
    RefreshOnly,
}

impl Mode {
    /// Returns the name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Destroy => "destroy",
            Self::RefreshOnly => "refresh-only",
        }
    }
}

/// The place of a change in a plan. Deposed objects follow the current one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangeKey {
    /// The instance.
    pub address: ResourceInstance,
    /// The key of the deposed object that is changed instead of the current one.
    pub deposed: Option<String>,
}

/// The change of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceChange {
    /// The address of the instance.
    pub address: ResourceInstance,
    /// The address before the plan moved the instance.
    pub previous_address: Option<ResourceInstance>,
    /// The key of the deposed object that is changed instead of the current one.
    pub deposed: Option<String>,
    /// The configuration of the provider.
    pub provider: ProviderConfig,
    /// The action.
    pub action: Action,
    /// Why the action is not the plain one.
    pub reason: Option<Reason>,
    /// The object before the change. Null before it is created.
    pub before: Value,
    /// The planned object. Values that only the apply decides are unknown. Null after a destruction.
    pub after: Value,
    /// The type of both objects.
    pub ty: Type,
    /// The sensitive parts of the object before the change.
    pub before_sensitive: Vec<Path>,
    /// The sensitive parts of the planned object.
    pub after_sensitive: Vec<Path>,
    /// The attributes whose change replaces the object.
    pub replace_paths: Vec<Path>,
    /// The identifier by which the object is imported. Empty for an import by identity.
    pub importing: Option<String>,
    pub(crate) private: Opaque,
    pub(crate) dependencies: Vec<String>,
}

impl ResourceChange {
    /// Returns the paths of the values that only the apply decides.
    pub fn unknown(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        self.after.walk(|path, value| {
            if value.is_unknown() {
                paths.push(path.clone());
            }
            true
        });
        paths
    }

    pub(crate) fn key(&self) -> ChangeKey {
        ChangeKey {
            address: self.address.clone(),
            deposed: self.deposed.clone(),
        }
    }
}

/// The change of an output of the root module.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputChange {
    /// The action: `NoOp`, `Create`, `Update` or `Delete`.
    pub action: Action,
    /// The value in the state.
    pub before: Value,
    /// The planned value, which may be unknown.
    pub after: terrane_hcl::value::Value,
    /// Whether hosts hide the values.
    pub sensitive: bool,
}

/// An object that differs from the state: somebody changed it without the host.
#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// The address of the instance.
    pub address: ResourceInstance,
    /// Whether the object was deleted. Otherwise it was changed.
    pub is_deleted: bool,
    /// The configuration of the provider.
    pub provider: ProviderConfig,
    /// The object in the state, after an upgrade to the present schema.
    pub before: Value,
    /// The object as it is.
    pub after: Value,
    /// The sensitive parts of the object in the state.
    pub before_sensitive: Vec<Path>,
    /// The sensitive parts of the object as it is.
    pub after_sensitive: Vec<Path>,
    /// The attributes to which changes of the plan refer. Absent if the whole object matters.
    pub(crate) relevant: Option<BTreeSet<Text>>,
    /// The type of both objects.
    pub ty: Type,
}

/// The schemas of the types that a plan is about, by the provider, the mode and the type.
pub(crate) type Schemas = BTreeMap<(address::Provider, ResourceMode, Text), Arc<ResourceSchema>>;

/// A plan, which [`Engine::apply`](crate::engine::Engine::apply) carries out.
#[derive(Debug)]
pub struct Plan {
    /// What the plan is for.
    pub mode: Mode,
    /// The changes of objects, those without an action among them.
    pub changes: BTreeMap<ChangeKey, ResourceChange>,
    /// The actions that the changes trigger, in the order of the objects and their triggers.
    pub invocations: Vec<ActionInvocation>,
    /// The changes of the root module's outputs.
    pub outputs: BTreeMap<Text, OutputChange>,
    /// The objects that were changed without the host.
    pub drift: Vec<Drift>,
    /// The warnings.
    pub warnings: Vec<Report>,
    /// The modules and resources to which the plan is limited. Without targets, it is about the whole configuration.
    pub targets: Vec<Target>,
    /// The state with all objects as they were read.
    pub state: State,
    /// The state before the plan, with moved objects at their new addresses.
    pub(crate) previous: State,
    /// Whether the plan only writes what was read or moved.
    pub(crate) changes_state: bool,
    pub(crate) variables: Variables,
    /// The ephemeral variables that were set, whose values are not saved.
    pub(crate) ephemeral: BTreeSet<Text>,
    /// The hash of the configuration's files.
    pub(crate) configuration: String,
    pub(crate) plan_time: std::time::SystemTime,
    pub(crate) schemas: Schemas,
}

impl Plan {
    /// Finds the change of a current object.
    ///
    /// ```
    /// # fn example(plan: &terrane_host::plan::Plan) {
    /// let change = plan.change("zoo_pet.rex");
    /// # }
    /// ```
    pub fn change(&self, address: &str) -> Option<&ResourceChange> {
        let address = address.parse().ok()?;
        self.changes.get(&ChangeKey {
            address,
            deposed: None,
        })
    }

    /// Iterates over the changes that do something.
    pub fn actions(&self) -> impl Iterator<Item = &ResourceChange> {
        let changes = self.changes.values();
        changes.filter(|change| {
            change.action != Action::NoOp
                || change.importing.is_some()
                || change.previous_address.is_some()
        })
    }

    /// Returns whether an apply would change nothing: no object, no output, and in a refresh-only plan no state.
    pub fn is_empty(&self) -> bool {
        let mut outputs = self.outputs.values();
        let has_outputs = outputs.any(|output| output.action != Action::NoOp);
        match self.mode {
            Mode::RefreshOnly => !self.changes_state && !has_outputs,
            Mode::Normal | Mode::Destroy => self.actions().next().is_none() && !has_outputs,
        }
    }
}
