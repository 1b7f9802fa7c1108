//! The table of states: what becomes of a null and of an unknown value in each kind of field, in each RPC.
//!
//! Every cell of `docs/states.md` is what this test saw when it made the call. `UPDATE_STATES=1 cargo test -p terrane --test states`
//! writes the table anew; without it the test compares.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path as FilePath;
use std::sync::Arc;

use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, ConfigureProviderRequest, Diagnostics, DynamicValue,
    PlanResourceChangeRequest, RawState, ReadDataSourceRequest, ReadResourceRequest,
    UpgradeResourceStateRequest, ValidateResourceConfigRequest,
};
use terrane_value::{Data, Object, Type, json};

struct Lab;

/// Settings of the lab.
#[derive(Schema)]
struct Settings {
    /// A setting that must be there.
    required: String,
    /// A setting that may be there.
    optional: Option<String>,
    /// A setting that must come from somewhere.
    #[tf(env = "TERRANE_STATES_TEST_IS_NEVER_SET")]
    env: Sensitive<String>,
}

impl Provider for Lab {
    const ADDRESS: &'static str = "registry.terraform.io/example/lab";
    const VERSION: &'static str = "0.1.0";
    type Config = Settings;

    async fn configure(_: Settings, _: &mut Configure) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Kinds>().data_source::<Kinds>();
    }
}

/// One field of each kind.
#[derive(Schema)]
struct Kinds {
    /// What identifies it.
    #[tf(identity)]
    id: String,
    /// What it is found by if the state has it.
    #[tf(keep, key(optional))]
    found: Computed<String>,
    /// What it is called, and imported by if that is said.
    #[tf(keep, identity(optional))]
    called: Computed<String>,
    /// `T`.
    required: String,
    /// `T` with a default.
    #[tf(default = "d")]
    defaulted: String,
    /// `Option<T>`.
    optional: Option<String>,
    /// `Computed<T>`.
    computed: Computed<String>,
    /// `Computed<T>` that keeps.
    #[tf(keep)]
    kept: Computed<String>,
    /// `Computed<T>`, optional.
    #[tf(optional)]
    computed_optional: Computed<String>,
    /// `Computed<Option<T>>`.
    computed_null: Computed<Option<String>>,
    /// `Value<T>`.
    value: Value<String>,
    /// `Sensitive<T>`.
    sensitive: Sensitive<String>,
    /// `Dynamic`.
    dynamic: Dynamic,
    /// `Vec<T>`.
    list: Vec<String>,
    /// `Vec<Option<T>>`.
    list_null: Vec<Option<String>>,
    /// `Set<T>`.
    set: Set<String>,
    /// `BTreeMap<String, T>`.
    map: BTreeMap<String, String>,
    /// A model.
    nested: Part,
    /// An optional model.
    nested_optional: Option<Part>,
    /// `Vec<M>`.
    nested_list: Vec<Part>,
    /// A block.
    #[tf(block)]
    block: Part,
    /// An optional block.
    #[tf(block)]
    block_optional: Option<Part>,
    /// A list of blocks.
    #[tf(block)]
    block_list: Vec<Part>,
}

/// A part.
#[derive(Schema, Clone)]
struct Part {
    /// Something required.
    x: String,
}

impl Kinds {
    fn filled(self) -> Self {
        let c = || "c".to_owned();
        self.with_computed(KindsComputed {
            found: c(),
            called: c(),
            computed: c(),
            kept: c(),
            computed_optional: c(),
            computed_null: Some(c()),
        })
    }
}

impl Resource for Kinds {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn read(
        key: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        cx: &mut Read,
    ) -> Result<Option<Self>> {
        let whole = if prior.is_some() { "whole" } else { "key only" };
        cx.warn(whole, key.id);
        cx.keep_state();
        Ok(prior)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Kinds {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
        Ok(config.filled())
    }
}

const CONFIGURED: &str = r#"{"id":"1","required":"a","dynamic":{"type":"string","value":"a"},"sensitive":"a","list":["a"],
  "list_null":["a"],"set":["a"],"map":{"k":"a"},"nested":{"x":"a"},"nested_list":[{"x":"a"}],"block":{"x":"a"},"block_list":[]}"#;

