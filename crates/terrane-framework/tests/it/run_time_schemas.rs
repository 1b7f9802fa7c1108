//! A provider of run-time schemas: unknown settings, moves, and the list of a resource of another provider.

use std::sync::Arc;

use futures_util::StreamExt;
use terrane_framework::context::{
    ConfigureContext, CreateContext, DeleteContext, ListContext, ReadContext, UpdateContext,
    ValidateContext,
};
use terrane_framework::dynamic::{
    BoxFuture, Configured, DynList, DynListed, DynProvider, DynResource, Found,
};
use terrane_framework::error::Result;
use terrane_framework::history::History;
use terrane_framework::moves::Moves;
use terrane_framework::schema::{Block, Member, Shape};
use terrane_framework::server::{Registry, TaskRunner, provider_server};
use terrane_protocol::*;
use terrane_value::{Object, Type, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

fn member(name: &str) -> Member {
    Member::new(name, Shape::Type(Type::String))
}

fn text(object: &Object, name: &str) -> String {
    object
        .get(name)
        .unwrap()
        .as_str()
        .unwrap_or("nothing")
        .to_owned()
}

fn ready<T: Send + 'static>(result: T) -> BoxFuture<Result<T>> {
    Box::pin(async { Ok(result) })
}

/// The settings: `pier` may be unknown, `name` may not.
struct Port;

impl DynProvider for Port {
    fn address(&self) -> &str {
        "registry.terraform.io/example/port"
    }

    fn version(&self) -> &str {
        "1.2.3"
    }

    fn block(&self) -> Block {
        Block::new([member("pier").accept_unknown(), member("name")])
    }

    fn configure(&self, config: Object, mut cx: ConfigureContext) -> BoxFuture<Result<Configured>> {
        let unknown = config.get("pier").unwrap().is_unknown();
        cx.warn("Configured", format!("{unknown} {}", text(&config, "name")));
        ready(Arc::new(()))
    }
}

/// A ship: `name`, which identifies it, and `flag`.
struct Ship;

fn ship() -> Block {
    Block::new([member("name").set_required().identity(), member("flag")])
}

impl DynResource for Ship {
    fn name(&self) -> &str {
        "ship"
    }

    fn block(&self) -> Block {
        ship()
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn moves(&self) -> Moves<Object> {
        let ship = |name: String, flag: Value| {
            let mut moved = Object::new(ship().object_type());
            moved.set("name", name);
            moved.set("flag", flag);
            moved
        };
        // A raft had a number before it had a name.
        let rafts = History::default()
            .version(0, Block::new([member("number")]), |old| {
                Ok(text(&old, "number"))
            })
            .version(1, Block::new([member("name")]), |old| {
                Ok(text(&old, "name"))
            });
        let mut moves = Moves::default();
        moves.from_versions("example/river", "river_raft", rafts, move |name, cx| {
            let identity = Block::new([member("flag_code")]);
            let identity = cx.source().identity_object(&identity)?;
            let version = cx.source().identity_version();
            let flag = identity.map(|it| format!("{} {version}", text(&it, "flag_code")));
            Ok(ship(name, flag.map_or(Value::Null, Value::from)))
        });
        moves
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        ready(plan.clone())
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        ready(Found::Object(Arc::unwrap_or_clone(state)))
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        ready(plan.clone())
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        ready(())
    }
}

/// Finds buoys, which another provider serves.
struct Buoys(Block);

fn buoy() -> Block {
    Block::new([
        member("id").identity().identity_name("buoy"),
        member("colour"),
    ])
}

impl DynList for Buoys {
    fn name(&self) -> &str {
        "buoy"
    }

    fn listed(&self) -> Option<Block> {
        Some(buoy())
    }

    fn block(&self) -> &Block {
        &self.0
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn list(
        &self,
        _: Object,
        _: Configured,
        found: mpsc::Sender<DynListed>,
        _: ListContext,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let mut object = Object::new(buoy().object_type());
            object.set("id", "7");
            object.set("colour", "red");
            let found = found.send(DynListed {
                display_name: "The red one".to_owned(),
                object,
                complete: true,
            });
            let _ = found.await;
            Ok(())
        })
    }
}

