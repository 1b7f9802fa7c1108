//! Objects that are values: structs with `#[derive(Attr)]`, alone and in collections at any depth.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde_json::json;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane::{Attr, Equal};
use terrane_protocol::schema::AttributeKind;
use terrane_value::Type;

use crate::lab::lab;
use crate::setup::{client, errors, messages_of};

lab!(|registry| registry.state_only::<Balancer>());

/// A name in which case does not matter.
#[derive(Attr, Debug, Clone, PartialEq)]
#[tf(equal, validate(len(1..=8)))]
struct Name(String);

impl Equal for Name {
    fn equal(&self, prior: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&prior.0)
    }
}

/// How a key is made.
#[derive(Attr, Debug, Clone, PartialEq)]
enum Algorithm {
    Rsa,
    Ed25519,
}

/// A certificate.
#[derive(Attr, Debug, Clone, PartialEq)]
struct Certificate {
    /// The name.
    name: Name,
    /// How long it is valid, in days.
    #[tf(name = "for")]
    days: Option<f64>,
    /// Its key.
    key: Option<KeyPair>,
    /// From where it can be used.
    #[tf(as = String)]
    address: Option<IpAddr>,
    /// For which hosts it is.
    hosts: Vec<String>,
}

/// An object of an API whose names hosts do not allow for attributes.
#[derive(Attr, Debug, Clone, PartialEq)]
struct Headers {
    /// What the client accepts.
    #[tf(name = "Accept")]
    accept: Option<String>,
    /// The type of the body.
    #[tf(name = "Content-Type")]
    content_type: String,
}

#[test]
fn names_in_objects_are_free() {
    let headers = Headers {
        accept: None,
        content_type: "text/plain".to_owned(),
    };
    let text = Type::String;
    let expected = Type::object([("Accept", text.clone()), ("Content-Type", text)]);
    assert_eq!(Headers::shape().ty(), expected);
    let value = headers.clone().encode();
    assert_eq!(Headers::decode(value.known().unwrap()).unwrap(), headers);
}

/// A key.
#[derive(Attr, Debug, Clone, PartialEq)]
struct KeyPair {
    algorithm: Algorithm,
    bits: Option<u16>,
}

/// A load balancer.
#[derive(Model, Debug, Clone)]
struct Balancer {
    /// A required list.
    certificates: Vec<Certificate>,
    /// One.
    fallback: Option<Certificate>,
    /// A set.
    trusted: Option<Set<Certificate>>,
    /// Lists in a map.
    by_host: Option<BTreeMap<String, Vec<Certificate>>>,
    /// Lists of lists.
    chains: Option<Vec<Vec<KeyPair>>>,
    /// Hidden.
    keys: Option<Sensitive<Vec<KeyPair>>>,
    /// In the configuration alone.
    master: WriteOnly<KeyPair>,
    /// Set by the provider, unless it is configured.
    #[tf(optional)]
    issued: Computed<Vec<KeyPair>>,
    /// With a default.
    #[tf(default = KeyPair { algorithm: Algorithm::Ed25519, bits: None })]
    standard: KeyPair,
}

impl Balancer {
    fn made(self) -> Self {
        let made = self.certificates.iter().filter_map(|it| it.key.clone());
        let issued = made.collect();
        self.with_computed(BalancerComputed { issued })
    }
}

impl StateOnly for Balancer {
    type Provider = Lab;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let certificates = config.certificates.known().into_iter().flatten();
        for (at, certificate) in certificates.enumerate() {
            let Some(key) = certificate.known().and_then(|it| it.key.known()) else {
                continue;
            };
            if let Some(bits) = known!(key; bits)
                && *bits < 1024
            {
                let place = path!(Balancer, certificates[at].key.bits);
                cx.error_with(place, "The key is short", "Write 1024 or more.");
            }
        }
        Ok(())
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.made())
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.made())
    }
}

fn certificate(name: &str, bits: u16) -> serde_json::Value {
    json!({
        "name": name, "for": 0.1, "key": { "algorithm": "rsa", "bits": bits }, "address": null, "hosts": ["a"],
    })
}

#[test]
fn a_field_of_objects_is_one_attribute_of_an_object_type() {
    let key = Type::object([("algorithm", Type::String), ("bits", Type::Number)]);
    let certificate = Type::object([
        ("name", Type::String),
        ("for", Type::Number),
        ("key", key.clone()),
        ("address", Type::String),
        ("hosts", Type::list(Type::String)),
    ]);
    let schema = Balancer::block().to_protocol(0);
    let attribute = |name: &str| {
        let mut attributes = schema.block.attributes.iter();
        attributes.find(|it| it.name == name).unwrap()
    };
    for (name, ty) in [
        ("certificates", Type::list(certificate.clone())),
        ("fallback", certificate.clone()),
        ("trusted", Type::set(certificate.clone())),
        ("by_host", Type::map(Type::list(certificate))),
        ("chains", Type::list(Type::list(key.clone()))),
        ("keys", Type::list(key.clone())),
        ("master", key.clone()),
        ("issued", Type::list(key.clone())),
        ("standard", key),
    ] {
        let AttributeKind::Type(found) = &attribute(name).kind else {
            panic!("{name} is a nested attribute");
        };
        assert_eq!(*found, ty, "{name}");
    }
    assert!(attribute("keys").sensitive && attribute("master").write_only);
    assert!(attribute("issued").computed && attribute("certificates").required);
}

