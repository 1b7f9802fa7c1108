//! Dynamic values, which keep their type while they are null or unknown (rules C3 and K1).

use terrane::prelude::*;

use crate::rig::{apply, configured, decode, object, plan, request};
use crate::setup::lab;

lab!(|registry| registry.resource::<Parcel>());

/// A parcel.
#[derive(Schema)]
struct Parcel {
    /// How large it is.
    size: i64,
    /// What is in it.
    content: Option<Dynamic>,
    /// What else is in it.
    #[tf(optional)]
    extra: Computed<Option<Dynamic>>,
}

impl Resource for Parcel {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        let extra = plan.extra.known().cloned().flatten().into();
        Ok(Self { extra, ..plan })
    }

    async fn update(plan: Self, _: Prior<Self>, lab: &Lab, _: &mut Update) -> Result<Self> {
        Self::create(plan, lab, &mut Create::default()).await
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn k1_a_dynamic_null_keeps_its_type_from_configuration_to_state() {
    let provider = configured::<Lab>().await;
    let null = r#"{"type":"string","value":null}"#;
    for content in [null, "null"] {
        let config = format!(r#"{{"size":1,"content":{content}}}"#);
        let asked = request::<Parcel>("lab_parcel", None, Some(&config));
        let planned = plan::<Lab, Parcel>("lab_parcel", None, &config).await;
        let expected = object::<Parcel>(&config).get("content").cloned();
        assert_eq!(planned.object.get("content").cloned(), expected);
        let made = apply(&provider, planned.response, asked).await;
        assert!(made.diagnostics.is_empty(), "{:?}", made.diagnostics);
        let state = decode::<Parcel>(&made.new_state).unwrap();
        assert_eq!(state.get("content").cloned(), expected);
    }
}
