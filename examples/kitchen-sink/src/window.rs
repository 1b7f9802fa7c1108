//! Windows: the resource `sink_window`, with blocks that the provider fills where none is configured.
//!
//! Hosts know such blocks since Terraform 1.16, over protocol 6. On others the panes have to be configured.

use terrane::prelude::*;

use crate::provider::Sink;

/// A window.
#[derive(Debug, Model)]
pub(crate) struct Window {
    /// What it looks at.
    view: String,
    /// Its panes: two clear ones, if none is configured.
    #[tf(block, keep)]
    pane: Computed<Vec<Pane>>,
}

/// A pane of glass.
#[derive(Debug, Model)]
pub(crate) struct Pane {
    /// The colour of the glass.
    #[tf(optional)]
    colour: Computed<String>,
    /// The weight.
    kilograms: Computed<i64>,
}

impl Window {
    fn glazed(self) -> Self {
        let clear = || Pane {
            colour: "clear".to_owned().into(),
            kilograms: Computed::unknown(),
        };
        let pane = vec![clear(), clear()];
        let mut window = self.with_computed(WindowComputed { pane });
        for pane in window.pane.known_mut().into_iter().flatten() {
            pane.colour.fill("clear".to_owned());
            pane.kilograms.fill(12);
        }
        window
    }
}

impl StateOnly for Window {
    type Provider = Sink;

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.glazed())
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.glazed())
    }
}
