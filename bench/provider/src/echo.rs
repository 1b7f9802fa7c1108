//! `bench_echo`, a data source.

use terrane::prelude::*;

use crate::Bench;

#[derive(Schema)]
pub(crate) struct Echo {
    input: String,
    output: Computed<String>,
}

impl DataSource for Echo {
    type Provider = Bench;

    async fn read(config: Self, _: &Bench, _: &mut ReadData) -> Result<Self> {
        let output = config.input.clone();
        Ok(config.with_computed(EchoComputed { output }))
    }
}
