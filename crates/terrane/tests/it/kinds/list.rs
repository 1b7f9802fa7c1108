//! List resources (rules G3, LR1 to LR4).

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::stream::{self, Stream, StreamExt};
use terrane::prelude::*;
use terrane_protocol::{
    DynamicValue, ListResourceEvent, ListResourceRequest, ValidateListResourceConfigRequest,
};

use crate::setup::{configured, messages_of, object, of_type, value, with_unknown};

#[derive(Default)]
struct Library;

#[provider("registry.terraform.io/example/library")]
impl Provider for Library {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Book>().list::<Books>();
    }
}

/// A book.
#[derive(Model)]
struct Book {
    /// The name.
    title: String,
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
    /// The location.
    shelf: Computed<Option<String>>,
}

macro_rules! resource {
    ($name:ty, $provider:ty) => {
        impl Resource for $name {
            type Provider = $provider;

            async fn create(plan: Self, _: &$provider, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn update(
                plan: Self,
                _: Prior<Self>,
                _: &$provider,
                _: &mut UpdateContext,
            ) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &$provider, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}

resource!(Book, Library);

/// Finds books.
#[derive(Model)]
struct Books {
    /// What their title has in it.
    words: String,
    /// The number of the first one.
    #[tf(default = 1, validate(range(1..)))]
    from: i64,
}

/// How many books the endless list has looked at.
static LOOKED_AT: AtomicUsize = AtomicUsize::new(0);

fn book(number: i64) -> Book {
    let book = Book {
        title: format!("Volume {number}"),
        number: Computed::unknown(),
        shelf: Computed::unknown(),
    };
    book.with_computed(BookComputed {
        number,
        shelf: None,
    })
}

impl ListResource for Books {
    type Resource = Book;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.words.known().is_some_and(|words| words == "the") {
            cx.error(path!(Books, words), "Too many of them");
        }
        Ok(())
    }

    fn list(
        config: Self,
        _: &Library,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Book>>> + Send {
        let words = config.words.clone();
        let limit = cx.limit();
        let objects = cx.wants_objects();
        let found = (config.from..).map_while(move |number| {
            LOOKED_AT.fetch_add(1, Ordering::SeqCst);
            let at = number - config.from;
            Some(match (words.as_str(), at) {
                ("three", 3) => return None,
                ("warns", 0) => {
                    cx.warn(format!("Limit {limit}"), objects.to_string());
                    Ok(Listed::new("Warned", book(number)))
                }
                ("warns", 1) => {
                    cx.warn("Last words", "");
                    return None;
                }
                ("fails", 1) => Err(Error::new("Fire", "Run.")),
                ("panics", 1) => panic!("the shelf fell over"),
                ("nameless", 1) => Ok(Listed::new(
                    "Nameless",
                    Book {
                        title: "?".to_owned(),
                        number: Computed::unknown(),
                        shelf: Computed::unknown(),
                    },
                )),
                ("partial", _) => {
                    let mut book = book(number);
                    book.shelf = Computed::unknown();
                    Ok(Listed::new("Partial", book))
                }
                _ => Ok(Listed::new(format!("Vol. {number}"), book(number))),
            })
        });
        stream::iter(found)
    }
}

fn books(words: &str) -> ListResourceRequest {
    ListResourceRequest {
        type_name: "library_book".to_owned(),
        config: value::<Books>(&format!(r#"{{"words":"{words}","from":null}}"#)),
        include_resource_object: true,
        limit: 100,
    }
}

async fn list(request: ListResourceRequest) -> Vec<ListResourceEvent> {
    let provider = configured::<Library>().await;
    let events = provider.list_resource(request).await.unwrap();
    events.map(Result::unwrap).collect().await
}

fn number(event: &ListResourceEvent) -> Value {
    let ty = terrane_value::Type::object([("number", terrane_value::Type::Number)]);
    let identity = event.identity.as_ref().unwrap().decode(&ty).unwrap();
    identity.as_object().unwrap().get("number").unwrap().clone()
}

fn only_message(event: &ListResourceEvent) -> String {
    assert_eq!((&event.identity, &event.resource_object), (&None, &None));
    assert_eq!(event.display_name, "");
    let messages = messages_of(&event.diagnostics);
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages[0].clone()
}

#[tokio::test]
async fn g3_a_list_has_the_name_of_its_resource() {
    let provider = terrane::server::<Library>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    assert_eq!(messages_of(&schema.diagnostics), Vec::<String>::new());
    let (name, schema) = schema.list_resource_schemas.first_key_value().unwrap();
    assert_eq!(name, "library_book");
    assert_eq!(schema.block.attributes.len(), 2);
    let metadata = provider.get_metadata(Default::default()).await.unwrap();
    assert_eq!(metadata.list_resources, ["library_book"]);
}

#[tokio::test]
async fn lr1_lr2_each_listed_object_has_its_identity_and_name() {
    let events = list(books("three")).await;
    assert_eq!(events.len(), 3);
    for (event, at) in events.iter().zip(1..) {
        assert_eq!(number(event), Value::from(at));
        assert_eq!(event.display_name, format!("Vol. {at}"));
        let found = object::<Book>(event.resource_object.as_ref().unwrap());
        assert_eq!(found.get("title"), Some(&format!("Volume {at}").into()));
        assert!(event.diagnostics.is_empty());
    }
}

#[tokio::test]
async fn lr3_objects_are_sent_only_if_requested_and_may_be_partial_otherwise() {
    let mut request = books("partial");
    request.limit = 1;
    let events = list(request.clone()).await;
    assert!(only_message(&events[0]).contains("`shelf`"));
    request.include_resource_object = false;
    let events = list(request).await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].resource_object, None);
    assert_eq!(number(&events[0]), Value::from(1));
}

#[tokio::test]
async fn lr1_lr3_listing_stops_at_the_limit() {
    let before = LOOKED_AT.load(Ordering::SeqCst);
    let mut request = books("endless");
    request.limit = 3;
    assert_eq!(list(request).await.len(), 3);
    let provider = configured::<Library>().await;
    let mut events = provider.list_resource(books("endless")).await.unwrap();
    events.next().await;
    drop(events);
    let looked_at = LOOKED_AT.load(Ordering::SeqCst) - before;
    assert!(looked_at < 200, "{looked_at}");
}

#[tokio::test]
async fn lr2_warnings_travel_with_an_object_or_alone() {
    let mut request = books("warns");
    request.limit = 7;
    let events = list(request).await;
    assert_eq!(number(&events[0]), Value::from(1));
    assert!(events[1..].iter().all(|event| event.identity.is_none()));
    let heard: Vec<_> = events
        .iter()
        .flat_map(|event| messages_of(&event.diagnostics))
        .collect();
    assert_eq!(heard, ["warning: Limit 7: true", "warning: Last words"]);
}

#[tokio::test]
async fn lr2_an_object_without_identity_is_an_error() {
    let events = list(books("nameless")).await;
    assert_eq!(events.len(), 2);
    let messages = only_message(&events[1]);
    assert!(
        messages.starts_with("error: Incomplete List Result") && messages.contains("Nameless"),
        "{messages}"
    );
}

#[tokio::test]
async fn lr3_an_error_and_a_panic_end_the_list() {
    let events = list(books("fails")).await;
    assert_eq!(events.len(), 2);
    assert_eq!(only_message(&events[1]), "error: Fire: Run.");
    let events = list(books("panics")).await;
    assert_eq!(events.len(), 2);
    let messages = only_message(&events[1]);
    assert!(
        messages.contains("Cannot list library_book") && messages.contains("the shelf fell over"),
        "{messages}"
    );
}

#[tokio::test]
async fn lr4_a_wrong_request_is_one_event_with_an_error() {
    let mut unknown = books("x");
    unknown.type_name = "library_door".to_owned();
    let garbage = ListResourceRequest {
        config: DynamicValue::from_msgpack(vec![0xc1].into()),
        ..books("x")
    };
    let later = ListResourceRequest {
        config: with_unknown::<Books>(r#"{"words":null,"from":null}"#, "words"),
        ..books("x")
    };
    for (request, text) in [
        (unknown, "List Resource Type Not Found"),
        (
            garbage,
            "The configuration that the host sent does not match",
        ),
        (later, "not known"),
    ] {
        let events = list(request).await;
        assert_eq!(events.len(), 1);
        assert!(only_message(&events[0]).contains(text), "{events:?}");
    }
    let provider = terrane::server::<Library>();
    let events: Vec<_> = provider
        .list_resource(books("x"))
        .await
        .unwrap()
        .map(Result::unwrap)
        .collect()
        .await;
    assert!(only_message(&events[0]).contains("has not configured"));
}

#[tokio::test]
async fn lr3_a_configuration_is_validated_even_if_limit_and_include_resource_are_unknown() {
    let unknown = |ty: terrane_value::Type| DynamicValue::encode(&Value::unknown(), &ty).unwrap();
    let provider = terrane::server::<Library>();
    let request = ValidateListResourceConfigRequest {
        type_name: "library_book".to_owned(),
        config: value::<Books>(r#"{"words":"the","from":0}"#),
        include_resource_object: unknown(terrane_value::Type::Bool),
        limit: of_type(&terrane_value::Type::Number, "null"),
    };
    let answer = provider
        .validate_list_resource_config(request)
        .await
        .unwrap();
    let found = messages_of(&answer.diagnostics);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("Too many") && found[1].contains("from"),
        "{found:?}"
    );
}

#[derive(Default)]
struct Ruin;

#[provider("registry.terraform.io/example/ruin")]
impl Provider for Ruin {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Stone>()
            .list::<Stones>()
            .list::<Doors>();
    }
}

/// One like any other.
#[derive(Model)]
struct Stone {}

/// One that is not registered.
#[derive(Model)]
struct Door {}

resource!(Stone, Ruin);
resource!(Door, Ruin);

/// Finds stones.
#[derive(Model)]
struct Stones {}

/// Finds doors.
#[derive(Model)]
struct Doors {}

impl ListResource for Stones {
    type Resource = Stone;

    fn list(
        _: Self,
        _: &Ruin,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Stone>>> + Send {
        stream::empty()
    }
}

impl ListResource for Doors {
    type Resource = Door;

    fn list(
        _: Self,
        _: &Ruin,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Door>>> + Send {
        stream::empty()
    }
}

#[tokio::test]
async fn g3_a_list_resource_without_identity_is_an_error() {
    let provider = terrane::server::<Ruin>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let found = messages_of(&schema.diagnostics);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("`ruin_door`") && found[0].contains("Register the resource"),
        "{found:?}"
    );
    assert!(
        found[1].contains("`ruin_stone`") && found[1].contains("identity"),
        "{found:?}"
    );
    assert!(schema.list_resource_schemas.is_empty());
}