#[tokio::test]
async fn objects_are_planned_and_applied_as_whole_values() {
    let client = client::<Lab>().await;
    let config = json!({
        "certificates": [certificate("a", 2048)],
        "trusted": [certificate("b", 2048), certificate("c", 2048)],
        "by_host": { "x": [certificate("d", 2048)], "y": [] },
        "chains": [[{ "algorithm": "rsa", "bits": null }], []],
        "master": { "algorithm": "rsa", "bits": 4096 },
    });
    let absent = terrane_test::client::Instance::absent("lab_balancer");
    let planned = client.plan(&absent, config.clone()).await.unwrap();
    assert!(planned.attribute("issued").unwrap().is_unknown());
    let made = client.apply(planned).await.unwrap();
    let balancer: Balancer = made.get().unwrap();
    let key = KeyPair {
        algorithm: Algorithm::Rsa,
        bits: Some(2048),
    };
    assert_eq!(balancer.issued.known(), Some(&vec![key.clone()]));
    assert_eq!(balancer.certificates[0].key, Some(key));
    assert_eq!(balancer.by_host.unwrap()["y"], []);
    assert_eq!(balancer.standard.algorithm, Algorithm::Ed25519);
    assert!(made.attribute("master").unwrap().is_null());
    let again = client.plan(&made, config).await.unwrap();
    assert_eq!(again.changes(), []);
}

#[tokio::test]
async fn another_form_of_a_part_is_no_change_and_another_value_is() {
    let client = client::<Lab>().await;
    let config = |name: &str, days: f64| {
        let mut certificate = certificate(name, 2048);
        certificate["for"] = days.into();
        let (other, by_host) = (certificate.clone(), json!({ "x": [certificate.clone()] }));
        json!({ "certificates": [certificate], "fallback": other, "trusted": [other], "by_host": by_host })
    };
    let absent = terrane_test::client::Instance::absent("lab_balancer");
    let planned = client.plan(&absent, config("a", 0.1)).await.unwrap();
    let made = client.apply(planned).await.unwrap();
    let same = client.plan(&made, config("A", 0.1)).await.unwrap();
    assert_eq!(same.changes(), []);
    let other = client.plan(&made, config("A", 0.2)).await.unwrap();
    let changed: Vec<_> = other
        .changes()
        .iter()
        .map(|it| it.path.to_string())
        .collect();
    assert!(!changed.is_empty(), "{changed:?}");
    let certificates = other.attribute("certificates").unwrap().clone();
    let name = certificates.as_list().unwrap()[0]
        .as_object()
        .unwrap()
        .get("name")
        .cloned();
    assert_eq!(
        name,
        Some("A".into()),
        "a changed value is the configured one as a whole"
    );
}

#[tokio::test]
async fn a_part_that_does_not_fit_is_reported_with_its_path() {
    let client = client::<Lab>().await;
    for (change, path, problem) in [
        (json!({ "name": null }), "certificates[0].name", "null"),
        (json!({ "name": "" }), "certificates[0].name", "character"),
        (
            json!({ "hosts": ["a", null] }),
            "certificates[0].hosts[1]",
            "null",
        ),
        (
            json!({ "address": "here" }),
            "certificates[0].address",
            "IP address",
        ),
        (
            json!({ "key": { "algorithm": "dsa", "bits": 1 } }),
            "certificates[0].key.algorithm",
            "expected one of `rsa`, `ed25519`",
        ),
        (
            json!({ "key": { "algorithm": "rsa", "bits": -1 } }),
            "certificates[0].key.bits",
            "-1",
        ),
        (
            json!({ "key": { "algorithm": "rsa", "bits": 512 } }),
            "certificates[0].key.bits",
            "The key is short",
        ),
    ] {
        let mut wrong = certificate("a", 2048);
        for (name, value) in change.as_object().unwrap() {
            wrong[name] = value.clone();
        }
        let config = json!({ "certificates": [wrong] });
        let found = client.validate("lab_balancer", config).await;
        let found = errors(&found);
        assert!(
            found
                .iter()
                .any(|it| it.contains(path) && it.contains(problem)),
            "{path}: {found:?}"
        );
    }
}

#[test]
fn a_draft_takes_null_and_unknown_parts() {
    let value = Value::Known(terrane_value::Data::Object(
        terrane_value::Object::from_pairs([("algorithm", Value::unknown()), ("bits", Value::Null)]),
    ));
    let draft = KeyPair::draft(value.known().unwrap()).unwrap();
    assert!(draft.algorithm.is_unknown() && draft.bits.is_null());
    assert_eq!(KeyPair::encode_draft(draft), value);
    let known = <KeyPair as terrane::Field>::decode(&value);
    assert!(known.unwrap_err().is_unknown());
}

/// A provider with a schema error.
mod dependent {
    use terrane::prelude::*;

    use super::KeyPair;
    use crate::lab::lab;

    lab!(|registry| registry.state_only::<Dependent>());

    /// A model that depends on a part of an object, which is one value.
    #[derive(Model)]
    struct Dependent {
        key: KeyPair,
        #[tf(changes_with(key.bits))]
        size: Computed<i64>,
    }

    impl StateOnly for Dependent {
        type Provider = Lab;

        async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
            Ok(plan.with_computed(DependentComputed { size: 1 }))
        }

        async fn update(
            plan: Self,
            _: Prior<Self>,
            _: &Lab,
            _: &mut UpdateContext,
        ) -> Result<Self> {
            Ok(plan)
        }
    }
}

#[tokio::test]
async fn a_dependency_on_a_part_of_an_object_is_a_schema_error() {
    let provider = terrane::server::<dependent::Lab>();
    let schema = provider.get_provider_schema(Default::default());
    let found = messages_of(&schema.await.unwrap().diagnostics);
    let [error] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        error.contains("`size` cannot change with `key.bits`"),
        "{error}"
    );
}
