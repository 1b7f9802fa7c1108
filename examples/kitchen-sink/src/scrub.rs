//! Scrubbing: the provisioner `scrub`, the other kind of plugin that protocol 5 has.
//!
//! With `SINK_SCHEMAS=run-time`, its schema is made at run time, like those of the provider.

use std::env;

use terrane::context::ProvisionContext;
use terrane::dynamic::{self, BoxFuture, DynProvisioner};
use terrane::prelude::*;
use terrane::provisioner::Provisioner;
use terrane::schema::{Block, Member, Shape};
use terrane::{Object, Type};

/// Scrubs what a resource has made.
#[derive(Model)]
struct Scrub {
    /// What to scrub.
    what: String,
    /// How often.
    #[tf(default = 1)]
    times: i64,
}

impl Provisioner for Scrub {
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.times.known() == Some(&0) {
            cx.error(path!(Scrub, times), "Scrubbing takes at least one time");
        }
        Ok(())
    }

    async fn provision(config: Self, cx: &mut ProvisionContext) -> Result<()> {
        let host = cx.connection().get("host").cloned().unwrap_or_default();
        for time in 1..=config.times {
            if time == 9 {
                return Err(Error::new("The brush broke", "Scrub less often."));
            }
            cx.output(format!("{}@{host}: {time}", config.what)).await;
        }
        Ok(())
    }
}

/// The provisioner with a schema that is made at run time.
struct AtRunTime<T> {
    provisioner: T,
    block: Block,
}

impl<T: DynProvisioner> DynProvisioner for AtRunTime<T> {
    fn name(&self) -> &str {
        self.provisioner.name()
    }

    fn block(&self) -> &Block {
        &self.block
    }

    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
        self.provisioner.validate(config, cx)
    }

    fn provision(&self, config: Object, cx: ProvisionContext) -> BoxFuture<Result<()>> {
        self.provisioner.provision(config, cx)
    }
}

/// The schema of a scrub.
fn block() -> Block {
    Block::new([
        Member::new("what", Shape::Type(Type::String))
            .description("What to scrub.")
            .set_required(),
        Member::new("times", Shape::Type(Type::Number))
            .whole_number(i64::MIN.into()..=i64::MAX.into())
            .description("How often.")
            .default(|| 1.into())
            .not_null(),
    ])
    .description("Scrubs what a resource has made.")
}

fn main() {
    if env::var_os("SINK_SCHEMAS").is_some_and(|which| which == "run-time") {
        dynamic::serve_provisioner(AtRunTime {
            provisioner: dynamic::provisioner::<Scrub>(),
            block: block(),
        })
    } else {
        terrane::serve_provisioner::<Scrub>()
    }
}
