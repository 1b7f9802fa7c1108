//! Numbers of one object that add up or multiply to another one, and attributes with a write-only twin.

use terrane::Model;
use terrane::prelude::*;
use terrane_protocol::ClientCapabilities;
use terrane_test::client::{Client, UNKNOWN};

use crate::lab::lab;
use crate::setup::{findings, json};

lab!(|registry| registry.resource::<Word>().resource::<Door>());

/// How many letters something has.
#[derive(Schema)]
#[tf(transparent)]
struct Letters(u8);

/// A word.
#[derive(Schema)]
#[tf(
    at_least_sum_of(length, upper, lower),
    at_most_sum_of(upper, limit),
    sum_of(both, upper, lower),
    product_of(area, length, height)
)]
struct Word {
    /// How long it is.
    length: u64,
    /// How many letters are upper case.
    #[tf(default = 2)]
    upper: i64,
    /// How many are lower case.
    lower: Option<Letters>,
    /// How many may be upper case.
    limit: Option<i64>,
    /// Both.
    both: Option<i64>,
    /// The height.
    height: Option<u64>,
    /// What it covers.
    #[tf(optional)]
    area: Computed<u64>,
    /// Words in it.
    words: Option<Vec<Inner>>,
}

/// A word in a word.
#[derive(Schema)]
#[tf(sum_of(all, some))]
struct Inner {
    /// All.
    all: i64,
    /// Some.
    some: i64,
}

/// A door.
#[derive(Schema)]
#[tf(prefer_write_only(key, key_wo))]
struct Door {
    /// The code that opens it.
    key: Option<Sensitive<String>>,
    /// The same, stored nowhere.
    key_wo: WriteOnly<String>,
}

