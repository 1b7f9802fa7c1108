//! Blocks that the provider fills where none is configured.

use serde_json::{Value, json};
use terrane_protocol::{
    ApplyResourceChangeRequest, ClientCapabilities, ConfigRequest, DynamicValue,
    PlanResourceChangeRequest,
};

use super::{DEFERS, Kitchen, decode, encode, errors, everywhere};

const WINDOW: &str = "sink_window";

/// Plans and makes a window, and returns the plan's panes and those that were made.
async fn made(kitchen: &Kitchen, config: &Value) -> (Option<Value>, Value) {
    let ty = kitchen.ty(WINDOW);
    let config = encode(&ty, config);
    let prior_state = encode(&ty, &Value::Null);
    let request = PlanResourceChangeRequest {
        type_name: WINDOW.to_owned(),
        prior_state: prior_state.clone(),
        proposed_new_state: config.clone(),
        config: config.clone(),
        ..Default::default()
    };
    let planned = kitchen
        .provider
        .plan_resource_change(request)
        .await
        .expect("an answer");
    assert_eq!(errors(&planned.diagnostics), "");
    let request = ApplyResourceChangeRequest {
        type_name: WINDOW.to_owned(),
        prior_state,
        planned_state: planned.planned_state.clone(),
        config,
        ..Default::default()
    };
    let made = kitchen
        .provider
        .apply_resource_change(request)
        .await
        .expect("an answer");
    assert_eq!(errors(&made.diagnostics), "");
    let panes = |state: &DynamicValue| decode(&ty, state)["pane"].clone();
    let is_known = planned
        .planned_state
        .decode(&ty)
        .expect("a value of the type")
        .as_object()
        .and_then(|window| window.get("pane"))
        .is_some_and(terrane_value::Value::is_known);
    let planned = is_known.then(|| panes(&planned.planned_state));
    (planned, panes(&made.new_state))
}

#[tokio::test]
async fn t13_the_provider_sets_computed_blocks_that_are_not_configured() {
    everywhere(async |kitchen| {
        // Protocol 5 has no such blocks, and so this provider has no windows there.
        if kitchen.major == Some(5) {
            assert!(!kitchen.schema.resource_schemas.contains_key(WINDOW));
            return;
        }
        let [pane] = &kitchen.schema.resource_schemas[WINDOW].block.blocks[..] else {
            panic!("a window has one kind of blocks");
        };
        assert!(pane.block.computed && pane.min_items == 0);
        kitchen.configure(json!({}), DEFERS).await;
        let clear = json!({ "colour": "clear", "kilograms": 12 });
        let unset = json!({ "view": "yard", "pane": null });
        assert_eq!(made(&kitchen, &unset).await, (None, json!([clear, clear])));
        let one = json!({ "view": "yard", "pane": [{ "colour": "red", "kilograms": null }] });
        let red = json!([{ "colour": "red", "kilograms": 12 }]);
        assert_eq!(made(&kitchen, &one).await, (Some(one["pane"].clone()), red));
    })
    .await;
}

#[tokio::test]
async fn t13_older_hosts_require_a_configuration_of_the_computed_blocks() {
    everywhere(async |kitchen| {
        if kitchen.major == Some(5) {
            return;
        }
        let ty = kitchen.ty(WINDOW);
        let check = async |panes: Value, computed_blocks_allowed| {
            let request = ConfigRequest {
                type_name: WINDOW.to_owned(),
                config: encode(&ty, &json!({ "view": "yard", "pane": panes })),
                client_capabilities: ClientCapabilities {
                    computed_blocks_allowed,
                    ..Default::default()
                },
            };
            let answer = kitchen.provider.validate_resource_config(request).await;
            errors(&answer.expect("an answer").diagnostics)
        };
        assert!(
            check(json!([]), false)
                .await
                .contains("Configure at least one `pane` block")
        );
        let one = json!([{ "colour": "red", "kilograms": null }]);
        assert_eq!(check(one, false).await, "");
        assert_eq!(check(Value::Null, true).await, "");
    })
    .await;
}
