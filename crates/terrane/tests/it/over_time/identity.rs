//! Identities in schemas and plans.

use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue,
    PlanResourceChangeRequest, PlanResourceChangeResponse, ReadResourceRequest,
    ReadResourceResponse,
};
use terrane_value::Type;

use super::{Bench, assert_fine, assert_says};

pub(super) const REX: &str =
    r#"{"id":"pet-1","kcal":300,"legs":4,"name":"Rex","region":"eu","visits":7}"#;
pub(super) const REX_IDENTITY: &str = r#"{"id":"pet-1","region":"eu"}"#;

impl Bench {
    pub(super) async fn plan(
        &self,
        type_name: &str,
        (prior, identity): (Option<&str>, Option<&str>),
        config: &str,
        proposed: &str,
    ) -> PlanResourceChangeResponse {
        let request = PlanResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: prior.map_or_else(DynamicValue::default, |it| self.object(type_name, it)),
            prior_identity: identity.map(|it| self.identity(type_name, it)),
            config: self.object(type_name, config),
            proposed_new_state: self.object(type_name, proposed),
            ..Default::default()
        };
        self.provider.plan_resource_change(request).await.unwrap()
    }

    pub(super) async fn apply(
        &self,
        type_name: &str,
        (prior, identity): (Option<&str>, Option<&str>),
        planned: Option<&str>,
    ) -> ApplyResourceChangeResponse {
        let object = |it: Option<&str>| match it {
            Some(it) => self.object(type_name, it),
            None => self.object(type_name, "null"),
        };
        let request = ApplyResourceChangeRequest {
            type_name: type_name.to_owned(),
            prior_state: object(prior),
            planned_state: object(planned),
            config: object(planned),
            planned_identity: identity.map(|it| self.identity(type_name, it)),
            ..Default::default()
        };
        self.provider.apply_resource_change(request).await.unwrap()
    }

    pub(super) async fn read(
        &self,
        type_name: &str,
        state: &str,
        identity: Option<&str>,
    ) -> ReadResourceResponse {
        let request = ReadResourceRequest {
            type_name: type_name.to_owned(),
            current_state: self.object(type_name, state),
            current_identity: identity.map(|it| self.identity(type_name, it)),
            ..Default::default()
        };
        self.provider.read_resource(request).await.unwrap()
    }
}

#[tokio::test]
async fn z4_identities_are_published_for_types_that_have_one() {
    let bench = Bench::new().await;
    let schemas = &bench.identities.identity_schemas;
    let names: Vec<&str> = schemas.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "shelter_badge",
            "shelter_cage",
            "shelter_nest",
            "shelter_pet",
            "shelter_shelf"
        ]
    );
    let pet = &schemas["shelter_pet"];
    assert_eq!(pet.version, 0, "the schema has version 3");
    let attributes: Vec<_> = pet
        .attributes
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                &it.ty,
                it.required_for_import,
                it.optional_for_import,
            )
        })
        .collect();
    assert_eq!(
        attributes,
        [
            ("id", &Type::String, true, false),
            ("region", &Type::String, false, true)
        ]
    );
    assert_eq!(pet.attributes[0].description, "Its identifier.");
    assert_eq!(
        bench.identity_type("shelter_badge"),
        Type::object([
            ("halls", Type::list(Type::String)),
            ("number", Type::Number)
        ])
    );
}