macro_rules! resources {
    ($($name:ident),*) => {$(
        impl terrane::Resource for $name {
            type Provider = Lab;

            async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
                Ok(plan)
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

resources!(Word, Door);

async fn messages_of<M: Model>(config: &str, unknown: &[&str], knows: bool) -> Vec<String> {
    let mut config = json(config);
    for name in unknown {
        config[name] = UNKNOWN.into();
    }
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let client = client.with_capabilities(ClientCapabilities {
        write_only_attributes_allowed: knows,
        ..ClientCapabilities::default()
    });
    let type_name = format!("lab_{}", M::NAME);
    let validated = client.validate(&type_name, config).await;
    let all = findings(&validated).iter();
    all.map(|it| {
        let path = it.path.as_ref().map(ToString::to_string);
        format!(
            "{}: {} [{}]",
            it.summary,
            it.detail,
            path.unwrap_or_default()
        )
    })
    .collect()
}

async fn word(config: &str, unknown: &[&str]) -> Vec<String> {
    messages_of::<Word>(config, unknown, false).await
}

const EMPTY: [&str; 0] = [];

#[tokio::test]
async fn a_sum_includes_defaults_and_no_missing_values() {
    assert_eq!(
        word(r#"{"length":1}"#, &[]).await,
        [
            "Invalid Attribute Value: Attribute length value must be at least sum of upper + lower, got: 1 [length]"
        ]
    );
    assert_eq!(word(r#"{"length":2}"#, &[]).await, EMPTY);
    assert_eq!(word(r#"{"length":3,"lower":1}"#, &[]).await, EMPTY);
    assert_eq!(word(r#"{"length":3,"lower":2}"#, &[]).await.len(), 1);
    assert_eq!(word(r#"{"length":1,"upper":0}"#, &[]).await, EMPTY);
    assert_eq!(
        word(r#"{"length":9,"limit":1}"#, &[]).await,
        [
            "Invalid Attribute Value: Attribute upper value must be at most sum of limit, got: 2 [upper]"
        ]
    );
    assert_eq!(
        word(r#"{"length":9,"lower":1,"both":2}"#, &[]).await,
        [
            "Invalid Attribute Value: Attribute both value must be equal to the sum of upper + lower, got: 2 [both]"
        ]
    );
    assert_eq!(word(r#"{"length":9,"lower":1,"both":3}"#, &[]).await, EMPTY);
}

#[tokio::test]
async fn a_product_of_any_size_is_compared() {
    assert_eq!(
        word(r#"{"length":3,"height":4,"area":11}"#, &[]).await,
        [
            "Invalid Attribute Value: Attribute area value must be equal to the product of length + height, got: 11 [area]"
        ]
    );
    assert_eq!(
        word(r#"{"length":3,"height":4,"area":12}"#, &[]).await,
        EMPTY
    );
    assert_eq!(word(r#"{"length":3,"area":3}"#, &[]).await, EMPTY);
    assert_eq!(word(r#"{"length":3,"area":4}"#, &[]).await.len(), 1);
    let most = u64::MAX;
    let config = format!(r#"{{"length":{most},"height":{most},"area":1}}"#);
    assert_eq!(word(&config, &[]).await.len(), 1);
    let config = format!(r#"{{"length":{most},"height":1,"area":{most}}}"#);
    assert_eq!(word(&config, &[]).await, EMPTY);
}

#[tokio::test]
async fn v3_while_a_deciding_number_is_unknown_nothing_is_reported() {
    for unknown in ["length", "upper"] {
        assert_eq!(
            word(r#"{"length":1}"#, &[unknown]).await,
            EMPTY,
            "{unknown}"
        );
    }
}

#[tokio::test]
async fn a_sum_is_violated_if_no_value_of_an_unknown_part_satisfies_it() {
    let found = word(r#"{"length":1,"upper":2}"#, &["lower"]).await;
    assert_eq!(
        found,
        [
            "Invalid Attribute Value: Attribute length value must be at least sum of upper + lower, got: 1 [length]"
        ]
    );
    assert_eq!(word(r#"{"length":2,"upper":2}"#, &["lower"]).await, EMPTY);
    let found = word(r#"{"length":9,"both":1}"#, &["upper", "lower"]).await;
    assert_eq!(found, EMPTY, "a signed part may be below zero");
    let found = word(r#"{"length":0,"upper":0,"lower":0,"area":1}"#, &["height"]).await;
    assert_eq!(
        found,
        [
            "Invalid Attribute Value: Attribute area value must be equal to the product of length + height, got: 1 [area]"
        ]
    );
}

#[tokio::test]
async fn a_number_of_another_type_is_reported_once() {
    let found = word(r#"{"length":1.5}"#, &[]).await;
    assert!(
        found.len() == 1 && found[0].contains("expected a whole number"),
        "{found:?}"
    );
}

#[tokio::test]
async fn sums_of_a_nested_object_are_checked_at_its_path() {
    let found = word(
        r#"{"length":2,"words":[{"all":1,"some":1},{"all":1,"some":2}]}"#,
        &[],
    )
    .await;
    assert_eq!(
        found,
        [
            "Invalid Attribute Value: Attribute words[1].all value must be equal to the sum of some, got: 1 [words[1].all]"
        ]
    );
}

#[tokio::test]
async fn v2_a_write_only_alternative_is_suggested_if_the_host_supports_it() {
    let set = r#"{"key":"a"}"#;
    assert_eq!(
        messages_of::<Door>(set, &[], true).await,
        [
            "Available Write-Only Attribute Alternative: The attribute key has a WriteOnly version key_wo available. Use the WriteOnly version of \
          the attribute when possible. [key]"
        ]
    );
    assert_eq!(messages_of::<Door>(set, &[], false).await, EMPTY);
    assert_eq!(
        messages_of::<Door>(r#"{"key_wo":"a"}"#, &[], true).await,
        EMPTY
    );
    assert_eq!(messages_of::<Door>("{}", &["key"], true).await, EMPTY);
}

#[test]
fn the_relations_are_part_of_the_schema() {
    let messages = |block: &terrane::schema::Block| -> Vec<String> {
        block.relations().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        messages(Word::block()),
        [
            "`length` is at least the sum of `upper`, `lower`",
            "`upper` is at most the sum of `limit`",
            "`both` is the sum of `upper`, `lower`",
            "`area` is the product of `length`, `height`",
        ]
    );
    assert_eq!(messages(Door::block()), ["`key` better as `key_wo`"]);
}
