//! The whole server, in process: a call with arbitrary bytes is answered, and the next call on the same server works.

use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use terrane_protocol::{
    ApplyResourceChangeRequest, CallFunctionRequest, ConfigRequest, ConfigureProviderRequest,
    Diagnostics, DynamicValue, ImportResourceStateRequest, MoveResourceStateRequest, Opaque,
    PlanResourceChangeRequest, Provider, RawState, ReadDataSourceRequest, ReadResourceRequest,
    RpcError, UpgradeRequest, ValidateConfigRequest, ValidateProviderConfigRequest,
};
use terrane_types::GoDuration;
use terrane_value::{Type, Value, json};

use super::lab::{Lab, SETTINGS, TANK};
use super::setup::{RUNTIME, texts};

/// A configured server and the types of its values.
struct Rig {
    provider: Arc<dyn Provider>,
    tank: Type,
    settings: Type,
}

static RIG: LazyLock<Rig> = LazyLock::new(|| {
    let provider = terrane::server::<Lab>();
    let rig = RUNTIME.block_on(async {
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .expect("a schema");
        Rig {
            tank: schema.resource_schemas["lab_tank"].block.ty(),
            settings: schema.provider.block.ty(),
            provider,
        }
    });
    let configured = rig.call(1, rig.good(1)).expect("an answer");
    assert!(!configured.has_errors(), "{configured:?}");
    rig
});

/// The number of places for a value.
const PLACES: u8 = 13;

impl Rig {
    fn ty(&self, place: u8) -> Type {
        match place {
            0 | 1 => self.settings.clone(),
            12 => Type::list(Type::Number),
            _ => self.tank.clone(),
        }
    }

    fn good(&self, place: u8) -> DynamicValue {
        let text = match place {
            0 | 1 => SETTINGS,
            12 => "[1, 2.5]",
            _ => TANK,
        };
        let ty = self.ty(place);
        let value = json::decode(text.as_bytes(), &ty).expect("a good value");
        DynamicValue::encode(&value, &ty).expect("of its type")
    }

    /// Makes a call with a value in one place and good ones elsewhere.
    fn call(&self, place: u8, value: DynamicValue) -> Result<Diagnostics, RpcError> {
        let type_name = "lab_tank".to_owned();
        let whole = || self.good(3);
        let provider = &self.provider;
        RUNTIME.block_on(async {
            Ok(match place {
                0 => {
                    let request = ValidateProviderConfigRequest { config: value };
                    let answer = provider.validate_provider_config(request).await?;
                    answer.diagnostics
                }
                1 => {
                    let request = ConfigureProviderRequest {
                        config: value,
                        ..Default::default()
                    };
                    provider.configure_provider(request).await?.diagnostics
                }
                2 => {
                    let request = ConfigRequest {
                        type_name,
                        config: value,
                        ..Default::default()
                    };
                    let answer = provider.validate_resource_config(request).await?;
                    answer.diagnostics
                }
                3 => {
                    let request = ReadResourceRequest {
                        type_name,
                        current_state: value,
                        ..Default::default()
                    };
                    let answer = provider.read_resource(request).await?;
                    self.check(&answer.new_state, &answer.diagnostics);
                    answer.diagnostics
                }
                4..=6 => {
                    let mut request = PlanResourceChangeRequest {
                        type_name,
                        config: whole(),
                        prior_state: whole(),
                        proposed_new_state: whole(),
                        ..Default::default()
                    };
                    match place {
                        4 => request.config = value,
                        5 => request.prior_state = value,
                        _ => request.proposed_new_state = value,
                    }
                    let answer = provider.plan_resource_change(request).await?;
                    self.check(&answer.planned_state, &answer.diagnostics);
                    answer.diagnostics
                }
                7..=9 => {
                    let mut request = ApplyResourceChangeRequest {
                        type_name,
                        prior_state: whole(),
                        planned_state: whole(),
                        config: whole(),
                        ..Default::default()
                    };
                    match place {
                        7 => request.planned_state = value,
                        8 => request.prior_state = value,
                        _ => {
                            request.prior_state = value;
                            request.planned_state = DynamicValue::default();
                        }
                    }
                    let answer = provider.apply_resource_change(request).await?;
                    self.check(&answer.new_state, &answer.diagnostics);
                    answer.diagnostics
                }
                10 => {
                    let request = ValidateConfigRequest {
                        type_name,
                        config: value,
                    };
                    let answer = provider.validate_data_resource_config(request).await?;
                    answer.diagnostics
                }
                11 => {
                    let request = ReadDataSourceRequest {
                        type_name,
                        config: value,
                        ..Default::default()
                    };
                    let answer = provider.read_data_source(request).await?;
                    answer.diagnostics
                }
                _ => {
                    let request = CallFunctionRequest {
                        name: "total".to_owned(),
                        arguments: vec![value],
                    };
                    let answer = provider.call_function(request).await?;
                    match answer.error {
                        Some(error) => [terrane::Diagnostic::error("function", error.text)]
                            .into_iter()
                            .collect(),
                        None => Diagnostics::default(),
                    }
                }
            })
        })
    }