#[tokio::test]
async fn l3_the_identity_of_a_creation_is_planned_once_all_of_it_is_known() {
    let bench = Bench::new().await;
    let config = r#"{"name":"Rex","kcal":300,"region":"us"}"#;
    let plan = bench
        .plan("shelter_pet", (None, None), config, config)
        .await;
    assert_fine(&plan.diagnostics);
    assert_eq!(
        plan.planned_identity, None,
        "hosts cannot show a plan that has an identity with unknown parts"
    );
    let config = r#"{"number":"7","colour":"red"}"#;
    let plan = bench
        .plan("shelter_cage", (None, None), config, config)
        .await;
    assert_eq!(
        bench
            .shown_identity("shelter_cage", plan.planned_identity.as_ref())
            .as_deref(),
        Some(r#"{"number":7}"#)
    );
    let config = r#"{"place":"hall","codes":{}}"#;
    let plan = bench
        .plan("shelter_locker", (None, None), config, config)
        .await;
    assert_eq!(plan.planned_identity, None, "a key is not published");
}

#[tokio::test]
async fn l13_an_update_keeps_the_identity() {
    let bench = Bench::new().await;
    let config = r#"{"name":"Tom","kcal":300}"#;
    let proposed = REX.replace("Rex", "Tom");
    for (stored, expected) in [
        (Some(REX_IDENTITY), REX_IDENTITY),
        (None, REX_IDENTITY),
        (Some(r#"{"id":null,"region":null}"#), REX_IDENTITY),
        (Some("null"), REX_IDENTITY),
    ] {
        let prior = (Some(REX), stored);
        let plan = bench.plan("shelter_pet", prior, config, &proposed).await;
        assert_fine(&plan.diagnostics);
        assert_eq!(
            bench
                .shown_identity("shelter_pet", plan.planned_identity.as_ref())
                .as_deref(),
            Some(expected),
            "{stored:?}"
        );
    }
}

#[tokio::test]
async fn l13_a_changed_identity_is_refused_by_its_part_unless_it_is_mutable_or_a_replacement() {
    let bench = Bench::new().await;
    let config = r#"{"name":"Rex","kcal":300,"region":"us"}"#;
    let proposed = REX.replace("eu", "us");
    let prior = (Some(REX), Some(REX_IDENTITY));
    let plan = bench.plan("shelter_pet", prior, config, &proposed).await;
    assert_says(
        &plan.diagnostics,
        &[
            "Unexpected Identity Change",
            "`region`",
            "planned \"us\"",
            "has \"eu\"",
        ],
    );

    let prior = r#"{"number":7,"colour":"red"}"#;
    let next = r#"{"number":8,"colour":"red"}"#;
    let plan = bench
        .plan(
            "shelter_cage",
            (Some(prior), Some(r#"{"number":7}"#)),
            next,
            next,
        )
        .await;
    assert_fine(&plan.diagnostics);
    assert_eq!(plan.requires_replace.len(), 1);
    assert_eq!(
        bench
            .shown_identity("shelter_cage", plan.planned_identity.as_ref())
            .as_deref(),
        Some(r#"{"number":7}"#),
        "the object that goes; the host plans the new one as a creation (L34)"
    );

    let prior = r#"{"number":7,"halls":["a"]}"#;
    let next = r#"{"number":8,"halls":["a"]}"#;
    let plan = bench
        .plan("shelter_badge", (Some(prior), Some(prior)), next, next)
        .await;
    assert_fine(&plan.diagnostics);
    assert_eq!(
        bench
            .shown_identity("shelter_badge", plan.planned_identity.as_ref())
            .as_deref(),
        Some(r#"{"halls":["a"],"number":8}"#)
    );
    let next = r#"{"number":8,"halls":["?"]}"#;
    let plan = bench
        .plan("shelter_badge", (Some(prior), Some(prior)), next, next)
        .await;
    assert_eq!(
        bench
            .shown_identity("shelter_badge", plan.planned_identity.as_ref())
            .as_deref(),
        Some(r#"{"halls":["a"],"number":7}"#),
        "an update's identity is known (L32)"
    );
}

#[tokio::test]
async fn l37_the_plan_of_a_deletion_returns_the_identity() {
    let bench = Bench::new().await;
    let plan = bench
        .plan(
            "shelter_pet",
            (Some(REX), Some(REX_IDENTITY)),
            "null",
            "null",
        )
        .await;
    assert_fine(&plan.diagnostics);
    assert_eq!(
        bench
            .shown_identity("shelter_pet", plan.planned_identity.as_ref())
            .as_deref(),
        Some(REX_IDENTITY)
    );
}
