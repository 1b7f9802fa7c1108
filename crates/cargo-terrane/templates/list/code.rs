//! The list resource `acme_widget`.

use futures_util::stream::{self, Stream, StreamExt as _};
use terrane::prelude::*;

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
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Widget>>> + Send {
        let found = match provider.client.get::<Vec<Answer>>(&["widgets"]) {
            Ok(answers) => answers
                .into_iter()
                .flatten()
                .map(Widget::from)
                .filter(|object| object.name.starts_with(&config.prefix))
                .map(|object| Ok(Listed::new(object.name.clone(), object)))
                .collect(),
            Err(error) => vec![Err(error)],
        };
        stream::iter(found).boxed()
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
