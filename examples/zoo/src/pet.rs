//! Pets: the resource `zoo_pet`.

use std::collections::BTreeSet;

use terrane::prelude::*;

use crate::{Zoo, zoo_api};

/// An animal living in the zoo.
#[derive(Debug, Schema)]
pub struct Pet {
    /// Name on the fence.
    #[tf(validate(len(1..=64)), replace)]
    name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=1000)))]
    legs: i64,
    /// What it eats.
    diet: Diet,
    /// Words to find it by.
    tags: Option<Set<String>>,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    id: Computed<String>,
    /// Energy of one meal, in kilocalories.
    portion: Computed<i64>,
    /// How many changes it has gone through since it was created; null for a pet that was imported.
    changes: Computed<Option<i64>>,
}

/// What a [`Pet`] eats.
#[derive(Debug, Schema)]
pub struct Diet {
    /// Energy per day, in kilocalories.
    #[tf(validate(range(1..)))]
    pub(crate) kcal: i64,
    /// Foods that it must not get.
    pub(crate) avoid: Option<Vec<String>>,
}

impl Resource for Pet {
    type Provider = Zoo;

    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        if let Some((legs, kcal)) = known!(config; legs, diet.kcal) {
            check_food(*legs, *kcal).at(path!(Pet, diet.kcal))?;
        }
        if config.legs.known() == Some(&0) {
            cx.warn_at(
                path!(Pet, legs),
                "Pet without legs",
                "Visitors may take it for a snake.",
            );
        }
        Ok(())
    }

    async fn create(mut plan: Self, zoo: &Zoo, cx: &mut Create) -> Result<Self> {
        let new = zoo_api::NewPet {
            name: plan.name.clone(),
            legs: plan.legs,
            tags: plan.tags.as_ref().map(tags),
        };
        let pet = zoo.client.add(&new).await.summary("Cannot add the pet")?;
        cx.private_mut(|private| private.set(FIRST_REVISION, &pet.revision))?;
        plan.id.fill(pet.id);
        Ok(plan) // it exists now: never lost from here on
    }

    async fn settle(created: Self, zoo: &Zoo, cx: &mut Create) -> Result<Self> {
        let diet = created.diet.to_api();
        let fed = tokio::select! {
            fed = zoo.client.feed(created.id.known()?, &diet) => fed.summary("Cannot feed the pet")?,
            () = cx.cancelled() => return Err(interrupted()),
        };
        Ok(created.with_computed(computed(fed, &cx.private())?))
    }

    async fn read(
        key: Key<Self>,
        _: Option<Self>,
        zoo: &Zoo,
        cx: &mut Read,
    ) -> Result<Option<Self>> {
        let found = zoo.client.get(&key.id).await?;
        found
            .map(|found| Pet::from_api(found, &cx.private()))
            .transpose()
    }

    async fn update(plan: Self, prior: Prior<Self>, zoo: &Zoo, cx: &mut Update) -> Result<Self> {
        let id = &prior.key().id;
        let changes = zoo_api::Changes {
            legs: plan.legs,
            tags: plan.tags.as_ref().map(tags),
        };
        zoo.client
            .change(id, &changes)
            .await
            .summary("Cannot change the pet")?;
        let fed = zoo
            .client
            .feed(id, &plan.diet.to_api())
            .await
            .summary("Cannot feed the pet")?;
        Ok(plan.with_computed(computed(fed, &cx.private())?))
    }

    async fn delete(key: Key<Self>, _: Option<Self>, zoo: &Zoo, _: &mut Delete) -> Result<()> {
        Ok(zoo.client.remove(&key.id).await?)
    }
}

impl Pet {
    fn from_api(pet: zoo_api::Pet, private: &Private) -> Result<Self> {
        let unfilled = Pet {
            name: pet.name.clone(),
            legs: pet.legs,
            diet: Diet::from_api(pet.diet.clone()),
            tags: pet.tags.clone().map(Set::from_iter),
            id: Computed::unknown(),
            portion: Computed::unknown(),
            changes: Computed::unknown(),
        };
        Ok(unfilled.with_computed(computed(pet, private)?))
    }
}

fn computed(pet: zoo_api::Pet, private: &Private) -> Result<PetComputed> {
    Ok(PetComputed {
        portion: portion(&pet),
        changes: changes(&pet, private)?,
        id: pet.id,
    })
}

impl Diet {
    pub(crate) fn from_api(diet: zoo_api::Diet) -> Self {
        Self {
            kcal: diet.kcal,
            avoid: diet.avoid,
        }
    }

    pub(crate) fn to_api(&self) -> zoo_api::Diet {
        zoo_api::Diet {
            kcal: self.kcal,
            avoid: self.avoid.clone(),
        }
    }
}

/// The private value with the revision that the pet had when it came.
pub(crate) const FIRST_REVISION: &str = "first_revision";

pub(crate) fn changes(pet: &zoo_api::Pet, private: &Private) -> Result<Option<i64>> {
    let first = private.get::<i64>(FIRST_REVISION)?;
    Ok(first.map(|first| pet.revision - first))
}

/// Energy of one meal. It trusts the API, as authors do: a pet without meals makes it panic.
pub(crate) fn portion(pet: &zoo_api::Pet) -> i64 {
    pet.diet.kcal / pet.meals
}

pub(crate) fn tags(tags: &Set<String>) -> BTreeSet<String> {
    tags.iter().cloned().collect()
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

pub(crate) fn interrupted() -> Error {
    Error::new(
        "Cannot feed the pet",
        "The work was interrupted; it goes on with the next apply.",
    )
}
