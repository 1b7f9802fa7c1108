//! Work that is deferred, by a resource, by the provider, and because the provider's settings are not known.

use serde_json::json;
use terrane_protocol::{
    ApplyResourceChangeRequest, ClientCapabilities, DeferredReason, Opaque,
    PlanResourceChangeRequest, PlanResourceChangeResponse, ReadDataSourceRequest,
    ReadResourceRequest,
};

use super::{DEFERS, Kitchen, decode, encode, errors, everywhere};

/// Plans a recipe that does not exist yet.
async fn plan(
    kitchen: &Kitchen,
    title: &str,
    can: ClientCapabilities,
) -> PlanResourceChangeResponse {
    let ty = kitchen.ty("sink_recipe");
    let config = encode(&ty, &json!({ "title": title }));
    let request = PlanResourceChangeRequest {
        type_name: "sink_recipe".to_owned(),
        proposed_new_state: config.clone(),
        config,
        client_capabilities: can,
        ..Default::default()
    };
    let planned = kitchen.provider.plan_resource_change(request).await;
    planned.expect("an answer")
}

fn reason(planned: &PlanResourceChangeResponse) -> Option<DeferredReason> {
    planned.deferred
}

/// L11, L16: one resource cannot be planned yet.
#[tokio::test]
async fn l11_a_resource_defers_its_plan_where_hosts_allow_it() {
    everywhere(async |kitchen| {
        kitchen.configure(json!({}), DEFERS).await;
        let planned = plan(&kitchen, "Surprise", DEFERS).await;
        assert_eq!(reason(&planned), Some(DeferredReason::AbsentPrerequisite));
        assert!(!planned.diagnostics.has_errors());
        let refused = plan(&kitchen, "Surprise", ClientCapabilities::default()).await;
        assert!(
            errors(&refused.diagnostics).contains("this host does not support deferral"),
            "{:?}",
            refused.diagnostics
        );
        assert_eq!(reason(&plan(&kitchen, "Pie", DEFERS).await), None);
    })
    .await;
}

/// G11, P4, R1, D1: the provider defers all that needs it.
#[tokio::test]
async fn p4_the_provider_defers_everything() {
    everywhere(async |kitchen| {
        let under_repair = json!({ "under_repair": true });
        let refused = kitchen
            .configure(under_repair.clone(), ClientCapabilities::default())
            .await;
        assert!(
            errors(&refused.diagnostics).contains("under repair"),
            "{:?}",
            refused.diagnostics
        );
        let configured = kitchen.configure(under_repair, DEFERS).await;
        assert!(
            !configured.diagnostics.has_errors(),
            "{:?}",
            configured.diagnostics
        );
        assert_eq!(
            reason(&plan(&kitchen, "Pie", DEFERS).await),
            Some(DeferredReason::AbsentPrerequisite)
        );

        // A jar and a menu are planned all the same.
        for (type_name, name, planned) in [
            (
                "sink_jar",
                "label",
                "{\"grams\":500,\"label\":\"jam\",\"place\":\"cellar\"}",
            ),
            (
                "sink_menu",
                "dessert",
                "{\"courses\":1,\"dessert\":\"jam\",\"main_course\":null,\"starter\":null}",
            ),
        ] {
            let ty = kitchen.ty(type_name);
            let config = encode(&ty, &json!({ name: "jam" }));
            let request = PlanResourceChangeRequest {
                type_name: type_name.to_owned(),
                proposed_new_state: config.clone(),
                config,
                client_capabilities: DEFERS,
                ..Default::default()
            };
            let plan = kitchen
                .provider
                .plan_resource_change(request)
                .await
                .expect("an answer");
            assert_eq!(reason(&plan), Some(DeferredReason::AbsentPrerequisite));
            assert_eq!(decode(&ty, &plan.planned_state).to_string(), planned);
        }

        let ty = kitchen.ty("sink_dish");
        let state = encode(
            &ty,
            &json!({ "name": "plate", "leftovers": "rice", "seen": 0 }),
        );
        let request = ReadResourceRequest {
            type_name: "sink_dish".to_owned(),
            current_state: state.clone(),
            client_capabilities: DEFERS,
            ..Default::default()
        };
        let read = kitchen
            .provider
            .read_resource(request)
            .await
            .expect("an answer");
        assert_eq!(read.deferred, Some(DeferredReason::AbsentPrerequisite));
        assert_eq!(read.new_state, state, "what is stored stays");

        let ty = kitchen.schema.data_source_schemas["sink_inspection"]
            .block
            .ty();
        let request = ReadDataSourceRequest {
            type_name: "sink_inspection".to_owned(),
            config: encode(&ty, &json!({ "cups": 1 })),
            client_capabilities: DEFERS,
            ..Default::default()
        };
        let read = kitchen
            .provider
            .read_data_source(request)
            .await
            .expect("an answer");
        assert_eq!(read.deferred, Some(DeferredReason::AbsentPrerequisite));
    })
    .await;
}

