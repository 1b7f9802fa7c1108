//! Objects that a host takes over: imported, written down and planned, in this process.

use std::sync::Arc;

use terrane_protocol::rules::Rules;
use terrane_protocol::schema::Schemas;
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, Diagnostics, DynamicValue,
    GenerateResourceConfigRequest, GetProviderSchemaRequest, ImportResourceStateRequest,
    ImportResourceStateResponse, PlanResourceChangeRequest, Provider, ReadResourceRequest,
    RpcError, ValidateResourceConfigRequest,
};
use terrane_value::{Data, Object, Type, Value, json};

type Result<T = (), E = String> = std::result::Result<T, E>;

/// Takes objects over as hosts do: imports each, reads it, has a configuration written of it and plans that. Nothing may change.
///
/// `settings` is the provider's configuration in JSON. `objects` are types and ids, several of one type where its objects differ in form. A
/// type that is not named must refuse to be imported: so a new one is not forgotten here.
///
/// No host is needed, and the provider runs in this process: it is what `terrane::server` makes.
///
/// # Panics
///
/// When an object is changed or cannot be taken over, saying why.
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
///     async fn read(key: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Read) -> Result<Option<Self>> {
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
    match Host::new(provider, settings).await {
        Err(why) => wrong.push(why),
        Ok(host) => {
            for (type_name, id) in objects {
                if let Err(why) = host.takes_over(type_name, id).await {
                    wrong.push(format!("{type_name} `{id}`: {why}"));
                }
            }
            let all = host.schema.resource_schemas.keys();
            for type_name in all.filter(|name| !objects.iter().any(|(it, _)| it == name)) {
                if host.import(type_name, "1").await.is_ok() {
                    wrong.push(format!("{type_name} can be imported, but no id is given"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Asks for objects by ids that are none, as hosts do; each must be refused with the error of the summary that is given with it.
///
/// `settings` is the provider's configuration in JSON, and `ids` are types, ids and summaries. An import that only finds nothing is not
/// refused: hosts say that of it themselves.
///
/// # Panics
///
/// When an id is taken, or refused in other words, saying which.
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
    let host = Host::new(provider, settings).await;
    let host = host.unwrap_or_else(|why| panic!("{why}"));
    let mut wrong = Vec::new();
    for (type_name, id, summary) in ids {
        let answer = host.ask_for(type_name, id).await;
        let answer = answer.map(|answer| answer.diagnostics);
        let refused = answer.as_ref().is_ok_and(|diagnostics| {
            let mut errors = diagnostics.errors();
            errors.any(|error| error.summary == *summary)
        });
        if !refused {
            wrong.push(format!(
                "{type_name} `{id}`: expected the error {summary:?}, found {answer:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// As much of a host as it needs.
struct Host {
    provider: Arc<dyn Provider>,
    schema: Schemas,
}

/// An object that was imported.
struct Imported {
    state: DynamicValue,
    private: terrane_protocol::Opaque,
    identity: Option<DynamicValue>,
}

const CAPABILITIES: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: false,
    computed_blocks_allowed: false,
};

impl Host {
    async fn new(provider: Arc<dyn Provider>, settings: &str) -> Result<Self> {
        let request = GetProviderSchemaRequest::default();
        let schema = provider.get_provider_schema(request).await;
        let schema = schema.map_err(unanswered)?;
        fine("schema", &schema.diagnostics)?;
        let ty = schema.provider.block.ty();
        let settings = json::decode(settings.as_bytes(), &ty)
            .map_err(|error| format!("the settings do not fit the provider: {error}"))?;
        let request = ConfigureProviderRequest {
            config: encode(&settings, &ty)?,
            ..ConfigureProviderRequest::default()
        };
        let configured = provider.configure_provider(request).await;
        fine("settings", &configured.map_err(unanswered)?.diagnostics)?;
        Ok(Self { provider, schema })
    }

    async fn ask_for(&self, type_name: &str, id: &str) -> Result<ImportResourceStateResponse> {
        let request = ImportResourceStateRequest {
            type_name: type_name.to_owned(),
            id: id.to_owned(),
            client_capabilities: CAPABILITIES,
            ..ImportResourceStateRequest::default()
        };
        let response = self.provider.import_resource_state(request).await;
        response.map_err(unanswered)
    }

    async fn import(&self, type_name: &str, id: &str) -> Result<Imported> {
        let response = self.ask_for(type_name, id).await?;
        fine("import", &response.diagnostics)?;
        let mut all = response.imported_resources.into_iter();
        let imported = all.next().ok_or("the import found nothing")?;
        Ok(Imported {
            state: imported.state,
            private: imported.private,
            identity: imported.identity,
        })
    }

    async fn read(&self, type_name: &str, imported: Imported) -> Result<Imported> {
        let request = ReadResourceRequest {
            type_name: type_name.to_owned(),
            current_state: imported.state,
            private: imported.private,
            current_identity: imported.identity,
            client_capabilities: CAPABILITIES,
            ..ReadResourceRequest::default()
        };
        let response = self.provider.read_resource(request).await;
        let response = response.map_err(unanswered)?;
        fine("read", &response.diagnostics)?;
        Ok(Imported {
            state: response.new_state,
            private: response.private,
            identity: response.new_identity,
        })
    }

    async fn takes_over(&self, type_name: &str, id: &str) -> Result {
        let schemas = &self.schema.resource_schemas;
        let schema = schemas.get(type_name).ok_or("there is no such type")?;
        let ty = schema.block.ty();
        let imported = self.import(type_name, id).await?;
        let found = self.read(type_name, imported).await?;
        let state = decode(&found.state, &ty)?;
        let prior = object(&state).ok_or("the object is gone when it is read")?;
        let request = GenerateResourceConfigRequest {
            type_name: type_name.to_owned(),
            state: found.state.clone(),
        };
        let generated = self.provider.generate_resource_config(request).await;
        let generated = generated.map_err(unanswered)?;
        fine("configuration", &generated.diagnostics)?;
        let request = ValidateResourceConfigRequest {
            type_name: type_name.to_owned(),
            config: generated.config.clone(),
            client_capabilities: CAPABILITIES,
        };
        let validated = self.provider.validate_resource_config(request).await;
        fine("validation", &validated.map_err(unanswered)?.diagnostics)?;
        let config = decode(&generated.config, &ty)?;
        let proposed = Rules::new(schema).propose(Some(prior), object(&config));
        let request = PlanResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: found.state,
            proposed_new_state: encode(&proposed.map_or(Value::Null, Value::from), &ty)?,
            config: generated.config,
            prior_private: found.private,
            prior_identity: found.identity,
            client_capabilities: CAPABILITIES,
            ..PlanResourceChangeRequest::default()
        };
        let planned = self.provider.plan_resource_change(request).await;
        let planned = planned.map_err(unanswered)?;
        fine("plan", &planned.diagnostics)?;
        let changes: Vec<String> = state
            .diff(&decode(&planned.planned_state, &ty)?)
            .into_iter()
            .map(|it| format!("`{}` from {:?} to {:?}", it.path, it.before, it.after))
            .chain(
                planned
                    .requires_replace
                    .iter()
                    .map(|it| format!("`{it}` replaces it")),
            )
            .collect();
        match changes.as_slice() {
            [] => Ok(()),
            changes => Err(format!("the plan changes {}", changes.join(", "))),
        }
    }
}

fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Known(Data::Object(object)) => Some(object),
        _ => None,
    }
}

fn unanswered(error: RpcError) -> String {
    format!("there is no answer: {error}")
}

fn fine(what: &str, diagnostics: &Diagnostics) -> Result {
    let errors: Vec<String> = diagnostics.errors().map(ToString::to_string).collect();
    match errors.as_slice() {
        [] => Ok(()),
        errors => Err(format!("the {what} is refused: {}", errors.join("; "))),
    }
}

fn encode(value: &Value, ty: &Type) -> Result<DynamicValue> {
    DynamicValue::encode(value, ty).map_err(|error| error.to_string())
}

fn decode(value: &DynamicValue, ty: &Type) -> Result<Value> {
    value.decode(ty).map_err(|error| error.to_string())
}
