//! Providers that are found where Terraform finds them, and started when they are needed.

use std::process::Command;
use std::sync::Arc;

use terrane_composition::ProviderProcess;
use terrane_protocol::{Provider, Request, ResponseFuture};

use super::Factories;
use crate::address;
use crate::config::Config;
use crate::diagnostics::Report;
use crate::providers::{Finder, LockFile, add_state, requirements};
use crate::state::State;

/// The providers of a configuration, which [`Factories::find`] has found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The providers. Each start of one makes a process of its own.
    pub factories: Factories,
    /// The content of the dependency lock file for the packages that were found. [`LockFile::save`] writes it.
    pub lock: LockFile,
    /// Warnings about the configuration and about the configuration files of Terraform.
    pub warnings: Vec<Report>,
}

/// A provider whose process lives as long as it does.
struct Launched {
    provider: Arc<dyn Provider>,
    _process: ProviderProcess,
}

impl Provider for Launched {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        self.provider.call(request)
    }
}

fn launched(process: ProviderProcess) -> Arc<dyn Provider> {
    Arc::new(Launched {
        provider: process.provider(),
        _process: process,
    })
}

impl Factories {
    /// Adds the providers that a configuration and a state need, unless they are there already. Programs are found now, and started when a run
    /// needs them.
    ///
    /// ```no_run
    /// use terrane_host::config::Config;
    /// use terrane_host::engine::{Engine, PlanOptions};
    /// use terrane_host::factory::Factories;
    /// use terrane_host::providers::Finder;
    /// use terrane_host::state::{LockRequest, State, StateFile};
    ///
    /// # async fn plan() -> Result<(), Box<dyn std::error::Error>> {
    /// let folder = std::path::Path::new("infrastructure");
    /// let config = Config::load(folder)?;
    /// let request = LockRequest::new("OperationTypePlan", "1.14.0");
    /// let file = StateFile::lock(folder.join("terraform.tfstate"), &request)?;
    /// let state = file.state().cloned().unwrap_or_default();
    /// let finder = Finder::from_environment(folder)?;
    /// let found = Factories::new().find(&config, &state, &finder).unwrap();
    /// found.lock.save(folder)?;
    /// let engine = Engine::new(config, folder, found.factories);
    /// let plan = engine.plan(&state, PlanOptions::default()).await.unwrap();
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with an error for each provider that cannot be found, and for each constraint on a version that cannot be parsed. The warnings are
    /// next to them.
    pub fn find(
        mut self,
        config: &Config,
        state: &State,
        finder: &Finder,
    ) -> Result<Found, Vec<Report>> {
        let (mut required, diagnostics) = requirements(config);
        add_state(&mut required, state);
        let mut reports = finder.warnings().to_vec();
        reports.extend(diagnostics.into_iter().map(Report::from));
        let mut lock = LockFile::default();
        for (provider, constraints) in required {
            if self.contains(&provider) {
                continue;
            }
            let constraints = || constraints.iter().map(String::as_str);
            let found = finder.find(&provider, constraints()).and_then(|location| {
                let locked = finder.locked(&location, constraints())?;
                Ok((location, locked))
            });
            match found {
                Ok((location, locked)) => {
                    if let Some(locked) = locked {
                        lock.providers.insert(provider.clone(), locked);
                    }
                    self = self.with_location(provider, location);
                }
                Err(error) => {
                    let summary = "Provider cannot be found";
                    reports.push(Report::error(summary, error.to_string()));
                }
            }
        }
        if reports.iter().any(Report::is_error) {
            return Err(reports);
        }
        Ok(Found {
            factories: self,
            lock,
            warnings: reports,
        })
    }

    /// Adds the program of a provider. Each start runs the command that a function returns.
    ///
    /// ```
    /// use std::process::Command;
    ///
    /// use terrane_host::address::Provider;
    /// use terrane_host::factory::Factories;
    ///
    /// let factories = Factories::new().with_program(Provider::implied("random"), || {
    ///     let mut command = Command::new("./terraform-provider-random");
    ///     command.current_dir("work");
    ///     command
    /// });
    /// assert!(factories.contains(&Provider::implied("random")));
    /// ```
    #[must_use]
    pub fn with_program(
        self,
        address: address::Provider,
        command: impl Fn() -> Command + Send + Sync + 'static,
    ) -> Self {
        self.with_start(address, move || {
            let command = command();
            Box::pin(async move {
                let process = ProviderProcess::launch(command).await;
                let process = process.map_err(|error| error.to_string())?;
                Ok(launched(process))
            })
        })
    }

    /// Adds a provider that was found.
    fn with_location(
        self,
        provider: address::Provider,
        location: crate::providers::Location,
    ) -> Self {
        let location = Arc::new(location);
        self.with_start(provider, move || {
            let location = Arc::clone(&location);
            Box::pin(async move {
                let process = location.start().await.map_err(|error| error.to_string())?;
                Ok(launched(process))
            })
        })
    }
}
