//! `bench_echo`, a data source.

use std::thread;
use std::time::Duration;

use terrane::prelude::*;

use crate::Bench;

/// Longer than anybody measures.
const BLOCKED: Duration = Duration::from_secs(600);

#[derive(Model)]
pub(crate) struct Echo {
    input: String,
    output: Computed<String>,
}

impl DataSource for Echo {
    type Provider = Bench;

    /// Blocks its thread if it is asked to, as careless code does.
    async fn read(config: Self, _: &Bench, _: &mut ReadDataContext) -> Result<Self> {
        if config.input == "block" {
            thread::sleep(BLOCKED);
        }
        let output = config.input.clone();
        Ok(config.with_computed(EchoComputed { output }))
    }
}
