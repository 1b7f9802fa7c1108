//! Types of an author's own: over other types, of other crates, and in the configuration only.

use std::collections::BTreeMap;
use std::net::IpAddr;

use terrane::Model as _;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane::{Attr, Equal};
use terrane_protocol::schema::AttributeKind;
use terrane_value::{Type, json};

/// A port of a server.
#[derive(Attr, Debug, Clone, PartialEq)]
#[tf(validate(range(1..)))]
struct Port(u16);

/// Ports, sorted.
#[derive(Attr, Debug, Clone, PartialEq)]
struct Ports(Vec<Port>);

/// A name in which case does not matter.
#[derive(Attr, Debug, Clone, PartialEq)]
#[tf(equal, validate(len(1..=8)))]
struct Name(String);

impl Equal for Name {
    fn equal(&self, prior: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&prior.0)
    }
}

/// Minutes, as a number.
mod minutes {
    use std::time::Duration;

    pub(super) type Attr = u64;

    pub(super) fn decode(minutes: u64) -> Result<Duration, &'static str> {
        let seconds = minutes.checked_mul(60).ok_or("expected fewer minutes")?;
        Ok(Duration::from_secs(seconds))
    }

    pub(super) fn encode(duration: &Duration) -> u64 {
        duration.as_secs() / 60
    }
}

/// A server.
#[derive(Model, Debug)]
struct Server {
    /// Where it listens.
    ports: Ports,
    /// The name.
    names: Option<Vec<Name>>,
    /// The location.
    #[tf(as = String)]
    address: Option<IpAddr>,
    /// Where it was.
    #[tf(as = String)]
    former: BTreeMap<String, IpAddr>,
    /// Where it will be.
    #[tf(as = String, identity)]
    next: Computed<IpAddr>,
    /// How long it runs.
    #[tf(with = minutes, default = std::time::Duration::from_secs(120))]
    uptime: std::time::Duration,
    /// The persons who may enter.
    #[tf(required)]
    password: WriteOnly<Sensitive<String>>,
}

fn main_type(name: &str) -> Type {
    Server::block().member(name).unwrap().ty()
}

#[test]
fn a_type_over_another_one_has_its_schema() {
    assert_eq!(main_type("ports"), Type::list(Type::Number));
    assert_eq!(main_type("names"), Type::list(Type::String));
    assert_eq!(main_type("uptime"), Type::Number);
    assert_eq!(main_type("former"), Type::map(Type::String));
    let schema = Server::block().to_protocol(0);
    let password = schema
        .block
        .attributes
        .iter()
        .find(|it| it.name.as_str() == "password")
        .unwrap();
    assert!(password.write_only && password.required && password.sensitive && !password.optional);
    assert_eq!(password.kind, AttributeKind::Type(Type::String));
}

const STATE: &str = r#"{
    "ports": [80, 443], "names": ["a"], "address": "::1", "former": {"old": "127.0.0.1"}, "next": "10.0.0.1", "uptime": 3,
    "password": "hunter2"
}"#;

#[test]
fn foreign_values_are_read_and_written() {
    let ty = Server::block().ty();
    let value = json::decode(STATE.as_bytes(), &ty).unwrap();
    let server = Server::decode(&value.clone().into_known().unwrap()).unwrap();
    assert_eq!(server.address, Some(IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])));
    assert_eq!(server.uptime.as_secs(), 180);
    assert_eq!(server.ports, Ports(vec![Port(80), Port(443)]));
    assert_eq!(server.password.get().unwrap().expose(), "hunter2");
    let key: Key<Server> = Server::key(value.as_object().unwrap()).unwrap();
    assert_eq!(key.next, IpAddr::from([10, 0, 0, 1]));
    let mut stored = value;
    stored.as_object_mut().unwrap().take("password");
    assert_eq!(Attr::encode(server), stored);
}

#[test]
fn a_draft_is_filled_with_foreign_values_as_they_are_written() {
    let draft = ServerDraft::default().with_computed(ServerComputed {
        next: IpAddr::from([10, 0, 0, 1]),
    });
    assert_eq!(draft.next, Value::Known("10.0.0.1".to_owned()));
}

#[test]
fn a_value_that_a_foreign_type_refuses_is_an_error_with_its_path() {
    let ty = Server::block().ty();
    for (from, to, place) in [
        ("\"::1\"", "\"here\"", "address"),
        ("\"127.0.0.1\"", "\"there\"", "former[\"old\"]"),
        ("\"uptime\": 3", "\"uptime\": 1e19", "uptime"),
    ] {
        let value = json::decode(STATE.replacen(from, to, 1).as_bytes(), &ty).unwrap();
        let error = Server::decode(&value.into_known().unwrap()).unwrap_err();
        assert_eq!(error.path().to_string(), place, "{error}");
    }
}

type Maybe = Option<i64>;
type Label = String;
type Id = Computed<String>;

/// Types behind other names.
#[derive(Model)]
struct Aliased {
    /// A part that may be null.
    parts: (Maybe, Option<String>),
    /// Elements that may be null.
    elements: Vec<Maybe>,
    /// Named values.
    map: BTreeMap<Label, Maybe>,
    /// Its number.
    #[tf(computed, key)]
    id: Id,
}

#[test]
fn a_field_of_an_alias_type_has_the_schema_of_the_aliased_type() {
    let member = |name: &str| Aliased::block().member(name).unwrap();
    let parts = Type::tuple([Type::Number, Type::String]);
    assert_eq!(member("parts").ty(), parts);
    assert_eq!(member("elements").ty(), Type::list(Type::Number));
    assert_eq!(member("map").ty(), Type::map(Type::Number));
    assert!(member("id").computed());
}
