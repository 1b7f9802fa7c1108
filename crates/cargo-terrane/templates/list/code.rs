//! The list resource `acme_widget`.

use std::future::ready;

use futures_util::stream::{Stream, StreamExt as _, TryStreamExt as _};
use terrane::prelude::*;
use terrane_api::Pages;

use crate::Acme;
use crate::widget::{Answer, Widget};

/// Finds each gadget whose name begins with a prefix.
#[derive(Model)]
pub(crate) struct Widgets {
    /// The prefix of the names.
    #[tf(default = "")]
    prefix: String,
}

impl ListResource for Widgets {
    type Resource = Widget;

    fn list(
        config: Self,
        provider: &Acme,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Widget>>> + Send {
        // The link to the next page is in the header `Link`, if there is one.
        let request = provider.client.get(["widgets"]);
        let found = request.pages::<Answer>(Pages::link(), cx);
        found
            .map_ok(Widget::from)
            .map_err(Error::from)
            .try_filter(move |object| ready(object.name.starts_with(&config.prefix)))
            .map_ok(|object| Listed::new(object.name.clone(), object))
            .boxed()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use terrane_test::client::{Client, Query};

    use super::*;
    use crate::stub;

    #[tokio::test]
    async fn objects_are_found_by_their_prefix() -> Result<()> {
        let url = stub::start("127.0.0.1:0")?;
        let settings = json!({ "url": url, "token": stub::TOKEN });
        let client = Client::configured(terrane::server::<Acme>(), settings).await?;
        for name in ["east-1", "west-1"] {
            client.create("acme_widget", json!({ "name": name })).await?;
        }
        let query = json!({ "prefix": "west" });
        let found = client.list("acme_widget", query, Query::default()).await?;
        let names: Vec<&str> = found.iter().map(|it| it.display_name()).collect();
        assert_eq!(names, ["west-1"]);
        Ok(())
    }
}