const COMPUTED: [&str; 6] = [
    "computed",
    "kept",
    "computed_optional",
    "computed_null",
    "found",
    "called",
];

/// What stands in a place of a value.
#[derive(Clone, Copy)]
enum State {
    Null,
    Unknown,
}

impl State {
    fn value(self) -> Value {
        match self {
            State::Null => Value::Null,
            State::Unknown => Value::unknown(),
        }
    }
}

struct Bench {
    provider: Arc<dyn terrane_protocol::Provider>,
    ty: Type,
}

impl Bench {
    async fn new() -> Self {
        let provider = terrane::server::<Lab>();
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        let ty = schema.resource_schemas["lab_kinds"].block.ty();
        let settings = schema.provider.block.ty();
        let config = json::decode(br#"{"required":"a","env":"a"}"#, &settings).unwrap();
        let config = DynamicValue::encode(&config, &settings).unwrap();
        let request = ConfigureProviderRequest {
            config,
            ..Default::default()
        };
        assert!(
            !provider
                .configure_provider(request)
                .await
                .unwrap()
                .diagnostics
                .has_errors()
        );
        Self { provider, ty }
    }

    /// A complete configuration with one place changed; the path is an attribute, or an attribute and what is in it.
    fn config(&self, place: &str, state: State) -> Object {
        let Ok(Value::Known(Data::Object(mut object))) =
            json::decode(CONFIGURED.as_bytes(), &self.ty)
        else {
            panic!("the configuration is no object");
        };
        match place.split_once('.') {
            None => {
                object.set(place, state.value());
            }
            Some((attribute, inside)) => {
                let value = match (inside, object.get(attribute).cloned()) {
                    ("element", Some(Value::Known(Data::List(_)))) => {
                        Data::List(vec![state.value()])
                    }
                    ("element", Some(Value::Known(Data::Set(_)))) => {
                        Data::Set([state.value()].into_iter().collect())
                    }
                    ("element", Some(Value::Known(Data::Map(_)))) => {
                        Data::Map([("k".into(), state.value())].into())
                    }
                    ("x", Some(Value::Known(Data::Object(mut part)))) => {
                        part.set("x", state.value());
                        Data::Object(part)
                    }
                    other => panic!("{place} is {other:?}"),
                };
                object.set(attribute, Value::Known(value));
            }
        }
        object
    }

    /// What the host would have as state: the same with computed values.
    fn state(&self, place: &str, state: State) -> Object {
        let mut object = self.config(place, state);
        for name in COMPUTED {
            if name != place {
                object.set(name, "c");
            }
        }
        if place != "defaulted" {
            object.set("defaulted", "d");
        }
        object
    }

    fn encode(&self, object: Object) -> DynamicValue {
        DynamicValue::encode(&Value::Known(Data::Object(object)), &self.ty).unwrap()
    }

    fn seen(&self, diagnostics: &Diagnostics, new: &DynamicValue, place: &str) -> String {
        if let Some(error) = diagnostics.errors().next() {
            let at = error
                .path
                .as_ref()
                .map(|path| format!(" at `{path}`"))
                .unwrap_or_default();
            return format!("{}{at}", error.summary);
        }
        match new.decode(&self.ty).unwrap() {
            Value::Known(Data::Object(object)) => {
                match object.get(place.split('.').next().unwrap()).unwrap() {
                    Value::Null => "null".to_owned(),
                    Value::Unknown(_) => "unknown".to_owned(),
                    Value::Known(Data::String(text)) => format!("`{text}`"),
                    Value::Known(_) => "as it is".to_owned(),
                }
            }
            Value::Null => "null object".to_owned(),
            other => format!("{other:?}"),
        }
    }

    async fn validate(&self, place: &str, state: State) -> String {
        let request = ValidateResourceConfigRequest {
            type_name: "lab_kinds".to_owned(),
            config: self.encode(self.config(place, state)),
            ..Default::default()
        };
        let answer = self
            .provider
            .validate_resource_config(request)
            .await
            .unwrap();
        match answer.diagnostics.errors().next() {
            Some(_) => self.seen(&answer.diagnostics, &DynamicValue::default(), place),
            None => "passes".to_owned(),
        }
    }

    async fn plan(&self, place: &str, state: State, prior: Option<Object>) -> String {
        let config = self.config(place, state);
        let proposed = match &prior {
            None => config.clone(),
            // What the host proposes: the configuration, with the state's values where nothing is configured.
            Some(prior) => {
                let mut proposed = config.clone();
                for name in COMPUTED.into_iter().chain(["defaulted"]) {
                    if config.get(name) == Some(&Value::Null) {
                        proposed.set(name, prior.get(name).unwrap().clone());
                    }
                }
                proposed
            }
        };
        let request = PlanResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: prior.map(|prior| self.encode(prior)).unwrap_or_default(),
            proposed_new_state: self.encode(proposed),
            config: self.encode(config),
            ..Default::default()
        };
        let answer = self.provider.plan_resource_change(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.planned_state, place)
    }

