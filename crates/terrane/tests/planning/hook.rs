//! `Resource::plan`.

use terrane::plan::{ChangeKind, Reason};
use terrane::prelude::*;
use terrane_protocol::{DeferredReason, PlanResourceChangeRequest, PlanResourceChangeResponse};

use crate::rig::{DEFERS, apply, configured, decode, request};
use crate::setup::lab;

lab!(|registry| registry.resource::<Device>());

/// A device.
#[derive(Schema)]
struct Device {
    /// Decides what happens.
    name: String,
    /// Made of the name.
    slug: Computed<String>,
}

impl Resource for Device {
    type Provider = Lab;

    async fn plan(change: &mut Change<Self>, lab: Option<&Lab>) -> Result<()> {
        if change.kind() == ChangeKind::Delete {
            let prior = change.prior()?.unwrap();
            assert!(change.config()?.is_none() && change.planned()?.is_none());
            change
                .cx()
                .warn("It will be gone", format!("{:?}", prior.name));
            return match prior.name.known().map(String::as_str) {
                Some("fixed") => change.set_planned(prior),
                _ => Ok(()),
            };
        }
        let mut planned = change.planned()?.unwrap();
        match planned.name.known().map(String::as_str) {
            Some("later") => return change.defer(Reason::AbsentPrerequisite),
            Some("bad") => planned.name = "worse".to_owned().into(),
            Some("nobody") => planned.name = Value::Null,
            Some("moved") => change.replace(path!(Device, name)),
            Some("torn") => {
                change.replace(path!(Device, slug));
                change.replace(path!(Device, name));
                change.replace(path!(Device, slug));
            }
            Some("quiet") => return Ok(()),
            Some("panic") => panic!("no plan"),
            _ => {}
        }
        if let Value::Known(name) = &planned.name {
            planned.slug = name.to_lowercase().into();
        }
        change.private_mut(|private| private.set("seen", &lab.is_some()));
        change.set_planned(planned)
    }

