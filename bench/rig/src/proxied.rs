//! The time and memory that a proxy adds in front of a provider.
//!
//! The CPU time and the memory are those of the proxy's own process. Latencies and starts are compared with a direct connection in the same run.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use terrane_bench::workload::{self, Call, Error, Types};
use terrane_composition::ProviderProcess;

use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::process::{Memory, OneProcessor, cpu_time};
use crate::results::{Quantity, Results};
use crate::{load, raw, recoding, thousand};

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
pub(crate) const RECODED: &str = "a proxy that decodes and encodes the schemas of 1000 types";
pub(crate) const PASSED: &str = "the proxy with the schemas of 1000 types";

/// The number of starts of each provider.
const STARTS: usize = 15;

/// The number of turns in which each connection makes calls.
const TURNS: usize = 25;

/// The length of a turn, and of the calls before it that are not measured.
const TURN: Duration = Duration::from_millis(40);
const BEGINNING: Duration = Duration::from_millis(10);

/// The number of requests for the schemas in a turn.
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
            [behind(proxy, &own), own]
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
fn behind(proxy: &Path, provider: &Command) -> Command {
    let mut command = Command::new(proxy);
    command.arg(provider.get_program());
    for (name, value) in provider.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

async fn start_provider(peers: &Peers, command: Command) -> Result<ProviderProcess, Error> {
    let builder = ProviderProcess::builder(command).socket_folder(peers.sockets());
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

/// Measures proxies in front of the provider of a thousand types, in turn. One of them decodes and encodes the schemas.
async fn schemas(proxy: &Path, peers: &Peers, results: &mut Results) -> Result<(), Error> {
    eprintln!("the proxy with the schemas of 1000 types");
    // The proxies and the providers that they start stay there, too.
    let _kept = OneProcessor::keep([])?;
    let program = std::env::current_exe()?;
    let mut own = Command::new(&program);
    own.env(thousand::VARIABLE, "1");
    let mut recoding = Command::new(program);
    recoding.env(recoding::VARIABLE, "1");
    let mut running = Vec::new();
    for (subject, command) in [(PASSED, behind(proxy, &own)), (RECODED, recoding)] {
        let process = start_provider(peers, command).await?;
        raw::schema(&process).await?;
        running.push((subject, process));
    }
    for _ in 0..TURNS {
        for (subject, process) in &running {
            // The first call of a turn is slower than the others.
            raw::schema(process).await?;
            let before = cpu_time(process.client().pid())?;
            for _ in 0..REQUESTS {
                raw::schema(process).await?;
            }
            let spent = cpu_time(process.client().pid())?.saturating_sub(before) / REQUESTS;
            let microseconds = spent.as_secs_f64() * 1e6;
            results.add(subject, Quantity::Cpu, Peer::Terrane, microseconds);
        }
    }
    for (subject, process) in running {
        let memory = Memory::of(process.client().pid())?;
        results.add(subject, Quantity::Peak, Peer::Terrane, memory.peak.into());
        process.kill().await?;
    }
    Ok(())
}
