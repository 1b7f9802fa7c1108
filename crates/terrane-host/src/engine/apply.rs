//! Applying a plan.

use super::order::{Step, order};
use super::save::Saver;
use super::{Engine, Start, has_errors};
use crate::diagnostics::Report;
use crate::graph::config_graph;
use crate::plan::Plan;
use crate::run::{Event, Settings, Stop, TERRAFORM_VERSION, lock};
use crate::state::{State, StateFile};
use crate::walk::walk;

/// The options of an apply.
#[derive(Debug, Clone, Default)]
pub struct ApplyOptions {
    /// Stops the apply: no new change starts, and running ones are awaited and stored.
    pub stop: Stop,
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
        if is_stale(&plan.previous, file.state()) {
            let detail = "The state file was changed after the plan. Plan again.";
            return Applied {
                state: file.state().cloned().unwrap_or_default(),
                reports: vec![Report::error("Saved plan is stale", detail)],
            };
        }
        let graph = order(&config_graph(&self.config), &plan);
        if let Err(error) = graph.check_cycles() {
            let detail = "The changes depend on each other, so there is no order for them.";
            return Applied {
                state: file.state().cloned().unwrap_or_default(),
                reports: vec![Report::error(error.to_string(), detail)],
            };
        }
        let mut run = self.run(Start {
            settings: Settings {
                mode: plan.mode,
                refresh: false,
                replace: Vec::new(),
                variables: plan.variables,
            },
            state: plan.state,
            plan_time: plan.plan_time,
            is_apply: true,
            stop: options.stop.clone(),
            events,
        });
        run.create_first = plan.create_first;
        *lock(&run.changes) = plan.changes;
        let run = run;
        let mut saver = Saver::new(file);
        let work = walk(&graph, usize::MAX, async |_, step| {
            let done = match step {
                Step::Visit(node) => run.visit(node).await,
                Step::Destroy(key) => run.destroy(key).await,
            };
            done.map_err(|_| ())
        });
        let stopping = async {
            options.stop.stopped().await;
            run.stop_providers().await;
            std::future::pending::<()>().await;
        };
        tokio::select! {
            _ = work => {}
            () = stopping => {}
            () = saver.save_regularly(&run) => {}
        }
        if !has_errors(&run) {
            run.remove_outputs();
        }
        lock(&run.state).check_results = lock(&run.checks).results();
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
}

/// Returns whether the file has another state than the plan was made from.
fn is_stale(planned: &State, present: Option<&State>) -> bool {
    match present {
        Some(present) => present.serial != planned.serial || present.lineage != planned.lineage,
        None => !planned.lineage.is_empty(),
    }
}
