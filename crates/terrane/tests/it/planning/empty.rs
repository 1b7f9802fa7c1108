//! `empty_is_null`: collections that the API returns as null if they are empty, or as empty if they are null.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_test::client::{CallError, Client, Instance};

use crate::lab::lab;
use crate::planning::rig::plan;
use crate::setup::{client, json, stored};

lab!(|registry| registry.resource::<Shelf>());

/// A shelf.
#[derive(Model)]
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
#[derive(Model)]
struct Book {
    /// Its title.
    title: String,
    /// What it is about.
    #[tf(empty_is_null)]
    words: Option<Words>,
}

/// Words of a book.
#[derive(Attr)]
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

/// Returns a shelf as the API does: empty collections are null, and null collections are empty.
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

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(turned(plan, 0))
    }

    async fn settle(created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        // Back and forth again, as APIs do that answer a second call in another way.
        Ok(turned(turned(created, 0), 0))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let prior = prior.into_complete();
        Ok(Found::or_gone(prior.map(|prior| turned(prior, 7))))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(turned(plan, 1))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
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

async fn changed_to(
    client: &Client,
    prior: Option<&str>,
    config: &str,
) -> std::result::Result<Instance, CallError> {
    let prior = stored(client, "lab_shelf", prior);
    let planned = client.plan(&prior, json(config)).await?;
    client.apply(planned).await
}

async fn settled(prior: Option<&str>, config: &str) -> terrane_value::Value {
    let shelf = changed_to(&client::<Lab>().await, prior, config).await;
    shelf.unwrap().value().clone()
}

async fn object(text: &str) -> terrane_value::Value {
    let shelf = stored(&client::<Lab>().await, "lab_shelf", Some(text));
    shelf.value().clone()
}

#[tokio::test]
async fn s2_a_created_value_keeps_the_planned_empty_or_null_form() {
    for text in [EMPTY, NONE] {
        assert_eq!(settled(None, text).await, object(&changed(text, 0)).await);
    }
}

#[tokio::test]
async fn s2_an_updated_value_keeps_the_planned_empty_or_null_form() {
    let (empty, none) = (changed(EMPTY, 0), changed(NONE, 0));
    let emptied = settled(Some(&none), EMPTY).await;
    assert_eq!(emptied, object(&changed(EMPTY, 1)).await);
    let mut gone = settled(Some(&empty), NONE).await;
    let chosen = terrane_value::Value::Null;
    gone.as_object_mut().unwrap().set("chosen", chosen);
    assert_eq!(gone, object(&changed(NONE, 1)).await);
}

#[tokio::test]
async fn s2_a_read_value_keeps_the_stored_empty_or_null_form() {
    let client = client::<Lab>().await;
    for text in [EMPTY, NONE] {
        let shelf = stored(&client, "lab_shelf", Some(&changed(text, 1)));
        let read = client.read(&shelf).await.unwrap();
        assert_eq!(read.value(), &object(&changed(text, 7)).await);
    }
}

#[tokio::test]
async fn c6_a_plan_has_the_configured_empty_or_null_value() {
    let prior = changed(NONE, 0);
    let planned = plan::<Lab>("lab_shelf", Some(&prior), EMPTY).await;
    for name in ["list", "set", "map", "chosen", "books"] {
        assert_eq!(
            Some(&planned.at(name)),
            object(EMPTY).await.as_object().unwrap().get(name),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a12_values_without_declared_equality_differ() {
    let config = EMPTY.replace(r#""list": []"#, r#""list": ["turn"]"#);
    let shelf = changed_to(&client::<Lab>().await, None, &config).await;
    let error = shelf.unwrap_err();
    let errors: Vec<_> = error.diagnostics().iter().collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].path, Some(path!(Shelf, exact)));
}
