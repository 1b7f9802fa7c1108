//! The resource `acme_widget`.

use serde::Deserialize;
use serde_json::json;
use terrane::prelude::*;
use terrane_api::ResultExt as _;

use crate::Acme;

/// A gadget of Acme Platform.
#[derive(Model)]
pub(crate) struct Widget {
    /// The name by which people find it.
    #[tf(validate(len(1..=100)))]
    pub(crate) name: String,
    /// The purpose, in one sentence.
    description: Option<String>,
    /// The id that the API assigns.
    #[tf(keep, identity)]
    id: Computed<String>,
}

/// A gadget in answers of the API.
#[derive(Deserialize)]
pub(crate) struct Answer {
    id: String,
    name: String,
    description: Option<String>,
}

impl From<Answer> for Widget {
    fn from(answer: Answer) -> Self {
        Self {
            name: answer.name,
            description: answer.description,
            id: answer.id.into(),
        }
    }
}

impl Widget {
    /// Returns the properties that the API accepts.
    fn properties(&self) -> serde_json::Value {
        json!({ "name": self.name, "description": self.description })
    }
}

impl Resource for Widget {
    type Provider = Acme;

    // An id of the API: the example of an import in the documentation.
    const IMPORT_IDS: &'static [&'static str] = &["1"];

    async fn create(mut plan: Self, provider: &Acme, cx: &mut CreateContext) -> Result<Self> {
        // A creation is not repeated if its answer is lost. If the API knows the header `Idempotency-Key`, or if names are unique, see the chapter
        // "Talking to an API" of the guide for creations that are.
        let request = provider.client.post(["widgets"]).json(&plan.properties());
        let created = request.create::<Answer>(cx).await.fields_of::<Self>();
        let answer = created.summary("Cannot create the gadget")?;
        plan.id.fill(answer.id);
        Ok(plan)
    }

    async fn read(
        prior: Prior<Self>,
        provider: &Acme,
        cx: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let request = provider.client.get(["widgets", &prior.key().id]);
        let found = request.find::<Answer>(cx).await.fields_of::<Self>();
        let answer = found.summary("Cannot read the gadget")?;
        Ok(Found::or_gone(answer.map(Self::from)))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Acme,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let request = provider.client.put(["widgets", &prior.key().id]);
        let request = request.json(&plan.properties()).repeatable();
        let changed = request.send(cx).await.fields_of::<Self>();
        changed.summary("Cannot change the gadget")?;
        Ok(plan)
    }

    async fn delete(
        prior: Prior<Self>,
        provider: &Acme,
        cx: &mut DeleteContext,
    ) -> Result<()> {
        let request = provider.client.delete(["widgets", &prior.key().id]);
        let deleted = request.remove(cx).await.fields_of::<Self>();
        deleted.summary("Cannot delete the gadget")
    }
}

#[cfg(test)]
mod tests {
    use terrane_test::Action;
    use terrane_test::client::Client;

    use super::*;
    use crate::stub;

    async fn client() -> Result<Client> {
        let url = stub::start("127.0.0.1:0")?;
        let settings = json!({ "url": url, "token": stub::TOKEN });
        Ok(Client::configured(terrane::server::<Acme>(), settings).await?)
    }

    #[tokio::test]
    async fn an_object_is_created_changed_and_deleted() -> Result<()> {
        let client = client().await?;
        let object = client
            .create("acme_widget", json!({ "name": "first" }))
            .await?;
        let plan = client
            .plan(&client.read(&object).await?, json!({ "name": "first" }))
            .await?;
        assert_eq!(plan.action(), Action::NoOp);

        let changed = json!({ "name": "second", "description": "It was changed." });
        let plan = client.plan(&object, changed.clone()).await?;
        assert_eq!(plan.action(), Action::Update);
        let object = client.apply(plan).await?;
        assert_eq!(
            client.read(&object).await?.get::<Widget>()?.name,
            "second"
        );

        client.delete(&object).await?;
        assert!(!client.read(&object).await?.exists());
        Ok(())
    }

    #[tokio::test]
    async fn an_imported_object_has_all_properties() -> Result<()> {
        let client = client().await?;
        client
            .create("acme_widget", json!({ "name": "first" }))
            .await?;
        let object = client
            .read(&client.import("acme_widget", "1").await?)
            .await?;
        let plan = client.plan(&object, json!({ "name": "first" })).await?;
        assert_eq!(plan.action(), Action::NoOp);
        Ok(())
    }

    #[tokio::test]
    async fn a_refused_token_is_an_error() -> Result<()> {
        let url = stub::start("127.0.0.1:0")?;
        let settings = json!({ "url": url, "token": "unknown" });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;
        let created = client
            .create("acme_widget", json!({ "name": "first" }))
            .await;
        let error = created.expect_err("the API refuses the token");
        assert_eq!(error.diagnostics()[0].summary, "Cannot create the gadget");
        Ok(())
    }
}