    async fn create(plan: Self, _: &Lab, cx: &mut Create) -> Result<Self> {
        assert_eq!(cx.private().get::<bool>("seen")?, Some(true));
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

async fn ask(request: PlanResourceChangeRequest) -> PlanResourceChangeResponse {
    let provider = configured::<Lab>().await;
    provider.plan_resource_change(request).await.unwrap()
}

fn asked(prior: Option<&str>, config: Option<&str>) -> PlanResourceChangeRequest {
    request::<Device>("lab_device", prior, config)
}

fn first_error(response: &PlanResourceChangeResponse) -> String {
    response.diagnostics.errors().next().unwrap().to_string()
}

#[tokio::test]
async fn l11_the_plan_of_a_creation_can_be_changed_and_its_private_state_reaches_create() {
    let provider = configured::<Lab>().await;
    let request = asked(None, Some(r#"{"name":"Tom"}"#));
    let plan = provider
        .plan_resource_change(request.clone())
        .await
        .unwrap();
    assert!(!plan.diagnostics.has_errors(), "{:?}", plan.diagnostics);
    let planned = decode::<Device>(&plan.planned_state).unwrap();
    assert_eq!(planned.get("slug"), Some(&"tom".into()));
    let applied = apply(&provider, plan, request).await;
    assert!(
        !applied.diagnostics.has_errors(),
        "{:?}",
        applied.diagnostics
    );
}

#[tokio::test]
async fn a_null_that_the_hook_plans_is_the_hook_s_doing() {
    let provider = configured::<Lab>().await;
    let request = asked(None, Some(r#"{"name":"nobody"}"#));
    let plan = provider
        .plan_resource_change(request.clone())
        .await
        .unwrap();
    let applied = apply(&provider, plan, request).await;
    let error = applied.diagnostics.errors().next().unwrap().to_string();
    assert!(error.contains("the provider's code for plans"), "{error}");
    assert!(!error.contains("Set it in the configuration"), "{error}");
}

#[tokio::test]
async fn l11_it_is_called_for_a_deletion_which_stays_one() {
    let gone = ask(asked(Some(r#"{"name":"Tom","slug":"tom"}"#), None)).await;
    assert!(
        gone.diagnostics
            .iter()
            .any(|it| it.summary == "It will be gone")
    );
    assert_eq!(decode::<Device>(&gone.planned_state), None);
    let l15 = ask(asked(Some(r#"{"name":"fixed","slug":"fixed"}"#), None)).await;
    assert!(
        first_error(&l15).contains("Nothing remains"),
        "{}",
        first_error(&l15)
    );
}

#[tokio::test]
async fn l11_it_can_ask_for_a_new_object() {
    let prior = r#"{"name":"Tom","slug":"tom"}"#;
    let plan = ask(asked(Some(prior), Some(r#"{"name":"moved"}"#))).await;
    assert_eq!(plan.requires_replace.len(), 1);
    let creation = ask(asked(None, Some(r#"{"name":"moved"}"#))).await;
    assert!(
        creation.requires_replace.is_empty(),
        "l20: nothing is replaced on create"
    );
}

#[tokio::test]
async fn l14_paths_of_replacement_are_sorted_and_unique() {
    let prior = r#"{"name":"Tom","slug":"tom"}"#;
    let plan = ask(asked(Some(prior), Some(r#"{"name":"torn"}"#))).await;
    let paths: Vec<_> = plan
        .requires_replace
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(paths, ["name", "slug"]);
}

#[tokio::test]
async fn l4_private_state_is_handed_on_as_it_was_until_it_is_changed() {
    let before = terrane_protocol::Opaque::from(br#"{"seen":"dHJ1ZQ=="}"#.to_vec());
    let prior = r#"{"name":"Tom","slug":"tom"}"#;
    for (config, private) in [
        (Some(r#"{"name":"quiet"}"#), before.clone()),
        (None, before.clone()),
    ] {
        let request = PlanResourceChangeRequest {
            prior_private: private,
            ..asked(Some(prior), config)
        };
        assert_eq!(ask(request).await.planned_private, before);
    }
    let nothing = ask(asked(None, Some(r#"{"name":"quiet"}"#))).await;
    assert_eq!(nothing.planned_private, terrane_protocol::Opaque::default());
}

#[tokio::test]
async fn c6_what_it_may_not_plan_is_named() {
    let plan = ask(asked(None, Some(r#"{"name":"bad"}"#))).await;
    assert!(
        first_error(&plan).contains("expected the configured value"),
        "{}",
        first_error(&plan)
    );
}

#[tokio::test]
async fn l32_it_defers_where_the_host_allows_and_explains_itself_elsewhere() {
    let request = asked(None, Some(r#"{"name":"later"}"#));
    let refused = ask(request.clone()).await;
    assert!(
        first_error(&refused).contains("cannot defer it"),
        "{}",
        first_error(&refused)
    );
    let allowed = ask(PlanResourceChangeRequest {
        client_capabilities: DEFERS,
        ..request
    })
    .await;
    assert!(!allowed.diagnostics.has_errors());
    assert_eq!(
        allowed.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
}

#[tokio::test]
async fn a_panic_in_it_is_an_error() {
    let plan = ask(asked(None, Some(r#"{"name":"panic"}"#))).await;
    assert!(
        first_error(&plan).contains("no plan"),
        "{}",
        first_error(&plan)
    );
}

#[tokio::test]
async fn without_a_configured_provider_the_hook_gets_none() {
    let provider = terrane::server::<Lab>();
    let request = asked(None, Some(r#"{"name":"Tom"}"#));
    let plan = provider.plan_resource_change(request).await.unwrap();
    assert!(!plan.diagnostics.has_errors(), "{:?}", plan.diagnostics);
    assert_ne!(plan.planned_private, terrane_protocol::Opaque::default());
}
