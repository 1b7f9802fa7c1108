//! The host in this process.

use std::error::Error;
use std::path::Path;

use terrane_host::Report;
use terrane_host::address::Provider;
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions};
use terrane_host::factory::Factories;
use terrane_host::plan::{Mode, Plan};
use terrane_host::render::Renderer;
use terrane_host::state::{LockRequest, StateFile};
use tokio::runtime::Runtime;

use crate::steps::{Host, Purpose};

/// The host in this process, with the last plan.
pub(crate) struct Embedded {
    runtime: Runtime,
    renderer: Renderer,
    last: Option<(Engine, Plan)>,
}

impl Embedded {
    /// Creates the host.
    pub(crate) fn new(has_colors: bool) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            runtime: Runtime::new()?,
            renderer: Renderer::new().with_colors(has_colors),
            last: None,
        })
    }

    fn failure(&self, engine: &Engine, reports: &[Report]) -> Box<dyn Error> {
        let sources = &engine.config().sources;
        self.renderer.reports(reports, sources).into()
    }
}

impl Host for Embedded {
    fn plan(&mut self, purpose: Purpose) -> Result<bool, Box<dyn Error>> {
        let config = Config::load(Path::new(".")).map_err(|error| error.to_string())?;
        let providers = Factories::new().with_instance(
            Provider::implied("local"),
            terrane::server::<terraform_provider_local::Local>,
        );
        let engine = Engine::new(config, ".", providers);
        let options = PlanOptions {
            mode: match purpose {
                Purpose::Change => Mode::Normal,
                Purpose::RefreshOnly => Mode::RefreshOnly,
                Purpose::Destroy => Mode::Destroy,
            },
            ..PlanOptions::default()
        };
        let file = lock("OperationTypePlan")?;
        let state = file.state().cloned().unwrap_or_default();
        let progress = self.renderer.progress();
        let print = |event: Event| print!("{}", progress.line(&event).unwrap_or_default());
        let planned = engine.plan_with(&state, options, &print);
        let planned = self.runtime.block_on(planned);
        file.unlock()?;
        let plan = planned.map_err(|reports| self.failure(&engine, &reports))?;
        print!("{}", self.renderer.plan(&plan));
        let has_changes = !plan.is_empty();
        self.last = Some((engine, plan));
        Ok(has_changes)
    }

    fn apply(&mut self) -> Result<(), Box<dyn Error>> {
        let (engine, plan) = self.last.take().ok_or("there is no plan")?;
        let mode = plan.mode;
        let progress = self.renderer.progress();
        let print = |event: Event| print!("{}", progress.line(&event).unwrap_or_default());
        let mut file = lock("OperationTypeApply")?;
        let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &print);
        let applied = self.runtime.block_on(applied);
        file.unlock()?;
        let state = applied
            .into_result()
            .map_err(|reports| self.failure(&engine, &reports))?;
        print!(
            "{}{}",
            progress.summary(mode),
            self.renderer.outputs(&state)
        );
        Ok(())
    }
}

/// Opens the state under the locks that other hosts take, too.
fn lock(operation: &str) -> Result<StateFile, Box<dyn Error>> {
    let request = LockRequest::new(operation, env!("CARGO_PKG_VERSION"));
    Ok(StateFile::lock("terraform.tfstate", &request)?)
}
