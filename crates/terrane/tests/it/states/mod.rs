//! The table of states: what becomes of a null and of an unknown value in each kind of field, in each RPC.
//!
//! Every cell of `docs/states.md` is what this test saw when it made the call. `UPDATE_STATES=1 cargo test -p terrane --test it states`
//! writes the table anew; without it the test compares.

mod bench;
mod lab;

use std::fmt::Write as _;
use std::path::Path as FilePath;

use terrane::prelude::*;
use terrane_protocol::{ConfigureProviderRequest, Diagnostics, DynamicValue, ReadResourceRequest};
use terrane_value::{Data, json};

use crate::states::bench::{Bench, State};
use crate::states::lab::Lab;

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

This table shows the effect of a null and of an unknown value, for each kind of field and each call. A cell has the value in the answer, or the error and
its path. The test `crates/terrane/tests/it/states` makes the calls and writes the table. CI compares the table with a new run.

Every host sends wholly known configurations to create, update and data sources. A refused unknown value in these columns shows that the framework checks
this. `read` gets the whole model if the state is complete (\"whole\"), and otherwise only the key (\"key only\"). After an import by the key alone it gets
only the key, for every field.

| field | state | validate | plan a create | plan an update | create | update | read | delete | upgrade | data source |
|---|---|---|---|---|---|---|---|---|---|---|
";

const SETTINGS: &str = "
## Settings of the provider

| setting | state | validate | configure | a read afterwards |
|---|---|---|---|---|
";

#[tokio::test]
async fn every_cell_of_the_table_equals_the_observed_behaviour() {
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