fn register(mut registry: Registry) -> Registry {
    registry.resource(Ship).list(Buoys(Block::new([])));
    registry
}

fn port() -> Arc<dyn Provider> {
    let (runner, terminating) = (TaskRunner::SameRuntime, CancellationToken::new());
    provider_server(Arc::new(Port), register, runner, terminating)
}

fn encoded(block: &Block, values: &[(&str, Value)]) -> DynamicValue {
    let mut object = Object::new(block.object_type());
    for (name, value) in values {
        object.set(name, value.clone());
    }
    DynamicValue::encode(&object.into(), &block.ty()).unwrap()
}

fn decoded(value: &DynamicValue, block: &Block) -> Object {
    let value = value.decode(&block.ty()).unwrap();
    value.as_object().unwrap().clone()
}

fn details(diagnostics: &Diagnostics) -> Vec<&str> {
    diagnostics.iter().map(|it| it.detail.as_str()).collect()
}

async fn configure(port: &dyn Provider, values: &[(&str, Value)]) -> Diagnostics {
    let request = ConfigureProviderRequest {
        config: encoded(&Port.block(), values),
        ..ConfigureProviderRequest::default()
    };
    port.configure_provider(request).await.unwrap().diagnostics
}

#[tokio::test]
async fn p5_a_dynamic_provider_accepts_an_unknown_setting_on_request() {
    let port = port();
    let unknown = ("pier", Value::unknown());
    let diagnostics = configure(&*port, &[unknown.clone(), ("name", "north".into())]).await;
    assert_eq!(details(&diagnostics), ["true north"]);
    let diagnostics = configure(&*port, &[unknown, ("name", Value::unknown())]).await;
    assert!(details(&diagnostics).is_empty(), "the name is unknown");
}

#[tokio::test]
async fn m4_a_dynamic_move_reads_the_source_and_its_identity_by_their_schemas() {
    let port = port();
    for (version, state, name) in [(0, r#"{"number":"7"}"#, "7"), (1, r#"{"name":"r"}"#, "r")] {
        for (identity, flag) in [(Some(r#"{"flag_code":"nl"}"#), "nl 3"), (None, "nothing")] {
            let raw = |json: &str| RawState {
                json: Some(json.to_owned().into()),
                ..RawState::default()
            };
            let request = MoveResourceStateRequest {
                source_provider_address: "registry.terraform.io/example/river".to_owned(),
                source_type_name: "river_raft".to_owned(),
                source_schema_version: version,
                source_state: raw(state),
                source_identity: identity.map(raw).unwrap_or_default(),
                source_identity_schema_version: 3,
                target_type_name: "port_ship".to_owned(),
                ..MoveResourceStateRequest::default()
            };
            let moved = port.move_resource_state(request).await.unwrap();
            assert!(
                details(&moved.diagnostics).is_empty(),
                "{:?}",
                moved.diagnostics
            );
            let moved = decoded(&moved.target_state, &ship());
            assert_eq!([text(&moved, "name"), text(&moved, "flag")], [name, flag]);
        }
    }
}

#[tokio::test]
async fn lr5_a_dynamic_list_declares_the_resource_of_another_provider() {
    let port = port();
    configure(&*port, &[]).await;
    let request = ListResourceRequest {
        type_name: "port_buoy".to_owned(),
        config: encoded(&Block::new([]), &[]),
        include_resource_object: true,
        ..ListResourceRequest::default()
    };
    let events: Vec<_> = port
        .list_resource(request)
        .await
        .unwrap()
        .map(|event| event.unwrap())
        .collect()
        .await;
    let [event] = &events[..] else {
        panic!("{events:?}");
    };
    assert!(event.diagnostics.is_empty(), "{:?}", event.diagnostics);
    let object = decoded(event.resource_object.as_ref().unwrap(), &buoy());
    assert_eq!(text(&object, "colour"), "red");
    let identity = Type::object([("buoy", Type::String)]);
    let identity = event.identity.as_ref().unwrap().decode(&identity).unwrap();
    assert_eq!(text(identity.as_object().unwrap(), "buoy"), "7");
}
