//! Measures the cost of calls, with the providers in turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrane_bench::workload::{Call, Error, Types};
use terrane_composition::ProviderProcess;

use crate::load;
use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::process::{Memory, OneProcessor};
use crate::results::{Quantity, Results};
use crate::suite::{self, Group, Subject};

/// First calls that take longer are their own warm-up.
const SLOW: Duration = Duration::from_millis(500);

/// A provider that answers a group of calls.
struct Runner {
    peer: Peer,
    process: ProviderProcess,
}

/// Measures every group of calls.
pub(crate) async fn measure(
    options: &Options,
    peers: &Peers,
    types: &Types,
    results: &mut Results,
) -> Result<(), Error> {
    for mut group in suite::groups() {
        group.subjects.retain(|subject| subject.is_wanted(options));
        if !group.subjects.is_empty() {
            measure_group(&group, options, peers, types, results).await?;
        }
    }
    Ok(())
}

async fn measure_group(
    group: &Group,
    options: &Options,
    peers: &Peers,
    types: &Types,
    results: &mut Results,
) -> Result<(), Error> {
    let mut runners = Vec::new();
    for peer in peers.iter() {
        let measured = |subject: &Subject| subject.omission(peer, options).is_none();
        if group.subjects.iter().any(measured) {
            let process = peers.start(peer).await?;
            runners.push(Runner { peer, process });
        }
    }
    for subject in &group.subjects {
        for peer in peers.iter() {
            if let Some(why) = subject.omission(peer, options) {
                results
                    .omitted
                    .push(format!("{} of {}: {why}", subject.name, peer.name()));
            }
        }
        let call = Arc::new(subject.call(types)?);
        let asked: Vec<&Runner> = runners
            .iter()
            .filter(|runner| subject.omission(runner.peer, options).is_none())
            .collect();
        eprintln!("{}", subject.name);
        in_turn(subject, &call, &asked, options, results)
            .await
            .map_err(|error| format!("{}: {error}", subject.name))?;
    }
    for Runner { peer, process } in runners {
        let memory = Memory::of(process.client().pid())?;
        results.add(group.name, Quantity::Resident, peer, memory.resident.into());
        results.add(group.name, Quantity::Peak, peer, memory.peak.into());
        process.kill().await?;
    }
    Ok(())
}

/// The length of a provider's turn, if a call does not take longer. It is short because the speed of a machine varies, and all providers should see
/// the same variation.
const TURN: Duration = Duration::from_millis(40);

/// The start of a turn, which is not measured if a call is shorter. The previous provider may still collect garbage, and has filled the processor's
/// caches.
const BEGINNING: Duration = Duration::from_millis(10);

/// The time for which a provider is measured with one kind of call.
struct Span {
    least: Duration,
    /// The measurement ends with the round in which this time is over, even if there were few rounds.
    most: Duration,
}

impl Span {
    /// One caller gets more time: the bars apply to one caller, whose figures vary most.
    fn of(callers: usize, options: &Options) -> Self {
        let (least, most) = match (options.quick, callers) {
            (true, _) => (240, 3000),
            (false, 1) => (3000, 8000),
            (false, _) => (1400, 8000),
        };
        Self {
            least: Duration::from_millis(least),
            most: Duration::from_millis(most),
        }
    }
}

/// Lets the providers answer in turn, round by round.
async fn in_turn(
    subject: &Subject,
    call: &Arc<Call>,
    runners: &[&Runner],
    options: &Options,
    results: &mut Results,
) -> Result<(), Error> {
    let Subject { name, callers, .. } = subject;
    let _kept = if subject.is_on_one_processor {
        let providers = runners.iter().map(|runner| runner.process.client().pid());
        Some(OneProcessor::keep(providers)?)
    } else {
        None
    };
    let span = Span::of(*callers, options);
    let mut spent = vec![Duration::ZERO; runners.len()];
    let mut paces = Vec::new();
    for (runner, spent) in runners.iter().zip(&mut spent) {
        let start = Instant::now();
        paces.push(warm_up(name, call, *callers, runner, results).await?);
        *spent += start.elapsed();
    }
    for round in 0.. {
        let mut is_over = true;
        for ((runner, spent), pace) in runners.iter().zip(&mut spent).zip(&paces) {
            let is_enough = round >= options.rounds() && *spent > span.least;
            if is_enough || *spent > span.most {
                continue;
            }
            is_over = false;
            let start = Instant::now();
            let answered = |time| {
                let count = count(time, *pace, *callers);
                load::run(runner.peer, &runner.process, call, *callers, count)
            };
            if *pace < BEGINNING {
                answered(BEGINNING).await?;
            }
            let batch = answered(TURN).await?;
            batch.record(name, runner.peer, results);
            *spent += start.elapsed();
        }
        if is_over {
            break;
        }
    }
    Ok(())
}

/// Makes the first calls and returns how long one takes.
async fn warm_up(
    name: &str,
    call: &Arc<Call>,
    callers: usize,
    Runner { peer, process }: &Runner,
    results: &mut Results,
) -> Result<Duration, Error> {
    let start = Instant::now();
    let first = load::run(*peer, process, call, callers, callers).await?;
    if start.elapsed() > SLOW {
        first.record(name, *peer, results);
        return Ok(first.pace());
    }
    let count = count(TURN, first.pace(), callers);
    let batch = load::run(*peer, process, call, callers, count).await?;
    Ok(batch.pace())
}

/// The number of calls that take a given time.
fn count(time: Duration, pace: Duration, callers: usize) -> usize {
    let fitting = time.as_nanos() / pace.as_nanos().max(1);
    usize::try_from(fitting)
        .unwrap_or(usize::MAX)
        .clamp(callers, 50_000)
}
