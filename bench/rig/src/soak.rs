//! A million calls, during which memory must not grow.

use std::sync::Arc;

use terrane_bench::workload::{Call, Error, Types};

use crate::load;
use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::process::Memory;
use crate::results::{Quantity, Results};

/// Subjects.
pub(crate) const EARLY: &str = "after 100000 plans by 64 callers";
pub(crate) const LATE: &str = "after 1000000 plans by 64 callers";

const CALLERS: usize = 64;
const EARLY_CALLS: usize = 100_000;
const ALL_CALLS: usize = 1_000_000;

/// Plans a small resource a million times.
pub(crate) async fn measure(
    options: &Options,
    peers: &Peers,
    types: &Types,
    results: &mut Results,
) -> Result<(), Error> {
    if options.quick || !options.wants("soak") {
        return Ok(());
    }
    let call = Arc::new(Call::plan_small(types)?);
    let process = peers.start(Peer::Terrane).await?;
    for (subject, calls) in [(EARLY, EARLY_CALLS), (LATE, ALL_CALLS - EARLY_CALLS)] {
        eprintln!("{subject}");
        load::run(Peer::Terrane, &process, &call, CALLERS, calls).await?;
        let memory = Memory::of(process.client().pid())?;
        results.add(
            subject,
            Quantity::Resident,
            Peer::Terrane,
            memory.resident.into(),
        );
        results.add(subject, Quantity::Peak, Peer::Terrane, memory.peak.into());
    }
    process.kill().await?;
    Ok(())
}
