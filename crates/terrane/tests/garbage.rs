//! Bytes that are not what they should be, in every call that carries values: the answer is a diagnostic, with the path where there is one, and the
//! next call on the same server works.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use bytes::Bytes;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, CallFunctionRequest, ConfigureProviderRequest, Diagnostic,
    DynamicValue, PlanResourceChangeRequest, RawState, ReadDataSourceRequest, ReadResourceRequest,
    RpcError, UpgradeResourceStateRequest, ValidateDataResourceConfigRequest,
    ValidateProviderConfigRequest, ValidateResourceConfigRequest,
};
use terrane_value::{Data, Type, json, msgpack};

struct Lab;

/// Settings.
#[derive(Schema)]
struct Settings {
    /// Where the lab is.
    place: Option<String>,
    /// How the lab is lit.
    lights: Option<Vec<Light>>,
}

/// A light.
#[derive(Schema)]
struct Light {
    /// How bright it is.
    lumen: i64,
}

impl Provider for Lab {
    const ADDRESS: &'static str = "registry.terraform.io/example/lab";
    const VERSION: &'static str = "0.1.0";
    type Config = Settings;

    async fn configure(_: Settings, _: &mut Configure) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Tank>()
            .data_source::<Tank>()
            .function::<total>();
    }
}

/// A tank.
#[derive(Schema)]
struct Tank {
    /// What it is called.
    #[tf(identity)]
    name: String,
    /// How much it holds.
    volume: f64,
    /// Whether it leaks.
    leaks: Option<bool>,
    /// What swims in it.
    fish: Vec<Fish>,
    /// What it is known by.
    tags: Set<String>,
    /// Where it stands.
    #[tf(block)]
    rooms: Vec<Light>,
    /// Anything.
    anything: Dynamic,
    /// Its number.
    number: Computed<i64>,
}

/// A fish.
#[derive(Schema)]
struct Fish {
    /// Its kind.
    kind: String,
    /// How long its parts are.
    parts: std::collections::BTreeMap<String, f64>,
}

impl Resource for Tank {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan.with_computed(TankComputed { number: 1 }))
    }

    async fn read(
        _: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        cx: &mut Read,
    ) -> Result<Option<Self>> {
        cx.keep_state();
        Ok(prior)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan.with_computed(TankComputed { number: 1 }))
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Tank {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
        Ok(config.with_computed(TankComputed { number: 1 }))
    }
}

/// Adds numbers.
#[function]
fn total(numbers: Vec<f64>) -> f64 {
    numbers.iter().sum()
}

const TANK: &str = r#"{"name":"a","volume":1.5,"leaks":true,"fish":[{"kind":"eel","parts":{"fin":0.5}}],"tags":["x","y"],
  "rooms":[{"lumen":3}],"anything":{"type":["list","string"],"value":["z"]},"number":7}"#;
const SETTINGS: &str = r#"{"place":"here","lights":[{"lumen":1}]}"#;

/// The places of a call that carry a value, by name.
const CALLS: [&str; 14] = [
    "validate provider",
    "configure",
    "validate resource",
    "validate data source",
    "upgrade",
    "read",
    "plan: config",
    "plan: prior",
    "plan: proposed",
    "apply: planned",
    "apply: prior",
    "delete: prior",
    "data source",
    "function",
];

struct Bench {
    provider: Arc<dyn terrane_protocol::Provider>,
    tank: Type,
    settings: Type,
}

/// What a call answered: its errors, as summary, path and detail.
type Errors = Vec<Diagnostic>;

impl Bench {
    async fn new() -> Self {
        let provider = terrane::server::<Lab>();
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        let bench = Self {
            tank: schema.resource_schemas["lab_tank"].block.ty(),
            settings: schema.provider.block.ty(),
            provider,
        };
        assert_eq!(
            bench.call("configure", bench.good("configure")).await,
            Ok(vec![])
        );
        bench
    }

    fn ty(&self, call: &str) -> Type {
        match call {
            "validate provider" | "configure" => self.settings.clone(),
            "function" => Type::list(Type::Number),
            _ => self.tank.clone(),
        }
    }

    fn value(&self, call: &str) -> Value {
        let text = match call {
            "validate provider" | "configure" => SETTINGS,
            "function" => "[1, 2.5]",
            _ => TANK,
        };
        json::decode(text.as_bytes(), &self.ty(call)).unwrap()
    }

    fn good(&self, call: &str) -> DynamicValue {
        if call == "upgrade" {
            return DynamicValue::from_json(Bytes::from_static(TANK.as_bytes()));
        }
        DynamicValue::encode(&self.value(call), &self.ty(call)).unwrap()
    }

