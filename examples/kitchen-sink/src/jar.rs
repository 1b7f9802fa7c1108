//! Jars: the resource `sink_jar`, with states that older versions of the provider wrote, and with objects of other types that can be moved to jars.

use terrane::MoveContext;
use terrane::Moves;
use terrane::prelude::*;

use crate::dish::Dish;
use crate::provider::Sink;

/// A jar as the first version stored it.
#[derive(Debug, Model)]
pub(crate) struct JarV0 {
    name: String,
    spoons: i64,
}

/// A jar as the second version stored it: by weight.
#[derive(Debug, Model)]
#[tf(version = 1, previous = JarV0)]
pub(crate) struct JarV1 {
    name: String,
    grams: i64,
}

impl From<JarV0> for JarV1 {
    fn from(old: JarV0) -> Self {
        Self {
            name: old.name,
            grams: old.spoons * 10,
        }
    }
}

/// The identity of a jar, for those that come from one.
#[derive(Debug, Model)]
pub(crate) struct JarIdentity {
    place: Option<String>,
}

impl JarIdentity {
    pub(crate) fn place(self) -> String {
        self.place.unwrap_or_default()
    }
}

// Dishes become jars, and OpenTofu passes on the identity of a dish. The higher version of a jar's identity makes OpenTofu upgrade it, so that it is
// derived from the state.
/// A jar.
#[derive(Debug, Model)]
#[tf(version = 2, previous = JarV1)]
#[tf(identity_version = 1)]
pub(crate) struct Jar {
    /// The contents.
    #[tf(identity, replace)]
    label: String,
    /// The location, which is optional in an import.
    #[tf(identity(optional), replace, default = "cellar")]
    place: String,
    /// The amount.
    #[tf(default = 500)]
    grams: i64,
}

impl Jar {
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    fn of(label: String, grams: i64) -> Self {
        Self {
            label,
            place: "cellar".to_owned(),
            grams,
        }
    }
}

impl From<JarV1> for Jar {
    fn from(old: JarV1) -> Self {
        Self::of(old.name, old.grams)
    }
}

/// Converts a dish to a jar.
impl From<Dish> for Jar {
    fn from(dish: Dish) -> Self {
        Self::of(dish.name, 500)
    }
}

/// A `terraform_data` whose `input` is the name of a jar.
#[derive(Debug, Model)]
pub(crate) struct Note {
    input: Dynamic,
}

impl Note {
    fn jar(self, source: &mut MoveContext) -> Result<Jar> {
        let Some(name) = self.input.value().as_str() else {
            return Err(Error::new(
                "Not the note of a jar",
                "The `input` of a `terraform_data` that becomes a jar is the jar's label.",
            ));
        };
        source.warn("A note became a jar", name);
        Ok(Jar::of(name.to_owned(), 500))
    }
}

impl Resource for Jar {
    type Provider = Sink;

    /// A jar can be planned while the provider is deferred.
    const PLANS_WHILE_DEFERRED: bool = true;

    fn moves(moves: &mut Moves<Self>) {
        moves.from::<Dish>("example/sink", "sink_dish").from_with(
            "builtin/terraform",
            "terraform_data",
            Note::jar,
        );
    }

    async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Sink, _: &mut ReadContext) -> Result<Found<Self>> {
        let grams = prior.complete().map_or(500, |jar| jar.grams);
        let key = prior.into_key();
        Ok(Found::Object(Self {
            label: key.label,
            place: key.place.unwrap_or_else(|| "cellar".to_owned()),
            grams,
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Sink, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Sink, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}
