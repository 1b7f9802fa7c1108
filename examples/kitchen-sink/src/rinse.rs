//! Rinsing: the action `sink_rinse`.

use terrane::prelude::*;

use crate::provider::Sink;

/// Rinses the sink.
#[derive(Schema)]
pub(crate) struct Rinse {
    /// How many times.
    #[tf(default = 1, validate(range(1..=9)))]
    times: i64,
}

impl Action for Rinse {
    type Provider = Sink;

    async fn invoke(config: Self, sink: &Sink, cx: &mut Invoke) -> Result<()> {
        for time in 1..=config.times {
            if time == 9 {
                return Err(Error::new("Out of water", "Rinse less often."));
            }
            sink.note(&format!("rinsed {time}")).await?;
            cx.progress(format!("rinse {time} of {}", config.times))
                .await;
        }
        Ok(())
    }
}
