//! The first read after an import: whether it gets a prior object does not depend on the form of the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Shape};
use terrane_protocol::ReadResourceRequest;
use terrane_test::client::{Client, Instance};
use terrane_value::{Object, Type};

use super::{assert_says, shown_value};
use crate::lab::lab;
use crate::setup::{client, configured, json, stored, value};

lab!(|registry| {
    registry
        .resource::<Options>()
        .resource::<Blocks>()
        .resource::<KeyOnly>()
        .resource::<Required>()
        .resource::<Unfilled>()
        .dynamic()
        .resource(RunTime)
});

/// The private value in which a read notes whether it had a prior object.
const PRIOR: &str = "prior";

/// The id of an object that cannot be read, and of one that does not exist.
const UNREADABLE: &str = "unreadable";
const GONE: &str = "gone";

/// Implements a resource whose `read` notes in the private state whether it had a prior object. `import` reads the ids that are not left to the framework.
macro_rules! resource {
    ($model:ident, $found:expr, $import:expr) => {
        impl Resource for $model {
            type Provider = Lab;

            async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn import(
                id: String,
                _: &Lab,
                _: &mut ImportContext,
            ) -> Result<Option<Draft<Self>>> {
                let import: fn(&str) -> Option<Draft<Self>> = $import;
                Ok(import(&id))
            }

            async fn read(
                prior: Prior<Self>,
                _: &Lab,
                cx: &mut ReadContext,
            ) -> Result<Found<Self>> {
                let key = prior.key().clone();
                let prior = prior.into_complete();
                match key.id.as_str() {
                    UNREADABLE => return Err(Error::new("No answer", "Ask again.")),
                    GONE => return Ok(Found::Gone),
                    _ => cx.private_mut().set(PRIOR, &prior.is_some()),
                }
                let found: fn(String) -> Self = $found;
                Ok(Found::Object(prior.unwrap_or_else(|| found(key.id))))
            }

            async fn update(
                plan: Self,
                _: Prior<Self>,
                _: &Lab,
                _: &mut UpdateContext,
            ) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}

/// All other fields are options.
#[derive(Model)]
struct Options {
    /// Its id.
    #[tf(identity)]
    id: String,
    /// Its text.
    text: Option<String>,
    /// Its tags.
    tags: Option<Vec<String>>,
}

resource!(
    Options,
    |id| Options {
        id,
        text: Some("found".to_owned()),
        tags: None,
    },
    |id| {
        let (id, text) = id.split_once('/')?;
        Some(OptionsDraft {
            id: id.to_owned().into(),
            text: match text {
                "" => Value::Null,
                text => text.to_owned().into(),
            },
            tags: Value::Null,
        })
    }
);

/// All other fields are blocks.
#[derive(Model)]
struct Blocks {
    /// Its id.
    #[tf(identity)]
    id: String,
    /// Its doors.
    #[tf(block)]
    doors: Vec<Board>,
    /// Its shelves, by name.
    #[tf(block)]
    shelves: BTreeMap<String, Board>,
    /// Its roof.
    #[tf(block)]
    roof: Option<Board>,
    /// Its floor.
    #[tf(block, group)]
    floor: Board,
}

/// A board.
#[derive(Model)]
struct Board {
    /// Its length.
    length: Option<i64>,
}

resource!(
    Blocks,
    |id| Blocks {
        id,
        doors: vec![Board { length: Some(1) }],
        shelves: BTreeMap::new(),
        roof: None,
        floor: Board { length: Some(2) },
    },
    |_| None
);

/// The key is all there is.
#[derive(Model)]
struct KeyOnly {
    /// Its id.
    #[tf(identity)]
    id: String,
}

resource!(KeyOnly, |id| KeyOnly { id }, |_| None);

/// A field is required.
#[derive(Model)]
struct Required {
    /// Its id.
    #[tf(identity)]
    id: String,
    /// Its size.
    size: i64,
    /// Its text.
    text: Option<String>,
}

resource!(
    Required,
    |id| Required {
        id,
        size: 1,
        text: Some("found".to_owned()),
    },
    |id| {
        let (id, size) = id.split_once('/')?;
        Some(RequiredDraft {
            id: id.to_owned().into(),
            size: size.parse().map_or(Value::Null, Value::Known),
            text: "imported".to_owned().into(),
        })
    }
);

/// A field is computed.
#[derive(Model)]
struct Unfilled {
    /// Its id.
    #[tf(identity)]
    id: String,
    /// Its size.
    size: Computed<i64>,
}

resource!(Unfilled, |id| Unfilled { id, size: 1.into() }, |_| None);

/// An object over values, which notes the same.
struct RunTime;

impl DynResource for RunTime {
    fn name(&self) -> &str {
        "run_time"
    }

    fn block(&self) -> Block {
        let text = || Shape::Type(Type::String);
        Block::new([
            Member::new("id", text()).set_required().identity(),
            Member::new("text", text()),
        ])
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        let created = plan.clone();
        Box::pin(async { Ok(created) })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        mut cx: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        let mut found = Arc::unwrap_or_clone(state);
        let known = !cx.is_import_by_key();
        cx.private_mut().set(PRIOR, &known);
        if !known {
            found.set("text", "found");
        }
        Box::pin(async { Ok(Found::Object(found)) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let updated = plan.clone();
        Box::pin(async { Ok(updated) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// The types, each with an object as the first read finds it.
const FOUND: [(&str, &str); 6] = [
    ("lab_options", r#"{"id":"a","tags":null,"text":"found"}"#),
    (
        "lab_blocks",
        r#"{"doors":[{"length":1}],"floor":{"length":2},"id":"a","roof":null,"shelves":{}}"#,
    ),
    ("lab_key_only", r#"{"id":"a"}"#),
    ("lab_required", r#"{"id":"a","size":1,"text":"found"}"#),
    ("lab_unfilled", r#"{"id":"a","size":1}"#),
    ("lab_run_time", r#"{"id":"a","text":"found"}"#),
];

/// Reads an object. Returns it, whether there was a prior object, and its attributes as JSON.
async fn read(client: &Client, object: &Instance) -> (Instance, bool, String) {
    let read = client.read(object).await.unwrap();
    let private: BTreeMap<String, String> = serde_json::from_slice(read.private()).unwrap();
    assert_eq!(
        private.keys().collect::<Vec<_>>(),
        [PRIOR],
        "no mark is left"
    );
    let had_prior = private[PRIOR] == "dHJ1ZQ==";
    let ty = client.schemas().resource_schemas[object.type_name()]
        .block
        .ty();
    let text = shown_value(&ty, read.value().clone());
    (read, had_prior, text)
}

#[tokio::test]
async fn r2_no_model_gets_a_prior_object_after_an_import_by_the_key_alone() {
    let client = client::<Lab>().await;
    for (type_name, found) in FOUND {
        for imported in [
            client.import(type_name, "a").await.unwrap(),
            client
                .import_by_identity(type_name, json(r#"{"id":"a"}"#))
                .await
                .unwrap(),
        ] {
            let (first, had_prior, text) = read(&client, &imported).await;
            assert_eq!((had_prior, text.as_str()), (false, found), "{type_name}");
            let (_, had_prior, text) = read(&client, &first).await;
            assert_eq!((had_prior, text.as_str()), (true, found), "{type_name}");
        }
    }
}

#[tokio::test]
async fn r2_author_code_that_imports_the_key_alone_is_no_exception() {
    let client = client::<Lab>().await;
    let imported = client.import("lab_options", "a/").await.unwrap();
    let (_, had_prior, text) = read(&client, &imported).await;
    assert_eq!((had_prior, text.as_str()), (false, FOUND[0].1));
}

#[tokio::test]
async fn r2_an_imported_object_with_more_than_its_key_is_the_prior_object_if_it_is_whole() {
    let client = client::<Lab>().await;
    for (type_name, id, had, expected) in [
        (
            "lab_options",
            "a/imported",
            true,
            r#"{"id":"a","tags":null,"text":"imported"}"#,
        ),
        (
            "lab_required",
            "a/7",
            true,
            r#"{"id":"a","size":7,"text":"imported"}"#,
        ),
        (
            "lab_required",
            "a/",
            false,
            r#"{"id":"a","size":1,"text":"found"}"#,
        ),
    ] {
        let imported = client.import(type_name, id).await.unwrap();
        let (_, had_prior, text) = read(&client, &imported).await;
        assert_eq!((had_prior, text.as_str()), (had, expected), "{id}");
    }
}

#[tokio::test]
async fn r2_an_object_without_values_that_was_not_imported_is_a_prior_object() {
    let client = client::<Lab>().await;
    for (type_name, state) in [
        ("lab_options", r#"{"id":"a"}"#),
        ("lab_key_only", r#"{"id":"a"}"#),
        ("lab_unfilled", r#"{"id":"a"}"#),
    ] {
        let object = stored(&client, type_name, Some(state));
        let (_, had_prior, _) = read(&client, &object).await;
        assert!(had_prior, "{type_name}");
    }
}

#[tokio::test]
async fn r3_an_import_stays_one_until_a_read_succeeds() {
    let client = client::<Lab>().await;
    let imported = client.import("lab_options", UNREADABLE).await.unwrap();
    let request = ReadResourceRequest {
        type_name: "lab_options".to_owned(),
        current_state: value::<Options>(r#"{"id":"unreadable"}"#),
        private: imported.private().to_vec().into(),
        ..ReadResourceRequest::default()
    };
    let failed = configured::<Lab>()
        .await
        .read_resource(request)
        .await
        .unwrap();
    assert_says(&failed.diagnostics, &["No answer"]);
    assert_eq!(&*failed.private, imported.private());
    // An object that is not found is not imported, also if what was imported is not whole.
    for (type_name, id) in [
        ("lab_options", GONE),
        ("lab_required", GONE),
        ("lab_required", "gone/"),
        ("lab_required", "gone/7"),
    ] {
        let imported = client.import(type_name, id).await.unwrap();
        let read = client.read(&imported).await.unwrap();
        assert!(!read.exists(), "{type_name} {id}");
    }
}
