//! A provider whose plan hook reports its own backtrace.

use std::backtrace::Backtrace;
use std::process::ExitCode;

use terrane::prelude::*;

#[derive(Default)]
struct Zoo;

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Pet>();
    }
}

/// An animal.
#[derive(Model)]
struct Pet {
    /// The name.
    name: String,
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Zoo>) -> Result<()> {
        let backtrace = Backtrace::force_capture();
        change.cx().warn("Backtrace", backtrace.to_string());
        Ok(())
    }

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn main() -> ExitCode {
    terrane::serve::<Zoo>()
}
