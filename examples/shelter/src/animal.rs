//! Animals: the resource `shelter_animal`.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use terrane::prelude::*;
use terrane_api::{ResultExt as _, Waiter};

use crate::Shelter;

/// An animal in the shelter.
#[derive(Debug, Model)]
pub struct Animal {
    /// Its name, which no other animal has.
    #[tf(replace)]
    name: String,
    /// The grams of food that it gets each day.
    food: i64,
    /// The id that the API assigns.
    #[tf(identity)]
    id: Computed<String>,
    #[tf(timeouts(create = "5m"))]
    timeouts: Timeouts,
}

/// An animal as the API receives it.
#[derive(Serialize)]
struct NewAnimal<'a> {
    name: &'a str,
    #[serde(rename = "dailyFood")]
    food: i64,
}

/// An animal as the API sends it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Answer {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(rename = "dailyFood")]
    food: i64,
    state: String,
}

impl Animal {
    fn body(&self) -> NewAnimal<'_> {
        NewAnimal {
            name: &self.name,
            food: self.food,
        }
    }

    /// The API calls an attribute by another name.
    fn fields() -> terrane_api::Fields {
        terrane_api::Fields::of::<Self>().rename("/dailyFood", path!(Self, food))
    }
}

impl Resource for Animal {
    type Provider = Shelter;

    async fn create(mut plan: Self, shelter: &Shelter, cx: &mut CreateContext) -> Result<Self> {
        let look_up = || async {
            let request = shelter.api.get(["animals"]).query("name", &plan.name);
            let found: Vec<Answer> = request.fetch(cx).await?;
            Ok(found.into_iter().next())
        };
        let request = shelter.api.post(["animals"]).json(&plan.body());
        let created =
            request.create_unique(cx, "shelter_animal", |it: &Answer| it.id.clone(), look_up);
        let id = created.await.fields(&Self::fields())?.id;
        plan.id.fill(id);
        Ok(plan)
    }

    async fn settle(created: Self, shelter: &Shelter, cx: &mut CreateContext) -> Result<Self> {
        let id = created.id.require()?;
        let waiter = Waiter::new(format!("animal `{id}`"))
            .pending(["arriving"])
            .target(["settled"])
            .delays(Duration::from_millis(100), Duration::from_secs(10));
        let check = || async {
            let animal: Option<Answer> = shelter.api.get(["animals", id]).find(cx).await?;
            Ok(animal.map(|animal| (animal.state, ())))
        };
        waiter.until(cx, check).await?;
        Ok(created)
    }

    async fn read(
        prior: Prior<Self>,
        shelter: &Shelter,
        cx: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let request = shelter.api.get(["animals", &prior.key().id]);
        let animal: Option<Answer> = request.find(cx).await?;
        Ok(Found::or_gone(animal.map(|animal| Self {
            name: animal.name,
            food: animal.food,
            id: animal.id.into(),
            timeouts: prior.retained(|it| &it.timeouts),
        })))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        shelter: &Shelter,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let request = shelter.api.put(["animals", &prior.key().id]);
        let request = request.json(&plan.body()).repeatable();
        request.send(cx).await.fields(&Self::fields())?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, shelter: &Shelter, cx: &mut DeleteContext) -> Result<()> {
        let request = shelter.api.delete(["animals", &prior.key().id]);
        Ok(request.remove(cx).await?)
    }
}
