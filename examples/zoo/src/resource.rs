//! The resource `zoo_pet`.

use terrane::context::Context;
use terrane::prelude::*;
use terrane::{Moves, Private};

use crate::api::{Answer, FIRST_REVISION};
use crate::past::Noted;
use crate::rules::check;
use crate::{Pet, Zoo};

impl Resource for Pet {
    type Provider = Zoo;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        check(&config.legs, known!(config; legs, diet.kcal), cx)
    }

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("builtin/terraform", "terraform_data", Noted::pet);
    }

    async fn create(plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        // The key makes the creation repeatable.
        let request = zoo.api.post(["pets"]).json(&plan).idempotency_key();
        let added: Answer = request.fetch(cx).await.summary("Cannot add the pet")?;
        cx.private_mut().set(FIRST_REVISION, &added.revision);
        // The pet exists now, and is never lost from here on.
        let id = added.pet.id;
        Ok(Self { id, ..plan })
    }

    async fn settle(created: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
        created.feed(zoo, cx, &cx.private()).await
    }

    async fn read(prior: Prior<Self>, zoo: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
        let pet = zoo.pet(&prior.key().id, cx, &cx.private()).await?;
        Ok(Found::or_gone(pet))
    }

    async fn update(plan: Self, _: Prior<Self>, zoo: &Zoo, cx: &mut UpdateContext) -> Result<Self> {
        plan.change(zoo, cx, &cx.private()).await
    }

    async fn delete(prior: Prior<Self>, zoo: &Zoo, cx: &mut DeleteContext) -> Result<()> {
        Ok(zoo.api.delete(["pets", &prior.key().id]).remove(cx).await?)
    }
}

impl Pet {
    /// Changes the pet in the API to match this one.
    pub(crate) async fn change(self, zoo: &Zoo, cx: &Context, private: &Private) -> Result<Self> {
        let request = zoo.api.patch(["pets", self.id.require()?]).json(&self);
        let changed = request.repeatable().send(cx).await;
        changed.summary("Cannot change the pet")?;
        self.feed(zoo, cx, private).await
    }

    /// Sets the diet.
    async fn feed(self, zoo: &Zoo, cx: &Context, private: &Private) -> Result<Self> {
        let path = ["pets", self.id.require()?, "feed"];
        let request = zoo.api.post(path).json(&self.diet).repeatable();
        let fed: Answer = request.fetch(cx).await.summary("Cannot feed the pet")?;
        fed.pet(private)
    }
}
