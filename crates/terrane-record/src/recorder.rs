//! Recording of the calls to a provider.

use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use crate::observe::{ObserveError, Observed, ObservedCall, REATTACH};
use crate::recording::Recording;
use crate::secrets::Secrets;

/// A provider whose calls are recorded.
///
/// The host runs with [`environment`](Self::environment), and so calls the provider through this process. Messages pass as bytes.
///
/// # Examples
///
/// ```no_run
/// use std::process::Command;
/// use terrane_record::Recorder;
///
/// # async fn record() -> Result<(), Box<dyn std::error::Error>> {
/// let provider = Command::new("./terraform-provider-zoo");
/// let recorder = Recorder::start(provider, "registry.terraform.io/acme/zoo").await?;
/// let (name, value) = recorder.environment();
/// let status = tokio::process::Command::new("terraform").arg("plan").env(name, value).status().await?;
/// let recording = recorder.finish(&[]).await?;
/// std::fs::write("plan.json", recording.to_text())?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Recorder {
    address: String,
    observed: Observed,
    calls: Arc<Mutex<Vec<ObservedCall>>>,
}

impl Recorder {
    /// Starts the provider of a command, and accepts the calls of hosts that look for the provider with this address.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not start, or if no socket can be made.
    pub async fn start(command: Command, address: &str) -> Result<Self, ObserveError> {
        let calls = Arc::<Mutex<Vec<_>>>::default();
        let collected = Arc::clone(&calls);
        let observed = Observed::start(command, move |call| {
            let mut calls = collected.lock().unwrap_or_else(PoisonError::into_inner);
            calls.push(call);
        });
        Ok(Self {
            address: address.to_owned(),
            observed: observed.await?,
            calls,
        })
    }

    /// Returns the name and the value of the environment variable with which a host calls the provider through this recorder.
    pub fn environment(&self) -> (&'static str, String) {
        (REATTACH, self.observed.reattach().to_json(&self.address))
    }

    /// Stops the provider, and returns its calls. Secrets have become placeholders: the values of sensitive and of write-only attributes, and the given
    /// texts.
    ///
    /// # Errors
    ///
    /// Fails if the provider cannot be stopped.
    pub async fn finish(self, secrets: &[String]) -> Result<Recording, ObserveError> {
        let version = self.observed.version();
        self.observed.stop().await?;
        let mut calls =
            std::mem::take(&mut *self.calls.lock().unwrap_or_else(PoisonError::into_inner));
        calls.sort_by_key(|call| call.position);
        let mut in_order: Vec<_> = calls.into_iter().map(|observed| observed.call).collect();
        let mut hidden = Secrets::default();
        secrets.iter().for_each(|secret| hidden.add(secret));
        hidden.hide(&mut in_order);
        Ok(Recording::new(self.address, version, in_order))
    }
}
