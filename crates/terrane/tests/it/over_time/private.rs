//! Private state that cannot be stored.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::setup::{after, client, errors, json};

#[derive(Default)]
struct Diary;

#[provider("registry.terraform.io/example/diary")]
impl Provider for Diary {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Page>();
    }
}

/// A page.
#[derive(Model)]
struct Page {
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
}

impl Resource for Page {
    type Provider = Diary;

    async fn create(plan: Self, _: &Diary, cx: &mut CreateContext) -> Result<Self> {
        let mut private = cx.private_mut();
        private.set("good", &1);
        private.set(".hidden", &2);
        private.set("bad", &BTreeMap::from([((1, 2), 3)]));
        drop(private);
        Ok(plan.with_computed(PageComputed { number: 7 }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Diary, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Diary, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn ps1_private_state_that_cannot_be_stored_is_an_error_and_the_object_is_stored() {
    let client = client::<Diary>().await;
    let created = client.create("diary_page", json("{}")).await;
    let errors = errors(&created);
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].contains("`.hidden` starts with a dot"),
        "{errors:?}"
    );
    assert!(
        errors[1].contains("`bad` cannot be encoded as JSON"),
        "{errors:?}"
    );
    let page = after(&created).unwrap();
    assert_eq!(page.value(), &terrane_value::Value::object([("number", 7)]));
    let private = String::from_utf8(page.private().to_vec()).unwrap();
    assert_eq!(private, r#"{"good":"MQ=="}"#);
}
