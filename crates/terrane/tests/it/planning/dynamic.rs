//! Dynamic values, which keep their type while they are null or unknown (rules C3 and K1).

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_test::client::Instance;
use terrane_value::json;

use crate::lab::lab;
use crate::setup::client;

lab!(|registry| registry.resource::<Parcel>());

/// A parcel.
#[derive(Model)]
struct Parcel {
    /// The size.
    size: i64,
    /// The contents.
    content: Option<Dynamic>,
    /// What else is in it.
    #[tf(optional)]
    extra: Computed<Option<Dynamic>>,
}

impl Resource for Parcel {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let extra = plan.extra.known().cloned().flatten().into();
        Ok(Self { extra, ..plan })
    }

    async fn update(plan: Self, _: Prior<Self>, lab: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Self::create(plan, lab, &mut CreateContext::default()).await
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn k1_a_dynamic_null_keeps_its_type_from_configuration_to_state() {
    let client = client::<Lab>().await;
    let null = r#"{"type":"string","value":null}"#;
    for content in [null, "null"] {
        let config = format!(r#"{{"size":1,"content":{content}}}"#);
        let config = json::decode(config.as_bytes(), &Parcel::block().ty()).unwrap();
        let expected = config.as_object().unwrap().get("content").cloned();
        let absent = Instance::absent("lab_parcel");
        let planned = client.plan(&absent, config).await.unwrap();
        assert_eq!(planned.attribute("content").cloned(), expected);
        let made = client.apply(planned).await.unwrap();
        assert!(made.warnings().is_empty(), "{:?}", made.warnings());
        assert_eq!(made.attribute("content").cloned(), expected);
    }
}
