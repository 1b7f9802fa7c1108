//! Creations whose answer may be lost.

use serde::de::DeserializeOwned;
use terrane::context::Context;
use tokio::time::sleep;

use crate::error::{Error, Result};
use crate::messages;
use crate::request::Request;
use crate::scope::{outlasts, within};

impl Request {
    /// Sends a request that creates an object, and decodes the answer. It is never sent a second time if the API may have carried it out, unless it has
    /// an [`idempotency_key`](Self::idempotency_key).
    ///
    /// # Errors
    ///
    /// Fails as [`fetch`](Self::fetch) does. If the object may exist, the error says so, and asks the user to look for it.
    pub async fn create<T: DeserializeOwned>(self, cx: &Context) -> Result<T> {
        self.fetch(cx).await.map_err(|error| {
            if error.may_be_applied() {
                messages::maybe_created(&error.to_string(), false).into()
            } else {
                error
            }
        })
    }

    /// Sends a request that creates an object with a unique name. If the answer is lost, `look_up` finds the object by its name.
    ///
    /// `look_up` also runs before the request. If it finds an object, nothing is created, because the object belongs to somebody else. Without this, the
    /// provider could not know whose object it finds afterwards. After a lost answer it runs several times, with the delays of [`Retry`](crate::Retry). `resource` is the type of the resource, such as `zoo_pet`, and `id` returns the text for
    /// its import.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    /// use terrane_api::Client;
    ///
    /// #[derive(serde::Deserialize, serde::Serialize)]
    /// struct Pet {
    ///     id: String,
    ///     name: String,
    /// }
    ///
    /// async fn create(api: &Client, name: &str, cx: &CreateContext) -> Result<Pet> {
    ///     let request = api.post(["pets"]).json(&serde_json::json!({ "name": name }));
    ///     let look_up = || async {
    ///         let pets: Vec<Pet> = api.get(["pets"]).query("name", name).fetch(cx).await?;
    ///         Ok(pets.into_iter().find(|pet| pet.name == name))
    ///     };
    ///     Ok(request.create_unique(cx, "zoo_pet", |pet: &Pet| pet.id.clone(), look_up).await?)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the object exists already, with the command to import it. Fails as [`create`](Self::create) does otherwise.
    pub async fn create_unique<T, F>(
        self,
        cx: &Context,
        resource: &str,
        id: impl Fn(&T) -> String,
        mut look_up: impl FnMut() -> F,
    ) -> Result<T>
    where
        T: DeserializeOwned,
        F: Future<Output = Result<Option<T>>>,
    {
        if let Some(object) = look_up().await? {
            return Err(messages::already_exists(resource, &id(&object)).into());
        }
        let mut delays = self.client.shared.retry.delays();
        let error: Error = match self.fetch(cx).await {
            Ok(created) => return Ok(created),
            Err(error) => error,
        };
        if !error.may_be_applied() {
            if error.is_conflict()
                && let Some(object) = look_up().await?
            {
                return Err(messages::exists(resource, &id(&object), &error.to_string()).into());
            }
            return Err(error);
        }
        tracing::info!(%error, "looking for the object of a creation without an answer");
        // Some servers of an API may not know a new object at once.
        loop {
            if let Ok(Some(found)) = look_up().await {
                return Ok(found);
            }
            let delay = delays
                .after_failure(None)
                .filter(|delay| !outlasts(cx, *delay));
            let has_waited = match delay {
                Some(delay) => within(cx, "the object", sleep(delay)).await.is_ok(),
                None => false,
            };
            if !has_waited {
                return Err(messages::maybe_created(&error.to_string(), true).into());
            }
        }
    }
}
