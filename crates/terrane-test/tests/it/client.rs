//! The test client against providers of every kind.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::stream::{self, Stream};
use serde_json::json;
use terrane::prelude::*;
use terrane_protocol::rules::Rule;
use terrane_protocol::schema::{Attribute, Block};
use terrane_protocol::{
    ApplyResourceChangeResponse, ClientCapabilities, DeferredReason, DynamicValue,
    GetProviderSchemaResponse, PlanActionResponse, PlanResourceChangeResponse, Request, Response,
    ResponseFuture, RpcCode,
};
use terrane_test::Action as Planned;
use terrane_test::client::{CallError, Client, Config, Instance, Query, UNKNOWN};
use terrane_value::{Data, Type, Value};

struct Zoo {
    greeting: String,
}

/// The zoo's settings.
#[derive(Model)]
struct Settings {
    /// How it greets.
    #[tf(validate(len(1..)))]
    greeting: String,
}

#[provider("registry.terraform.io/example/zoo")]
impl Provider for Zoo {
    async fn configure(config: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo {
            greeting: config.greeting,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .meta::<Module>()
            .resource::<Pet>()
            .resource::<House>()
            .data_source::<Visitor>()
            .ephemeral::<Ticket>()
            .list::<Pets>()
            .action::<Feed>()
            .function::<greet>();
    }
}

/// What a module tells the zoo.
#[derive(Model)]
struct Module {
    /// Who writes it.
    author: String,
}

/// An animal.
#[derive(Model, Debug, Clone, PartialEq)]
#[tf(version = 1, previous = PetV0)]
struct Pet {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
    /// How many legs it has.
    #[tf(default = 4)]
    legs: i64,
    /// Its number.
    #[tf(keep)]
    number: Computed<i64>,
    /// What it wears.
    #[tf(block)]
    collar: Vec<Collar>,
}

/// A collar.
#[derive(Model, Debug, Clone, PartialEq)]
struct Collar {
    /// The colour.
    colour: Option<String>,
}

/// An animal as it was stored before.
#[derive(Model)]
struct PetV0 {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// How many pairs of legs it has.
    pairs: i64,
}

impl From<PetV0> for Pet {
    fn from(old: PetV0) -> Self {
        Pet {
            name: old.name,
            legs: old.pairs * 2,
            number: Computed::from(1),
            collar: Vec::new(),
        }
    }
}

impl Resource for Pet {
    type Provider = Zoo;

    async fn create(mut plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        plan.number = Computed::from(7);
        Ok(plan)
    }

    async fn settle(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        if plan.name == "shy" {
            return Err(Error::new("It hides", ""));
        }
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let state = prior.into_complete();
        if key.name == "ghost" {
            return Ok(Found::Gone);
        }
        if key.name == "Leo" {
            cx.warn("It roars", "");
        }
        Ok(Found::Object(state.unwrap_or(Pet {
            name: key.name,
            legs: 4,
            number: Computed::from(7),
            collar: Vec::new(),
        })))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        if prior.key().name == "eternal" {
            return Err(Error::new("It stays", ""));
        }
        Ok(())
    }
}

/// A house for animals.
#[derive(Model)]
struct House {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// The code that opens it.
    key: WriteOnly<String>,
    /// How long the key is that the lock was made for.
    #[tf(keep)]
    lock: Computed<i64>,
    /// Its rooms, which the zoo builds if none is configured.
    #[tf(block)]
    room: Computed<Vec<Room>>,
}

/// A room.
#[derive(Model, Clone)]
struct Room {
    /// The size.
    #[tf(optional)]
    size: Computed<i64>,
}

impl Resource for House {
    type Provider = Zoo;