/// P5: while settings are not known, what needs the provider is deferred; plans are made without it.
#[tokio::test]
async fn p5_unknown_settings_defer_calls_that_need_the_provider() {
    everywhere(async |kitchen| {
        let configured = kitchen.configure(json!({ "folder": "?" }), DEFERS).await;
        assert!(
            !configured.diagnostics.has_errors(),
            "{:?}",
            configured.diagnostics
        );
        let ty = kitchen.ty("sink_dish");
        let mut request = ReadResourceRequest {
            type_name: "sink_dish".to_owned(),
            current_state: encode(
                &ty,
                &json!({ "name": "plate", "leftovers": "rice", "seen": 0 }),
            ),
            client_capabilities: DEFERS,
            ..Default::default()
        };
        let read = kitchen.provider.read_resource(request.clone()).await;
        let deferred = read.expect("an answer").deferred;
        assert_eq!(deferred, Some(DeferredReason::ProviderConfigUnknown));
        request.client_capabilities = ClientCapabilities::default();
        let read = kitchen.provider.read_resource(request).await;
        let errors = errors(&read.expect("an answer").diagnostics);
        assert!(
            errors.contains("`folder` depends on something that is only known after apply"),
            "{errors}"
        );
        let planned = plan(&kitchen, "Pie", ClientCapabilities::default()).await;
        assert!(
            !planned.diagnostics.has_errors(),
            "{:?}",
            planned.diagnostics
        );
    })
    .await;
}

/// L31: what the first plan has told itself reaches the second one, from hosts that keep it, and the creation.
#[tokio::test]
async fn l31_a_second_plan_knows_of_the_first() {
    everywhere(async |kitchen| {
        let first = plan(&kitchen, "Pie", ClientCapabilities::default()).await;
        assert!(!first.diagnostics.has_errors(), "{:?}", first.diagnostics);
        kitchen
            .configure(json!({}), ClientCapabilities::default())
            .await;
        let ty = kitchen.ty("sink_recipe");
        let config = encode(&ty, &json!({ "title": "Pie" }));
        for (planned_private, planner) in [
            (Opaque::default(), "sink"),
            (first.planned_private.clone(), "nobody"),
        ] {
            let request = PlanResourceChangeRequest {
                type_name: "sink_recipe".to_owned(),
                proposed_new_state: config.clone(),
                config: config.clone(),
                planned_private,
                ..Default::default()
            };
            let second = kitchen
                .provider
                .plan_resource_change(request)
                .await
                .expect("an answer");
            let request = ApplyResourceChangeRequest {
                type_name: "sink_recipe".to_owned(),
                planned_state: second.planned_state,
                config: config.clone(),
                planned_private: second.planned_private,
                ..Default::default()
            };
            let created = kitchen
                .provider
                .apply_resource_change(request)
                .await
                .expect("an answer");
            assert_eq!(errors(&created.diagnostics), "");
            // Protocol 5 has no field for it.
            let planner = if kitchen.major == Some(5) {
                "sink"
            } else {
                planner
            };
            assert_eq!(decode(&ty, &created.new_state)["planner"], planner);
        }
    })
    .await;
}
