//! Measures the benchmark's providers side by side and prints their costs. `cargo xtask bench` builds the providers and runs this program.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the rig speaks to the terminal"
)]

mod api;
mod bars;
mod blocked;
mod calls;
mod composition;
mod earlier;
mod figure;
mod hosts;
mod language;
mod load;
mod machine;
mod musl;
mod options;
mod peer;
mod plain;
mod process;
mod proxied;
mod raw;
mod recoding;
mod report;
mod results;
mod secrets;
mod slopes;
mod soak;
mod start;
mod suite;
mod thousand;

use std::process::ExitCode;

use terrane_bench::workload::{Error, Types};

use crate::options::Options;
use crate::peer::Peers;
use crate::results::Results;

fn main() -> ExitCode {
    // This program is also a proxy and a provider that are measured.
    if std::env::var_os(recoding::VARIABLE).is_some() {
        recoding::serve();
    }
    if std::env::var_os(thousand::VARIABLE).is_some() {
        thousand::serve();
    }
    if std::env::var_os(secrets::VARIABLE).is_some() {
        return secrets::serve();
    }
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn measure() -> Result<(), Error> {
    let missed = run().await?;
    match missed {
        0 => Ok(()),
        _ => Err(format!("bars that are missed: {missed}").into()),
    }
}

/// Measures, and returns the number of bars that are missed.
async fn run() -> Result<usize, Error> {
    let options = Options::parse(std::env::args().skip(1))?;
    if let Some(call) = &options.cost {
        print!("{}", slopes::cost(call).await?);
        return Ok(0);
    }
    if options.only.as_deref() == Some(slopes::SLOPES) {
        let machine = machine::Machine::detect()?;
        let slopes = slopes::measure()?;
        print!("{machine}{}", slopes::Section(&slopes));
        return Ok(0);
    }
    if let Some(composition::COMPOSITION | proxied::PROXY) = options.only.as_deref() {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        composition::measure(&options, &mut results).await?;
        let (peers, types) = (Peers::new(&options)?, Types::read().await?);
        proxied::measure(&options, &peers, &types, &mut results).await?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(bars::missed(&results));
    }
    if options.only.as_deref() == Some(language::LANGUAGE) {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        language::measure(&options, &mut results)?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(bars::missed(&results));
    }
    if options.only.as_deref() == Some(secrets::SECRETS) {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        secrets::measure(&options, &mut results).await?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(bars::missed(&results));
    }
    if options.only.as_deref() == Some(musl::MUSL) {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        musl::measure(&options, &mut results).await?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(bars::missed(&results));
    }
    if options.only.as_deref() == Some(api::API) {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        api::measure(&options, &mut results).await?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(bars::missed(&results));
    }
    let earlier = options.before.as_deref();
    let earlier = earlier.map(earlier::Earlier::read).transpose()?;
    let peers = Peers::new(&options)?;
    if let Some(path) = &options.floor_schema {
        let schema = start::schema(&peers).await?;
        std::fs::write(path, schema)?;
        return Ok(0);
    }
    let types = Types::read().await?;
    let mut results = Results::default();
    let machine = machine::Machine::detect()?;
    start::sizes(&options, &mut results)?;
    start::measure(&options, &peers, &mut results).await?;
    blocked::measure(&options, &peers, &mut results).await?;
    calls::measure(&options, &peers, &types, &mut results).await?;
    soak::measure(&options, &peers, &types, &mut results).await?;
    composition::measure(&options, &mut results).await?;
    secrets::measure(&options, &mut results).await?;
    language::measure(&options, &mut results)?;
    proxied::measure(&options, &peers, &types, &mut results).await?;
    hosts::measure(&options, &mut results)?;
    musl::measure(&options, &mut results).await?;
    api::measure(&options, &mut results).await?;
    let slopes = if options.wants(slopes::SLOPES) && !options.quick {
        slopes::measure()?
    } else {
        Vec::new()
    };
    let mut report = report::Report::new(&options, &machine, &results, &slopes).to_string();
    if let Some(earlier) = &earlier {
        let results = &results;
        report.push_str(&earlier::Comparison { earlier, results }.to_string());
    }
    print!("{report}");
    if let Some(path) = &options.out {
        std::fs::write(path, report)?;
    }
    Ok(bars::missed(&results))
}
