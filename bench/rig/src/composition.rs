//! The time that a mux adds to a call.
//!
//! The provider runs within this process, so that the figures include no socket.

use std::sync::Arc;

use bench_provider::{Bench, Settings};
use terrane_bench::workload::{self, Call, Error, Types};
use terrane_composition::{Mux, MuxMember};
use terrane_protocol::Provider;

use crate::options::Options;
use crate::peer::Peer;
use crate::results::{Quantity, Results};
use crate::slopes::least_cost;

/// The name of this measurement in the option `--only`.
pub(crate) const COMPOSITION: &str = "composition";

/// The subjects.
pub(crate) const ALONE: &str = "validate small within the process";
pub(crate) const MUX: &str = "validate small within the process, by a mux of three members";

/// The number of samples of each subject, taken in turn.
const SAMPLES: usize = 5;

/// Measures a call of a provider, and the same call of a mux of three members.
pub(crate) async fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    if !options.wants(COMPOSITION) {
        return Ok(());
    }
    let alone = terrane::server::<Bench>();
    let mux: Arc<dyn Provider> = Arc::new(Mux::new([
        MuxMember::new("first", terrane::server::<Empty>()),
        MuxMember::new("bench", terrane::server::<Bench>()),
        MuxMember::new("last", terrane::server::<Empty>()),
    ]));
    let types = Types::read().await?;
    let call = Call::validate(&types)?;
    let subjects = [(ALONE, alone), (MUX, mux)];
    for (_, provider) in &subjects {
        workload::configure(&**provider).await?;
        call.check(&call.ask(&**provider).await?)?;
    }
    for _ in 0..SAMPLES {
        for (subject, provider) in &subjects {
            let cost = least_cost(async || {
                drop(call.ask(&**provider).await?);
                Ok(())
            });
            results.add(subject, Quantity::Cpu, Peer::Terrane, cost.await?);
        }
    }
    Ok(())
}

/// A provider without types.
struct Empty;

#[terrane::provider("registry.terraform.io/example/bench")]
impl terrane::Provider for Empty {
    async fn configure(
        _: Settings,
        _: &mut terrane::context::ConfigureContext,
    ) -> terrane::Result<Self> {
        Ok(Self)
    }

    fn register(_: &mut terrane::Registry<Self>) {}
}