    async fn apply(&self, place: &str, state: State, prior: Option<Object>) -> String {
        let planned = self.state(place, state);
        let request = ApplyResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: prior.map(|prior| self.encode(prior)).unwrap_or_default(),
            planned_state: self.encode(planned),
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.new_state, place)
    }

    async fn read(&self, place: &str, state: State) -> String {
        let request = ReadResourceRequest {
            type_name: "lab_kinds".to_owned(),
            current_state: self.encode(self.state(place, state)),
            ..Default::default()
        };
        let answer = self.provider.read_resource(request).await.unwrap();
        match (
            answer.diagnostics.errors().next(),
            answer.diagnostics.warnings().next(),
        ) {
            (None, Some(how)) => how.summary.clone(),
            _ => self.seen(&answer.diagnostics, &answer.new_state, place),
        }
    }

    async fn delete(&self, place: &str, state: State) -> String {
        let request = ApplyResourceChangeRequest {
            type_name: "lab_kinds".to_owned(),
            prior_state: self.encode(self.state(place, state)),
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        match answer.diagnostics.errors().next() {
            Some(_) => self.seen(&answer.diagnostics, &answer.new_state, place),
            None => "deleted".to_owned(),
        }
    }

    async fn upgrade(&self, place: &str) -> String {
        let value = Value::Known(Data::Object(self.state(place, State::Null)));
        let request = UpgradeResourceStateRequest {
            type_name: "lab_kinds".to_owned(),
            version: 0,
            raw_state: RawState::from_json(json::encode(&value, &self.ty).unwrap().into()),
        };
        let answer = self.provider.upgrade_resource_state(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.upgraded_state, place)
    }

    async fn read_data(&self, place: &str, state: State) -> String {
        let request = ReadDataSourceRequest {
            type_name: "lab_kinds".to_owned(),
            config: self.encode(self.config(place, state)),
            ..Default::default()
        };
        let answer = self.provider.read_data_source(request).await.unwrap();
        self.seen(&answer.diagnostics, &answer.state, place)
    }
}

const PLACES: [(&str, &str); 29] = [
    ("required", "`T`"),
    ("defaulted", "`T` + `default`"),
    ("optional", "`Option<T>`"),
    ("computed", "`Computed<T>`"),
    ("kept", "`Computed<T>` + `keep`"),
    ("computed_optional", "`Computed<T>` + `optional`"),
    ("computed_null", "`Computed<Option<T>>`"),
    ("value", "`Value<T>`"),
    ("sensitive", "`Sensitive<T>`"),
    ("dynamic", "`Dynamic`"),
    ("id", "`T` + `identity`"),
    ("found", "`Computed<T>` + `key(optional)`"),
    ("called", "`Computed<T>` + `identity(optional)`"),
    ("list", "`Vec<T>`"),
    ("list.element", "element of `Vec<T>`"),
    ("list_null.element", "element of `Vec<Option<T>>`"),
    ("set", "`Set<T>`"),
    ("set.element", "element of `Set<T>`"),
    ("map", "`BTreeMap<String, T>`"),
    ("map.element", "element of `BTreeMap<String, T>`"),
    ("nested", "model `M`"),
    ("nested.x", "`T` in a model"),
    ("nested_optional", "`Option<M>`"),
    ("nested_list", "`Vec<M>`"),
    ("nested_list.element", "element of `Vec<M>`"),
    ("block", "block `M`"),
    ("block.x", "`T` in a block"),
    ("block_optional", "block `Option<M>`"),
    ("block_list", "block `Vec<M>`"),
];