    async fn call(&self, call: &str, value: DynamicValue) -> Result<Errors, RpcError> {
        let provider = &self.provider;
        let type_name = "lab_tank".to_owned();
        let whole = || DynamicValue::encode(&self.value("read"), &self.tank).unwrap();
        let diagnostics = match call {
            "validate provider" => {
                let request = ValidateProviderConfigRequest { config: value };
                provider
                    .validate_provider_config(request)
                    .await?
                    .diagnostics
            }
            "configure" => {
                let request = ConfigureProviderRequest {
                    config: value,
                    ..Default::default()
                };
                provider.configure_provider(request).await?.diagnostics
            }
            "validate resource" => {
                let request = ValidateResourceConfigRequest {
                    type_name,
                    config: value,
                    ..Default::default()
                };
                provider
                    .validate_resource_config(request)
                    .await?
                    .diagnostics
            }
            "validate data source" => {
                let request = ValidateDataResourceConfigRequest {
                    type_name,
                    config: value,
                };
                provider
                    .validate_data_resource_config(request)
                    .await?
                    .diagnostics
            }
            "upgrade" => {
                let raw_state = RawState::from_json(if value.json.is_empty() {
                    value.msgpack
                } else {
                    value.json
                });
                let request = UpgradeResourceStateRequest {
                    type_name,
                    version: 0,
                    raw_state,
                };
                provider.upgrade_resource_state(request).await?.diagnostics
            }
            "read" => {
                let request = ReadResourceRequest {
                    type_name,
                    current_state: value,
                    ..Default::default()
                };
                provider.read_resource(request).await?.diagnostics
            }
            "plan: config" | "plan: prior" | "plan: proposed" => {
                let mut request = PlanResourceChangeRequest {
                    type_name,
                    config: whole(),
                    prior_state: whole(),
                    proposed_new_state: whole(),
                    ..Default::default()
                };
                match call {
                    "plan: config" => request.config = value,
                    "plan: prior" => request.prior_state = value,
                    _ => request.proposed_new_state = value,
                }
                provider.plan_resource_change(request).await?.diagnostics
            }
            "apply: planned" | "apply: prior" | "delete: prior" => {
                let mut request = ApplyResourceChangeRequest {
                    type_name,
                    prior_state: whole(),
                    planned_state: whole(),
                    config: whole(),
                    ..Default::default()
                };
                match call {
                    "apply: planned" => request.planned_state = value,
                    "apply: prior" => request.prior_state = value,
                    _ => {
                        (request.prior_state, request.planned_state) =
                            (value, DynamicValue::default())
                    }
                }
                provider.apply_resource_change(request).await?.diagnostics
            }
            "data source" => {
                let request = ReadDataSourceRequest {
                    type_name,
                    config: value,
                    ..Default::default()
                };
                provider.read_data_source(request).await?.diagnostics
            }
            "function" => {
                let request = CallFunctionRequest {
                    name: "total".to_owned(),
                    arguments: vec![value],
                };
                let error = provider.call_function(request).await?.error;
                error
                    .map(|error| Diagnostic::error("function", error.text))
                    .into_iter()
                    .collect::<Vec<_>>()
                    .into()
            }
            other => panic!("there is no call {other}"),
        };
        Ok(diagnostics.errors().cloned().collect())
    }

    /// Makes a bad call, then a good one of the same kind.
    async fn survives(&self, call: &str, bytes: Bytes) -> Errors {
        let errors = self
            .call(call, DynamicValue::from_msgpack(bytes.clone()))
            .await
            .unwrap();
        let next = self.call(call, self.good(call)).await.unwrap();
        // A data source's configuration may not set what is computed, and the good value sets it.
        let fine = next.iter().all(|error| error.summary.contains("Read-Only"));
        assert!(fine, "{call} after {bytes:x?}: {next:?}");
        errors
    }
}

/// Numbers that look random and are the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

#[tokio::test]
async fn bytes_that_are_no_value_are_refused_and_the_next_call_works() {
    let bench = Bench::new().await;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut sent, mut refused) = (0, 0);
    let mut check = async |call: &str, bytes: Vec<u8>, must_fail: bool| {
        let shown = bytes.iter().take(40).copied().collect::<Vec<u8>>();
        let errors = bench.survives(call, bytes.into()).await;
        sent += 1;
        refused += usize::from(!errors.is_empty());
        assert!(!must_fail || !errors.is_empty(), "{call} took {shown:x?}");
    };
    for call in CALLS {
        let good = match bench.good(call) {
            good if call == "upgrade" => good.json,
            good => good.msgpack,
        };
        // Cut off anywhere: never a value. (No bytes at all are a null, which is the host's word for "none".)
        for end in 1..good.len() {
            check(call, good[..end].to_vec(), true).await;
        }
        // More than a value.
        check(call, [&good[..], b"\x01"].concat(), true).await;
        // Any byte changed: some changes make another good value, none may harm.
        for _ in 0..400 {
            let mut bytes = good.to_vec();
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(bytes.len());
                bytes[at] = u8::try_from(dice.roll(256)).unwrap();
            }
            check(call, bytes, false).await;
        }
        // Anything at all.
        for _ in 0..250 {
            let bytes = (0..1 + dice.roll(60))
                .map(|_| u8::try_from(dice.roll(256)).unwrap())
                .collect();
            check(call, bytes, false).await;
        }
        // Deep: lists in lists, maps in maps, JSON in JSON.
        for depth in [200, 5_000, 200_000] {
            check(call, vec![0x91; depth], true).await;
            check(call, [0x81, 0xa1, b'a'].repeat(depth), true).await;
            check(call, vec![b'['; depth], true).await;
        }
        // Huge: lengths that are announced and never come.
        for head in [0xdd_u8, 0xdf, 0xdb, 0xc6] {
            check(call, vec![head, 0xff, 0xff, 0xff, 0xff], true).await;
        }
    }
    assert!(sent >= 10_000, "{sent} bad calls");
    assert!(
        refused * 2 > sent,
        "{refused} of {sent} bad calls were refused"
    );
    println!("{sent} bad calls, {refused} refused");
}

