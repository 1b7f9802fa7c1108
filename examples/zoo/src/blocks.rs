//! The same provider for hosts that speak protocol 5 only: there are no nested attributes, so a pet's diet is a block.
//!
//! Hosts see another schema; the work is done by the [`Pet`](crate::Pet) of protocol 6.

use terrane::Moves;
use terrane::prelude::*;

use crate::past::{Noted, PetV0};
use crate::pet::Toys;
use crate::rules::check;
use crate::{Config, Diet, slug, species};

/// The provider whose pets have their diet in a block.
#[derive(Debug)]
pub struct Zoo(crate::Zoo);

#[provider(crate::Zoo::ADDRESS)]
impl Provider for Zoo {
    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        crate::Zoo::configure(config, cx).await.map(Zoo)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Pet>()
            .data_source::<Species>()
            .function::<slug>();
    }
}

/// An animal living in the zoo.
#[derive(Debug, Model)]
#[tf(version = 1, previous = PetV0)]
pub struct Pet {
    /// Name on the fence.
    #[tf(validate(len(1..=64)), replace)]
    name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=1000)))]
    legs: i64,
    /// The diet.
    #[tf(block)]
    diet: Diet,
    /// Words to find it by.
    tags: Option<Set<String>>,
    /// How many toys of each kind it has.
    toys: Option<Toys>,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    id: Computed<String>,
    /// Energy of one meal, in kilocalories.
    portion: Computed<i64>,
    /// How many changes it has gone through since it was created; null for a pet that was imported.
    changes: Computed<Option<i64>>,
}

impl Resource for Pet {
    type Provider = Zoo;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        check(&config.legs, known!(config; legs, diet.kcal), cx)
    }

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("builtin/terraform", "terraform_data", Noted::pet);
    }

    async fn create(plan: Self, Zoo(zoo): &Zoo, cx: &mut CreateContext) -> Result<Self> {
        Ok(crate::Pet::create(plan.into(), zoo, cx).await?.into())
    }

    async fn settle(created: Self, Zoo(zoo): &Zoo, cx: &mut CreateContext) -> Result<Self> {
        Ok(crate::Pet::settle(created.into(), zoo, cx).await?.into())
    }

    async fn read(prior: Prior<Self>, Zoo(zoo): &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
        let pet = zoo.pet(&prior.key().id, cx, &cx.private()).await?;
        Ok(Found::or_gone(pet.map(Self::from)))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        Zoo(zoo): &Zoo,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let plan = crate::Pet::from(plan);
        Ok(plan.change(zoo, cx, &cx.private()).await?.into())
    }

    async fn delete(prior: Prior<Self>, Zoo(zoo): &Zoo, cx: &mut DeleteContext) -> Result<()> {
        Ok(zoo.api.delete(["pets", &prior.key().id]).remove(cx).await?)
    }
}

/// Moves every field from one form of a pet to the other.
macro_rules! same_fields {
    ($from:ty => $to:ty: $($field:ident),*) => {
        impl From<$from> for $to {
            fn from(pet: $from) -> Self {
                Self { $($field: pet.$field),* }
            }
        }
    };
}

same_fields!(Pet => crate::Pet: name, legs, diet, tags, toys, id, portion, changes);
same_fields!(crate::Pet => Pet: name, legs, diet, tags, toys, id, portion, changes);

impl From<PetV0> for Pet {
    fn from(old: PetV0) -> Self {
        crate::Pet::from(old).into()
    }
}

/// A kind of animals.
#[derive(Debug, Model)]
pub struct Species {
    /// Its name, such as `dog`.
    name: String,
    /// How many legs it usually has.
    legs: Computed<i64>,
    /// Its Latin name, if it has one.
    latin: Computed<Option<String>>,
}

impl DataSource for Species {
    type Provider = Zoo;

    async fn read(config: Self, Zoo(zoo): &Zoo, cx: &mut ReadDataContext) -> Result<Self> {
        let found = species::find_by_name(zoo, &config.name, cx).await;
        let (legs, latin) = found.at(path!(Species, name))?;
        Ok(config.with_computed(SpeciesComputed { legs, latin }))
    }
}
