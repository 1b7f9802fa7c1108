//! Many calls, sequential or concurrent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrane_bench::workload::{Call, Error};
use terrane_composition::ProviderProcess;
use terrane_protocol::Provider;
use tokio::task::JoinSet;

use crate::peer::Peer;
use crate::process::cpu_time;
use crate::results::{Quantity, Results};

/// The cost of a batch of calls.
pub(crate) struct Batch {
    calls: usize,
    wall: Duration,
    cpu: Duration,
    /// How long each call took, shortest first.
    latencies: Vec<Duration>,
}

/// Makes the calls with a number of concurrent callers, and checks every answer.
pub(crate) async fn run(
    peer: Peer,
    process: &ProviderProcess,
    call: &Arc<Call>,
    callers: usize,
    calls: usize,
) -> Result<Batch, Error> {
    let pid = process.client().pid();
    let provider = process.provider();
    let before = cpu_time(pid)?;
    let start = Instant::now();
    let mut latencies = if callers == 1 {
        repeat(peer, provider, Arc::clone(call), calls).await?
    } else {
        let mut tasks = JoinSet::new();
        for _ in 0..callers {
            tasks.spawn(repeat(
                peer,
                Arc::clone(&provider),
                Arc::clone(call),
                calls.div_ceil(callers),
            ));
        }
        let mut latencies = Vec::with_capacity(calls);
        while let Some(task) = tasks.join_next().await {
            latencies.extend(task??);
        }
        latencies
    };
    let wall = start.elapsed();
    let cpu = cpu_time(pid)?.saturating_sub(before);
    latencies.sort_unstable();
    Ok(Batch {
        calls: latencies.len(),
        wall,
        cpu,
        latencies,
    })
}

async fn repeat(
    peer: Peer,
    provider: Arc<dyn Provider>,
    call: Arc<Call>,
    calls: usize,
) -> Result<Vec<Duration>, Error> {
    let mut latencies = Vec::with_capacity(calls);
    for _ in 0..calls {
        let start = Instant::now();
        let answer = call.ask(&*provider).await?;
        latencies.push(start.elapsed());
        match peer {
            Peer::Floor => call.check_echo(&answer)?,
            Peer::Go | Peer::GoQuiet | Peer::Terrane => call.check(&answer)?,
        }
    }
    Ok(latencies)
}

impl Batch {
    pub(crate) fn record(&self, subject: &str, peer: Peer, results: &mut Results) {
        let calls = self.calls as f64;
        let mut add = |quantity, sample| results.add(subject, quantity, peer, sample);
        add(Quantity::Cpu, microseconds(self.cpu) / calls);
        add(Quantity::Rate, calls / self.wall.as_secs_f64());
        for (quantity, percent) in [(Quantity::Median, 50), (Quantity::Slowest, 99)] {
            let at = (self.calls * percent / 100).min(self.calls.saturating_sub(1));
            if let Some(latency) = self.latencies.get(at) {
                add(quantity, microseconds(*latency));
            }
        }
    }

    /// The time of one call, as far as these measurements show it.
    pub(crate) fn pace(&self) -> Duration {
        self.wall / u32::try_from(self.calls.max(1)).unwrap_or(u32::MAX)
    }
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}
