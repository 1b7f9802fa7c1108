//! The tap: the ephemeral resource `sink_tap`.

use std::time::{Duration, SystemTime};

use terrane::prelude::*;

use crate::provider::Sink;

/// Running water. It stops by itself unless it is renewed.
#[derive(Model)]
pub(crate) struct Tap {
    /// The temperature, in degrees.
    #[tf(default = 20, validate(range(1..=99)))]
    degrees: i64,
    /// The water.
    water: Computed<String>,
}

fn soon() -> SystemTime {
    SystemTime::now() + Duration::from_millis(100)
}

impl Ephemeral for Tap {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.degrees.known() == Some(&99) {
            cx.error(path!(Tap, degrees), "The water boils");
        }
        Ok(())
    }

    async fn open(config: Self, sink: &Sink, cx: &mut OpenContext) -> Result<Self> {
        if config.degrees == 1 {
            return Err(Error::new("The pipe is frozen", "Wait for spring."));
        }
        let water = format!("water of {} degrees", config.degrees);
        sink.note(&format!("opened {water}")).await?;
        cx.private_mut().set("water", &water);
        cx.renew_at(soon());
        Ok(config.with_computed(TapComputed { water }))
    }

    async fn renew(sink: &Sink, cx: &mut RenewContext) -> Result<()> {
        let water: Option<String> = cx.private().get("water")?;
        sink.note(&format!("renewed {}", water.unwrap_or_default()))
            .await?;
        cx.renew_at(soon());
        Ok(())
    }

    async fn close(sink: &Sink, cx: &mut CloseContext) -> Result<()> {
        let water: Option<String> = cx.private().get("water")?;
        sink.note(&format!("closed {}", water.unwrap_or_default()))
            .await
    }
}
