//! Elements of sets that differ for hosts and are equal for their Rust types: each of them stays.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use terrane::ObjectModel as _;
use terrane::generated::{Leaf, Nestable, Plain, equality_of};
use terrane::plan::FieldChange;
use terrane::prelude::*;
use terrane::schema::{Equality, Shape};
use terrane::{Attr, Equal};
use terrane_test::client::Instance;
use terrane_value::{Data, json};

use crate::lab::lab;
use crate::setup::client;

lab!(|registry| registry
    .resource::<Basket>()
    .resource::<Shelf>()
    .data_source::<Basket>()
    .ephemeral::<Basket>());

/// A number in a text: `007` is 7.
#[derive(Debug, Clone, PartialEq)]
struct Minutes(u64);

impl FromStr for Minutes {
    type Err = ParseIntError;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        text.parse().map(Minutes)
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A type of the author without a derive, whose values have no capital letters.
#[derive(Debug, Clone, PartialEq)]
struct Lower(String);

impl Attr for Lower {
    type Draft = String;
    type Paths = Leaf;
    type Checked = str;

    fn shape() -> Shape {
        String::shape()
    }

    fn equality() -> Option<Equality> {
        Some(equality_of::<Self>(None))
    }

    fn decode(data: &Data) -> std::result::Result<Self, terrane::DecodeError> {
        <String as Attr>::decode(data).map(|text| Self(text.to_lowercase()))
    }

    fn draft(data: &Data) -> std::result::Result<String, terrane::DecodeError> {
        Self::decode(data).map(|lower| lower.0)
    }

    fn take_value(&mut self) -> Value {
        Attr::take_value(&mut self.0)
    }

    fn encode_draft(draft: String) -> Value {
        String::encode_draft(draft)
    }

    fn checked(&self) -> &str {
        &self.0
    }
}

impl Nestable for Lower {}
impl Plain for Lower {}

impl Equal for Lower {
    fn equal(&self, prior: &Self) -> bool {
        self == prior
    }
}

/// A value that an object holds as one value.
#[derive(Attr, Debug, Clone)]
struct Point {
    x: f64,
    #[tf(as = String)]
    at: Minutes,
}

/// A basket.
#[derive(Model, Debug, Clone)]
struct Basket {
    floats: Set<f64>,
    singles: Set<f32>,
    #[tf(as = String)]
    times: Set<Minutes>,
    words: Set<Lower>,
    pairs: Set<(f64, String)>,
    lists: Set<Vec<f64>>,
    points: Set<Point>,
    parts: Set<Part>,
    #[tf(block)]
    block: Set<Part>,
    /// Positions distinguish the elements of a list.
    listed: Vec<Part>,
    ordered: Vec<(f64, String)>,
    #[tf(as = String)]
    schedule: Vec<Minutes>,
}

/// A part.
#[derive(Model, Debug, Clone)]
struct Part {
    weight: f64,
    #[tf(as = String)]
    at: Minutes,
    word: Option<Lower>,
    inner: Option<Set<Inner>>,
    serial: Computed<String>,
}

/// A part of a part.
#[derive(Model, Debug, Clone)]
struct Inner {
    weight: f64,
}

impl Basket {
    fn filled(mut self) -> Self {
        let fill = |mut part: Part| {
            part.serial.fill("s".to_owned());
            part
        };
        self.parts = self.parts.into_iter().map(fill).collect();
        self.block = self.block.into_iter().map(fill).collect();
        self.listed = self.listed.into_iter().map(fill).collect();
        self
    }
}

impl Resource for Basket {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.filled())
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Basket {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.filled())
    }
}

impl Ephemeral for Basket {
    type Provider = Lab;

    async fn open(config: Self, _: &Lab, _: &mut OpenContext) -> Result<Self> {
        Ok(config.filled())
    }
}

/// A number that is 0.1 for a float of 64 or 32 bits.
const NEAR: &str = "0.1000000000000000055511151231257827";

