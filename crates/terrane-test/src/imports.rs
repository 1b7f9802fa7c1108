//! Checks of imports in this process: an imported object needs no change.

use std::sync::Arc;

use serde_json::Value as Json;
use terrane_protocol::Provider;

use crate::client::{CallError, Client, Instance, PlannedChange};

/// Imports each object, reads it, generates its configuration and plans that. The plan must change nothing.
///
/// `settings` is the provider's configuration in JSON. `objects` are types and ids, and a type may appear several times. A resource type that is
/// not listed must refuse its import, so that a new importable type cannot be left out by mistake.
///
/// It needs no host. The provider, as `terrane::server` returns it, runs in this process.
///
/// # Panics
///
/// Panics with the reason if a plan changes an object, or if an object cannot be imported.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
/// # }
/// /// A cage.
/// #[derive(Schema)]
/// struct Cage {
///     /// Its name.
///     #[tf(identity)]
///     name: String,
///     /// How many animals live in it.
///     #[tf(default = 1)]
///     animals: i64,
/// }
///
/// impl Resource for Cage {
///     type Provider = Zoo;
///     async fn read(key: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut ReadResource) -> Result<Option<Self>> {
///         Ok(Some(Cage { name: key.name, animals: 2 }))
///     }
/// #   async fn create(plan: Self, _: &Zoo, _: &mut Create) -> Result<Self> { Ok(plan) }
/// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut Update) -> Result<Self> { Ok(plan) }
/// #   async fn delete(_: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Delete) -> Result<()> { Ok(()) }
/// }
///
/// # #[tokio::main]
/// # async fn main() {
/// terrane_test::imports_plan_clean(terrane::server::<Zoo>(), "{}", &[("zoo_cage", "north")]).await;
/// # }
/// ```
pub async fn imports_plan_clean(
    provider: Arc<dyn Provider>,
    settings: &str,
    objects: &[(&str, &str)],
) {
    let mut wrong = Vec::new();
    let client = configured(provider, settings).await;
    for (type_name, id) in objects {
        if let Err(error) = take_over(&client, type_name, id).await {
            wrong.push(format!("{type_name} `{id}`: {error}"));
        }
    }
    let all = client.schemas().resource_schemas.keys();
    for type_name in all.filter(|name| !objects.iter().any(|(it, _)| it == name)) {
        if client.import(type_name, "1").await.is_ok() {
            wrong.push(format!("{type_name} can be imported, but no id is given"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Imports objects by invalid ids. Each import must fail with an error of the given summary.
///
/// `settings` is the provider's configuration in JSON, and `ids` are types, ids and summaries. An import that succeeds without
/// an object is not accepted, because its error comes from the host.
///
/// # Panics
///
/// Panics if an import succeeds, or fails with another summary.
///
/// # Examples
///
/// ```
/// # use terrane::prelude::*;
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// # #[tokio::main]
/// # async fn main() {
/// let ids = [("zoo_cage", "north", "Resource Type Not Found")];
/// terrane_test::imports_are_refused(terrane::server::<Zoo>(), "{}", &ids).await;
/// # }
/// ```
pub async fn imports_are_refused(
    provider: Arc<dyn Provider>,
    settings: &str,
    ids: &[(&str, &str, &str)],
) {
    let client = configured(provider, settings).await;
    let mut wrong = Vec::new();
    for (type_name, id, summary) in ids {
        let imported = client.import(type_name, id).await;
        let refused = imported.as_ref().is_err_and(|error| {
            let mut errors = error.diagnostics().iter();
            errors.any(|it| it.is_error() && it.summary == *summary)
        });
        if !refused {
            wrong.push(format!(
                "{type_name} `{id}`: expected the error {summary:?}, found {imported:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A client of the configured provider.
async fn configured(provider: Arc<dyn Provider>, settings: &str) -> Client {
    let settings: Json = serde_json::from_str(settings)
        .unwrap_or_else(|error| panic!("the settings are not JSON: {error}"));
    let client = Client::configured(provider, settings).await;
    client.unwrap_or_else(|error| panic!("{error}"))
}

async fn take_over(client: &Client, type_name: &str, id: &str) -> Result<(), String> {
    let found = read(client, type_name, id).await;
    let found = found.map_err(|error| error.to_string())?;
    if !found.exists() {
        return Err("the object is gone when it is read".to_owned());
    }
    let planned = plan(client, &found).await;
    let planned = planned.map_err(|error| error.to_string())?;
    let changes: Vec<String> = planned
        .changes()
        .into_iter()
        .map(|it| format!("`{}` from {:?} to {:?}", it.path, it.before, it.after))
        .chain(
            planned
                .replaces()
                .iter()
                .map(|it| format!("`{it}` replaces it")),
        )
        .collect();
    if changes.is_empty() {
        Ok(())
    } else {
        Err(format!("the plan changes {}", changes.join(", ")))
    }
}

async fn read(client: &Client, type_name: &str, id: &str) -> Result<Instance, CallError> {
    let imported = client.import(type_name, id).await?;
    client.read(&imported).await
}

async fn plan(client: &Client, found: &Instance) -> Result<PlannedChange, CallError> {
    let config = client.generate_config(found).await?;
    client.validate(found.type_name(), config.clone()).await?;
    client.plan(found, config).await
}
