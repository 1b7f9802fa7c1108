//! `empty_is_null`: collections of which the API makes nothing where they are empty, or the other way round.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::ReadResourceRequest;

use crate::rig::{apply, configured, decode, encode, object, plan, request};
use crate::setup::lab;

lab!(|registry| registry.resource::<Shelf>());

/// A shelf.
#[derive(Schema)]
#[tf(settle)]
struct Shelf {
    /// Words.
    #[tf(empty_is_null)]
    list: Option<Vec<String>>,
    /// Different words.
    #[tf(empty_is_null)]
    set: Option<Set<String>>,
    /// Words by name.
    #[tf(empty_is_null)]
    map: Option<Sensitive<BTreeMap<String, String>>>,
    /// Words that the API may choose.
    #[tf(empty_is_null, optional)]
    chosen: Computed<Option<Vec<String>>>,
    /// Words for which being empty means something.
    exact: Option<Vec<String>>,
    /// Books in order.
    #[tf(empty_is_null)]
    books: Option<Vec<Book>>,
    /// Books without order.
    #[tf(block)]
    loose: Set<Book>,
    /// Counts the changes.
    changes: Computed<i64>,
}

/// A book.
#[derive(Schema)]
struct Book {
    /// Its title.
    title: String,
    /// What it is about.
    #[tf(empty_is_null)]
    words: Option<Words>,
}

/// Words of a book.
#[derive(Schema)]
#[tf(transparent)]
struct Words(Vec<String>);

fn other<T, C>(collection: Option<C>) -> Option<C>
where
    C: FromIterator<T>,
    for<'a> &'a C: IntoIterator,
{
    match collection {
        None => Some(C::from_iter([])),
        Some(some) if (&some).into_iter().next().is_none() => None,
        some => some,
    }
}

impl Book {
    fn other(self) -> Self {
        let words = self.words.map(|words| words.0);
        Self {
            words: other(words).map(Words),
            ..self
        }
    }
}

/// What the API makes of a shelf: what is empty is null, and what is null is empty.
fn turned(shelf: Shelf, changes: i64) -> Shelf {
    let exact = match shelf.list.as_deref() {
        Some([word]) if word == "turn" => other(shelf.exact),
        _ => shelf.exact,
    };
    Shelf {
        list: other(shelf.list),
        set: other(shelf.set),
        map: other(shelf.map.map(Sensitive::into_exposed)).map(Sensitive::new),
        chosen: shelf
            .chosen
            .into_known()
            .map(other)
            .unwrap_or_default()
            .into(),
        exact,
        books: other(
            shelf
                .books
                .map(|books| books.into_iter().map(Book::other).collect()),
        ),
        loose: shelf.loose.into_iter().map(Book::other).collect(),
        changes: changes.into(),
    }
}

impl Resource for Shelf {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(turned(plan, 0))
    }

    async fn settle(created: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        // Back and forth again, as APIs do that answer a second call in another way.
        Ok(turned(turned(created, 0), 0))
    }

    async fn read(
        _: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {
        Ok(prior.map(|prior| turned(prior, 7)))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(turned(plan, 1))
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

const EMPTY: &str = r#"{"list": [], "set": [], "map": {}, "chosen": [], "exact": [], "changes": null,
    "books": [{"title": "a", "words": []}, {"title": "b", "words": null}, {"title": "c", "words": ["x"]}],
    "loose": [{"title": "a", "words": []}, {"title": "b", "words": null}]}"#;

const NONE: &str = r#"{"list": null, "set": null, "map": null, "chosen": null, "exact": null, "changes": null,
    "books": null, "loose": []}"#;

fn changed(text: &str, times: u8) -> String {
    text.replace(r#""changes": null"#, &format!(r#""changes": {times}"#))
}

async fn settled(prior: Option<&str>, config: &str) -> terrane_value::Object {
    let provider = configured::<Lab>().await;
    let request = request::<Shelf>("lab_shelf", prior, Some(config));
    let planned = provider
        .plan_resource_change(request.clone())
        .await
        .unwrap();
    let applied = apply(&provider, planned, request).await;
    assert!(
        !applied.diagnostics.has_errors(),
        "{:?}",
        applied.diagnostics
    );
    decode::<Shelf>(&applied.new_state).unwrap()
}

#[tokio::test]
async fn s2_what_is_created_is_as_it_was_planned_be_it_empty_or_null() {
    assert_eq!(
        settled(None, EMPTY).await,
        object::<Shelf>(&changed(EMPTY, 0))
    );
    assert_eq!(
        settled(None, NONE).await,
        object::<Shelf>(&changed(NONE, 0))
    );
}

#[tokio::test]
async fn s2_what_is_updated_is_as_it_was_planned_be_it_empty_or_null() {
    let (empty, none) = (changed(EMPTY, 0), changed(NONE, 0));
    let emptied = settled(Some(&none), EMPTY).await;
    assert_eq!(emptied, object::<Shelf>(&changed(EMPTY, 1)));
    let mut gone = settled(Some(&empty), NONE).await;
    gone.set("chosen", terrane_value::Value::Null);
    assert_eq!(gone, object::<Shelf>(&changed(NONE, 1)));
}

#[tokio::test]
async fn s2_what_is_read_is_as_it_was_be_it_empty_or_null() {
    for text in [EMPTY, NONE] {
        let request = ReadResourceRequest {
            type_name: "lab_shelf".to_owned(),
            current_state: encode::<Shelf>(Some(object::<Shelf>(&changed(text, 1)))),
            ..ReadResourceRequest::default()
        };
        let provider = configured::<Lab>().await;
        let read = provider.read_resource(request).await.unwrap();
        assert!(!read.diagnostics.has_errors(), "{:?}", read.diagnostics);
        let state = decode::<Shelf>(&read.new_state).unwrap();
        assert_eq!(state, object::<Shelf>(&changed(text, 7)));
    }
}

#[tokio::test]
async fn c6_a_plan_has_what_is_configured_be_it_empty_or_null() {
    let prior = changed(NONE, 0);
    let planned = plan::<Lab, Shelf>("lab_shelf", Some(&prior), EMPTY).await;
    for name in ["list", "set", "map", "chosen", "books"] {
        assert_eq!(
            Some(&planned.at(name)),
            object::<Shelf>(EMPTY).get(name),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a12_values_without_declared_equality_differ() {
    let config = EMPTY.replace(r#""list": []"#, r#""list": ["turn"]"#);
    let provider = configured::<Lab>().await;
    let asked = request::<Shelf>("lab_shelf", None, Some(&config));
    let planned = provider.plan_resource_change(asked.clone()).await.unwrap();
    let applied = apply(&provider, planned, asked).await;
    let errors: Vec<_> = applied.diagnostics.errors().collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].path, Some(path!(Shelf, exact)));
}
