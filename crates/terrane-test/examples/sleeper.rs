//! A provider whose data source never answers: what becomes of it when its host dies?

use std::thread;
use std::time::Duration;

use terrane::prelude::*;

#[derive(Default)]
struct Sleeper;

#[provider("registry.terraform.io/example/sleeper")]
impl Provider for Sleeper {
    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Nap>();
    }
}

/// A nap without end.
#[derive(Model)]
struct Nap {
    /// The file that says which process sleeps, and below which.
    bed: String,
}

impl DataSource for Nap {
    type Provider = Sleeper;

    async fn read(config: Self, _: &Sleeper, _: &mut ReadDataContext) -> Result<Self> {
        let sign = format!(
            "{} {}",
            std::process::id(),
            std::os::unix::process::parent_id()
        );
        let draft = format!("{}.new", config.bed);
        std::fs::write(&draft, sign)?;
        std::fs::rename(&draft, &config.bed)?;
        // The worst case: it blocks its thread and ignores cancellation.
        loop {
            thread::sleep(Duration::from_secs(60));
        }
    }
}

fn main() -> std::process::ExitCode {
    terrane::serve::<Sleeper>()
}
