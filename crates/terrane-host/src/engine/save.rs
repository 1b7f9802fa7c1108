//! Writing the state while an apply runs.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::diagnostics::Report;
use crate::run::{Run, TERRAFORM_VERSION, lock};
use crate::state::StateFile;

/// A change is written at the latest after this time.
const INTERVAL: Duration = Duration::from_secs(5);

/// The state file of an apply.
pub(super) struct Saver<'f> {
    file: &'f mut StateFile,
    /// How long the last write took. Writing takes at most a tenth of the time.
    cost: Duration,
    written: Instant,
}

impl<'f> Saver<'f> {
    pub(super) fn new(file: &'f mut StateFile) -> Self {
        Self {
            file,
            cost: Duration::ZERO,
            written: Instant::now(),
        }
    }

    /// Writes changes from time to time, for as long as the future is polled.
    pub(super) async fn save_regularly(&mut self, run: &Run<'_>) {
        loop {
            let pause = INTERVAL.max(self.cost * 10);
            tokio::time::sleep(pause.saturating_sub(self.written.elapsed())).await;
            if run.has_changed.swap(false, Ordering::SeqCst) {
                self.save(run);
            } else {
                self.written = Instant::now();
            }
        }
    }

    /// Writes the state.
    pub(super) fn save(&mut self, run: &Run<'_>) {
        let start = Instant::now();
        let mut state = lock(&run.state).clone();
        state.terraform_version = TERRAFORM_VERSION.to_owned();
        if let Err(error) = self.file.write(state) {
            let detail = format!("{error}. The objects exist, but the state does not have them.");
            run.report(Report::error("Failed to save state", detail));
        }
        self.written = Instant::now();
        self.cost = start.elapsed();
    }
}