async fn table() -> String {
    let bench = Bench::new().await;
    let mut text = HEAD.to_owned();
    for (place, kind) in PLACES {
        for (state, word) in [(State::Null, "null"), (State::Unknown, "unknown")] {
            let whole = || Some(bench.state("optional", State::Null));
            let cells = [
                bench.validate(place, state).await,
                bench.plan(place, state, None).await,
                bench.plan(place, state, whole()).await,
                bench.apply(place, state, None).await,
                bench.apply(place, state, whole()).await,
                bench.read(place, state).await,
                bench.delete(place, state).await,
                match state {
                    State::Null => bench.upgrade(place).await,
                    State::Unknown => "-".to_owned(),
                },
                bench.read_data(place, state).await,
            ];
            writeln!(text, "| {kind} | {word} | {} |", cells.join(" | ")).unwrap();
        }
    }
    text.push_str(SETTINGS);
    for place in ["required", "optional", "env"] {
        for (state, word) in [(State::Null, "null"), (State::Unknown, "unknown")] {
            writeln!(
                text,
                "| `{place}` | {word} | {} |",
                settings(place, state).await
            )
            .unwrap();
        }
    }
    text
}

/// Configures a provider with one setting in a state, then asks it for something that needs it.
async fn settings(place: &str, state: State) -> String {
    let provider = terrane::server::<Lab>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let ty = schema.provider.block.ty();
    let Ok(Value::Known(Data::Object(mut config))) =
        json::decode(br#"{"required":"a","optional":"a","env":"a"}"#, &ty)
    else {
        panic!("the settings are no object");
    };
    config.set(place, state.value());
    let config = DynamicValue::encode(&Value::Known(Data::Object(config)), &ty).unwrap();
    let shown = |diagnostics: &Diagnostics, fine: &str| match diagnostics.errors().next() {
        Some(error) => {
            let at = error
                .path
                .as_ref()
                .map(|path| format!(" at `{path}`"))
                .unwrap_or_default();
            format!("{}{at}", error.summary)
        }
        None => fine.to_owned(),
    };
    let request = terrane_protocol::ValidateProviderConfigRequest {
        config: config.clone(),
    };
    let validated = provider.validate_provider_config(request).await.unwrap();
    let request = ConfigureProviderRequest {
        config,
        ..Default::default()
    };
    let configured = provider.configure_provider(request).await.unwrap();
    let bench = Bench {
        ty: schema.resource_schemas["lab_kinds"].block.ty(),
        provider,
    };
    let request = ReadResourceRequest {
        type_name: "lab_kinds".to_owned(),
        current_state: bench.encode(bench.state("optional", State::Null)),
        ..Default::default()
    };
    let read = bench.provider.read_resource(request).await.unwrap();
    format!(
        "{} | {} | {}",
        shown(&validated.diagnostics, "passes"),
        shown(&configured.diagnostics, "passes"),
        shown(&read.diagnostics, "works"),
    )
}

const HEAD: &str = "# The table of states

What becomes of a null and of an unknown value, in each kind of field and each call. A cell says what the answer has in that place, or the error and where it
points. Every cell is what `crates/terrane/tests/states.rs` saw when it made the call; CI compares.

Configurations reach create, update and data sources wholly known from every host; where a cell shows an unknown value being refused there, that is the framework
holding hosts to it. A state is read with the whole model where it is complete (\"whole\"), and else with what identifies the object (\"key only\").

| field | state | validate | plan a create | plan an update | create | update | read | delete | upgrade | data source |
|---|---|---|---|---|---|---|---|---|---|---|
";

const SETTINGS: &str = "
## Settings of the provider

| setting | state | validate | configure | a read afterwards |
|---|---|---|---|---|
";

#[tokio::test]
async fn every_cell_of_the_table_is_what_happens() {
    let file = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/states.md");
    let table = table().await;
    if std::env::var_os("UPDATE_STATES").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    for (seen, written) in table.lines().zip(written.lines()) {
        assert_eq!(
            seen, written,
            "run with UPDATE_STATES=1 and read the difference"
        );
    }
    assert_eq!(table.lines().count(), written.lines().count());
}
