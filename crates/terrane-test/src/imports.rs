//! Checks of imports in this process: an imported object needs no change.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map as JsonMap, Value as Json};
use terrane_protocol::Provider;

use crate::client::{CallError, Client, Config, Instance, PlannedChange, with_write_only};

/// Imports each object, reads it, generates its configuration and plans that. The plan must change nothing.
///
/// `settings` is the provider's configuration in JSON. `objects` are types and ids, and a type may appear several times. A resource type that is
/// not listed must refuse its import, so that a new importable type cannot be left out by mistake. [`Imports`] also adds write-only values, and skips types.
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
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
/// # }
/// /// A cage.
/// #[derive(Model)]
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
///     async fn read(prior: Prior<Self>, _: &Zoo, _: &mut ReadContext) -> Result<Found<Self>> {
///         Ok(Found::Object(Cage { name: prior.into_key().name, animals: 2 }))
///     }
/// #   async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
/// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
/// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
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
    let imports = Imports::new(provider, parse_settings(settings));
    let with_objects = objects.iter().fold(imports, |imports, (type_name, id)| {
        imports.object(*type_name, *id)
    });
    with_objects.plan_clean().await;
}

/// A check that imported objects need no change, with write-only values and exceptions.
///
/// [`imports_plan_clean`] is the short form, for objects without write-only attributes that must be configured.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use terrane::prelude::*;
/// use terrane_test::Imports;
///
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>().resource::<Badge>(); }
/// # }
/// /// A cage.
/// #[derive(Model)]
/// struct Cage {
///     /// Its name.
///     #[tf(identity)]
///     name: String,
///     /// The code of its lock.
///     #[tf(required)]
///     code: WriteOnly<String>,
/// }
///
/// impl Resource for Cage {
///     type Provider = Zoo;
///     async fn read(prior: Prior<Self>, _: &Zoo, _: &mut ReadContext) -> Result<Found<Self>> {
///         Ok(Found::Object(Cage { name: prior.into_key().name, code: WriteOnly::none() }))
///     }
/// #   async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
/// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
/// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
/// }
/// # /// A badge.
/// # #[derive(Model)]
/// # struct Badge {
/// #     /// Its number.
/// #     #[tf(identity)]
/// #     number: String,
/// # }
/// # impl Resource for Badge {
/// #   type Provider = Zoo;
/// #   async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
/// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
/// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
/// # }
///
/// # #[tokio::main]
/// # async fn main() {
/// Imports::new(terrane::server::<Zoo>(), json!({}))
///     .object_with("zoo_cage", "north", json!({ "code": "1234" }))
///     .skip("zoo_badge", "the API creates a new badge for each read")
///     .plan_clean()
///     .await;
/// # }
/// ```
#[must_use]
pub struct Imports {
    provider: Arc<dyn Provider>,
    settings: Config,
    objects: Vec<Imported>,
    /// The reasons by type.
    skipped: BTreeMap<String, String>,
}

/// An object to import.
#[derive(Debug)]
struct Imported {
    type_name: String,
    id: String,
    /// The write-only values of its configuration.
    write_only: Json,
}

impl Imports {
    /// Creates a check of a provider. `settings` is the provider's configuration.
    pub fn new(provider: Arc<dyn Provider>, settings: impl Into<Config>) -> Self {
        Self {
            provider,
            settings: settings.into(),
            objects: Vec::new(),
            skipped: BTreeMap::new(),
        }
    }

    /// Adds an object.
    pub fn object(self, type_name: impl Into<String>, id: impl Into<String>) -> Self {
        self.object_with(type_name, id, Json::Object(JsonMap::new()))
    }

