//! The static musl binary of `local`, next to its default build.

use std::path::PathBuf;
use std::time::Instant;

use terrane_bench::workload::Error;
use terrane_composition::ProviderProcess;

use crate::options::Options;
use crate::peer::Peer;
use crate::results::{Quantity, Results};
use crate::{process, raw, start};

/// The subject of the option `--only`.
pub(crate) const MUSL: &str = "musl";

/// The builds, in the order in which they start.
const BUILDS: [&str; 2] = ["local, default build", "local, static musl"];

/// Records the size of both programs, and starts them in turn.
pub(crate) async fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    if !options.wants(MUSL) {
        return Ok(());
    }
    let (Some(default), Some(musl)) = (&options.local, &options.local_musl) else {
        let reason = options.no_musl.as_deref().unwrap_or("it was not built");
        let omitted = format!("the static musl binary of `local`: {reason}");
        results.omitted.push(omitted);
        return Ok(());
    };
    let builds: Vec<(&str, &PathBuf)> = BUILDS.into_iter().zip([default, musl]).collect();
    let folder = process::socket_folder()?;
    let starts = 3 * options.rounds();
    start::sizes_and_handshakes(&builds, starts, folder.path(), results)?;
    for _ in 0..starts {
        for (name, program) in &builds {
            let subject = format!("{} of {name}", start::SCHEMA);
            let start = Instant::now();
            let builder =
                ProviderProcess::builder(process::provider(program)).socket_folder(folder.path());
            let process = ProviderProcess::spawn(builder).await?;
            raw::schema(&process).await?;
            let wall = start.elapsed().as_secs_f64() * 1e3;
            results.add(&subject, Quantity::Wall, Peer::Terrane, wall);
            process.kill().await?;
        }
    }
    Ok(())
}
