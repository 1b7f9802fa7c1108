//! Tests that calls allocate no more than recorded. They do not depend on the machine or its load.
//!
//! A test fails if a call allocates over a quarter more than the recorded number. It also fails if a call allocates less than half of it: then lower
//! the number.

use allocation_counter::measure;
use bench_provider::Bench;
use terrane_bench::workload::{self, Call, Error, Items, Types};
use tokio::runtime::Builder;

/// Counts the allocations of one call, made for the second time, on one thread.
fn allocations(make: impl Fn(&Types) -> Result<Call, Error>) -> Result<u64, Error> {
    let runtime = Builder::new_current_thread().build()?;
    let provider = terrane::server::<Bench>();
    let call = runtime.block_on(async {
        workload::configure(&*provider).await?;
        make(&Types::read().await?)
    })?;
    let ask = || runtime.block_on(call.ask(&*provider));
    call.check(&ask()?)?;
    Ok(measure(|| drop(ask())).count_total)
}

fn check(base: u64, make: impl Fn(&Types) -> Result<Call, Error>) -> Result<(), Error> {
    let found = allocations(make)?;
    assert!(
        found * 4 <= base * 5,
        "{found} allocations, {base} when they were last counted"
    );
    assert!(
        found * 2 >= base,
        "{found} allocations, less than half of the {base} of once: lower the base"
    );
    Ok(())
}

#[test]
fn validate_small() -> Result<(), Error> {
    check(22, Call::validate)
}

#[test]
fn function() -> Result<(), Error> {
    check(24, |_| Call::function())
}

#[test]
fn plan_small() -> Result<(), Error> {
    check(27, Call::plan_small)
}

#[test]
fn apply_small() -> Result<(), Error> {
    check(74, Call::apply_small)
}

#[test]
fn plan_wide() -> Result<(), Error> {
    check(139, Call::plan_wide)
}

#[test]
fn plan_list() -> Result<(), Error> {
    check(6527, |types| Call::plan_items(types, Items::List, 1000))
}

#[test]
fn plan_set() -> Result<(), Error> {
    check(10544, |types| Call::plan_items(types, Items::Set, 1000))
}

#[test]
fn read() -> Result<(), Error> {
    check(14029, |types| Call::read_items(types, Items::List, 1000))
}

#[test]
fn upgrade() -> Result<(), Error> {
    check(9029, |types| Call::upgrade_items(types, Items::List, 1000))
}

#[test]
fn ten_times_the_items_are_ten_times_the_allocations() -> Result<(), Error> {
    for kind in [Items::List, Items::Set] {
        let count = |items| allocations(|types| Call::plan_items(types, kind, items));
        let (few, many) = (count(1000)?, count(10_000)?);
        assert!(many <= few * 11, "{kind:?}: {few} of 1000, {many} of 10000");
    }
    Ok(())
}
