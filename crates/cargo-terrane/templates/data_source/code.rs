//! The data source `acme_widget`.

use serde::Deserialize;
use terrane::prelude::*;
use terrane_api::ResultExt as _;

use crate::Acme;

/// Reads a gadget by its id.
#[derive(Model)]
pub(crate) struct Widget {
    /// The id that the API assigned.
    id: String,
    /// The name by which people find it.
    name: Computed<String>,
    /// The purpose, if the API knows it.
    description: Computed<Option<String>>,
}

/// A gadget in answers of the API.
#[derive(Deserialize)]
struct Answer {
    name: String,
    description: Option<String>,
}

impl DataSource for Widget {
    type Provider = Acme;

    async fn read(config: Self, provider: &Acme, cx: &mut ReadDataContext) -> Result<Self> {
        let request = provider.client.get(["widgets", &config.id]);
        let found = request.find(cx).await.fields_of::<Self>();
        let answer = found.summary("Cannot read the gadget")?;
        let Some(Answer { name, description }) = answer else {
            let detail = format!("The API does not know the id {:?}.", config.id);
            return Err(Error::new("No gadget has this id", detail).at(path!(Widget, id)));
        };
        Ok(config.with_computed(WidgetComputed { name, description }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use terrane_test::client::Client;

    use super::*;
    use crate::stub;

    #[tokio::test]
    async fn an_object_is_found_by_its_id() -> Result<()> {
        let url = stub::start("127.0.0.1:0")?;
        let api = terrane_api::Client::builder(&url)
            .credentials(terrane_api::Credentials::bearer(stub::TOKEN))
            .build(&ConfigureContext::default())?;
        let cx = ReadContext::default();
        let request = api.post(["widgets"]).json(&json!({ "name": "first" }));
        request.send(&cx).await?;

        let settings = json!({ "url": url, "token": stub::TOKEN });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;
        let found = client
            .read_data("acme_widget", json!({ "id": "1" }))
            .await?;
        assert_eq!(found.attribute("name"), Some(&"first".into()));

        let missing = client.read_data("acme_widget", json!({ "id": "2" })).await;
        let error = missing.expect_err("no object has this id");
        assert_eq!(error.diagnostics()[0].summary, "No gadget has this id");
        Ok(())
    }
}