/// A basket in which elements of each set differ only in digits or letters that their Rust types do not have. `serial` is the serial of each part.
fn basket(serial: &str) -> Value {
    let part = |weight: &str, at: &str, rest: &str| {
        format!(r#"{{"weight":{weight},"at":"{at}","serial":{serial}{rest}}}"#)
    };
    let inner = format!(r#","inner":[{{"weight":0.1}},{{"weight":{NEAR}}}]"#);
    let parts = [
        part("0.1", "7", ""),
        part(NEAR, "7", ""),
        part("0.1", "007", ""),
        part("2", "7", r#","word":"x""#),
        part("2", "7", r#","word":"X""#),
        part("3", "7", &inner),
    ];
    let parts = parts.join(",");
    let text = format!(
        r#"{{
            "floats": [0.1, {NEAR}, 2], "singles": [0.1, {NEAR}, 2], "times": ["7", "007", "8"],
            "words": ["a", "A", "b"], "pairs": [[0.1, "a"], [{NEAR}, "a"], [{NEAR}, "b"]],
            "lists": [[0.1, 2], [{NEAR}, 2]],
            "points": [{{"x": 0.1, "at": "7"}}, {{"x": {NEAR}, "at": "7"}}, {{"x": 0.1, "at": "007"}}],
            "parts": [{parts}], "block": [{parts}], "listed": [{parts}],
            "ordered": [[0.1, "a"], [{NEAR}, "a"]], "schedule": ["7", "007"]
        }}"#
    );
    json::decode(text.as_bytes(), &Basket::block().ty()).unwrap()
}

#[tokio::test]
async fn s3_elements_of_a_set_that_are_equal_for_their_rust_type_all_stay_after_a_change() {
    let (config, expected) = (basket("null"), basket(r#""s""#));
    let client = client::<Lab>().await;
    let created = client.create("lab_basket", config.clone()).await.unwrap();
    assert!(created.warnings().is_empty(), "{:?}", created.warnings());
    assert_eq!(created.value(), &expected);
    let mut other = expected.clone();
    other
        .as_object_mut()
        .unwrap()
        .set("floats", Value::set([Value::from(5)]));
    let stored = client.stored("lab_basket", other).unwrap();
    let updated = client.update(&stored, config).await.unwrap();
    assert!(updated.warnings().is_empty(), "{:?}", updated.warnings());
    assert_eq!(updated.value(), &expected);
}

#[tokio::test]
async fn s3_elements_of_a_set_that_are_equal_for_their_rust_type_all_stay_after_a_read() {
    let state = basket(r#""s""#);
    let client = client::<Lab>().await;
    let stored = client.stored("lab_basket", state.clone()).unwrap();
    let read = client.read(&stored).await.unwrap();
    assert_eq!(read.value(), &state);
    let planned = client.plan(&stored, basket("null")).await.unwrap();
    assert_eq!(planned.value(), &state, "nothing changes");
    let data = client.read_data("lab_basket", basket("null")).await;
    assert_eq!(data.unwrap().value(), &state);
    let opened = client.open("lab_basket", basket("null")).await;
    assert_eq!(opened.unwrap().value(), &state);
}

#[tokio::test]
async fn s3_an_element_that_is_missing_for_another_reason_is_reported() {
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_shelf");
    let config = shelf(&["1", "2"], "gone", "null");
    let plan = client.plan(&absent, config).await.unwrap();
    let applied = client.apply(plan).await;
    assert!(applied.is_err(), "{applied:?}");
}

#[tokio::test]
async fn s1_a_removed_element_is_a_change_although_it_equals_another_one() {
    let client = client::<Lab>().await;
    let stored = client.stored("lab_shelf", shelf(&["0.1", NEAR], "x", r#""checked""#));
    let fewer = shelf(&["0.1"], "x", "null");
    let planned = client.plan(&stored.unwrap(), fewer).await.unwrap();
    assert_eq!(planned.value(), &shelf(&["0.1"], "x", r#""checked""#));
}

/// A shelf, whose plan hooks decide stamps and take the weight and the limit from the state.
#[derive(Model, Debug)]
struct Shelf {
    mode: String,
    items: Set<Item>,
    #[tf(plan = as_before)]
    weight: Option<f64>,
    limit: Option<f64>,
}

/// An item.
#[derive(Model, Debug)]
struct Item {
    grams: f64,
    /// Decided by the hook.
    stamp: Computed<String>,
    /// Kept with the item.
    #[tf(keep)]
    serial: Computed<String>,
}

fn as_before(weight: &mut FieldChange<'_, f64>) -> Result<()> {
    let prior = weight.prior()?;
    if prior.is_known() {
        weight.set_planned(prior);
    }
    Ok(())
}

impl Resource for Shelf {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        if let Value::Known(items) = planned.items {
            let items = items.into_iter().map(|mut item| {
                if let Value::Known(item) = &mut item {
                    item.stamp = "checked".to_owned().into();
                }
                item
            });
            planned.items = Value::Known(items.collect());
        }
        if let Some(prior) = change.prior()? {
            planned.limit = prior.limit;
        }
        change.set_planned(planned)
    }

    async fn create(mut plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        if plan.mode == "gone" {
            plan.items = plan.items.into_iter().take(1).collect();
        }
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A shelf with items, of which the state knows the stamp and the serial.
fn shelf(grams: &[&str], mode: &str, stamp: &str) -> Value {
    let serial = if stamp == "null" { "null" } else { r#""s""# };
    let items = grams
        .iter()
        .map(|grams| format!(r#"{{"grams":{grams},"stamp":{stamp},"serial":{serial}}}"#));
    let items = items.collect::<Vec<_>>().join(",");
    let text = format!(r#"{{"mode":"{mode}","items":[{items}]}}"#);
    json::decode(text.as_bytes(), &Shelf::block().ty()).unwrap()
}

fn with(mut shelf: Value, values: [(&str, &str); 2]) -> Value {
    for (name, value) in values {
        let number: Number = value.parse().unwrap();
        shelf.as_object_mut().unwrap().set(name, number);
    }
    shelf
}

#[tokio::test]
async fn c6_a_plan_hook_that_changes_elements_of_a_set_keeps_their_digits() {
    let client = client::<Lab>().await;
    let stored = client.stored("lab_shelf", shelf(&["0.1", NEAR, "2"], "x", r#""old""#));
    let config = shelf(&["0.1", NEAR, "2"], "y", "null");
    let planned = client.plan(&stored.unwrap(), config).await.unwrap();
    assert!(planned.warnings().is_empty(), "{:?}", planned.warnings());
    let expected = shelf(&["0.1", NEAR, "2"], "y", r#""checked""#);
    assert_eq!(planned.value(), &expected);

    let absent = Instance::absent("lab_shelf");
    let config = shelf(&["0.1", NEAR], "x", "null");
    let planned = client.plan(&absent, config).await.unwrap();
    let items = planned.attribute("items").unwrap().as_set().unwrap();
    assert_eq!(items.len(), 2);
}

#[tokio::test]
async fn c6_a_value_that_a_plan_hook_takes_from_the_state_has_the_digits_of_the_state() {
    let client = client::<Lab>().await;
    let third = format!("0.{}", "3".repeat(60));
    let state = shelf(&["2"], "x", r#""checked""#);
    let state = with(state, [("weight", &third), ("limit", &third)]);
    let stored = client.stored("lab_shelf", state.clone()).unwrap();
    let config = with(
        shelf(&["2"], "y", "null"),
        [("weight", "5"), ("limit", "6")],
    );
    let planned = client.plan(&stored, config).await.unwrap();
    for name in ["weight", "limit"] {
        let before = state.as_object().unwrap().get(name);
        assert_eq!(planned.attribute(name), before, "{name}");
    }
}

#[tokio::test]
async fn n3_an_element_of_a_set_with_other_digits_of_the_same_float_is_the_same_element() {
    let client = client::<Lab>().await;
    let stored = client.stored("lab_shelf", shelf(&["0.1", "2"], "x", r#""checked""#));
    let config = shelf(&[NEAR, "3"], "x", "null");
    let planned = client.plan(&stored.unwrap(), config).await.unwrap();
    let items: Vec<_> = planned
        .attribute("items")
        .unwrap()
        .as_set()
        .unwrap()
        .iter()
        .filter_map(Value::as_object)
        .collect();
    let near: Number = NEAR.parse().unwrap();
    let kept: Vec<_> = items
        .iter()
        .filter(|item| item.get("serial").unwrap().is_known())
        .map(|item| item.get("grams").unwrap().clone())
        .collect();
    assert_eq!(kept, [near.into()], "{items:?}");
}