    /// Checks that a host can decode an object that is answered.
    fn check(&self, answered: &DynamicValue, diagnostics: &Diagnostics) {
        match answered.decode(&self.tank) {
            Ok(_) => {}
            // An error answer holds what came in, which may be malformed.
            Err(error) => assert!(diagnostics.has_errors(), "{error}"),
        }
    }
}

/// Names the outcome of a call by its errors.
fn outcome(answer: Result<Diagnostics, RpcError>) -> String {
    let diagnostics = answer.expect("a call with bad bytes is answered");
    let errors = diagnostics.errors();
    let words = errors.map(|error| {
        let words = error.detail.chars().filter(|c| !c.is_ascii_digit());
        format!("{} {}", error.summary, words.take(160).collect::<String>())
    });
    words.collect::<Vec<_>>().join("; ")
}

pub(super) fn call_seeds() -> Vec<Vec<u8>> {
    let msgpack = (0..PLACES).map(|place| [&[place][..], &RIG.good(place).msgpack].concat());
    let json = (0..PLACES).map(|place| match place {
        0 | 1 => format!("{}{SETTINGS}", char::from(place)).into_bytes(),
        12 => b"\x0c[1, 2.5]".to_vec(),
        _ => format!("{}{TANK}", char::from(place)).into_bytes(),
    });
    let unknown = (0..PLACES).map(|place| vec![place, 0xd4, 0, 0]);
    msgpack.chain(json).chain(unknown).collect()
}

pub(super) fn call(input: &[u8]) -> String {
    let Some((place, value)) = input.split_first() else {
        return "nothing".to_owned();
    };
    let place = place % PLACES;
    let value = Bytes::copy_from_slice(value);
    let value = match value.first() {
        Some(b'{' | b'[') => DynamicValue::from_json(value),
        _ => DynamicValue::from_msgpack(value),
    };
    let found = outcome(RIG.call(place, value));
    let next = RIG.call(2, RIG.good(2)).expect("the next call is answered");
    // The good value sets the computed number, which a configuration must not.
    assert!(next.errors().count() <= 1, "{next:?}");
    format!("{place} {found}")
}

pub(super) fn raw_state_seeds() -> Vec<Vec<u8>> {
    texts(&[
        TANK,
        r#"{"name":"a","volume":"2.5","gone":[1]}"#,
        r#"{"name":"a","volume":1.5}"#,
        "null",
    ])
}

/// Upgrades a state of each version, and moves it.
fn upgrade(raw_state: RawState) -> String {
    let provider = &RIG.provider;
    let mut found = String::new();
    for version in [0, 1] {
        let request = UpgradeRequest {
            type_name: "lab_tank".to_owned(),
            version,
            raw_state: raw_state.clone(),
        };
        let answer = RUNTIME
            .block_on(provider.upgrade_resource_state(request))
            .expect("a state is upgraded or refused");
        if !answer.diagnostics.has_errors() {
            let state = answer.upgraded_state.decode(&RIG.tank);
            let state = state.expect("an upgraded state is of the present type");
            assert!(!matches!(state, Value::Unknown(_)));
        }
        found += &outcome(Ok(answer.diagnostics));
    }
    let request = MoveResourceStateRequest {
        source_provider_address: "registry.terraform.io/example/other".to_owned(),
        source_type_name: "other_tank".to_owned(),
        source_state: raw_state,
        target_type_name: "lab_tank".to_owned(),
        ..Default::default()
    };
    let moved = RUNTIME.block_on(provider.move_resource_state(request));
    drop(moved.expect("a move is refused by diagnostics"));
    found
}

pub(super) fn raw_state(input: &[u8]) -> String {
    upgrade(RawState::from_json(Bytes::copy_from_slice(input)))
}

