//! `Resource::plan`.

use terrane::plan::ChangeKind;
use terrane::prelude::*;
use terrane_protocol::{ApplyResourceChangeRequest, DeferredReason, PlanResourceChangeRequest};
use terrane_test::client::{CallError, Client, Instance, PlannedChange};

use crate::lab::lab;
use crate::setup::{client, configured, failure, json, stored, value};

lab!(|registry| registry.resource::<Device>());

/// A device.
#[derive(Model)]
struct Device {
    /// Decides what happens.
    name: String,
    /// Made of the name.
    slug: Computed<String>,
}

impl Resource for Device {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, lab: Option<&Lab>) -> Result<()> {
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
            Some("later") => return change.defer(DeferredReason::AbsentPrerequisite),
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
        change.private_mut().set("seen", &lab.is_some());
        change.set_planned(planned)
    }

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        assert_eq!(cx.private().get::<bool>("seen")?, Some(true));
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

type Planned = std::result::Result<PlannedChange, CallError>;

const TOM: &str = r#"{"name":"Tom","slug":"tom"}"#;

/// Plans a change, or a deletion if there is no configuration.
async fn plan(client: &Client, prior: &Instance, config: Option<&str>) -> Planned {
    match config {
        Some(config) => client.plan_in_place(prior, json(config)).await,
        None => client.plan_delete(prior).await,
    }
}

async fn ask(prior: Option<&str>, config: Option<&str>) -> Planned {
    let client = client::<Lab>().await;
    plan(&client, &stored(&client, "lab_device", prior), config).await
}

fn first_error(planned: &Planned) -> String {
    let error = failure(planned).iter().find(|it| it.is_error());
    error.unwrap().to_string()
}

#[tokio::test]
async fn l11_the_plan_of_a_creation_can_be_changed_and_its_private_state_reaches_create() {
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_device");
    let plan = client.plan(&absent, json(r#"{"name":"Tom"}"#)).await;
    let plan = plan.unwrap();
    assert_eq!(plan.attribute("slug"), Some(&"tom".into()));
    client.apply(plan).await.unwrap();
}

#[tokio::test]
async fn a_null_that_a_plan_hook_plans_is_reported_as_the_plan_hook_s() {
    // The plan has an error, and no host applies it.
    let provider = configured::<Lab>().await;
    let config = value::<Device>(r#"{"name":"nobody"}"#);
    let asked = PlanResourceChangeRequest {
        type_name: "lab_device".to_owned(),
        proposed_new_state: config.clone(),
        config: config.clone(),
        ..PlanResourceChangeRequest::default()
    };
    let plan = provider.plan_resource_change(asked).await.unwrap();
    let request = ApplyResourceChangeRequest {
        type_name: "lab_device".to_owned(),
        planned_state: plan.planned_state,
        config,
        planned_private: plan.planned_private,
        ..ApplyResourceChangeRequest::default()
    };
    let applied = provider.apply_resource_change(request).await.unwrap();
    let error = applied.diagnostics.errors().next().unwrap().to_string();
    assert!(error.contains("the provider's code for plans"), "{error}");
    assert!(!error.contains("Set it in the configuration"), "{error}");
}

#[tokio::test]
async fn l11_a_plan_hook_is_called_for_a_deletion_and_cannot_change_it() {
    let gone = ask(Some(TOM), None).await.unwrap();
    let mut warnings = gone.warnings().iter();
    assert!(warnings.any(|it| it.summary == "It will be gone"));
    assert!(gone.value().is_null());
    let l15 = ask(Some(r#"{"name":"fixed","slug":"fixed"}"#), None).await;
    let error = first_error(&l15);
    assert!(
        error.contains("Cannot plan a value for a deletion"),
        "{error}"
    );
}

#[tokio::test]
async fn l11_a_plan_hook_can_request_a_replacement() {
    let plan = ask(Some(TOM), Some(r#"{"name":"moved"}"#)).await.unwrap();
    assert_eq!(plan.requires_replace().len(), 1);
    let creation = ask(None, Some(r#"{"name":"moved"}"#)).await.unwrap();
    assert!(
        creation.requires_replace().is_empty(),
        "l20: nothing is replaced on create"
    );
}

#[tokio::test]
async fn l14_paths_of_replacement_are_sorted_and_unique() {
    let plan = ask(Some(TOM), Some(r#"{"name":"torn"}"#)).await.unwrap();
    let paths: Vec<_> = plan
        .requires_replace()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(paths, ["name", "slug"]);
}

#[tokio::test]
async fn l4_private_state_is_passed_unchanged_until_author_code_changes_it() {
    let before = br#"{"seen":"dHJ1ZQ=="}"#;
    let client = client::<Lab>().await;
    let prior = stored(&client, "lab_device", Some(TOM)).with_private(before.to_vec());
    for config in [Some(r#"{"name":"quiet"}"#), None] {
        let plan = plan(&client, &prior, config).await.unwrap();
        assert_eq!(plan.private(), before);
    }
    let nothing = ask(None, Some(r#"{"name":"quiet"}"#)).await.unwrap();
    assert!(nothing.private().is_empty());
}

#[tokio::test]
async fn c6_a_plan_hook_that_changes_a_configured_value_is_an_error_with_the_path() {
    let error = first_error(&ask(None, Some(r#"{"name":"bad"}"#)).await);
    assert!(error.contains("expected the configured value"), "{error}");
}

#[tokio::test]
async fn l32_a_plan_hook_defers_if_the_host_supports_it_and_is_an_error_otherwise() {
    let later = Some(r#"{"name":"later"}"#);
    let error = first_error(&ask(None, later).await);
    assert!(
        error.contains("this host does not support deferral"),
        "{error}"
    );
    let client = client::<Lab>().await.allow_deferral();
    let allowed = plan(&client, &Instance::absent("lab_device"), later).await;
    let reason = allowed.unwrap().deferred();
    assert_eq!(reason, Some(DeferredReason::AbsentPrerequisite));
}

#[tokio::test]
async fn a_panic_in_a_plan_hook_is_an_error() {
    let error = first_error(&ask(None, Some(r#"{"name":"panic"}"#)).await);
    assert!(error.contains("no plan"), "{error}");
}

#[tokio::test]
async fn without_a_configured_provider_the_hook_gets_none() {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let absent = Instance::absent("lab_device");
    let plan = plan(&client, &absent, Some(r#"{"name":"Tom"}"#)).await;
    assert!(!plan.unwrap().private().is_empty());
}
