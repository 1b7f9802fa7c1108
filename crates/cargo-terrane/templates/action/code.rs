//! The action `acme_widget`.

use serde_json::json;
use terrane::prelude::*;

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
        let _: serde_json::Value = provider
            .client
            .post(&["widgets"], &json!({ "target": config.target }))
            .summary("Cannot request the gadget")?;
        Ok(())
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
        let api = crate::client::Client::new(&url, Sensitive::new(stub::TOKEN.to_owned()));
        let settings = json!({ "url": url, "token": stub::TOKEN });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;

        let invoked = client
            .invoke("acme_widget", json!({ "target": "7" }))
            .await?;
        assert_eq!(invoked.progress(), ["requesting it for 7"]);
        let request: Option<serde_json::Value> = api.get(&["widgets", "1"])?;
        assert_eq!(request.map(|it| it["target"].clone()), Some(json!("7")));
        Ok(())
    }
}
