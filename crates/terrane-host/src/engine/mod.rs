//! The engine: from a configuration and a state to a plan, and from a plan to a new state.

mod apply;
mod dependencies;
mod keys;
mod order;
mod relevant;
mod save;
mod verify;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use terrane_value::Text;
use tokio::sync::Semaphore;

pub use crate::run::{Event, ObjectId, Stop};
pub use apply::{Applied, ApplyOptions};

use crate::address::{ResourceInstance, ResourceMode, Target};
use crate::config::Config;
use crate::diagnostics::Report;
use crate::evaluate::{Machine, Values, Variables};
use crate::factory::Factories;
use crate::graph::{ConfigNode, Graph, config_graph};
use crate::plan::{ActionInvocation, Drift, Mode, Plan, Selection, move_objects};
use crate::run::{Checks, Opened, Run, Settings, lock};
use crate::state::State;
use crate::walk::walk;

/// Plans and applies a configuration.
///
/// The [crate's documentation](crate) has an example.
#[derive(Debug)]
pub struct Engine {
    pub(crate) config: Config,
    pub(crate) factories: Factories,
    /// The folder of the root module, as expressions see it.
    pub(crate) root: PathBuf,
    /// The folder to which relative paths refer. Empty is the working directory of this process.
    pub(crate) working: PathBuf,
}

/// The options of a plan.
///
/// ```
/// use terrane_host::engine::PlanOptions;
/// use terrane_host::plan::Mode;
///
/// let destroy = PlanOptions { mode: Mode::Destroy, ..PlanOptions::default() };
/// assert!(destroy.refresh);
/// ```
#[derive(Debug, Clone)]
pub struct PlanOptions {
    /// What the plan is for.
    pub mode: Mode,
    /// Whether the provider reads each object of the state first.
    pub refresh: bool,
    /// The instances that are replaced by request.
    pub replace: Vec<ResourceInstance>,
    /// The modules and resources to which the plan is limited, with everything on which they depend. Empty means the whole configuration.
    ///
    /// A limited plan is for exceptional situations, because its apply leaves the objects in a state that no configuration describes.
    pub targets: Vec<Target>,
    /// The values of the root module's variables.
    pub variables: Variables,
    /// Stops the plan.
    pub stop: Stop,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            mode: Mode::Normal,
            refresh: true,
            replace: Vec::new(),
            targets: Vec::new(),
            variables: Variables::new(),
            stop: Stop::new(),
        }
    }
}

/// What a run needs besides its settings.
pub(crate) struct Start<'s> {
    pub(crate) settings: Settings,
    pub(crate) state: State,
    pub(crate) plan_time: SystemTime,
    pub(crate) is_apply: bool,
    pub(crate) stop: Stop,
    pub(crate) events: &'s (dyn Fn(Event) + Send + Sync),
}

impl Engine {
    /// Creates an engine for the configuration of a folder. Functions such as `file` read relative to the folder.
    pub fn new(config: Config, folder: impl AsRef<Path>, factories: Factories) -> Self {
        let path = folder.as_ref();
        let present = |path: &Path| std::fs::canonicalize(path).ok();
        let is_current = present(path).is_some() && present(path) == present(Path::new("."));
        let root = if is_current {
            PathBuf::from(".")
        } else {
            path.to_owned()
        };
        Self {
            config,
            factories,
            root,
            working: PathBuf::new(),
        }
    }

    /// Acts as a host that was started in the folder of the configuration: `path.root` is `.`, and relative paths refer to the folder.
    ///
    /// The providers must run in that folder, too, so they are programs: the working directory of this process is another one.
    #[must_use]
    pub fn started_in(mut self, folder: impl Into<PathBuf>) -> Self {
        self.root = PathBuf::from(".");
        self.working = folder.into();
        self
    }

