//! Rinsing: the action `sink_rinse`.

use terrane::prelude::*;

use crate::provider::Sink;

/// Rinses the sink.
#[derive(Model)]
pub(crate) struct Rinse {
    /// The number of times.
    #[tf(default = 1, validate(range(1..=9)))]
    times: i64,
}

impl Action for Rinse {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.times.known() == Some(&7) {
            cx.error(path!(Rinse, times), "Seven is unlucky here");
        }
        Ok(())
    }

    async fn plan(
        config: &Draft<Self>,
        sink: Option<&Sink>,
        cx: &mut PlanActionContext,
    ) -> Result<()> {
        if sink.is_none() {
            cx.warn("Nobody knows which sink will be rinsed", "");
        }
        match config.times.known() {
            Some(8) => Err(Error::new("The sink would overflow", "Rinse less often.")),
            _ => Ok(()),
        }
    }

    async fn invoke(config: Self, sink: &Sink, cx: &mut InvokeContext) -> Result<()> {
        for time in 1..=config.times {
            if cx.is_cancelled() {
                return Err(Error::new("Rinsing was interrupted", ""));
            }
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
