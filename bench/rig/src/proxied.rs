//! The time and memory that a proxy adds in front of a provider.
//!
//! The CPU time and the memory are those of the proxy's own process. Latencies and starts are compared with a direct connection in the same run.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use terrane_bench::workload::{self, Call, Error, Types};
use terrane_protocol::schema::Schemas;
use terrane_protocol::{
    BoxFuture, GetProviderSchemaRequest, GetProviderSchemaResponse, Provider, ProviderProcess,
    RpcError, Version,
};

use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::process::{Memory, cpu_time};
use crate::results::{Quantity, Results};
use crate::slopes::least_cost;
use crate::{load, raw, thousand};

/// The name of this measurement in the option `--only`.
pub(crate) const PROXY: &str = "proxy";

/// The providers behind the proxy.
pub(crate) const CHILDREN: [Peer; 2] = [Peer::GoQuiet, Peer::Terrane];

/// The calls that are measured with a direct connection and behind the proxy.
pub(crate) const CALLS: [&str; 2] = ["plan small", WIDE];
pub(crate) const WIDE: &str = "plan wide";

/// Subjects.
pub(crate) const START: &str = "start";
pub(crate) const MEMORY: &str = "the proxy";
pub(crate) const RECODED: &str = "decoding and encoding the schemas of 1000 types";
pub(crate) const PASSED: &str = "the proxy with the schemas of 1000 types";
pub(crate) const TRANSLATED: &str = "the proxy with the schemas of 1000 types for protocol 5";

/// The number of starts of each provider.
const STARTS: usize = 15;

/// The number of turns in which each connection makes calls.
const TURNS: usize = 25;

/// The length of a turn, and of the calls before it that are not measured.
const TURN: Duration = Duration::from_millis(40);
const BEGINNING: Duration = Duration::from_millis(10);

/// The number of samples of the schemas, and of the requests of each.
const SAMPLES: usize = 5;
const REQUESTS: u32 = 8;

/// The subject of a direct connection.
pub(crate) fn direct(subject: &str) -> String {
    format!("{subject}, direct")
}

/// The subject of a connection through the proxy.
pub(crate) fn proxied(subject: &str) -> String {
    format!("{subject}, proxied")
}

/// Measures the proxy in front of each provider.
pub(crate) async fn measure(
    options: &Options,
    peers: &Peers,
    types: &Types,
    results: &mut Results,
) -> Result<(), Error> {
    let Some(proxy) = options.proxy.as_deref().filter(|_| options.wants(PROXY)) else {
        return Ok(());
    };
    for child in peers.iter().filter(|peer| CHILDREN.contains(peer)) {
        eprintln!("the proxy in front of {}", child.name());
        let commands = || {
            let own = peers.command(child);
            [behind(proxy, &own, &[]), own]
        };
        for _ in 0..STARTS {
            for (command, name) in commands().into_iter().zip([proxied, direct]) {
                let start = Instant::now();
                let process = start_provider(peers, command).await?;
                let wall = start.elapsed().as_secs_f64() * 1e3;
                results.add(&name(START), Quantity::Wall, child, wall);
                process.kill().await?;
            }
        }
        let [command, own] = commands();
        let pair = [
            start_provider(peers, command).await?,
            start_provider(peers, own).await?,
        ];
        for process in &pair {
            workload::configure(&*process.provider()).await?;
            raw::schema(process).await?;
        }
        for subject in CALLS {
            let call = Arc::new(match subject {
                WIDE => Call::plan_wide(types)?,
                _ => Call::plan_small(types)?,
            });
            in_turn(child, subject, &call, &pair, results).await?;
        }
        let [process, own] = pair;
        let memory = Memory::of(process.client().pid())?;
        results.add(MEMORY, Quantity::Peak, child, memory.peak.into());
        process.kill().await?;
        own.kill().await?;
    }
    schemas(proxy, peers, results).await
}

/// Returns the command of the proxy in front of a provider.
fn behind(proxy: &Path, provider: &Command, options: &[&str]) -> Command {
    let mut command = Command::new(proxy);
    command.arg(provider.get_program()).args(options);
    for (name, value) in provider.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

async fn start_provider(peers: &Peers, command: Command) -> Result<ProviderProcess, Error> {
    let builder = ProviderProcess::builder(command).socket_folder(peers.folder());
    Ok(ProviderProcess::spawn(builder).await?)
}

/// Makes the same calls through the proxy and directly, in turn.
async fn in_turn(
    child: Peer,
    subject: &str,
    call: &Arc<Call>,
    pair: &[ProviderProcess; 2],
    results: &mut Results,
) -> Result<(), Error> {
    for _ in 0..TURNS {
        for (process, name) in pair.iter().zip([proxied, direct]) {
            let first = load::run(child, process, call, 1, 1).await?;
            let count = |time: Duration| {
                let calls = time.as_secs_f64() / first.pace().as_secs_f64().max(1e-6);
                // The first call of a turn is slower than the others.
                (1..=1000)
                    .take_while(|count| f64::from(*count) < calls)
                    .count()
                    .max(5)
            };
            load::run(child, process, call, 1, count(BEGINNING)).await?;
            let batch = load::run(child, process, call, 1, count(TURN)).await?;
            batch.record(&name(subject), child, results);
        }
    }
    Ok(())
}

/// Measures schemas of a thousand types, which pass through the proxy, and which a program decodes and encodes.
async fn schemas(proxy: &Path, peers: &Peers, results: &mut Results) -> Result<(), Error> {
    eprintln!("the proxy with the schemas of 1000 types");
    let mut own = Command::new(std::env::current_exe()?);
    own.env(thousand::VARIABLE, "1");
    for (subject, options) in [(PASSED, [].as_slice()), (TRANSLATED, ["5"].as_slice())] {
        let process = start_provider(peers, behind(proxy, &own, options)).await?;
        let pid = process.client().pid();
        raw::schema(&process).await?;
        for _ in 0..SAMPLES {
            let before = cpu_time(pid)?;
            for _ in 0..REQUESTS {
                raw::schema(&process).await?;
            }
            let spent = cpu_time(pid)?.saturating_sub(before) / REQUESTS;
            let microseconds = spent.as_secs_f64() * 1e6;
            results.add(subject, Quantity::Cpu, Peer::Terrane, microseconds);
        }
        let memory = Memory::of(pid)?;
        results.add(subject, Quantity::Peak, Peer::Terrane, memory.peak.into());
        process.kill().await?;
    }
    let cost = recoding().await?;
    results.add(RECODED, Quantity::Cpu, Peer::Terrane, cost);
    Ok(())
}

/// Returns the CPU time for decoding and encoding the schemas, in microseconds.
async fn recoding() -> Result<f64, Error> {
    /// Its schemas are encoded for each answer.
    struct Fresh(GetProviderSchemaResponse);

    impl Provider for Fresh {
        fn get_provider_schema(
            &self,
            _: GetProviderSchemaRequest,
        ) -> BoxFuture<'_, Result<Schemas, RpcError>> {
            Box::pin(async { Ok(self.0.clone().into()) })
        }
    }

    let schemas = thousand::schemas();
    let provider = Version::V6.through_wire(Arc::new(Fresh(schemas.clone())));
    let all = least_cost(async || {
        drop(
            provider
                .get_provider_schema(GetProviderSchemaRequest {})
                .await?,
        );
        Ok(())
    });
    let all = all.await?;
    let clone = least_cost(async || {
        drop(schemas.clone());
        Ok(())
    });
    Ok(all - clone.await?)
}
