//! List resources for resources that another provider serves (rules G3 and LR5).

use futures_util::stream::{self, Stream, StreamExt};
use terrane::Listable;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{ListResourceEvent, ListResourceRequest};

use crate::setup::{configured, messages_of, object, value};

#[derive(Default)]
struct Archive;

#[provider("registry.terraform.io/example/archive")]
impl Provider for Archive {
    fn register(registry: &mut Registry<Self>) {
        registry
            .list::<Scrolls>()
            .list::<Tablets>()
            .list::<Sheets>()
            .resource::<Map>()
            .dynamic()
            .list(Maps);
    }
}

/// A scroll, which another provider serves and this one can read.
#[derive(Model)]
struct Scroll {
    /// Its number.
    #[tf(identity(name = "scroll_number"))]
    number: i64,
    /// The text on it.
    text: Option<String>,
}

impl Listable for Scroll {
    type Provider = Archive;

    async fn read_listed(key: Key<Self>, _: &Archive, _: &mut ReadContext) -> Result<Found<Self>> {
        let text = Some(format!("Scroll {}", key.number));
        let number = key.number;
        Ok(Found::or_gone(
            (number != 2).then_some(Scroll { number, text }),
        ))
    }
}

/// A tablet, which another provider serves and only that one can read.
#[derive(Model)]
struct Tablet {
    /// Its number.
    #[tf(identity)]
    number: i64,
}

impl Listable for Tablet {
    type Provider = Archive;
}

/// A sheet, which nothing identifies.
#[derive(Model)]
struct Sheet {
    /// Its number.
    number: i64,
}

impl Listable for Sheet {
    type Provider = Archive;
}

/// A map, which this provider serves.
#[derive(Model)]
struct Map {
    /// Its name.
    #[tf(identity)]
    name: String,
}

impl Resource for Map {
    type Provider = Archive;

    async fn create(plan: Self, _: &Archive, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Archive,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Archive, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

macro_rules! list {
    ($(#[$doc:meta])* $name:ident of $resource:ident: $($listed:expr),*) => {
        $(#[$doc])*
        #[derive(Model)]
        struct $name {}

        impl ListResource for $name {
            type Resource = $resource;

            fn list(
                _: Self,
                _: &Archive,
                _: &mut ListContext,
            ) -> impl Stream<Item = Result<Listed<$resource>>> + Send {
                stream::iter([$(Ok($listed)),*])
            }
        }
    };
}

list! {
    /// Finds scrolls.
    Scrolls of Scroll:
    Listed::new("Whole", Scroll { number: 1, text: None }),
    Listed::key("Lost", ScrollKey { number: 2 }),
    Listed::key("By key", ScrollKey { number: 3 })
}

list! {
    /// Finds tablets.
    Tablets of Tablet: Listed::key("Tablet", TabletKey { number: 4 })
}

list! {
    /// Finds sheets.
    Sheets of Sheet: Listed::new("Sheet", Sheet { number: 5 })
}

/// Finds maps, as if another provider served them.
struct Maps;

impl terrane::dynamic::DynList for Maps {
    fn name(&self) -> &str {
        "map"
    }

    fn listed(&self) -> Option<terrane::schema::Block> {
        Some(Tablet::block().clone())
    }

    fn block(&self) -> &terrane::schema::Block {
        <()>::block()
    }

    fn validate(&self, _: &terrane::Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn list(
        &self,
        _: terrane::Object,
        _: terrane::dynamic::Configured,
        _: tokio::sync::mpsc::Sender<terrane::dynamic::DynListed>,
        _: ListContext,
    ) -> terrane::dynamic::BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

async fn list(name: &str, whole: bool) -> Vec<ListResourceEvent> {
    let provider = configured::<Archive>().await;
    let request = ListResourceRequest {
        type_name: format!("archive_{name}"),
        config: value::<()>("{}"),
        include_resource_object: whole,
        ..ListResourceRequest::default()
    };
    let events = provider.list_resource(request).await.unwrap();
    events.map(|event| event.unwrap()).collect().await
}

/// The identity of an event, in JSON.
fn identity(event: &ListResourceEvent, part: &str) -> i64 {
    let ty = terrane::Type::object([(part, terrane::Type::Number)]);
    let identity = event.identity.as_ref().unwrap().decode(&ty).unwrap();
    match identity.as_object().unwrap().get(part) {
        Some(Value::Known(terrane_value::Data::Number(number))) => number.to_i64().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn lr5_objects_of_another_provider_are_listed_by_their_identity() {
    let events = list("scroll", false).await;
    let found: Vec<_> = events
        .iter()
        .map(|event| {
            (
                event.display_name.as_str(),
                identity(event, "scroll_number"),
            )
        })
        .collect();
    assert_eq!(found, [("Whole", 1), ("Lost", 2), ("By key", 3)]);
    assert!(events.iter().all(|event| event.resource_object.is_none()));
}

#[tokio::test]
async fn lr5_requested_objects_are_read_or_listed_with_a_warning() {
    let events = list("scroll", true).await;
    let found: Vec<_> = events
        .iter()
        .map(|event| {
            let scroll = object::<Scroll>(event.resource_object.as_ref().unwrap());
            (
                event.display_name.as_str(),
                scroll.get("text").cloned().unwrap(),
            )
        })
        .collect();
    let expected = [("Whole", Value::Null), ("By key", "Scroll 3".into())];
    assert_eq!(found, expected);

    let [tablet] = &list("tablet", true).await[..] else {
        panic!("one tablet is listed");
    };
    assert_eq!(identity(tablet, "number"), 4);
    assert_eq!(tablet.resource_object, None);
    let warnings = messages_of(&tablet.diagnostics);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[tokio::test]
async fn g3_a_list_for_another_provider_needs_an_identity_and_no_resource_of_its_own() {
    let provider = configured::<Archive>().await;
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let lists: Vec<_> = schema.list_resource_schemas.keys().collect();
    assert_eq!(lists, ["archive_scroll", "archive_tablet"]);
    let resources: Vec<_> = schema.resource_schemas.keys().collect();
    assert_eq!(
        resources,
        ["archive_map"],
        "the other provider announces its own"
    );
    let errors = messages_of(&schema.diagnostics);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].contains("`archive_map`") && errors[0].contains("registers a resource"),
        "{errors:?}"
    );
    assert!(
        errors[1].contains("`archive_sheet`") && errors[1].contains("has no identity"),
        "{errors:?}"
    );
}
