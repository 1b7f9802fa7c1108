//! Scrubbing: the provisioner `scrub`, the other kind of plugin that protocol 5 has.

use terrane::context::Provision;
use terrane::prelude::*;
use terrane::provisioner::Provisioner;

/// Scrubs what a resource has made.
#[derive(Schema)]
struct Scrub {
    /// What to scrub.
    what: String,
    /// How often.
    #[tf(default = 1)]
    times: i64,
}

impl Provisioner for Scrub {
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        if config.times.known() == Some(&0) {
            cx.error(path!(Scrub, times), "Scrubbing takes at least one time");
        }
        Ok(())
    }

    async fn provision(config: Self, cx: &mut Provision) -> Result<()> {
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

fn main() {
    terrane::serve_provisioner::<Scrub>()
}
