//! Spices: the resource `sink_spice`, with an attribute of each type.
//!
//! A spice exists in the state alone, so there is nothing to read and nothing to delete.

use std::collections::BTreeMap;

use terrane::{Filled, prelude::*};

use crate::provider::Sink;

/// The heat: one of a few strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attr)]
#[tf(crate = ::terrane)]
pub(crate) enum Heat {
    /// Not at all.
    Mild,
    /// Very.
    #[tf(name = "on_fire")]
    Hot,
}

/// An alias of a type. The options `optional` and `computed` state what the macro cannot see.
type Origin = Computed<Option<String>>;

/// A spice.
#[derive(Debug, Model)]
#[tf(name = "spice", filled)]
pub(crate) struct Spice {
    // Who sets it, and what may be missing.
    /// Required.
    name: String,
    /// Optional.
    latin: Option<String>,
    /// Optional, and never null for the provider.
    #[tf(default = Heat::Mild)]
    heat: Heat,
    /// Set by the provider.
    shelf: Computed<String>,
    /// Set by the provider, or left null.
    substitute: Computed<Option<String>>,
    /// Set by the configuration, or else by the provider.
    #[tf(optional, computed)]
    origin: Origin,
    /// A null, unknown or known value.
    taste: Value<String>,
    /// Under another name, which is a word of the language.
    #[tf(name = "for")]
    purpose: Option<String>,
    /// Not shown.
    mixture: Option<Sensitive<String>>,
    /// Not to be used any more.
    #[tf(deprecated = "Use `heat`.", since = "0.3")]
    pungency: Option<i64>,

    // Bools, numbers and dynamic values.
    /// True or false.
    organic: Option<bool>,
    #[tf(flatten)]
    numbers: Numbers,
    /// Of a type that the configuration decides.
    anything: Option<Dynamic>,

    // Collections, and collections of collections.
    /// In order.
    dishes: Option<Vec<String>>,
    /// In order, with gaps.
    gaps: Option<Vec<Option<i64>>>,
    /// In no order.
    cuisines: Option<Set<String>>,
    /// By name.
    grams: Option<BTreeMap<String, f64>>,
    /// Lists in a map.
    blends: Option<BTreeMap<String, Vec<String>>>,
    /// Sets in a list.
    pairings: Option<Vec<Set<Heat>>>,
    /// Maps in a set.
    aliases: Option<Set<BTreeMap<String, bool>>>,
    /// A few things of different types, each at its place.
    origin_and_year: Option<(String, i64, Option<bool>)>,
    /// Secrets in a list.
    secrets: Option<Sensitive<Vec<String>>>,
    /// Set by the provider, in order.
    letters: Computed<Vec<String>>,
}

/// Numbers, which are attributes of a spice.
#[derive(Debug, Model)]
struct Numbers {
    /// A number of any size, exactly.
    price: Option<Number>,
    /// A number that may be rounded.
    density: Option<f64>,
    /// A number that is rounded to 32 bits.
    acidity: Option<f32>,
    /// From -128 to 127.
    tiny: Option<i8>,
    /// From -32768 to 32767.
    small: Option<i16>,
    /// From -2147483648 to 2147483647.
    medium: Option<i32>,
    /// From -9223372036854775808 to 9223372036854775807.
    large: Option<i64>,
    /// From 0 to 255.
    tiny_positive: Option<u8>,
    /// From 0 to 65535.
    small_positive: Option<u16>,
    /// From 0 to 4294967295.
    medium_positive: Option<u32>,
    /// From 0 to 18446744073709551615.
    large_positive: Option<u64>,
}

impl Spice {
    fn computed(&self) -> SpiceComputed {
        SpiceComputed {
            shelf: self.name.chars().take(1).collect(),
            substitute: (self.heat == Heat::Hot).then(|| "pepper".to_owned()),
            origin: Some("unknown lands".to_owned()),
            letters: self.name.chars().map(String::from).collect(),
        }
    }
}

impl StateOnly for Spice {
    type Provider = Sink;

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Filled<Self>> {
        let computed = plan.computed();
        Ok(plan.filled(computed))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, _: &mut UpdateContext) -> Result<Self> {
        let computed = plan.computed();
        Ok(plan.with_computed(computed))
    }
}