    async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
        let room = vec![Room { size: 9.into() }];
        let lock = plan.key.get().map_or(0, |key| key.chars().map(|_| 1).sum());
        Ok(plan.with_computed(HouseComputed { lock, room }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Who is there.
#[derive(Model, Debug, PartialEq)]
struct Visitor {
    /// A name.
    name: String,
    /// What they bring.
    luggage: Option<Dynamic>,
    /// What the zoo says.
    greeting: Computed<String>,
}

impl DataSource for Visitor {
    type Provider = Zoo;

    async fn read(config: Self, zoo: &Zoo, cx: &mut ReadDataContext) -> Result<Self> {
        if let Some(module) = cx.meta::<Module>()? {
            cx.warn("Written by", module.author);
        }
        if config.name == "late" {
            return cx.defer(DeferredReason::AbsentPrerequisite);
        }
        let greeting = Computed::from(format!("{} {}", zoo.greeting, config.name));
        Ok(Visitor { greeting, ..config })
    }
}

/// A way in.
#[derive(Model)]
struct Ticket {
    /// For whom.
    name: String,
    /// What the gate asks for.
    code: Computed<String>,
}

impl Ephemeral for Ticket {
    type Provider = Zoo;

    async fn open(config: Self, _: &Zoo, cx: &mut OpenContext) -> Result<Self> {
        cx.renew_at(SystemTime::UNIX_EPOCH + Duration::from_secs(60));
        cx.warn("It is for today", "");
        cx.private_mut().set("name", &config.name);
        let code = Computed::from("secret".to_owned());
        Ok(Ticket { code, ..config })
    }

    async fn renew(_: &Zoo, _: &mut RenewContext) -> Result<()> {
        Ok(())
    }
}

/// All animals.
#[derive(Model)]
#[tf(name = "pet")]
struct Pets {
    /// Only those with this many legs.
    legs: Option<i64>,
}

impl ListResource for Pets {
    type Resource = Pet;

    fn list(
        query: Self,
        _: &Zoo,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Pet>>> + Send {
        let leo = PetKey {
            name: "Leo".to_owned(),
        };
        let pet = Pet {
            name: "Tom".to_owned(),
            legs: query.legs.unwrap_or(4),
            number: Computed::from(7),
            collar: Vec::new(),
        };
        stream::iter([Ok(Listed::new("Tom", pet)), Ok(Listed::key("Leo", leo))])
    }
}

/// Feeds an animal.
#[derive(Model)]
struct Feed {
    /// Which one.
    name: String,
}

impl Action for Feed {
    type Provider = Zoo;

    async fn invoke(config: Self, _: &Zoo, cx: &mut InvokeContext) -> Result<()> {
        cx.progress(format!("feeding {}", config.name)).await;
        if config.name == "full" {
            return Err(Error::new("It does not eat", ""));
        }
        Ok(())
    }
}

/// Greets.
#[function(provider = Zoo)]
fn greet(zoo: &Zoo, name: String) -> Result<String> {
    if name == "cat" {
        return Err(Error::argument(0, "cats do not listen"));
    }
    Ok(format!("{} {name}", zoo.greeting))
}

async fn zoo() -> Client {
    let provider = terrane::server::<Zoo>();
    let client = Client::configured(provider, json!({ "greeting": "Hello" }));
    client.await.unwrap()
}

/// A client that knows computed blocks.
async fn newest_host() -> Client {
    zoo().await.with_capabilities(ClientCapabilities {
        computed_blocks_allowed: true,
        write_only_attributes_allowed: true,
        ..ClientCapabilities::default()
    })
}

fn summaries(error: &CallError) -> Vec<&str> {
    let diagnostics = error.diagnostics().iter();
    diagnostics.map(|it| it.summary.as_str()).collect()
}

#[tokio::test]
async fn an_object_lives_from_its_creation_to_its_deletion() {
    let zoo = zoo().await;
    let config = json!({ "name": "Rex", "collar": [{ "colour": "red" }, {}] });
    let absent = Instance::absent("zoo_pet");
    let plan = zoo.plan(&absent, config.clone()).await.unwrap();
    assert_eq!(plan.action(), Planned::Create);
    assert!(plan.attribute("number").unwrap().is_unknown());
    assert_eq!(plan.attribute("legs"), Some(&Value::from(4)));
    let rex = zoo.apply(plan).await.unwrap();
    let pet: Pet = rex.get().unwrap();
    assert_eq!(pet.number, Computed::from(7));
    assert_eq!(pet.collar.len(), 2);
    assert_eq!(rex.identity(), &Value::object([("name", "Rex")]));
    let read = zoo.read(&rex).await.unwrap();
    assert_eq!(read.value(), rex.value());
    let plan = zoo.plan(&read, config).await.unwrap();
    assert_eq!(plan.action(), Planned::NoOp);
    assert!(plan.changes().is_empty());
    let plan = zoo
        .plan(&rex, json!({ "name": "Rex", "legs": 3 }))
        .await
        .unwrap();
    assert_eq!(plan.action(), Planned::Update);
    let rex = zoo.apply(plan).await.unwrap();
    assert_eq!(rex.get::<Pet>().unwrap().legs, 3);
    zoo.delete(&rex).await.unwrap();
}

#[tokio::test]
async fn a_model_is_a_configuration_too() {
    let zoo = zoo().await;
    let pet = Pet {
        name: "Rex".to_owned(),
        legs: 2,
        number: Computed::from(99),
        collar: Vec::new(),
    };
    let rex: Pet = zoo
        .create("zoo_pet", Config::of(pet))
        .await
        .unwrap()
        .get()
        .unwrap();
    assert_eq!((rex.legs, rex.number), (2, Computed::from(7)));
}

#[tokio::test]
async fn a_replacement_deletes_the_old_object_first() {
    let zoo = zoo().await;
    let rex = zoo
        .create("zoo_pet", json!({ "name": "Rex" }))
        .await
        .unwrap();
    let plan = zoo.plan(&rex, json!({ "name": "Ada" })).await.unwrap();
    assert_eq!(plan.action(), Planned::DeleteThenCreate);
    let replaces: Vec<_> = plan.replaces().iter().map(ToString::to_string).collect();
    assert_eq!(replaces, ["name"]);
    assert!(plan.attribute("number").unwrap().is_unknown());
    let ada: Pet = zoo.apply(plan).await.unwrap().get().unwrap();
    assert_eq!(ada.name, "Ada");
    let old = zoo
        .create("zoo_pet", json!({ "name": "eternal" }))
        .await
        .unwrap();
    let plan = zoo.plan(&old, json!({ "name": "Ada" })).await.unwrap();
    let error = zoo.apply(plan).await.unwrap_err();
    assert_eq!(summaries(&error), ["It stays"]);
    let kept: Pet = error.instance().unwrap().get().unwrap();
    assert_eq!(kept.name, "eternal");
}

#[tokio::test]
async fn unknown_values_are_planned_and_not_applied() {
    let zoo = zoo().await;
    let config = json!({ "name": "Rex", "legs": UNKNOWN, "collar": UNKNOWN });
    zoo.validate("zoo_pet", config.clone()).await.unwrap();
    let absent = Instance::absent("zoo_pet");
    let plan = zoo.plan(&absent, config).await.unwrap();
    assert!(plan.attribute("legs").unwrap().is_unknown());
    let error = zoo.apply(plan).await.unwrap_err().to_string();
    assert!(error.contains("unknown values"), "{error}");
}

#[tokio::test]
async fn write_only_values_may_be_others_when_a_plan_is_applied() {
    let zoo = newest_host().await;
    let absent = Instance::absent("zoo_house");
    let config = json!({ "name": "north", "key": UNKNOWN });
    let plan = zoo.plan(&absent, config).await.unwrap();
    let error = zoo.apply_with(plan.clone(), json!({ "wings": 2 })).await;
    assert!(error.unwrap_err().to_string().contains("no `wings`"));
    let late = json!({ "name": "north", "key": "abc" });
    let house = zoo.apply_with(plan, late).await.unwrap();
    assert_eq!(house.attribute("key"), Some(&Value::Null));
    assert_eq!(house.get::<House>().unwrap().lock.known().unwrap(), &3);
}

#[tokio::test]
async fn an_object_that_is_stored_has_attributes_and_private_data() {
    let zoo = zoo().await;
    let state = json!({ "name": "Rex", "legs": 4, "number": 9 });
    let private = br#"{"seen":"dHJ1ZQ=="}"#;
    let rex = zoo
        .stored("zoo_pet", state)
        .unwrap()
        .with_private(private.to_vec());
    let plan = zoo.plan(&rex, json!({ "name": "Rex" })).await.unwrap();
    assert_eq!(plan.action(), Planned::NoOp, "{:?}", plan.changes());
    assert_eq!(plan.private(), private);
    assert_eq!(plan.identity(), &Value::object([("name", "Rex")]));
    let stored = zoo.stored("zoo_pet", Config::of(rex.get::<Pet>().unwrap()));
    assert_eq!(stored.unwrap().value(), rex.value());
    let error = zoo.stored("zoo_pet", json!({ "wings": 2 })).unwrap_err();
    assert!(error.to_string().contains("no `wings`"), "{error}");
}

#[tokio::test]
async fn a_change_that_needs_a_replacement_can_be_planned_in_place() {
    let zoo = zoo().await;
    let rex = zoo
        .create("zoo_pet", json!({ "name": "Rex" }))
        .await
        .unwrap();
    let plan = zoo
        .plan_in_place(&rex, json!({ "name": "Ada" }))
        .await
        .unwrap();
    assert_eq!(plan.action(), Planned::Update);
    assert_eq!(plan.requires_replace(), plan.replaces());
    assert_eq!(plan.requires_replace()[0].to_string(), "name");
    assert_eq!(plan.attribute("number"), Some(&Value::from(7)), "kept");
    let plan = zoo.plan(&rex, json!({ "name": "Ada" })).await.unwrap();
    assert_eq!(plan.requires_replace()[0].to_string(), "name");
}

#[tokio::test]
async fn an_object_has_the_warnings_of_its_answer() {
    let zoo = zoo().await;
    let leo = zoo
        .create("zoo_pet", json!({ "name": "Leo" }))
        .await
        .unwrap();
    assert!(leo.warnings().is_empty());
    let read = zoo.read(&leo).await.unwrap();
    assert_eq!(read.warnings()[0].summary, "It roars");
}

#[tokio::test]
async fn computed_blocks_are_null_for_a_host_that_knows_them() {
    let config = json!({ "name": "north" });
    let old = zoo().await;
    let error = old.validate("zoo_house", config.clone()).await;
    assert_eq!(
        summaries(&error.unwrap_err()),
        ["Computed Block Not Allowed"]
    );
    let new = newest_host().await;
    let house = new.create("zoo_house", config).await.unwrap();
    let rooms = house.attribute("room").unwrap().as_list().unwrap();
    assert_eq!(rooms.len(), 1);
    let empty = json!({ "name": "north", "room": null });
    let plan = new.plan(&house, empty).await.unwrap();
    assert_eq!(plan.action(), Planned::NoOp, "{:?}", plan.changes());
}

/// A provider without a framework, whose answers break rules.
struct Careless {
    planned: &'static str,
    applied: &'static str,
    deferred: Option<DeferredReason>,
}

impl Careless {
    fn schemas() -> GetProviderSchemaResponse {
        let name = Attribute {
            required: true,
            ..Attribute::new("name", Type::String)
        };
        let block = Block {
            attributes: vec![name],
            ..Block::default()
        };
        let schema = terrane_protocol::schema::Schema { version: 0, block };
        GetProviderSchemaResponse {
            resource_schemas: [("raw_pet".to_owned(), schema.clone())].into(),
            action_schemas: [("raw_feed".to_owned(), schema)].into(),
            ..GetProviderSchemaResponse::default()
        }
    }
}

impl terrane_protocol::Provider for Careless {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::GetProviderSchema(_) => {
                    Response::GetProviderSchema(Self::schemas().into())
                }
                Request::PlanResourceChange(_) => Response::from(PlanResourceChangeResponse {
                    planned_state: named(self.planned),
                    deferred: self.deferred,
                    ..PlanResourceChangeResponse::default()
                }),
                Request::ValidateActionConfig(_) => request.unchanged(),
                Request::PlanAction(_) => Response::from(PlanActionResponse {
                    deferred: self.deferred,
                    ..PlanActionResponse::default()
                }),
                Request::ApplyResourceChange(_) => Response::from(ApplyResourceChangeResponse {
                    new_state: named(self.applied),
                    ..ApplyResourceChangeResponse::default()
                }),
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}

fn named(name: &str) -> DynamicValue {
    let ty = Type::object([("name", Type::String)]);
    DynamicValue::encode(&Value::object([("name", name)]), &ty).unwrap()
}

#[tokio::test]
async fn an_answer_that_violates_a_consistency_rule_is_an_error_with_the_rule() {
    for (planned, applied, rule) in [
        ("REX", "REX", Some(Rule::ConfiguredValueChanged)),
        ("Rex", "REX", Some(Rule::PlannedValueChanged)),
        ("Rex", "Rex", None),
    ] {
        let careless = Careless {
            planned,
            applied,
            deferred: None,
        };
        let client = Client::new(Arc::new(careless)).await.unwrap();
        let absent = Instance::absent("raw_pet");
        let done = match client.plan(&absent, json!({ "name": "Rex" })).await {
            Ok(plan) => client.apply(plan).await,
            Err(error) => Err(error),
        };
        let broken = done.as_ref().err().map(|error| error.findings()[0].rule);
        assert_eq!(broken, rule, "{done:?}");
        let kept = done.err().and_then(|error| error.instance().cloned());
        assert_eq!(kept.is_some(), rule == Some(Rule::PlannedValueChanged));
    }
}

#[tokio::test]
async fn a_deferral_that_the_client_does_not_allow_is_an_error() {
    let careless = Careless {
        planned: "Rex",
        applied: "Rex",
        deferred: Some(DeferredReason::AbsentPrerequisite),
    };
    let client = Client::new(Arc::new(careless)).await.unwrap();
    let absent = Instance::absent("raw_pet");
    let config = json!({ "name": "Rex" });
    let error = client.plan(&absent, config.clone()).await.unwrap_err();
    assert!(error.to_string().contains("does not allow"), "{error}");
    let plan = client.allow_deferral().plan(&absent, config).await;
    let reason = plan.unwrap().deferred();
    assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));
}

#[tokio::test]
async fn ac2_an_action_is_deferred_only_for_an_unknown_provider_configuration() {
    for (reason, right) in [
        (DeferredReason::ProviderConfigUnknown, true),
        (DeferredReason::ResourceConfigUnknown, false),
        (DeferredReason::AbsentPrerequisite, false),
        (DeferredReason::Unknown, false),
    ] {
        let careless = Careless {
            planned: "",
            applied: "",
            deferred: Some(reason),
        };
        let client = Client::new(Arc::new(careless))
            .await
            .unwrap()
            .allow_deferral();
        let error = client
            .invoke("raw_feed", json!({ "name": "Rex" }))
            .await
            .unwrap_err();
        assert_eq!(error.deferred(), right.then_some(reason), "{error}");
        let refused = error.to_string().contains("hosts accept only");
        assert_eq!(refused, !right, "{error}");
    }
}

#[tokio::test]
async fn a_call_that_a_provider_does_not_have_is_an_error_of_the_transport() {
    let careless = Careless {
        planned: "",
        applied: "",
        deferred: None,
    };
    let client = Client::new(Arc::new(careless)).await.unwrap();
    let error = client.import("raw_pet", "1").await.unwrap_err();
    let code = error.rpc_error().map(|error| error.code);
    assert_eq!(code, Some(RpcCode::Unimplemented));
}

#[tokio::test]
async fn an_object_that_fails_after_its_creation_is_kept() {
    let zoo = zoo().await;
    let error = zoo
        .create("zoo_pet", json!({ "name": "shy" }))
        .await
        .unwrap_err();
    assert_eq!(summaries(&error), ["It hides"]);
    zoo.delete(error.instance().unwrap()).await.unwrap();
}

#[tokio::test]
async fn an_object_that_a_read_does_not_find_is_removed() {
    let zoo = zoo().await;
    let ghost = zoo.create("zoo_pet", json!({ "name": "ghost" })).await;
    let ghost = zoo.read(&ghost.unwrap()).await.unwrap();
    assert!(!ghost.exists());
    let error = zoo.delete(&ghost).await.unwrap_err().to_string();
    assert!(error.contains("does not exist"), "{error}");
}

#[tokio::test]
async fn objects_are_imported_upgraded_and_their_configuration_is_generated() {
    let zoo = zoo().await;
    let imported = zoo.import("zoo_pet", "Rex").await.unwrap();
    let read = zoo.read(&imported).await.unwrap();
    assert_eq!(read.get::<Pet>().unwrap().legs, 4);
    let generated = zoo.generate_config(&read).await.unwrap();
    let plan = zoo.plan(&read, generated).await.unwrap();
    assert_eq!(plan.action(), Planned::NoOp, "{:?}", plan.changes());
    let imported = zoo.import_by_identity("zoo_pet", json!({ "name": "Ada" }));
    let ada = zoo.read(&imported.await.unwrap()).await.unwrap();
    assert_eq!(ada.get::<Pet>().unwrap().name, "Ada");
    let old = json!({ "name": "Rex", "pairs": 3 });
    let upgraded = zoo.upgrade("zoo_pet", 0, &old).await.unwrap();
    assert_eq!(upgraded.get::<Pet>().unwrap().legs, 6);
    let moved = zoo.move_state("registry.terraform.io/x/y", "y_pet", 0, &old, "zoo_pet");
    assert!(moved.await.is_err());
}

#[tokio::test]
async fn data_sources_are_read() {
    let zoo = zoo().await;
    let read = zoo
        .read_data("zoo_visitor", json!({ "name": "Ada" }))
        .await
        .unwrap();
    assert_eq!(read.attribute("greeting"), Some(&"Hello Ada".into()));
    assert_eq!(read.get::<Visitor>().unwrap().name, "Ada");
}

#[tokio::test]
async fn modules_have_a_provider_meta_block() {
    let zoo = zoo().await;
    let config = json!({ "name": "Ada" });
    let read = zoo.read_data("zoo_visitor", config.clone()).await.unwrap();
    assert!(read.warnings().is_empty());
    let zoo = zoo.with_provider_meta(json!({ "author": "Eve" })).unwrap();
    let read = zoo.read_data("zoo_visitor", config).await.unwrap();
    assert_eq!(read.warnings()[0].detail, "Eve");
    let error = zoo.with_provider_meta(json!({ "wings": 2 })).unwrap_err();
    assert!(error.to_string().contains("no `wings`"), "{error}");
}

#[tokio::test]
async fn json_of_a_dynamic_attribute_has_the_type_that_a_configuration_gives_it() {
    let zoo = zoo().await;
    for (json, ty) in [
        (json!("a"), Type::String),
        (json!(1.5), Type::Number),
        (json!(true), Type::Bool),
        (json!([1, "a"]), Type::tuple([Type::Number, Type::String])),
        (json!({ "a": null }), Type::object([("a", Type::Dynamic)])),
    ] {
        let config = json!({ "name": "Ada", "luggage": json });
        let read = zoo.read_data("zoo_visitor", config).await.unwrap();
        let luggage = read.attribute("luggage").unwrap();
        let Value::Known(Data::Dynamic(luggage)) = luggage else {
            panic!("{luggage:?}");
        };
        assert_eq!(luggage.ty, ty);
    }
    let config = json!({ "name": "Ada", "luggage": UNKNOWN });
    zoo.validate_data("zoo_visitor", config).await.unwrap();
}

#[tokio::test]
async fn configurations_of_data_sources_are_validated() {
    let zoo = Client::new(terrane::server::<Zoo>()).await.unwrap();
    let valid = zoo.validate_data("zoo_visitor", json!({ "name": "Ada" }));
    assert!(valid.await.unwrap().is_empty());
    let error = zoo.validate_data("zoo_visitor", json!({})).await;
    assert_eq!(error.unwrap_err().diagnostics().len(), 1);
}

#[tokio::test]
async fn a_deferred_read_is_an_error_that_names_the_reason() {
    let zoo = zoo().await.allow_deferral();
    let late = zoo
        .read_data("zoo_visitor", json!({ "name": "late" }))
        .await;
    let error = late.unwrap_err();
    assert_eq!(error.deferred(), Some(DeferredReason::AbsentPrerequisite));
    let error = error.to_string();
    assert!(error.contains("AbsentPrerequisite"), "{error}");
}

#[tokio::test]
async fn ephemeral_resources_are_opened_renewed_and_closed() {
    let zoo = zoo().await;
    let mut opened = zoo
        .open("zoo_ticket", json!({ "name": "Ada" }))
        .await
        .unwrap();
    assert_eq!(
        opened.get::<Ticket>().unwrap().code.known().unwrap(),
        "secret"
    );
    assert!(opened.renew_at().is_some());
    assert_eq!(opened.warnings()[0].summary, "It is for today");
    assert!(!opened.private().is_empty());
    zoo.renew(&mut opened).await.unwrap();
    assert_eq!(opened.renew_at(), None);
    assert!(opened.warnings().is_empty());
    zoo.close(opened).await.unwrap();
}

#[tokio::test]
async fn queries_find_objects() {
    let zoo = zoo().await;
    let found = zoo
        .list("zoo_pet", json!({ "legs": 2 }), Query::default())
        .await
        .unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].identity(), &Value::object([("name", "Tom")]));
    assert_eq!(found[0].get::<Pet>().unwrap().legs, 2);
    let warnings: Vec<_> = found
        .iter()
        .flat_map(|it| it.warnings())
        .map(|it| it.summary.as_str())
        .collect();
    assert_eq!(warnings, ["It roars"]);
    let without = Query {
        include_resource: false,
        ..Query::default()
    };
    let found = zoo.list("zoo_pet", json!({}), without).await.unwrap();
    assert!(found[0].get::<Pet>().is_err());
}

#[tokio::test]
async fn actions_report_progress_and_failures() {
    let zoo = zoo().await;
    let invoked = zoo.invoke("zoo_feed", json!({ "name": "Tom" })).await;
    assert_eq!(invoked.unwrap().progress(), ["feeding Tom"]);
    let error = zoo.invoke("zoo_feed", json!({ "name": "full" })).await;
    assert_eq!(summaries(&error.unwrap_err()), ["It does not eat"]);
}

#[tokio::test]
async fn functions_are_called_as_hosts_call_them() {
    let zoo = zoo().await;
    let greeted = zoo.call("greet", ["Tom".into()]).await.unwrap();
    assert_eq!(greeted, "Hello Tom".into());
    let unknown = zoo.call("greet", [Value::unknown()]).await.unwrap();
    assert!(unknown.is_unknown());
    for (arguments, message) in [
        (vec![Value::Null], "`name` must not be null"),
        (vec![], "takes 1 argument"),
        (vec!["a".into(), "b".into()], "takes 1 argument"),
        (vec!["cat".into()], "cats do not listen"),
    ] {
        let error = zoo.call("greet", arguments).await.unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let failure = zoo.call("greet", ["cat".into()]).await.unwrap_err();
    let error = failure.function_error().unwrap();
    assert_eq!(error.argument, Some(0));
    assert_eq!(error.text, "cats do not listen");
}

#[tokio::test]
async fn a_value_that_does_not_match_the_schema_is_an_error_with_its_path() {
    let client = Client::new(terrane::server::<Zoo>()).await.unwrap();
    let valid = client.validate_provider(json!({ "greeting": "Hello" }));
    assert!(valid.await.unwrap().is_empty());
    let error = client.validate_provider(json!({ "greeting": "" })).await;
    assert_eq!(error.unwrap_err().diagnostics().len(), 1);
    let error = client.configure(json!({ "greeting": "" })).await;
    assert_eq!(error.unwrap_err().diagnostics().len(), 1);
    for (type_name, config, message) in [
        ("zoo_lion", json!({}), "no resource `zoo_lion`"),
        ("zoo_pet", json!({ "wings": 2 }), "no `wings`"),
        ("zoo_pet", json!({ "legs": "many" }), "`legs`"),
        (
            "zoo_pet",
            json!({ "collar": [{ "size": 1 }] }),
            "`collar`: the schema has no `size`",
        ),
        ("zoo_pet", json!([]), "a block is a JSON object"),
    ] {
        let error = client.validate(type_name, config).await.unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = client.validate("zoo_pet", json!({})).await.unwrap_err();
    assert!(!error.diagnostics().is_empty());
}
