//! Larders: the resource `sink_larder`, whose attributes hold objects that are values, on every protocol.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::provider::Sink;
use crate::spice::Heat;

/// A ham: an object whose attributes are set together.
#[derive(Debug, Clone, PartialEq, Attr)]
#[tf(crate = ::terrane)]
struct Ham {
    /// The name.
    name: String,
    /// The weight. It may be null, but the configuration must write `null`.
    kilos: Option<f32>,
    /// The smoking.
    smoke: Option<Smoke>,
}

/// The smoking of a ham.
#[derive(Debug, Clone, PartialEq, Attr)]
struct Smoke {
    /// The woods.
    woods: Vec<String>,
    /// The temperature.
    heat: Heat,
}

/// A larder.
#[derive(Debug, Model)]
pub(crate) struct Larder {
    /// A list of objects.
    hams: Vec<Ham>,
    /// One object.
    best: Option<Ham>,
    /// A set of objects.
    old: Option<Set<Ham>>,
    /// Lists of objects in a map.
    shelves: Option<BTreeMap<String, Vec<Ham>>>,
    /// Lists of lists of objects.
    rows: Option<Vec<Vec<Ham>>>,
    /// Objects that the host hides.
    hidden: Option<Sensitive<Vec<Ham>>>,
    /// Objects that the provider fills.
    smoked: Computed<Vec<Smoke>>,
    /// An object that the provider fills if it is not configured.
    #[tf(optional)]
    fire: Computed<Option<Smoke>>,
}

impl Larder {
    fn computed(&self) -> LarderComputed {
        let smoked: Vec<_> = self
            .hams
            .iter()
            .filter_map(|ham| ham.smoke.clone())
            .collect();
        let fire = smoked.first().cloned();
        LarderComputed { smoked, fire }
    }
}

impl StateOnly for Larder {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        for (at, ham) in config.hams.known().into_iter().flatten().enumerate() {
            let kilos = ham.known().and_then(|ham| ham.kilos.known());
            if kilos.is_some_and(|kilos| *kilos > 20.0) {
                let place = path!(Larder, hams[at].kilos);
                cx.error_with(
                    place,
                    "The ham is too heavy",
                    "The shelf breaks: write 20 at most.",
                );
            }
        }
        Ok(())
    }

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
        let computed = plan.computed();
        Ok(plan.with_computed(computed))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, _: &mut UpdateContext) -> Result<Self> {
        let computed = plan.computed();
        Ok(plan.with_computed(computed))
    }
}