    /// Returns the configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn run<'r>(&'r self, start: Start<'r>) -> Run<'r> {
        let graph = config_graph(&self.config);
        let dependencies = dependencies::dependencies(&graph);
        let mut create_first = BTreeSet::new();
        for (resource, on) in &dependencies {
            let module = self.config.module(&resource.module);
            let block = module.and_then(|module| module.resources.get(&resource.resource));
            let flag = block.and_then(|block| block.lifecycle.create_before_destroy);
            if flag == Some(true) {
                create_first.insert(resource.clone());
                let managed = on
                    .iter()
                    .filter(|it| it.resource.mode == ResourceMode::Managed);
                create_first.extend(managed.cloned());
            }
        }
        let unplanned = Checks::of(&self.config);
        let checks = match &start.state.check_results {
            Some(planned) if start.is_apply && start.settings.mode == Mode::Normal => {
                unplanned.with_planned(planned)
            }
            _ => unplanned,
        };
        Run {
            config: &self.config,
            factories: &self.factories,
            settings: start.settings,
            machine: Machine {
                folder: self.root.to_string_lossy().into_owned(),
                working: self.working.clone(),
                plan_time: start.plan_time,
                is_apply: start.is_apply,
            },
            root: self.root.clone(),
            values: Mutex::new(Values::default()),
            reports: Mutex::default(),
            previous: Mutex::new(start.state.clone()),
            state: Mutex::new(start.state),
            imports: Mutex::default(),
            changes: Mutex::default(),
            invocations: Mutex::default(),
            output_changes: Mutex::default(),
            moved: BTreeMap::new(),
            selection: None,
            dependencies,
            create_first,
            providers: Mutex::default(),
            functions: Mutex::default(),
            calls: Mutex::default(),
            checks: Mutex::new(checks),
            deposed: Mutex::default(),
            opened: Opened::default(),
            has_changed: std::sync::atomic::AtomicBool::new(false),
            permits: Semaphore::new(crate::walk::PARALLELISM),
            stop: start.stop,
            events: start.events,
        }
    }

    /// Plans the changes that lead from a state to the configuration.
    ///
    /// # Errors
    ///
    /// Fails with all errors and warnings: of the configuration, of providers, and of this host about what it does not support.
    pub async fn plan(&self, state: &State, options: PlanOptions) -> Result<Plan, Vec<Report>> {
        self.plan_with(state, options, &|_| {}).await
    }

    /// Plans like [`plan`](Self::plan), and reports progress.
    ///
    /// # Errors
    ///
    /// Fails as [`plan`](Self::plan) does.
    pub async fn plan_with(
        &self,
        state: &State,
        options: PlanOptions,
        events: &(dyn Fn(Event) + Send + Sync),
    ) -> Result<Plan, Vec<Report>> {
        let graph = config_graph(&self.config);
        if let Err(error) = graph.check_cycles() {
            let detail = "The objects depend on each other, so there is no order for them.";
            return Err(vec![Report::error(error.to_string(), detail)]);
        }
        let plan_time = SystemTime::now();
        let run = self
            .start_plan(&graph, state, &options, plan_time, events)
            .await;
        if !has_errors(&run) {
            walk_graph(&run, &graph, &options.stop).await;
        }
        if !has_errors(&run) {
            run.check_imports();
            run.forget_data();
            // The reports have the failure.
            let _ = run.plan_orphans().await;
            run.check_replaced();
            run.remove_outputs();
        }
        run.close().await;
        let reports = std::mem::take(&mut *lock(&run.reports));
        if reports.iter().any(Report::is_error) {
            return Err(reports);
        }
        Ok(self.finish_plan(&run, reports, state, options, plan_time))
    }

    /// Starts the run of a plan: moves objects, selects targets, and checks what needs no provider.
    async fn start_plan<'r>(
        &'r self,
        graph: &Graph<ConfigNode>,
        state: &State,
        options: &PlanOptions,
        plan_time: SystemTime,
        events: &'r (dyn Fn(Event) + Send + Sync),
    ) -> Run<'r> {
        let moved = move_objects(&self.config, state);
        let selection = Selection::new(graph, &options.targets, &moved.state, options.mode);
        let mut reports = Vec::new();
        if let Some(selection) = &selection {
            reports.push(Report::warning(
                "Resource targeting is in effect",
                "The plan is limited to its targets, so it may not have everything that the configuration asks for. Plan without targets afterwards.",
            ));
            reports.extend(selection.check_moves(&moved));
        }
        reports.extend(moved.reports);
        reports.extend(options.variables.problems(&self.config.root.variables));
        reports.extend(verify::verify(&self.config));
        let mut run = self.run(Start {
            settings: Settings {
                mode: options.mode,
                refresh: options.refresh,
                replace: options.replace.clone(),
                variables: options.variables.clone(),
            },
            state: moved.state,
            plan_time,
            is_apply: false,
            stop: options.stop.clone(),
            events,
        });
        run.moved = moved.from;
        run.selection = selection;
        for report in reports {
            run.report(report);
        }
        if !has_errors(&run) {
            // The reports have the failure.
            let _ = run.convert_moved(&moved.sources).await;
        }
        run
    }

    /// Makes the plan of a run without errors.
    fn finish_plan(
        &self,
        run: &Run<'_>,
        warnings: Vec<Report>,
        state: &State,
        options: PlanOptions,
        plan_time: SystemTime,
    ) -> Plan {
        let declared = &self.config.root.variables;
        let variables = options.variables.declared(declared);
        let is_ephemeral = |name: &Text| declared.get(name).is_some_and(|it| it.ephemeral);
        let given = variables.given().map(|(name, _)| name.clone());
        let ephemeral = given.filter(is_ephemeral).collect();
        let previous = std::mem::take(&mut *lock(&run.previous));
        let mut state_after = std::mem::take(&mut *lock(&run.state));
        state_after.check_results = lock(&run.checks).results();
        let mut changes = std::mem::take(&mut *lock(&run.changes));
        let mut invocations = std::mem::take(&mut *lock(&run.invocations));
        invocations.sort_by(ActionInvocation::order);
        dependencies::add_triggers(&self.config, &invocations, &mut changes);
        let outputs = std::mem::take(&mut *lock(&run.output_changes));
        let relevant = relevant::relevant(&self.config, changes.values(), outputs.iter());
        let mut drift = drift(run, &previous, &state_after);
        if options.mode != Mode::RefreshOnly {
            for drift in &mut drift {
                let attributes = relevant.get(&drift.address.resource.config());
                drift.relevant = attributes.cloned().unwrap_or(Some(BTreeSet::new()));
            }
        }
        Plan {
            mode: options.mode,
            changes,
            invocations,
            outputs,
            drift,
            warnings,
            targets: options.targets,
            changes_state: state_after.resources != previous.resources,
            state: state_after,
            previous: state.clone(),
            variables,
            plan_time,
            schemas: run.schemas(),
            ephemeral,
            configuration: self.config.hash(),
        }
    }
}

