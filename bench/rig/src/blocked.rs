//! How long the host waits for health, Stop and shutdown while author code blocks its threads.

use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use terrane_bench::workload::Error;
use terrane_protocol::{DynamicValue, EmptyRequest, ReadDataSourceRequest};
use terrane_value::{Type, Value};
use tokio::task::JoinSet;

use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::results::{Quantity, Results};

/// The subjects. The slowest answer of each counts.
pub(crate) const HEALTH: &str = "health check next to blocked code";
pub(crate) const STOP: &str = "Stop next to blocked code";

/// The number of measured processes.
const ROUNDS: usize = 5;

/// Health checks of each process.
const CHECKS: usize = 20;

/// The number of blocking calls for each processor of the machine.
const CALLS: usize = 4;

/// The time after which all calls block.
const UNTIL_BLOCKED: Duration = Duration::from_millis(200);

/// Blocks more threads than the machine has processors, then asks for health and stops the provider.
pub(crate) async fn measure(
    options: &Options,
    peers: &Peers,
    results: &mut Results,
) -> Result<(), Error> {
    if !options.wants("blocked") {
        return Ok(());
    }
    let (mut health, mut stop) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..ROUNDS {
        let process = peers.start(Peer::Terrane).await?;
        let mut blocked = JoinSet::new();
        for _ in 0..CALLS * available_parallelism()?.get() {
            let (provider, request) = (process.provider(), blocking()?);
            blocked.spawn(async move { provider.read_data_source(request).await });
        }
        tokio::time::sleep(UNTIL_BLOCKED).await;
        for _ in 0..CHECKS {
            let start = Instant::now();
            process.client().ping().await?;
            health = health.max(start.elapsed());
        }
        let start = Instant::now();
        process.provider().stop_provider(EmptyRequest {}).await?;
        stop = stop.max(start.elapsed());
        if blocked.try_join_next().is_some() {
            return Err("a call that blocks has been answered".into());
        }
        process.kill().await?;
    }
    for (subject, slowest) in [(HEALTH, health), (STOP, stop)] {
        let milliseconds = slowest.as_secs_f64() * 1e3;
        results.add(subject, Quantity::Wall, Peer::Terrane, milliseconds);
    }
    Ok(())
}

/// A read by code that blocks its thread.
fn blocking() -> Result<ReadDataSourceRequest, Error> {
    let ty = Type::object([("input", Type::String), ("output", Type::String)]);
    let config = Value::object([("input", "block".into()), ("output", Value::Null)]);
    Ok(ReadDataSourceRequest {
        type_name: "bench_echo".to_owned(),
        config: DynamicValue::encode(&config, &ty)?,
        ..ReadDataSourceRequest::default()
    })
}
