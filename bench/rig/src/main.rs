//! Measures the benchmark's providers side by side and prints their costs. `cargo xtask bench` builds the providers and runs this program.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the rig speaks to the terminal"
)]

mod bars;
mod blocked;
mod calls;
mod composition;
mod earlier;
mod figure;
mod hosts;
mod load;
mod machine;
mod options;
mod peer;
mod plain;
mod process;
mod raw;
mod report;
mod results;
mod slopes;
mod soak;
mod start;
mod suite;

use std::process::ExitCode;

use terrane_bench::workload::{Error, Types};

use crate::options::Options;
use crate::peer::Peers;
use crate::results::Results;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Error> {
    let options = Options::parse(std::env::args().skip(1))?;
    if let Some(call) = &options.cost {
        print!("{}", slopes::cost(call).await?);
        return Ok(());
    }
    if options.only.as_deref() == Some(slopes::SLOPES) {
        let machine = machine::Machine::detect()?;
        let slopes = slopes::measure()?;
        print!("{machine}{}", slopes::Section(&slopes));
        return Ok(());
    }
    if options.only.as_deref() == Some(composition::COMPOSITION) {
        let machine = machine::Machine::detect()?;
        let mut results = Results::default();
        composition::measure(&options, &mut results).await?;
        print!("{}", report::Report::new(&options, &machine, &results, &[]));
        return Ok(());
    }
    let earlier = options.before.as_deref();
    let earlier = earlier.map(earlier::Earlier::read).transpose()?;
    let peers = Peers::new(&options)?;
    if let Some(path) = &options.floor_schema {
        let schema = start::schema(&peers).await?;
        return Ok(std::fs::write(path, schema)?);
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
    hosts::measure(&options, &mut results)?;
    let slopes = match options.wants(slopes::SLOPES) && !options.quick {
        true => slopes::measure()?,
        false => Vec::new(),
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
    Ok(())
}
