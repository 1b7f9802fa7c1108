//! Calls of the provider within this process: the framework's share, without sockets and TLS.

use std::sync::Arc;

use bench_provider::Bench;
use divan::Bencher;
use terrane_bench::workload::{self, Call, Error, Items, Types};
use terrane_protocol::{DynamicValue, Provider};
use tokio::runtime::{Builder, Runtime};

const COUNTS: [usize; 3] = [100, 1000, 10_000];

fn main() {
    divan::main();
}

fn bench(bencher: Bencher, make: impl Fn(&Types) -> Result<Call, Error>) {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    let (provider, call) = runtime.block_on(prepare(make)).expect("a call");
    bencher.bench_local(|| ask(&runtime, &*provider, &call));
}

async fn prepare(
    make: impl Fn(&Types) -> Result<Call, Error>,
) -> Result<(Arc<dyn Provider>, Call), Error> {
    let provider = terrane::server::<Bench>();
    workload::configure(&*provider).await?;
    let call = make(&Types::read().await?)?;
    call.check(&call.ask(&*provider).await?)?;
    Ok((provider, call))
}

fn ask(runtime: &Runtime, provider: &dyn Provider, call: &Call) -> DynamicValue {
    runtime.block_on(call.ask(provider)).expect("an answer")
}

#[divan::bench]
fn validate_small(bencher: Bencher) {
    bench(bencher, Call::validate);
}

#[divan::bench]
fn function(bencher: Bencher) {
    bench(bencher, |_| Call::function());
}

#[divan::bench]
fn plan_small(bencher: Bencher) {
    bench(bencher, Call::plan_small);
}

#[divan::bench]
fn apply_small(bencher: Bencher) {
    bench(bencher, Call::apply_small);
}

#[divan::bench]
fn plan_wide(bencher: Bencher) {
    bench(bencher, Call::plan_wide);
}

#[divan::bench(args = COUNTS)]
fn plan_list(bencher: Bencher, count: usize) {
    bench(bencher, |types| Call::plan_items(types, Items::List, count));
}

#[divan::bench(args = COUNTS)]
fn plan_set(bencher: Bencher, count: usize) {
    bench(bencher, |types| Call::plan_items(types, Items::Set, count));
}

#[divan::bench(args = COUNTS)]
fn replan_list(bencher: Bencher, count: usize) {
    bench(bencher, |types| {
        Call::replan_items(types, Items::List, count)
    });
}

#[divan::bench(args = COUNTS)]
fn replan_set(bencher: Bencher, count: usize) {
    bench(bencher, |types| {
        Call::replan_items(types, Items::Set, count)
    });
}

#[divan::bench(args = COUNTS)]
fn read(bencher: Bencher, count: usize) {
    bench(bencher, |types| Call::read_items(types, Items::List, count));
}

#[divan::bench(args = COUNTS)]
fn upgrade(bencher: Bencher, count: usize) {
    bench(bencher, |types| {
        Call::upgrade_items(types, Items::List, count)
    });
}
