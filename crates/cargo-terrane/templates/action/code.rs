//! The action `acme_widget`.

use serde_json::json;
use terrane::prelude::*;
use terrane_api::ResultExt as _;

use crate::Acme;

/// Requests a gadget once.
#[derive(Model)]
pub(crate) struct Widget {
    /// The id of the object that it is about.
    target: String,
}

impl Action for Widget {
    type Provider = Acme;

    async fn invoke(config: Self, provider: &Acme, cx: &mut InvokeContext) -> Result<()> {
        cx.progress(format!("requesting it for {}", config.target))
            .await;
        let request = provider.client.post(["widgets"]);
        let request = request.json(&json!({ "target": config.target }));
        let requested = request.send(cx).await.fields_of::<Self>();
        requested.map(drop).summary("Cannot request the gadget")
    }
}

#[cfg(test)]
mod tests {
    use terrane_test::client::Client;

    use super::*;
    use crate::stub;

    #[tokio::test]
    async fn the_api_gets_the_request() -> Result<()> {
        let url = stub::start("127.0.0.1:0")?;
        let api = terrane_api::Client::builder(&url)
            .credentials(terrane_api::Credentials::bearer(stub::TOKEN))
            .build(&ConfigureContext::default())?;
        let cx = ReadContext::default();
        let settings = json!({ "url": url, "token": stub::TOKEN });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;

        let invoked = client
            .invoke("acme_widget", json!({ "target": "7" }))
            .await?;
        assert_eq!(invoked.progress(), ["requesting it for 7"]);
        let request = api.get(["widgets", "1"]);
        let request: Option<serde_json::Value> = request.find(&cx).await?;
        assert_eq!(request.map(|it| it["target"].clone()), Some(json!("7")));
        Ok(())
    }
}