    /// Adds an object whose configuration has write-only values, which no import knows.
    ///
    /// `write_only` has the form of a configuration, with the write-only attributes alone, at any depth. In a list, values have the position of their
    /// element, and `{}` adds none. All other values come from the imported object.
    ///
    /// No provider knows whether the value equals that of the imported object. So an attribute that counts the changes of the value (`counts`) plans an
    /// update. Add no value for it, or skip the type if the value is required.
    pub fn object_with(
        mut self,
        type_name: impl Into<String>,
        id: impl Into<String>,
        write_only: Json,
    ) -> Self {
        self.objects.push(Imported {
            type_name: type_name.into(),
            id: id.into(),
            write_only,
        });
        self
    }

    /// Skips a type that can be imported. The output of the test has the reason.
    pub fn skip(mut self, type_name: impl Into<String>, reason: impl Into<String>) -> Self {
        self.skipped.insert(type_name.into(), reason.into());
        self
    }

    /// Imports each object, reads it, generates its configuration, adds the write-only values and plans that. The plan must change nothing.
    ///
    /// A resource type without an object must refuse its import, unless it is skipped.
    ///
    /// # Panics
    ///
    /// Panics with the reasons if a plan changes an object, if an object cannot be imported, or if a value or a skipped type does not fit the schema.
    pub async fn plan_clean(self) {
        let client = Client::configured(self.provider, self.settings)
            .await
            .unwrap_or_else(|error| panic!("{error}"));
        let types = &client.schemas().resource_schemas;
        let mut wrong = Vec::new();
        for (type_name, reason) in &self.skipped {
            print_line(&format!("skipped: {type_name}: {reason}"));
            if !types.contains_key(type_name) {
                wrong.push(format!(
                    "{type_name} is skipped, but is not a resource type"
                ));
            }
            if self.objects.iter().any(|it| it.type_name == *type_name) {
                wrong.push(format!("{type_name} is skipped, but has an object"));
            }
            if reason.trim().is_empty() {
                wrong.push(format!("{type_name} is skipped without a reason"));
            }
        }
        for Imported {
            type_name,
            id,
            write_only,
        } in &self.objects
        {
            if let Err(error) = take_over(&client, type_name, id, write_only).await {
                wrong.push(format!("{type_name} `{id}`: {error}"));
            }
        }
        for type_name in types.keys() {
            let named = self.skipped.contains_key(type_name)
                || self.objects.iter().any(|it| it.type_name == *type_name);
            if !named && client.import(type_name, "1").await.is_ok() {
                wrong.push(format!("{type_name} can be imported, but no id is given"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

impl fmt::Debug for Imports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Imports")
            .field("objects", &self.objects)
            .field("skipped", &self.skipped)
            .finish_non_exhaustive()
    }
}

#[expect(
    clippy::print_stdout,
    reason = "a test's output is where its author looks"
)]
fn print_line(line: &str) {
    println!("{line}");
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
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
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
    let client = Client::configured(provider, parse_settings(settings))
        .await
        .unwrap_or_else(|error| panic!("{error}"));
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

/// Parses the provider's configuration.
fn parse_settings(settings: &str) -> Json {
    serde_json::from_str(settings)
        .unwrap_or_else(|error| panic!("the settings are not JSON: {error}"))
}

async fn take_over(
    client: &Client,
    type_name: &str,
    id: &str,
    write_only: &Json,
) -> Result<(), String> {
    let found = read(client, type_name, id)
        .await
        .map_err(|error| error.to_string())?;
    if !found.exists() {
        return Err("the object is gone when it is read".to_owned());
    }
    let config = client
        .generate_config(&found)
        .await
        .map_err(|error| error.to_string())?;
    let block = &client.schemas().resource_schemas[type_name].block;
    let full_config = with_write_only(config, write_only, block)?;
    let planned = plan(client, &found, full_config)
        .await
        .map_err(|error| error.to_string())?;
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

async fn plan(
    client: &Client,
    found: &Instance,
    config: Config,
) -> Result<PlannedChange, CallError> {
    client.validate(found.type_name(), config.clone()).await?;
    client.plan(found, config).await
}
