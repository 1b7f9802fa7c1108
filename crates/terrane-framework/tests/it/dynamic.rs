//! A provider whose items of every kind have schemas that are made at run time.

#![expect(
    clippy::needless_update,
    reason = "requests of some kinds have no other fields"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use terrane_framework::context::{
    CloseContext, ConfigureContext, Context, CreateContext, DeleteContext, InvokeContext,
    ListContext, OpenContext, PlanActionContext, ProvisionContext, ReadContext, ReadDataContext,
    RenewContext, UpdateContext, ValidateContext,
};
use terrane_framework::dynamic::{
    BoxFuture, Configured, DynAction, DynDataSource, DynEphemeral, DynFunction, DynList, DynListed,
    DynProvider, DynProvisioner, DynResource, DynStateStore, DynStore, Found, Lock, Signature,
};
use terrane_framework::error::{Error, Result};
use terrane_framework::schema::{Block, Member, Shape};
use terrane_framework::server::{Registry, TaskRunner, provider_server, provisioner_server};
use terrane_protocol::schema::{Description, Parameter};
use terrane_protocol::*;
use terrane_value::{Object, Type, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The settings of the provider: a prefix, which all items put before names.
struct Bridge;

/// The value that `configure` makes.
struct Prefix(String);

fn prefix(provider: &Configured) -> &str {
    &provider.downcast_ref::<Prefix>().unwrap().0
}

fn text(object: &Object, name: &str) -> String {
    object.get(name).unwrap().as_str().unwrap().to_owned()
}

fn required(name: &str) -> Member {
    Member::new(name, Shape::Type(Type::String)).set_required()
}

fn refuse_empty(config: &Object) -> Result<()> {
    match config.get("name").and_then(Value::as_str) {
        Some("") => Err(Error::new("The name is empty", "Write a name.")),
        _ => Ok(()),
    }
}

impl DynProvider for Bridge {
    fn address(&self) -> &str {
        "registry.terraform.io/example/bridge"
    }

    fn version(&self) -> &str {
        "1.2.3"
    }

    fn block(&self) -> Block {
        Block::new([required("name")])
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn configure(&self, config: Object, mut cx: ConfigureContext) -> BoxFuture<Result<Configured>> {
        let detail = format!("by {}", cx.host_version());
        cx.warn("Configured", detail);
        let prefix = text(&config, "name");
        Box::pin(async move { Ok(Arc::new(Prefix(prefix)) as Configured) })
    }
}

/// An item of every kind: `name`, and `greeting`, which is the prefix before the name.
#[derive(Clone)]
struct Item {
    block: Block,
}

impl Item {
    fn new() -> Self {
        let greeting = Member::new("greeting", Shape::Type(Type::String)).set_computed(false);
        Self {
            block: Block::new([required("name").identity(), greeting]),
        }
    }

    /// An item of a kind that returns nothing.
    fn without_result() -> Self {
        Self {
            block: Block::new([required("name")]),
        }
    }

    fn greeted(mut object: Object, provider: &Configured) -> Object {
        let greeting = format!("{} {}", prefix(provider), text(&object, "name"));
        object.set("greeting", greeting);
        object
    }
}

fn ready<T: Send + 'static>(result: T) -> BoxFuture<Result<T>> {
    Box::pin(async { Ok(result) })
}

impl DynResource for Item {
    fn name(&self) -> &str {
        "item"
    }

    fn block(&self) -> Block {
        self.block.clone()
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn create(
        &self,
        plan: &Object,
        provider: Configured,
        _: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        ready(Self::greeted(plan.clone(), &provider))
    }

    fn read(
        &self,
        state: Arc<Object>,
        provider: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        ready(Found::Object(Self::greeted(
            Arc::unwrap_or_clone(state),
            &provider,
        )))
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        provider: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        ready(Self::greeted(plan.clone(), &provider))
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        ready(())
    }
}

impl DynDataSource for Item {
    fn name(&self) -> &str {
        "item"
    }

    fn block(&self) -> &Block {
        &self.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn read(
        &self,
        config: Object,
        provider: Configured,
        _: ReadDataContext,
    ) -> BoxFuture<Result<Object>> {
        ready(Self::greeted(config, &provider))
    }
}

impl DynEphemeral for Item {
    fn name(&self) -> &str {
        "item"
    }

    fn block(&self) -> &Block {
        &self.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn open(
        &self,
        config: Object,
        provider: Configured,
        mut cx: OpenContext,
    ) -> BoxFuture<Result<Object>> {
        cx.private_mut().set("state", "open");
        ready(Self::greeted(config, &provider))
    }

    fn renew(&self, _: Configured, mut cx: RenewContext) -> BoxFuture<Result<()>> {
        let state = cx.private().get::<String>("state");
        cx.warn("Renewed", format!("{state:?}"));
        ready(())
    }

    fn close(&self, _: Configured, mut cx: CloseContext) -> BoxFuture<Result<()>> {
        let state = cx.private().get::<String>("state");
        cx.warn("Closed", format!("{state:?}"));
        ready(())
    }
}

/// Lists items with the prefix.
struct Items(Item);

impl DynList for Items {
    fn name(&self) -> &str {
        "item"
    }

    fn block(&self) -> &Block {
        &self.0.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn list(
        &self,
        config: Object,
        provider: Configured,
        found: mpsc::Sender<DynListed>,
        cx: ListContext,
    ) -> BoxFuture<Result<()>> {
        assert_eq!((cx.limit(), cx.wants_objects()), (2, true));
        let block = Item::new().block;
        Box::pin(async move {
            for number in 1.. {
                let mut object = Object::new(block.object_type());
                object.set("name", format!("{}-{number}", text(&config, "name")));
                let found = found.send(DynListed {
                    display_name: text(&object, "name"),
                    object: Item::greeted(object, &provider),
                    complete: true,
                });
                if found.await.is_err() {
                    break;
                }
            }
            Ok(())
        })
    }
}

impl DynAction for Items {
    fn name(&self) -> &str {
        "greet"
    }

    fn block(&self) -> &Block {
        &self.0.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        mut cx: PlanActionContext,
    ) -> BoxFuture<Result<()>> {
        let known = provider.is_some();
        cx.warn("Planned", format!("{} {known}", text(&config, "name")));
        ready(())
    }

    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        mut cx: InvokeContext,
    ) -> BoxFuture<Result<()>> {
        let greeting = format!("{} {}", prefix(&provider), text(&config, "name"));
        Box::pin(async move {
            cx.progress(greeting).await;
            Ok(())
        })
    }
}

impl DynStateStore for Items {
    fn name(&self) -> &str {
        "store"
    }

    fn block(&self) -> &Block {
        &self.0.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn configure(
        &self,
        _: Object,
        _: Configured,
        _: Context,
    ) -> BoxFuture<Result<Arc<dyn DynStore>>> {
        ready(Arc::new(Store::default()))
    }
}

#[derive(Default)]
struct Store(Mutex<BTreeMap<String, Bytes>>);

impl DynStore for Store {
    fn read(self: Arc<Self>, state: String, _: Context) -> BoxFuture<Result<Option<Bytes>>> {
        ready(self.0.lock().unwrap().get(&state).cloned())
    }

    fn write(self: Arc<Self>, state: String, bytes: Bytes, _: Context) -> BoxFuture<Result<()>> {
        self.0.lock().unwrap().insert(state, bytes);
        ready(())
    }

    fn lock(
        self: Arc<Self>,
        _: String,
        lock: Lock,
        _: Context,
    ) -> BoxFuture<Result<Option<String>>> {
        ready(Some(lock.operation))
    }

    fn unlock(self: Arc<Self>, _: String, lock_id: String, _: Context) -> BoxFuture<Result<()>> {
        assert_eq!(lock_id, "apply");
        ready(())
    }

    fn list(self: Arc<Self>, _: Context) -> BoxFuture<Result<Vec<String>>> {
        ready(self.0.lock().unwrap().keys().cloned().collect())
    }

    fn delete(self: Arc<Self>, state: String, _: Context) -> BoxFuture<Result<()>> {
        self.0.lock().unwrap().remove(&state);
        ready(())
    }
}

impl DynFunction for Item {
    fn name(&self) -> &str {
        "greet"
    }

    fn signature(&self) -> Signature {
        let name = Parameter {
            name: "name".into(),
            ty: Type::String,
            allow_null: false,
            allow_unknown: false,
            description: Description::default(),
        };
        Signature {
            parameters: vec![name],
            variadic: None,
            returns: Type::String,
            summary: String::new(),
            description: Description::default(),
            deprecation: None,
        }
    }

    fn needs_provider(&self) -> bool {
        true
    }

    fn call(
        &self,
        arguments: Vec<Value>,
        provider: Option<Configured>,
    ) -> BoxFuture<Result<Value>> {
        let name = arguments[0].as_str().unwrap();
        ready(format!("{} {name}", prefix(&provider.unwrap())).into())
    }
}

impl DynProvisioner for Item {
    fn name(&self) -> &str {
        "greet"
    }

    fn block(&self) -> &Block {
        &self.block
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        refuse_empty(config)
    }

    fn provision(&self, config: Object, mut cx: ProvisionContext) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let host = cx.connection().get("host").cloned().unwrap();
            cx.output(format!("{} on {host}", text(&config, "name")))
                .await;
            Ok(())
        })
    }
}

fn register(mut registry: Registry) -> Registry {
    registry
        .resource(Item::new())
        .data_source(Item::new())
        .ephemeral(Item::new())
        .list(Items(Item::without_result()))
        .action(Items(Item::without_result()))
        .state_store(Items(Item::without_result()))
        .function(Item::new())
        .meta(Block::new([required("team")]));
    registry
}

fn encoded(block: &Block, values: &[(&str, Value)]) -> DynamicValue {
    let mut object = Object::new(block.object_type());
    for (name, value) in values {
        object.set(name, value.clone());
    }
    DynamicValue::encode(&object.into(), &block.ty()).unwrap()
}

/// A configuration of an item.
fn config(block: &Block, name: &str) -> DynamicValue {
    encoded(block, &[("name", name.into())])
}

fn details(diagnostics: &Diagnostics) -> Vec<String> {
    let texts = diagnostics
        .iter()
        .map(|it| format!("{}: {}", it.summary, it.detail));
    texts.collect()
}

async fn configured() -> Arc<dyn terrane_protocol::Provider> {
    let provider = provider_server(
        Arc::new(Bridge),
        register,
        TaskRunner::SameRuntime,
        CancellationToken::new(),
    );
    let request = ConfigureProviderRequest {
        terraform_version: "1.14.0".to_owned(),
        config: config(&Bridge.block(), "hello"),
        ..ConfigureProviderRequest::default()
    };
    let answer = provider.configure_provider(request).await.unwrap();
    assert_eq!(details(&answer.diagnostics), ["Configured: by 1.14.0"]);
    provider
}

fn greeting(value: &DynamicValue) -> String {
    let object = value.decode(&Item::new().block.ty()).unwrap();
    text(object.as_object().unwrap(), "greeting")
}

#[tokio::test]
async fn schemas_of_every_kind_are_announced() {
    let provider = configured().await;
    let schemas = provider
        .get_provider_schema(EmptyRequest::default())
        .await
        .unwrap();
    assert_eq!(details(&schemas.diagnostics), Vec::<String>::new());
    let names = [
        schemas.resource_schemas.keys().cloned().collect::<Vec<_>>(),
        schemas.data_source_schemas.keys().cloned().collect(),
        schemas.ephemeral_resource_schemas.keys().cloned().collect(),
        schemas.list_resource_schemas.keys().cloned().collect(),
        schemas.action_schemas.keys().cloned().collect(),
        schemas.state_store_schemas.keys().cloned().collect(),
    ];
    let expected = ["item", "item", "item", "item", "greet", "store"];
    assert_eq!(names, expected.map(|name| vec![format!("bridge_{name}")]));
    assert_eq!(
        schemas.provider_meta.as_ref().unwrap().block.attributes[0].name,
        "team"
    );
}

#[tokio::test]
async fn configurations_of_every_kind_are_validated() {
    let provider = configured().await;
    let (item, plain) = (Item::new().block, Item::without_result().block);
    let empty = |block: &Block| config(block, "");
    let expected = ["The name is empty: Write a name."];
    let name = |name: &str| format!("bridge_{name}");
    macro_rules! refused {
        ($($method:ident($request:ident { $($field:ident: $value:expr),* });)*) => {$(
            let request = $request { $($field: $value,)* ..$request::default() };
            let answer = provider.$method(request).await.unwrap();
            assert_eq!(details(&answer.diagnostics), expected, stringify!($method));
        )*};
    }
    refused! {
        validate_provider_config(ValidateProviderConfigRequest { config: empty(&Bridge.block()) });
        validate_resource_config(ConfigRequest { type_name: name("item"), config: empty(&item) });
        validate_data_resource_config(ValidateConfigRequest { type_name: name("item"), config: empty(&item) });
        validate_ephemeral_resource_config(ValidateConfigRequest { type_name: name("item"), config: empty(&item) });
        validate_list_resource_config(ValidateListResourceConfigRequest { type_name: name("item"), config: empty(&plain) });
        validate_action_config(ValidateConfigRequest { type_name: name("greet"), config: empty(&plain) });
        validate_state_store_config(ValidateConfigRequest { type_name: name("store"), config: empty(&plain) });
    }
}

#[tokio::test]
async fn a_resource_is_planned_and_created() {
    let provider = configured().await;
    let block = Item::new().block;
    let null = DynamicValue::encode(&Value::Null, &block.ty()).unwrap();
    let config = config(&block, "Tom");
    let plan = provider
        .plan_resource_change(PlanResourceChangeRequest {
            type_name: "bridge_item".to_owned(),
            prior_state: null.clone(),
            proposed_new_state: config.clone(),
            config: config.clone(),
            ..PlanResourceChangeRequest::default()
        })
        .await
        .unwrap();
    assert_eq!(details(&plan.diagnostics), Vec::<String>::new());
    let planned = plan.planned_state.decode(&block.ty()).unwrap();
    let planned = planned.as_object().unwrap();
    assert!(planned.get("greeting").unwrap().is_unknown());
    let applied = provider
        .apply_resource_change(ApplyResourceChangeRequest {
            type_name: "bridge_item".to_owned(),
            prior_state: null,
            planned_state: plan.planned_state,
            config,
            planned_private: plan.planned_private,
            ..ApplyResourceChangeRequest::default()
        })
        .await
        .unwrap();
    assert_eq!(details(&applied.diagnostics), Vec::<String>::new());
    assert_eq!(greeting(&applied.new_state), "hello Tom");
    assert!(applied.new_identity.is_some());
}

#[tokio::test]
async fn a_data_source_is_read() {
    let provider = configured().await;
    let read = ReadDataSourceRequest {
        type_name: "bridge_item".to_owned(),
        config: config(&Item::new().block, "Tom"),
        ..ReadDataSourceRequest::default()
    };
    let read = provider.read_data_source(read).await.unwrap();
    assert_eq!(greeting(&read.state), "hello Tom");
}

#[tokio::test]
async fn an_ephemeral_resource_is_opened_renewed_and_closed() {
    let provider = configured().await;
    let type_name = || "bridge_item".to_owned();
    let opened = provider
        .open_ephemeral_resource(ConfigRequest {
            type_name: type_name(),
            config: config(&Item::new().block, "Tom"),
            ..ConfigRequest::default()
        })
        .await
        .unwrap();
    assert_eq!(greeting(&opened.result), "hello Tom");
    let renewed = provider
        .renew_ephemeral_resource(OpenedEphemeralResource {
            type_name: type_name(),
            private: opened.private.clone(),
        })
        .await
        .unwrap();
    assert_eq!(
        details(&renewed.diagnostics),
        [r#"Renewed: Ok(Some("open"))"#]
    );
    let closed = provider
        .close_ephemeral_resource(OpenedEphemeralResource {
            type_name: type_name(),
            private: opened.private,
        })
        .await
        .unwrap();
    assert_eq!(
        details(&closed.diagnostics),
        [r#"Closed: Ok(Some("open"))"#]
    );
}

#[tokio::test]
async fn a_list_stops_at_the_limit_of_the_host() {
    let provider = configured().await;
    let request = ListResourceRequest {
        type_name: "bridge_item".to_owned(),
        config: config(&Item::without_result().block, "cat"),
        include_resource_object: true,
        limit: 2,
    };
    let listed: Vec<_> = provider
        .list_resource(request)
        .await
        .unwrap()
        .map(|event| event.unwrap())
        .collect()
        .await;
    let greetings: Vec<_> = listed
        .iter()
        .map(|event| {
            let object = event.resource_object.as_ref().unwrap();
            (event.display_name.as_str(), greeting(object))
        })
        .collect();
    let expected = [("cat-1", "hello cat-1"), ("cat-2", "hello cat-2")];
    assert_eq!(
        greetings,
        expected.map(|(name, text)| (name, text.to_owned()))
    );
}

#[tokio::test]
async fn an_action_is_planned_and_invoked() {
    let provider = configured().await;
    let config = config(&Item::without_result().block, "Tom");
    let planned = provider
        .plan_action(ConfigRequest {
            type_name: "bridge_greet".to_owned(),
            config: config.clone(),
            ..ConfigRequest::default()
        })
        .await
        .unwrap();
    assert_eq!(details(&planned.diagnostics), ["Planned: Tom true"]);
    let events: Vec<_> = provider
        .invoke_action(ConfigRequest {
            type_name: "bridge_greet".to_owned(),
            config,
            ..ConfigRequest::default()
        })
        .await
        .unwrap()
        .map(|event| event.unwrap())
        .collect()
        .await;
    let [
        InvokeActionEvent::Progress { message },
        InvokeActionEvent::Completed { diagnostics },
    ] = events.as_slice()
    else {
        panic!("{events:?}");
    };
    assert_eq!(message, "hello Tom");
    assert!(diagnostics.is_empty());
}

#[tokio::test]
async fn a_function_is_called_with_the_provider() {
    let provider = configured().await;
    let functions = provider.get_functions(EmptyRequest::default()).await;
    assert!(functions.unwrap().functions.contains_key("greet"));
    let called = provider
        .call_function(CallFunctionRequest {
            name: "greet".to_owned(),
            arguments: vec![DynamicValue::encode(&"Tom".into(), &Type::String).unwrap()],
        })
        .await
        .unwrap();
    let result = called.result.decode(&Type::String).unwrap();
    assert_eq!(result, "hello Tom".into());
}

#[tokio::test]
async fn a_state_is_written_locked_read_and_deleted() {
    let provider = configured().await;
    let type_name = || "bridge_store".to_owned();
    let state_id = || "default".to_owned();
    let request = ConfigureStateStoreRequest {
        type_name: type_name(),
        config: config(&Item::without_result().block, "states"),
        ..ConfigureStateStoreRequest::default()
    };
    let answer = provider.configure_state_store(request).await.unwrap();
    assert!(answer.diagnostics.is_empty());
    let chunk = WriteStateBytesChunk {
        meta: Some(StateId {
            type_name: type_name(),
            state_id: state_id(),
        }),
        bytes: Bytes::from_static(b"{}").into(),
        total_length: 2,
        range: Some(StateRange { start: 0, end: 1 }),
    };
    let chunks = Box::pin(stream::iter([Ok(chunk)]));
    let written = provider.write_state_bytes(chunks).await.unwrap();
    assert_eq!(details(&written.diagnostics), Vec::<String>::new());
    let locked = provider
        .lock_state(LockStateRequest {
            type_name: type_name(),
            state_id: state_id(),
            operation: "apply".to_owned(),
        })
        .await
        .unwrap();
    let unlocked = provider
        .unlock_state(UnlockStateRequest {
            type_name: type_name(),
            state_id: state_id(),
            lock_id: locked.lock_id,
        })
        .await
        .unwrap();
    assert!(unlocked.diagnostics.is_empty());
    let read: Vec<_> = provider
        .read_state_bytes(StateId {
            type_name: type_name(),
            state_id: state_id(),
        })
        .await
        .unwrap()
        .map(|chunk| chunk.unwrap())
        .collect()
        .await;
    assert_eq!(&read[0].bytes[..], b"{}");
    let listed = || {
        provider.get_states(GetStatesRequest {
            type_name: type_name(),
        })
    };
    assert_eq!(listed().await.unwrap().state_ids, ["default"]);
    let deleted = provider
        .delete_state(StateId {
            type_name: type_name(),
            state_id: state_id(),
        })
        .await
        .unwrap();
    assert!(deleted.diagnostics.is_empty());
    assert!(listed().await.unwrap().state_ids.is_empty());
}

#[tokio::test]
async fn a_provisioner_runs_with_its_connection() {
    let block = Item::without_result();
    let provisioner = provisioner_server(
        Arc::new(block.clone()),
        TaskRunner::SameRuntime,
        CancellationToken::new(),
    );
    let request = ValidateProvisionerConfigRequest {
        config: config(&block.block, ""),
    };
    let refused = provisioner.validate_provisioner_config(request).await;
    let expected = ["The name is empty: Write a name."];
    assert_eq!(details(&refused.unwrap().diagnostics), expected);
    let connection = Value::mapping([("host", "example.org")]);
    let events: Vec<_> = provisioner
        .provision_resource(ProvisionResourceRequest {
            config: config(&block.block, "Tom"),
            connection: DynamicValue::encode(&connection, &Type::map(Type::String)).unwrap(),
        })
        .await
        .unwrap()
        .map(|event| event.unwrap())
        .collect()
        .await;
    assert_eq!(events[0].output, "Tom on example.org");
    assert!(events.iter().all(|event| event.diagnostics.is_empty()));
}
