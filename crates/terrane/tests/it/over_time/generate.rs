//! Configurations of objects that exist.

use terrane_protocol::GenerateResourceConfigRequest;

use super::{Bench, assert_fine, assert_says};

#[tokio::test]
async fn i9_a_generated_configuration_omits_defaults_and_computed_values() {
    let bench = Bench::new().await;
    assert!(bench.schema.server_capabilities.generate_resource_config);
    let knot = r#"{"comment":"","kind":"bowline","tightness":3}"#;
    let state = format!(
        r#"{{"id":"rope-1","length":5,"colour":"red","shade":"dark","tint":"x","note":"","label":"","knots":[{knot}],"loops":[{knot}],"ends":[{knot}]}}"#
    );
    let request = GenerateResourceConfigRequest {
        type_name: "shelter_rope".to_owned(),
        state: bench.object("shelter_rope", &state),
    };
    let response = bench
        .provider
        .generate_resource_config(request)
        .await
        .unwrap();
    assert_fine(&response.diagnostics);
    let knot = r#"{"comment":null,"kind":"bowline","tightness":null}"#;
    assert_eq!(
        bench.shown("shelter_rope", &response.config),
        format!(
            r#"{{"colour":"red","ends":[],"id":null,"knots":[{knot}],"label":"","length":null,"loops":[{knot}],"note":null,"shade":null,"tint":"x"}}"#
        )
    );
}

#[tokio::test]
async fn i9_without_a_state_no_configuration_is_generated() {
    let bench = Bench::new().await;
    let request = GenerateResourceConfigRequest {
        type_name: "shelter_rope".to_owned(),
        ..Default::default()
    };
    let response = bench
        .provider
        .generate_resource_config(request)
        .await
        .unwrap();
    assert_says(
        &response.diagnostics,
        &["The state that the host sent is null"],
    );
}
