//! Numbers of one object that add up or multiply to another one, and attributes with a write-only twin.

use terrane::Model;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane::validate::{product, sum};
use terrane_protocol::ClientCapabilities;
use terrane_test::client::{Client, UNKNOWN};

use crate::lab::lab;
use crate::setup::{findings, json};

lab!(|registry| registry.resource::<Word>().resource::<Door>());

/// A word.
#[derive(Model)]
struct Word {
    /// How long it is.
    length: u64,
    /// How many letters are upper case.
    upper: Option<u64>,
    /// How many are lower case.
    lower: Option<u64>,
    /// The height.
    height: Option<u64>,
    /// What it covers.
    #[tf(optional)]
    area: Computed<u64>,
}

/// A door.
#[derive(Model)]
#[tf(prefer_write_only(key, key_wo))]
struct Door {
    /// The code that opens it.
    key: Option<Sensitive<String>>,
    /// The same, stored nowhere.
    key_wo: WriteOnly<String>,
}

macro_rules! resources {
    ($($name:ident, |$config:ident, $cx:ident| $validate:block)*) => {$(
        impl terrane::Resource for $name {
            type Provider = Lab;

            fn validate($config: &Draft<Self>, $cx: &mut ValidateContext) -> Result<()> {
                $validate
                Ok(())
            }

            async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

resources!(
    Word, |config, cx| {
        if let (Some(length), Some(letters)) =
            (sum([&config.length]), sum([&config.upper, &config.lower]))
            && length < letters
        {
            let found = format!("Expected a length of at least {letters}.");
            cx.error(path!(Word, length), found);
        }
        if let (Some(area), Some(expected)) =
            (known!(config; area), product([&config.length, &config.height]))
            && i128::from(*area) != expected
        {
            cx.error(path!(Word, area), format!("Expected {expected}."));
        }
    }
    Door, |_config, _cx| {}
);

async fn messages_of<M: Model>(config: &str, unknown: &[&str], knows: bool) -> Vec<String> {
    let mut config = json(config);
    for name in unknown {
        config[name] = UNKNOWN.into();
    }
    let client = Client::new(terrane::server::<Lab>())
        .await
        .unwrap()
        .with_capabilities(ClientCapabilities {
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
async fn a_sum_counts_missing_numbers_as_zero() {
    let found = word(r#"{"length":1,"upper":2}"#, &[]).await;
    assert!(
        found.len() == 1 && found[0].contains("Expected a length of at least 2."),
        "{found:?}"
    );
    assert!(found[0].ends_with("[length]"), "{found:?}");
    assert_eq!(word(r#"{"length":2,"upper":2}"#, &[]).await, EMPTY);
    assert_eq!(
        word(r#"{"length":3,"upper":2,"lower":1}"#, &[]).await,
        EMPTY
    );
    assert_eq!(
        word(r#"{"length":3,"upper":2,"lower":2}"#, &[]).await.len(),
        1
    );
}

#[tokio::test]
async fn a_product_of_any_size_is_compared() {
    let found = word(r#"{"length":3,"height":4,"area":11}"#, &[]).await;
    assert!(
        found.len() == 1 && found[0].contains("Expected 12."),
        "{found:?}"
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
            word(r#"{"length":1,"upper":2}"#, &[unknown]).await,
            EMPTY,
            "{unknown}"
        );
    }
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
    let relations = Door::block().relations().iter().map(ToString::to_string);
    assert_eq!(relations.collect::<Vec<_>>(), ["`key` better as `key_wo`"]);
}