/// Visits all objects of the configuration, until the run is stopped.
async fn walk_graph(run: &Run<'_>, graph: &Graph<ConfigNode>, stop: &Stop) {
    let work = walk(graph, usize::MAX, async |_, node| {
        run.visit(node).await.map_err(|_| ())
    });
    let stopping = async {
        stop.stopped().await;
        run.stop_providers().await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = work => {}
        () = stopping => {}
        () = run.renew() => {}
    }
}

pub(crate) fn has_errors(run: &Run<'_>) -> bool {
    lock(&run.reports).iter().any(Report::is_error)
}

/// Compares the objects before and after they were read.
fn drift(run: &Run<'_>, previous: &State, present: &State) -> Vec<Drift> {
    let mut drift = Vec::new();
    for resource in previous.resources.values() {
        for (key, instance) in &resource.instances {
            let address = resource.address.clone().instance(key.clone());
            let Some(before) = &instance.current else {
                continue;
            };
            let sensitive = |object: &crate::state::Object| {
                object.sensitive_attributes.clone().unwrap_or_default()
            };
            let after = present
                .instance(&address)
                .and_then(|it| it.current.as_ref());
            if resource.address.resource.mode == ResourceMode::Data
                || after.is_some_and(|after| after.attributes == before.attributes)
            {
                continue;
            }
            let (ty, value) = run.stored_value(&resource.provider, &address, before);
            drift.push(Drift {
                is_deleted: after.is_none(),
                provider: resource.provider.clone(),
                before_sensitive: sensitive(before),
                after_sensitive: after.map(sensitive).unwrap_or_default(),
                before: value,
                after: after
                    .map(|after| run.stored_value(&resource.provider, &address, after).1)
                    .unwrap_or_default(),
                ty,
                address,
                relevant: None,
            });
        }
    }
    drift
}
