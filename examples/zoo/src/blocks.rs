//! The same provider for hosts that speak protocol 5 only: there are no nested attributes, so a pet's diet is a block.

use terrane::prelude::*;

use crate::{Config, Diet, pet, slug, species, zoo_api};

/// The provider whose pets have their diet in a block.
#[derive(Debug)]
pub struct Zoo {
    client: zoo_api::Client,
}

impl Provider for Zoo {
    const ADDRESS: &'static str = crate::Zoo::ADDRESS;
    const VERSION: &'static str = crate::Zoo::VERSION;
    type Config = Config;

    async fn configure(config: Config, _: &mut Configure) -> Result<Self> {
        config.connect().map(|client| Zoo { client })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Pet>()
            .data_source::<Species>()
            .function::<slug>();
    }
}

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
    #[tf(block)]
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

impl Resource for Pet {
    type Provider = Zoo;

    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        if let Some((legs, kcal)) = known!(config; legs, diet.kcal) {
            pet::check_food(*legs, *kcal).at(path!(Pet, diet.kcal))?;
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
        let tags = plan.tags.as_ref().map(pet::tags);
        let new = zoo_api::NewPet {
            name: plan.name.clone(),
            legs: plan.legs,
            tags,
        };
        let added = zoo.client.add(&new).await.summary("Cannot add the pet")?;
        cx.private_mut(|private| private.set(pet::FIRST_REVISION, &added.revision))?;
        plan.id.fill(added.id);
        Ok(plan)
    }

    async fn settle(created: Self, zoo: &Zoo, cx: &mut Create) -> Result<Self> {
        let diet = created.diet.to_api();
        let fed = tokio::select! {
            fed = zoo.client.feed(created.id.known()?, &diet) => fed.summary("Cannot feed the pet")?,
            () = cx.cancelled() => return Err(pet::interrupted()),
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
        let tags = plan.tags.as_ref().map(pet::tags);
        let changes = zoo_api::Changes {
            legs: plan.legs,
            tags,
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
    fn from_api(found: zoo_api::Pet, private: &Private) -> Result<Self> {
        let unfilled = Pet {
            name: found.name.clone(),
            legs: found.legs,
            diet: Diet::from_api(found.diet.clone()),
            tags: found.tags.clone().map(Set::from_iter),
            id: Computed::unknown(),
            portion: Computed::unknown(),
            changes: Computed::unknown(),
        };
        Ok(unfilled.with_computed(computed(found, private)?))
    }
}

fn computed(found: zoo_api::Pet, private: &Private) -> Result<PetComputed> {
    Ok(PetComputed {
        portion: pet::portion(&found),
        changes: pet::changes(&found, private)?,
        id: found.id,
    })
}

/// A kind of animals.
#[derive(Debug, Schema)]
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

    async fn read(config: Self, zoo: &Zoo, _: &mut ReadData) -> Result<Self> {
        let species = species::look_up(&zoo.client, &config.name).await;
        let zoo_api::Species { legs, latin, .. } = species.at(path!(Species, name))?;
        Ok(config.with_computed(SpeciesComputed { legs, latin }))
    }
}
