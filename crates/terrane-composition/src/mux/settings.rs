//! The settings of the host: the latest requests that concern all members.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use terrane_protocol::{ConfigureProviderRequest, ValidateProviderConfigRequest};

/// The settings of the host, which a member that starts later gets too.
#[derive(Default)]
pub(super) struct Settings {
    /// Increases with each configuration.
    number: AtomicU64,
    requests: Mutex<Requests>,
    /// Counts the calls of Stop.
    stops: watch::Sender<u64>,
}

#[derive(Default)]
struct Requests {
    validate: Option<ValidateProviderConfigRequest>,
    configure: Option<ConfigureProviderRequest>,
}

impl Settings {
    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the present configuration; zero before the first.
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    pub(super) fn validate(&self, request: &ValidateProviderConfigRequest) {
        self.lock().validate = Some(request.clone());
    }

    /// Stores the configuration, and returns its number.
    pub(super) fn configure(&self, request: &ConfigureProviderRequest) -> u64 {
        let mut requests = self.lock();
        requests.configure = Some(request.clone());
        self.number.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// Ends the calls that wait for a member.
    pub(super) fn stop(&self) {
        self.stops.send_modify(|stops| *stops += 1);
    }

    /// Returns a receiver that changes with each later Stop.
    pub(super) fn stops(&self) -> watch::Receiver<u64> {
        self.stops.subscribe()
    }

    /// Returns the number of the present configuration and the requests.
    pub(super) fn requests(
        &self,
    ) -> (
        u64,
        Option<ValidateProviderConfigRequest>,
        Option<ConfigureProviderRequest>,
    ) {
        let requests = self.lock();
        (
            self.number(),
            requests.validate.clone(),
            requests.configure.clone(),
        )
    }
}
