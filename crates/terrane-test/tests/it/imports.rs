//! The check of imports with write-only values and exceptions.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use terrane::prelude::*;
use terrane_test::{Imports, imports_plan_clean};

#[derive(Default)]
struct Bank;

#[provider("registry.terraform.io/example/bank")]
impl Provider for Bank {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Safe>().resource::<Coin>();
    }
}

/// A safe, whose codes must be configured.
#[derive(Model)]
struct Safe {
    /// Its name.
    #[tf(identity)]
    name: String,
    /// Its size.
    size: i64,
    /// The code that opens it.
    #[tf(required)]
    code: WriteOnly<Sensitive<String>>,
    /// The keyholder.
    holder: Option<Keeper>,
    /// The other keyholders, by name.
    #[tf(block)]
    deputies: BTreeMap<String, Keeper>,
    /// Its drawers.
    #[tf(block)]
    drawers: Vec<Keeper>,
}

/// Somebody with a code.
#[derive(Model)]
struct Keeper {
    /// The code.
    #[tf(required)]
    code: WriteOnly<i64>,
    /// The label.
    label: Option<String>,
}

fn keeper() -> Keeper {
    Keeper {
        code: WriteOnly::none(),
        label: Some("a".to_owned()),
    }
}

impl Resource for Safe {
    type Provider = Bank;

    async fn create(plan: Self, _: &Bank, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Bank, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.into_key();
        let safe = (key.name != "none").then(|| Safe {
            name: key.name,
            size: 3,
            code: WriteOnly::none(),
            holder: Some(keeper()),
            deputies: [("b".to_owned(), keeper())].into(),
            drawers: vec![keeper(), keeper()],
        });
        Ok(Found::or_gone(safe))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Bank, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Bank, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A coin, which can be imported.
#[derive(Model)]
struct Coin {
    /// Its number.
    #[tf(identity)]
    number: i64,
}

impl Resource for Coin {
    type Provider = Bank;

    async fn create(plan: Self, _: &Bank, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Bank, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Bank, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn codes() -> Json {
    json!({
        "code": "open sesame",
        "holder": { "code": 1 },
        "deputies": { "b": { "code": 2 } },
        "drawers": [{ "code": 3 }, { "code": 4 }],
    })
}

fn imports() -> Imports {
    Imports::new(terrane::server::<Bank>(), json!({}))
}

/// The reasons of a failed check.
async fn reasons(imports: Imports) -> String {
    let check = tokio::spawn(imports.plan_clean());
    let panic = check.await.expect_err("the check fails").into_panic();
    *panic.downcast::<String>().expect("a text")
}

#[tokio::test]
async fn required_write_only_values_are_added_at_every_depth() {
    let check = imports().object_with("bank_safe", "a", codes());
    check.object("bank_coin", "1").plan_clean().await;

    let missing = imports().object("bank_safe", "a").object("bank_coin", "1");
    let reasons = reasons(missing).await;
    assert!(reasons.starts_with("bank_safe `a`: "), "{reasons}");
    assert!(reasons.contains("code"), "{reasons}");
}

#[tokio::test]
async fn only_write_only_values_of_the_imported_object_can_be_added() {
    for (values, expected) in [
        (json!({ "size": 3 }), "`size`: it is not write-only"),
        (
            json!({ "colour": "red" }),
            "`colour`: the schema has no such",
        ),
        (json!({ "code": [] }), "`code`: "),
        (
            json!({ "holder": { "label": "a" } }),
            "`holder`: `label`: it is not write-only",
        ),
        (json!({ "holder": [] }), "`holder`: the imported object has"),
        (
            json!({ "deputies": { "c": { "code": 2 } } }),
            "`deputies`: the imported object has",
        ),
        (
            json!({ "drawers": [{}, {}, { "code": 3 }] }),
            "`drawers`: the imported object has",
        ),
        (
            json!({ "drawers": [{ "shade": 3 }] }),
            "`drawers`: `shade`: the schema has no such",
        ),
        (json!([]), "the imported object has"),
    ] {
        let check = imports().skip("bank_coin", "not now");
        let reasons = reasons(check.object_with("bank_safe", "a", values.clone())).await;
        let expected = format!("bank_safe `a`: {expected}");
        assert!(reasons.starts_with(&expected), "{values}: {reasons}");
    }
}

#[tokio::test]
async fn types_are_skipped_with_a_reason() {
    let check = imports().object_with("bank_safe", "a", codes());
    check
        .skip("bank_coin", "nobody imports coins")
        .plan_clean()
        .await;

    let check = imports().skip("bank_safe", "its codes are secret");
    let found = reasons(check).await;
    assert_eq!(found, "bank_coin can be imported, but no id is given");

    let check = imports()
        .object("bank_coin", "1")
        .object("bank_safe", "none")
        .skip("bank_coin", " ")
        .skip("bank_note", "paper");
    let found = reasons(check).await;
    let expected = [
        "bank_coin is skipped, but has an object",
        "bank_coin is skipped without a reason",
        "bank_note is skipped, but is not a resource type",
        "bank_safe `none`: the object is gone when it is read",
    ];
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn the_short_form_lists_objects_alone() {
    let check = tokio::spawn(imports_plan_clean(
        terrane::server::<Bank>(),
        "{}",
        &[("bank_coin", "1"), ("bank_coin", "2")],
    ));
    let panic = check.await.expect_err("the safe is missing").into_panic();
    let reasons = *panic.downcast::<String>().expect("a text");
    assert_eq!(reasons, "bank_safe can be imported, but no id is given");
}