/// Every attribute of a type, by path, with a value of another kind in its place.
fn wrong_kinds(value: &Value) -> Vec<(terrane::Path, Value)> {
    let mut places = Vec::new();
    value.walk(|path, _| {
        places.push(path.clone());
        true
    });
    let wrong = [
        Data::Bool(false),
        Data::String("wrong".into()),
        Data::Map([("w".into(), "w".into())].into()),
    ];
    let mut all = Vec::new();
    for place in places.into_iter().filter(|place| !place.steps().is_empty()) {
        for wrong in &wrong {
            let mut done = false;
            let changed = value.clone().transform(|path, value| {
                Ok::<_, std::convert::Infallible>(if *path == place {
                    done = true;
                    Value::Known(wrong.clone())
                } else {
                    value
                })
            });
            let Ok(changed) = changed;
            if done {
                all.push((place.clone(), changed));
            }
        }
    }
    all
}

/// Writes a value by what it is, whatever its type says.
fn encode_untyped(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    push(&mut bytes, value);
    bytes
}

fn push(bytes: &mut Vec<u8>, value: &Value) {
    let short = |len: usize| u8::try_from(len).unwrap();
    let Value::Known(data) = value else {
        return bytes.push(0xc0);
    };
    match data {
        Data::List(elements) => {
            bytes.push(0x90 | short(elements.len()));
            elements.iter().for_each(|element| push(bytes, element));
        }
        Data::Set(elements) => {
            bytes.push(0x90 | short(elements.len()));
            elements.iter().for_each(|element| push(bytes, element));
        }
        Data::Map(elements) => {
            bytes.push(0x80 | short(elements.len()));
            for (key, element) in elements {
                bytes.push(0xa0 | short(key.len()));
                bytes.extend_from_slice(key.as_bytes());
                push(bytes, element);
            }
        }
        Data::Object(object) => {
            bytes.push(0x80 | short(object.len()));
            for (name, element) in object.iter() {
                bytes.push(0xa0 | short(name.len()));
                bytes.extend_from_slice(name.as_bytes());
                push(bytes, element);
            }
        }
        Data::Dynamic(typed) => {
            let ty = typed.ty.to_json();
            bytes.extend_from_slice(&[0x92, 0xc4, short(ty.len())]);
            bytes.extend_from_slice(&ty);
            push(bytes, &typed.value);
        }
        Data::Bool(value) => bytes.push(0xc2 | u8::from(*value)),
        scalar => {
            let ty = match scalar {
                Data::String(_) => Type::String,
                Data::Number(_) => Type::Number,
                _ => Type::Dynamic,
            };
            bytes.extend_from_slice(&msgpack::encode(&Value::Known(scalar.clone()), &ty).unwrap());
        }
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_kind_is_named_by_its_path() {
    let bench = Bench::new().await;
    let mut checked = 0;
    for call in CALLS.into_iter().filter(|call| *call != "upgrade") {
        for (path, value) in wrong_kinds(&bench.value(call)) {
            let bytes = encode_untyped(&value);
            if msgpack::decode(&bytes.clone().into(), &bench.ty(call)).is_ok() {
                continue; // A bool where a bool is, a string where a string is.
            }
            let errors = bench.survives(call, bytes.into()).await;
            let named = |error: &Diagnostic| {
                let shown = error
                    .path
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let place = path.to_string();
                let place = place.split("[=").next().unwrap();
                // A path on the wire stops at a set; a function's argument has only its text.
                place.starts_with(&shown) && !shown.is_empty() || error.detail.contains(place)
            };
            assert!(
                errors.iter().any(named),
                "{call}: `{path}` is not named in {errors:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} values were wrong");
}

#[tokio::test]
async fn types_that_do_not_exist_are_diagnostics() {
    let provider = terrane::server::<Lab>();
    let type_name = "lab_nothing".to_owned();
    let errors = [
        provider
            .validate_resource_config(ValidateResourceConfigRequest {
                type_name: type_name.clone(),
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
        provider
            .plan_resource_change(PlanResourceChangeRequest {
                type_name: type_name.clone(),
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
        provider
            .read_data_source(ReadDataSourceRequest {
                type_name,
                ..Default::default()
            })
            .await
            .unwrap()
            .diagnostics,
    ];
    for diagnostics in errors {
        let error = diagnostics
            .errors()
            .next()
            .expect("g1: an unknown type is an error diagnostic");
        assert!(error.summary.ends_with("Type Not Found"), "{error:?}");
    }
}
