//! What plan and apply have in common: a run visits the objects of a configuration and keeps their values, changes and reports.

mod actions;
mod answer;
mod applied;
mod check_data;
mod checks;
mod convert;
mod data;
mod destroy;
mod ephemeral;
mod evaluate;
mod events;
mod expand;
mod imports;
mod local_exec;
mod managed;
mod opened;
mod orphans;
mod outputs;
mod provider;
mod provision;
mod read;
mod replan;
mod results;
mod running;
mod sync;
mod target;
mod visit;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use terrane_hcl::value::Value;
use terrane_hcl::{CallError, DeferredCall};
use terrane_value::Text;
use tokio::sync::Semaphore;

use crate::address::{self, ConfigResource, ProviderConfig, ResourceInstance};
use crate::config::Config;
use crate::diagnostics::Report;
use crate::evaluate::{Machine, Values, Variables};
use crate::factory::Factories;
use crate::plan::{ActionInvocation, ChangeKey, Mode, OutputChange, ResourceChange, Selection};
use crate::state::State;

pub use events::{Event, ObjectId, Stop};

pub(crate) use opened::Opened;
pub(crate) use results::Checks;
pub(crate) use running::Running;
pub(crate) use sync::{Failed, Slot, lock};

/// The version of Terraform whose behaviour this host has. Providers and states get it.
pub const TERRAFORM_VERSION: &str = "1.14.0";

/// The settings of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    pub(crate) mode: Mode,
    /// Whether objects are read before they are planned.
    pub(crate) refresh: bool,
    /// The instances that are replaced by request.
    pub(crate) replace: Vec<ResourceInstance>,
    pub(crate) variables: Variables,
}

/// A run of a plan or an apply.
pub(crate) struct Run<'a> {
    pub(crate) config: &'a Config,
    pub(crate) factories: &'a Factories,
    pub(crate) settings: Settings,
    pub(crate) machine: Machine,
    /// The path of the root module's folder, as expressions see it.
    pub(crate) root: PathBuf,
    pub(crate) values: Mutex<Values>,
    pub(crate) reports: Mutex<Vec<Report>>,
    /// In a plan the state with all objects as they were read, in an apply the state that is written.
    pub(crate) state: Mutex<State>,
    /// The state before a plan, with moved and upgraded objects.
    pub(crate) previous: Mutex<State>,
    pub(crate) imports: Mutex<BTreeMap<ResourceInstance, target::ImportTarget>>,
    /// In a plan the changes so far, in an apply all planned changes.
    pub(crate) changes: Mutex<BTreeMap<ChangeKey, ResourceChange>>,
    /// In a plan the triggered actions so far, in an apply all of them.
    pub(crate) invocations: Mutex<Vec<ActionInvocation>>,
    pub(crate) output_changes: Mutex<BTreeMap<Text, OutputChange>>,
    /// The former addresses of moved instances.
    pub(crate) moved: BTreeMap<ResourceInstance, ResourceInstance>,
    /// The part to which the targets limit the run.
    pub(crate) selection: Option<Selection>,
    /// The resources on which each resource depends, directly or through others.
    pub(crate) dependencies: BTreeMap<ConfigResource, BTreeSet<ConfigResource>>,
    /// The resources that are created before they are destroyed, by their own flag or that of a dependent.
    pub(crate) create_first: BTreeSet<ConfigResource>,
    pub(crate) providers: Mutex<BTreeMap<ProviderConfig, Slot>>,
    pub(crate) functions: Mutex<BTreeMap<address::Provider, Slot>>,
    pub(crate) calls: Mutex<Vec<(DeferredCall, Result<Value, CallError>)>>,
    pub(crate) checks: Mutex<Checks>,
    /// The keys of objects that a replacement of this run has deposed.
    pub(crate) deposed: Mutex<BTreeMap<ResourceInstance, String>>,
    pub(crate) opened: Opened,
    /// Whether the state has changed since it was written.
    pub(crate) has_changed: AtomicBool,
    pub(crate) permits: Semaphore,
    pub(crate) stop: Stop,
    pub(crate) events: &'a (dyn Fn(Event) + Send + Sync),
}

impl Run<'_> {
    pub(crate) fn report(&self, report: Report) {
        (self.events)(Event::Diagnostic(report.clone()));
        lock(&self.reports).push(report);
    }

    /// Adds reports, and fails if one of them is an error.
    pub(crate) fn report_all(&self, reports: Vec<Report>) -> Result<(), Failed> {
        let has_errors = reports.iter().any(Report::is_error);
        for report in reports {
            self.report(report);
        }
        if has_errors { Err(Failed) } else { Ok(()) }
    }

    /// Reports an error.
    pub(crate) fn fail(&self, report: Report) -> Failed {
        self.report(report);
        Failed
    }

    /// Returns whether an instance of the configuration belongs to the run.
    pub(crate) fn includes(&self, address: &ResourceInstance) -> bool {
        let selection = self.selection.as_ref();
        selection.is_none_or(|it| it.includes(address))
    }

    /// Returns whether this is the apply of a destroy plan, in which no conditions count.
    pub(crate) fn is_destruction(&self) -> bool {
        self.is_apply() && self.settings.mode == Mode::Destroy
    }

    /// Returns whether checks and validations count: an apply that only stores what was read has those of its plan.
    pub(crate) fn has_checks(&self) -> bool {
        !self.is_apply() || self.settings.mode == Mode::Normal
    }

    pub(crate) fn is_apply(&self) -> bool {
        self.machine.is_apply
    }
}
