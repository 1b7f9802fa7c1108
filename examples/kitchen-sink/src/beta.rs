//! The provider `sink-beta`, whose types are `sink_*`, as those of `google-beta` are `google_*`. It is served with all options that a host knows.

use std::process::ExitCode;

use terrane::prelude::*;
use terrane::serve::{Serve, Transport, Version};

/// The provider of new types for sinks.
#[derive(Default)]
struct Beta;

#[provider("registry.terraform.io/example/sink-beta", crate = ::terrane)]
impl Provider for Beta {
    const TYPE_PREFIX: Option<&'static str> = Some("sink");

    fn register(registry: &mut Registry<Self>) {
        registry.state_only::<Strainer>().data_source::<Strainer>();
    }
}

/// A strainer.
#[derive(Model)]
struct Strainer {
    /// The number of holes.
    #[tf(validate(range(1..)))]
    holes: i64,
    /// Whether the strainer holds anything back.
    strains: Computed<bool>,
}

impl Strainer {
    fn made(self) -> Self {
        let strains = self.holes < 1000;
        self.with_computed(StrainerComputed { strains })
    }
}

impl StateOnly for Strainer {
    type Provider = Beta;

    async fn create(plan: Self, _: &Beta, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.made())
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Beta, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.made())
    }
}

impl DataSource for Strainer {
    type Provider = Beta;

    async fn read(config: Self, _: &Beta, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.made())
    }
}

fn main() -> ExitCode {
    Serve::new::<Beta>()
        .protocols([Version::V6])
        .transport(Transport::Tcp)
        .name(Beta::ADDRESS)
        .log(|log| {
            log.field("channel", "beta");
        })
        .run()
}
