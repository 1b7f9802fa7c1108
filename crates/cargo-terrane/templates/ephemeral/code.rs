//! The ephemeral resource `acme_widget`.

use serde::Deserialize;
use serde_json::json;
use terrane::prelude::*;
use terrane_api::ResultExt as _;

use crate::Acme;

/// Opens a gadget for one run, and closes it afterwards. No state contains its token.
#[derive(Model)]
pub(crate) struct Widget {
    /// The name by which the API lists it.
    name: String,
    /// The token, which is valid until the end of the run.
    token: Computed<Sensitive<String>>,
}

/// A gadget in answers of the API.
#[derive(Deserialize)]
struct Answer {
    id: String,
    token: String,
}

/// The key of the private value with the id, which closing needs.
const ID: &str = "id";

impl Ephemeral for Widget {
    type Provider = Acme;

    async fn open(config: Self, provider: &Acme, cx: &mut OpenContext) -> Result<Self> {
        let request = provider.client.post(["widgets"]);
        let request = request.json(&json!({ "name": config.name }));
        let opened = request.fetch::<Answer>(cx).await.fields_of::<Self>();
        let answer = opened.summary("Cannot open the gadget")?;
        cx.private_mut().set(ID, &answer.id);
        Ok(config.with_computed(WidgetComputed {
            token: Sensitive::new(answer.token),
        }))
    }

    async fn close(provider: &Acme, cx: &mut CloseContext) -> Result<()> {
        if let Some(id) = cx.private().get::<String>(ID)? {
            let request = provider.client.delete(["widgets", &id]);
            let closed = request.remove(cx).await.fields_of::<Self>();
            closed.summary("Cannot close the gadget")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use terrane_test::client::Client;

    use super::*;
    use crate::stub;

    #[tokio::test]
    async fn an_opened_object_is_closed() -> Result<()> {
        let url = stub::start("127.0.0.1:0")?;
        let api = terrane_api::Client::builder(&url)
            .credentials(terrane_api::Credentials::bearer(stub::TOKEN))
            .build(&ConfigureContext::default())?;
        let cx = ReadContext::default();
        let settings = json!({ "url": url, "token": stub::TOKEN });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;

        let opened = client
            .open("acme_widget", json!({ "name": "deploy" }))
            .await?;
        assert_eq!(opened.attribute("token"), Some(&"token-1".into()));
        let find = || api.get(["widgets", "1"]).find::<serde_json::Value>(&cx);
        assert!(find().await?.is_some());

        client.close(opened).await?;
        assert!(find().await?.is_none());
        Ok(())
    }
}
