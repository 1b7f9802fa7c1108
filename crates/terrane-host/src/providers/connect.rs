//! Starting of providers.

use std::process::Command;

use terrane_composition::ProviderProcess;

use super::{Form, Location, StartError};

impl Location {
    /// Starts the program, or connects to the running process. [`ProviderProcess::provider`] then makes the calls, and dropping the process ends
    /// a program that was started.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started, or is no provider that serves protocol 5 or 6.
    pub async fn start(&self) -> Result<ProviderProcess, StartError> {
        let (program, process) = match &self.form {
            Form::Running(reattach) => (None, ProviderProcess::reattach(reattach).await),
            Form::Program(program) | Form::Package { program, .. } => {
                let process = ProviderProcess::launch(Command::new(program)).await;
                (Some(program.clone()), process)
            }
        };
        process.map_err(|error| StartError {
            provider: self.provider.clone(),
            program,
            error,
        })
    }
}
