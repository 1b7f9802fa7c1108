//! Applying a plan.

use std::collections::BTreeSet;

use terrane_value::Text;

use super::order::{Step, order};
use super::save::Saver;
use super::{Engine, Start, has_errors};
use crate::diagnostics::Report;
use crate::evaluate::Variables;
use crate::graph::{Graph, config_graph, order_checks};
use crate::plan::{Mode, Plan, Selection};
use crate::run::{Event, Run, Settings, Stop, TERRAFORM_VERSION, lock};
use crate::state::{State, StateFile};
use crate::walk::walk;

/// The options of an apply.
#[derive(Debug, Clone, Default)]
pub struct ApplyOptions {
    /// Stops the apply: no new change starts, and running ones are awaited and stored.
    pub stop: Stop,
    /// The values of ephemeral variables. A plan that was loaded from a file does not have them.
    pub variables: Variables,
}

/// The result of an apply.
#[derive(Debug)]
pub struct Applied {
    /// The state that was written, also after errors.
    pub state: State,
    /// The errors and warnings.
    pub reports: Vec<Report>,
}

impl Applied {
    /// Returns the state, or the reports if one of them is an error.
    ///
    /// # Errors
    ///
    /// Fails with all errors and warnings.
    pub fn into_result(self) -> Result<State, Vec<Report>> {
        if self.reports.iter().any(Report::is_error) {
            Err(self.reports)
        } else {
            Ok(self.state)
        }
    }
}

impl Engine {
    /// Applies a plan, and writes the state to a file: at the end, and at the latest five seconds after a change, or ten times as long as a write
    /// takes. An error skips what depends on the failed object, and everything else is done.
    ///
    /// It takes no locks itself: get the file from [`StateFile::lock`] where another program may use it.
    ///
    /// It must run in a runtime of tokio with a clock. If the future is dropped, the state file has the last written state.
    pub async fn apply(
        &self,
        plan: Plan,
        file: &mut StateFile,
        options: ApplyOptions,
        events: &(dyn Fn(Event) + Send + Sync),
    ) -> Applied {
        let mut variables = plan.variables.clone();
        let mut reports = self.check(&plan, file.state());
        match self.ephemeral_variables(&plan, options.variables) {
            Ok(others) => variables.extend(others),
            Err(report) => reports.push(report),
        }
        if !reports.is_empty() {
            return Applied {
                state: file.state().cloned().unwrap_or_default(),
                reports,
            };
        }
        let mut config_graph = config_graph(&self.config);
        let selection = Selection::new(&config_graph, &plan.targets, &plan.state, plan.mode);
        order_checks(&self.config, &mut config_graph);
        let graph = order(&config_graph, &plan);
        if let Err(error) = graph.check_cycles() {
            let detail = "The changes depend on each other, so there is no order for them.";
            return Applied {
                state: file.state().cloned().unwrap_or_default(),
                reports: vec![Report::error(error.to_string(), detail)],
            };
        }
        let run = self.start_apply(plan, selection, variables, options.stop.clone(), events);
        let mut saver = Saver::new(file);
        walk_changes(&run, &graph, &options.stop, &mut saver).await;
        run.close().await;
        if !has_errors(&run) {
            run.remove_outputs();
        }
        // An apply that only stores what was read keeps the results of its plan.
        if run.settings.mode != Mode::RefreshOnly {
            lock(&run.state).check_results = lock(&run.checks).results();
        }
        saver.save(&run);
        let mut state = lock(&run.state).clone();
        if let Some(written) = file.state() {
            state.serial = written.serial;
            state.lineage.clone_from(&written.lineage);
        }
        state.terraform_version = TERRAFORM_VERSION.to_owned();
        Applied {
            state,
            reports: std::mem::take(&mut *lock(&run.reports)),
        }
    }

    /// Starts the run of an apply with the changes of its plan.
    fn start_apply<'r>(
        &'r self,
        plan: Plan,
        selection: Option<Selection>,
        variables: Variables,
        stop: Stop,
        events: &'r (dyn Fn(Event) + Send + Sync),
    ) -> Run<'r> {
        let mut run = self.run(Start {
            settings: Settings {
                mode: plan.mode,
                refresh: false,
                replace: Vec::new(),
                variables,
            },
            state: plan.state,
            plan_time: plan.plan_time,
            is_apply: true,
            stop,
            events,
        });
        run.selection = selection;
        *lock(&run.changes) = plan.changes;
        *lock(&run.invocations) = plan.invocations;
        run
    }

    /// Checks that a plan belongs to the configuration and the state.
    fn check(&self, plan: &Plan, present: Option<&State>) -> Vec<Report> {
        let mut reports = Vec::new();
        if plan.configuration != self.config.hash() {
            let detail = "The files of the configuration are others than those that were planned. Plan again.";
            let summary = "Saved plan does not match the configuration";
            reports.push(Report::error(summary, detail));
        }
        let planned = &plan.previous;
        let (serial, lineage) = present.map_or((0, ""), |it| (it.serial, it.lineage.as_str()));
        if lineage != planned.lineage && !planned.lineage.is_empty() {
            let detail = "The state file has another state than the one that was planned. Use the state of the plan, or plan again.";
            let summary = "Saved plan does not match the given state";
            reports.push(Report::error(summary, detail));
        } else if (serial, lineage) != (planned.serial, planned.lineage.as_str()) {
            let detail = "The state file was changed after the plan. Plan again.";
            reports.push(Report::error("Saved plan is stale", detail));
        }
        reports
    }

    /// Returns the values of ephemeral variables for an apply. All others are part of the plan.
    fn ephemeral_variables(&self, plan: &Plan, given: Variables) -> Result<Variables, Report> {
        let declared = &self.config.root.variables;
        if let Some(problem) = given.problems(declared).into_iter().find(Report::is_error) {
            return Err(problem);
        }
        let declared_values = given.declared(declared);
        let mut names: BTreeSet<&Text> = plan.ephemeral.iter().collect();
        for (name, _) in plan.variables.given() {
            names.remove(name);
        }
        for (name, value) in declared_values.given() {
            let is_ephemeral = declared.get(name).is_some_and(|it| it.ephemeral);
            let mut planned = plan.variables.given();
            if !is_ephemeral && planned.all(|other| other != (name, value)) {
                let detail = format!(
                    "The plan has the value of the variable \"{name}\", so an apply cannot set another one. Plan again, or declare the variable as ephemeral."
                );
                let summary = "Can't change variable when applying a saved plan";
                return Err(Report::error(summary, detail));
            }
            names.remove(name);
        }
        match names.first() {
            Some(name) => {
                let detail = format!(
                    "The ephemeral variable \"{name}\" was set for the plan, which does not keep its value. Set it for the apply as well."
                );
                Err(Report::error("No value for required variable", detail))
            }
            None => Ok(declared_values),
        }
    }
}

/// Carries out all steps, until the run is stopped, and writes the state regularly.
async fn walk_changes(run: &Run<'_>, graph: &Graph<Step>, stop: &Stop, saver: &mut Saver<'_>) {
    let work = walk(graph, usize::MAX, async |_, step| {
        let done = match step {
            Step::Visit(node) => run.visit(node).await,
            Step::Before(resource) => run.invoke_triggers(resource, true).await,
            Step::Destroy(key) => run.destroy(key).await,
        };
        done.map_err(|_| ())
    });
    let stopping = async {
        stop.stopped().await;
        run.stop_providers().await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = work => {}
        () = stopping => {}
        () = saver.save_regularly(run) => {}
        () = run.renew() => {}
    }
}