pub(super) fn flat_state_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "name=a\nvolume=1.5\ntags.#=2\ntags.1=x\ntags.2=y\nfish.#=1\nfish.0.kind=eel\nfish.0.parts.%=1\nfish.0.parts.fin=0.5",
        "fish.#=99999999999999999999\nfish.0.fish.1.#=-1",
        "",
    ])
}

pub(super) fn flat_state(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let entries = text.lines().filter_map(|line| line.split_once('='));
    upgrade(RawState {
        json: None,
        flatmap: entries
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
    })
}

pub(super) fn raw_identity_seeds() -> Vec<Vec<u8>> {
    texts(&[r#"{"name":"a"}"#, r#"{"name":null,"x":1}"#, "{}", "null"])
}

pub(super) fn raw_identity(input: &[u8]) -> String {
    let request = UpgradeRequest {
        type_name: "lab_tank".to_owned(),
        version: 0,
        raw_state: RawState::from_json(Bytes::copy_from_slice(input)),
    };
    let answer = RUNTIME.block_on(RIG.provider.upgrade_resource_identity(request));
    outcome(Ok(answer
        .expect("an identity is upgraded or refused")
        .diagnostics))
}

pub(super) fn private_state_seeds() -> Vec<Vec<u8>> {
    texts(&[
        r#"{"count":"MQ=="}"#,
        r#"{"count":"ImFiYyI=",".imported":"dHJ1ZQ=="}"#,
        r#"{"schema_version":"1","e2bfb730":{"create":60}}"#,
        "null",
    ])
}

/// Reads, plans and applies with private bytes.
pub(super) fn private_state(input: &[u8]) -> String {
    let private = Opaque(Bytes::copy_from_slice(input));
    let type_name = || "lab_tank".to_owned();
    let whole = || RIG.good(3);
    let provider = &RIG.provider;
    RUNTIME.block_on(async {
        let request = ReadResourceRequest {
            type_name: type_name(),
            current_state: whole(),
            private: private.clone(),
            ..Default::default()
        };
        let read = provider.read_resource(request).await.expect("an answer");
        RIG.check(&read.new_state, &read.diagnostics);
        let request = PlanResourceChangeRequest {
            type_name: type_name(),
            config: whole(),
            prior_state: whole(),
            proposed_new_state: whole(),
            prior_private: private.clone(),
            ..Default::default()
        };
        let planned = provider.plan_resource_change(request).await;
        drop(planned.expect("an answer"));
        let request = ApplyResourceChangeRequest {
            type_name: type_name(),
            prior_state: whole(),
            planned_state: whole(),
            config: whole(),
            planned_private: private,
            ..Default::default()
        };
        let applied = provider
            .apply_resource_change(request)
            .await
            .expect("an answer");
        RIG.check(&applied.new_state, &applied.diagnostics);
        outcome(Ok(read.diagnostics))
    })
}

pub(super) fn import_id_seeds() -> Vec<Vec<u8>> {
    texts(&["a", "a/1", "", "{\"name\":\"a\"}", "\u{0}e\u{301}"])
}

pub(super) fn import_id(input: &[u8]) -> String {
    let request = ImportResourceStateRequest {
        type_name: "lab_tank".to_owned(),
        id: String::from_utf8_lossy(input).into_owned(),
        ..Default::default()
    };
    let answer = RUNTIME
        .block_on(RIG.provider.import_resource_state(request))
        .expect("an import is answered");
    for imported in &answer.imported_resources {
        RIG.check(&imported.state, &answer.diagnostics);
    }
    outcome(Ok(answer.diagnostics))
}

pub(super) fn duration_seeds() -> Vec<Vec<u8>> {
    texts(&[
        "1h30m",
        "-1.5s",
        "300ms",
        "0",
        "+1.000000001us",
        ".5\u{b5}s",
        "2562047h47m16.854775807s",
    ])
}

pub(super) fn durations(input: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(input) else {
        return "no text".to_owned();
    };
    let limit = terrane::timeouts::parse(text);
    let Ok(span) = text.parse::<GoDuration>() else {
        return format!("none {}", limit.is_some());
    };
    if let (Some(limit), Some(span)) = (limit, span.duration()) {
        assert_eq!(limit, span, "both parsers agree on {text}");
    }
    format!("{} {}", span.nanoseconds() < 0, limit.is_some())
}
