//! Lists of objects of which only the key is known (rules LR2 and LR3).

use std::net::Ipv4Addr;

use futures_util::stream::{self, Stream, StreamExt};
use terrane::prelude::*;
use terrane_protocol::{ListResourceEvent, ListResourceRequest};

use crate::setup::{configured, messages_of, object, of_type, value};

#[derive(Default)]
struct Net;

#[provider("registry.terraform.io/example/net")]
impl Provider for Net {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Machine>()
            .resource::<Cable>()
            .list::<Machines>()
            .list::<Cables>();
    }
}

/// A machine, which can be read.
#[derive(Model)]
struct Machine {
    /// Where it is found.
    #[tf(identity, as = String)]
    address: Ipv4Addr,
    /// In which part of the network.
    #[tf(identity(optional), keep)]
    zone: Computed<String>,
    /// What reading finds out.
    name: Computed<String>,
}

/// A cable, which cannot be read.
#[derive(Model)]
struct Cable {
    /// Its number.
    #[tf(identity)]
    number: i64,
    /// How long it is.
    metres: Option<i64>,
}

impl Resource for Machine {
    type Provider = Net;

    async fn create(plan: Self, _: &Net, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Net, cx: &mut ReadContext) -> Result<Found<Self>> {
        assert!(prior.complete().is_none());
        let key = prior.into_key();
        assert_eq!(cx.private().get::<String>("address")?, None);
        cx.private_mut().set("address", &key.address.to_string());
        cx.warn("Looked", key.address.to_string());
        Ok(match key.address.octets()[3] {
            9 => Found::Gone,
            13 => return Err(Error::new("No answer", "Wait.")),
            last => Found::Object(Machine {
                address: key.address,
                zone: key.zone.unwrap_or_else(|| "found".to_owned()).into(),
                name: format!("machine-{last}").into(),
            }),
        })
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Net, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Net, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl Resource for Cable {
    type Provider = Net;

    async fn create(plan: Self, _: &Net, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Net, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Net, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Finds machines.
#[derive(Model)]
struct Machines {
    /// The last parts of their addresses.
    last: Vec<u8>,
}

/// Finds cables.
#[derive(Model)]
struct Cables {}

impl ListResource for Machines {
    type Resource = Machine;

    fn list(
        config: Self,
        _: &Net,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Machine>>> + Send {
        stream::iter(config.last).map(|last| {
            let key = MachineKey {
                address: Ipv4Addr::new(10, 0, 0, last),
                zone: (last < 2).then(|| "a".to_owned()),
            };
            Ok(Listed::key(format!("No. {last}"), key))
        })
    }
}

impl ListResource for Cables {
    type Resource = Cable;

    fn list(
        _: Self,
        _: &Net,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Cable>>> + Send {
        stream::iter([
            Ok(Listed::key("A", CableKey { number: 1 })),
            Ok(Listed::new(
                "B",
                Cable {
                    number: 2,
                    metres: Some(3),
                },
            )),
        ])
    }
}

async fn list(
    type_name: &str,
    config: terrane_protocol::DynamicValue,
    objects: bool,
) -> Vec<ListResourceEvent> {
    let request = ListResourceRequest {
        type_name: type_name.to_owned(),
        config,
        include_resource_object: objects,
        limit: 100,
    };
    let provider = configured::<Net>().await;
    let events = provider.list_resource(request).await.unwrap();
    events.map(Result::unwrap).collect().await
}

async fn machines(last: &str, objects: bool) -> Vec<ListResourceEvent> {
    let config = value::<Machines>(&format!(r#"{{"last":{last}}}"#));
    list("net_machine", config, objects).await
}

fn identity(event: &ListResourceEvent) -> Option<&terrane_protocol::DynamicValue> {
    event.identity.as_ref()
}

#[tokio::test]
async fn lr2_a_key_is_a_complete_identity() {
    let events = machines("[1,2,9,13]", false).await;
    assert_eq!(events.len(), 4);
    let ty = terrane_value::Type::object([
        ("address", terrane_value::Type::String),
        ("zone", terrane_value::Type::String),
    ]);
    assert_eq!(
        identity(&events[0]),
        Some(&of_type(&ty, r#"{"address":"10.0.0.1","zone":"a"}"#))
    );
    assert_eq!(
        identity(&events[3]),
        Some(&of_type(&ty, r#"{"address":"10.0.0.13","zone":null}"#))
    );
    for event in &events {
        assert!(event.resource_object.is_none() && event.diagnostics.is_empty());
    }
}

#[tokio::test]
async fn lr3_requested_objects_are_read_by_their_key_and_omitted_if_they_do_not_exist() {
    let events = machines("[1,9,2,13,3]", true).await;
    assert_eq!(events.len(), 3, "{events:?}");
    for (event, (last, zone)) in events.iter().zip([(1, "a"), (2, "found")]) {
        assert_eq!(event.display_name, format!("No. {last}"));
        let found = object::<Machine>(event.resource_object.as_ref().unwrap());
        assert_eq!(found.get("name"), Some(&format!("machine-{last}").into()));
        assert_eq!(found.get("zone"), Some(&zone.into()));
        let heard = messages_of(&event.diagnostics);
        assert!(
            heard.iter().all(|it| it.starts_with("warning: Looked")),
            "{heard:?}"
        );
    }
    let failed = messages_of(&events[2].diagnostics);
    assert!(
        failed.contains(&"error: No answer: Wait.".to_owned()),
        "{failed:?}"
    );
}

#[tokio::test]
async fn lr2_an_object_that_cannot_be_read_is_listed_with_a_warning() {
    let events = list("net_cable", value::<Cables>("{}"), true).await;
    assert_eq!(events.len(), 2);
    assert!(identity(&events[0]).is_some() && events[0].resource_object.is_none());
    let heard = messages_of(&events[0].diagnostics);
    assert!(
        heard.len() == 1
            && heard[0].starts_with("warning: Object is listed without its attributes"),
        "{heard:?}"
    );
    let whole = object::<Cable>(events[1].resource_object.as_ref().unwrap());
    assert_eq!(whole.get("metres"), Some(&3.into()));
    assert!(events[1].diagnostics.is_empty());
}
