//! Pets: the resource `zoo_pet`.

use terrane::Moves;
use terrane::Private;
use terrane::prelude::*;

use crate::past::{Noted, PetV0};
use crate::{Zoo, zoo_api};

/// An animal living in the zoo.
#[derive(Debug, Model)]
#[tf(version = 1, previous = PetV0)]
pub struct Pet {
    /// Name on the fence.
    #[tf(validate(len(1..=64)), replace)]
    pub(crate) name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=1000)))]
    pub(crate) legs: i64,
    /// The diet.
    pub(crate) diet: Diet,
    /// Words to find it by.
    pub(crate) tags: Option<Set<String>>,
    /// How many toys of each kind it has.
    pub(crate) toys: Option<zoo_api::Toys>,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    pub(crate) id: Computed<String>,
    /// Energy of one meal, in kilocalories.
    pub(crate) portion: Computed<i64>,
    /// How many changes it has gone through since it was created; null for a pet that was imported.
    pub(crate) changes: Computed<Option<i64>>,
}

/// What a [`Pet`] eats.
#[derive(Debug, Model)]
pub struct Diet {
    /// Energy per day, in kilocalories.
    #[tf(validate(range(1..)))]
    pub(crate) kcal: i64,
    /// Foods that it must not get.
    avoid: Option<Vec<String>>,
}

/// The key of the private value with the pet's revision at its creation.
const FIRST_REVISION: &str = "first_revision";

impl Resource for Pet {
    type Provider = Zoo;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        check_legs(&config.legs, cx);
        if let Some((legs, kcal)) = known!(config; legs, diet.kcal) {
            check_food(*legs, *kcal).at(path!(Pet, diet.kcal))?;
        }
        Ok(())
    }

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("builtin/terraform", "terraform_data", Noted::pet);
    }

    async fn create(mut plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        let new = zoo_api::NewPet {
            name: plan.name.clone(),
            traits: plan.traits(),
        };
        let pet = zoo.client.add(&new).await.summary("Cannot add the pet")?;
        cx.private_mut().set(FIRST_REVISION, &pet.revision);
        plan.id.fill(pet.id);
        Ok(plan) // it exists now: never lost from here on
    }

    async fn settle(created: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        let diet = (&created.diet).into();
        let fed = tokio::select! {
            fed = zoo.client.feed(created.id.require()?, &diet) => fed.summary("Cannot feed the pet")?,
            () = cx.cancelled() => return Err(interrupted()),
        };
        Ok(created.with_computed(computed(&fed, &cx.private())?))
    }

    async fn read(prior: Prior<Self>, zoo: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
        let pet = Self::find(&prior.key().id, zoo, &cx.private()).await?;
        Ok(Found::or_gone(pet))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        zoo: &Zoo,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        plan.change(&prior.key().id, zoo, &cx.private()).await
    }

    async fn delete(prior: Prior<Self>, zoo: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(zoo.client.remove(&prior.key().id).await?)
    }
}

impl Pet {
    pub(crate) async fn find(id: &str, zoo: &Zoo, private: &Private) -> Result<Option<Self>> {
        let found = zoo.client.get(id).await?;
        found.map(|pet| Self::from_api(pet, private)).transpose()
    }

    fn from_api(pet: zoo_api::Pet, private: &Private) -> Result<Self> {
        let PetComputed {
            id,
            portion,
            changes,
        } = computed(&pet, private)?;
        let zoo_api::Traits { legs, tags, toys } = pet.traits;
        Ok(Self {
            name: pet.name,
            legs,
            diet: pet.diet.into(),
            tags: tags.map(Set::from_iter),
            toys,
            id: id.into(),
            portion: portion.into(),
            changes: changes.into(),
        })
    }

    fn traits(&self) -> zoo_api::Traits {
        zoo_api::Traits {
            legs: self.legs,
            tags: self
                .tags
                .as_ref()
                .map(|tags| tags.iter().cloned().collect()),
            toys: self.toys.clone(),
        }
    }

    /// Changes the pet in the API to match this one.
    pub(crate) async fn change(self, id: &str, zoo: &Zoo, private: &Private) -> Result<Self> {
        zoo.client
            .change(id, &self.traits())
            .await
            .summary("Cannot change the pet")?;
        let fed = zoo
            .client
            .feed(id, &(&self.diet).into())
            .await
            .summary("Cannot feed the pet")?;
        Ok(self.with_computed(computed(&fed, private)?))
    }
}

/// Returns the computed values of a pet from the API's answer.
///
/// # Panics
///
/// Panics if the API returns a pet without meals. The tests show that the pet is not lost then.
fn computed(pet: &zoo_api::Pet, private: &Private) -> Result<PetComputed> {
    let first = private.get::<i64>(FIRST_REVISION)?;
    Ok(PetComputed {
        id: pet.id.clone(),
        portion: pet.diet.kcal / pet.meals,
        changes: first.map(|first| pet.revision - first),
    })
}

impl Diet {
    /// A diet that is no more than a number.
    pub(crate) fn of(kcal: i64) -> Self {
        Self { kcal, avoid: None }
    }
}

impl From<zoo_api::Diet> for Diet {
    fn from(zoo_api::Diet { kcal, avoid }: zoo_api::Diet) -> Self {
        Self { kcal, avoid }
    }
}

impl From<&Diet> for zoo_api::Diet {
    fn from(diet: &Diet) -> Self {
        Self {
            kcal: diet.kcal,
            avoid: diet.avoid.clone(),
        }
    }
}

pub(crate) fn check_legs(legs: &Value<i64>, cx: &mut ValidateContext) {
    if legs.known() == Some(&0) {
        cx.warn_at(
            path!(Pet, legs),
            "Pet without legs",
            "Visitors may take it for a snake.",
        );
    }
}

pub(crate) fn check_food(legs: i64, kcal: i64) -> Result<()> {
    let least = legs.saturating_mul(10);
    if kcal >= least {
        return Ok(());
    }
    Err(Error::new(
        "Too little food",
        format!("{legs} legs need at least {least} kcal a day."),
    ))
}

fn interrupted() -> Error {
    Error::new(
        "Pet not fed",
        "The work was interrupted. The pet is there, and the next apply replaces it.",
    )
}
