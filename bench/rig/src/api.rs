//! A provider with a client of `terrane-api`, next to the same provider without one.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;
use terrane_bench::workload::Error;
use terrane_composition::ProviderProcess;
use terrane_test::client::Client;

use crate::options::Options;
use crate::peer::Peer;
use crate::results::{Quantity, Results};
use crate::{process, start};

/// The subject of the option `--only`.
pub(crate) const API: &str = "api";

/// The programs, in the order in which they start.
pub(crate) const WITHOUT: &str = "a provider without terrane-api";
pub(crate) const WITH: &str = "a provider with terrane-api";

/// From the start of the process to the answer to `configure`, in which the client is made.
const CONFIGURED: &str = "start to configured";

/// The subject of a start, to the handshake or until the provider is configured.
pub(crate) fn starts() -> [&'static str; 2] {
    [start::HANDSHAKE, CONFIGURED]
}

/// The name of a figure of one of the programs.
pub(crate) fn of(figure: &str, program: &str) -> String {
    format!("{figure} of {program}")
}

/// Records the size of both programs, and starts them in turn.
pub(crate) async fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    if !options.wants(API) {
        return Ok(());
    }
    let (Some(with), Some(without)) = (&options.with_api, &options.without_api) else {
        let omitted = format!("{WITH}: it was not built");
        results.omitted.push(omitted);
        return Ok(());
    };
    let programs: [(&str, &PathBuf); 2] = [(WITHOUT, without), (WITH, with)];
    let folder = process::socket_folder()?;
    let starts = 6 * options.rounds();
    start::sizes_and_handshakes(&programs, starts, folder.path(), results)?;
    for _ in 0..starts {
        for (name, program) in programs {
            let start = Instant::now();
            let builder =
                ProviderProcess::builder(process::provider(program)).socket_folder(folder.path());
            let process = ProviderProcess::spawn(builder).await?;
            let settings = json!({ "url": "https://api.example.com/v1", "token": "s3cret-t0ken" });
            Client::configured(process.provider(), settings).await?;
            let wall = start.elapsed().as_secs_f64() * 1e3;
            results.add(&of(CONFIGURED, name), Quantity::Wall, Peer::Terrane, wall);
            process.kill().await?;
        }
    }
    Ok(())
}
