//! The provider's schema, as hosts print it.

use terrane_test::{Feature, Matrix};

use super::local;

#[test]
fn a_host_prints_the_schemas_that_it_supports() {
    let Some(provider) = local() else { return };
    let matrix = Matrix::new(provider).needs(Feature::CommandLine);
    matrix.run(|host| {
        let schemas = host.schemas()?;
        let local = &schemas["provider_schemas"][host.provider_address("hashicorp/local")];
        let has = |kind: &str| {
            local[kind]
                .as_object()
                .is_some_and(|names| !names.is_empty())
        };
        assert!(has("resource_schemas"), "{schemas}");
        for (kind, feature) in [
            ("functions", Feature::Functions),
            ("ephemeral_resource_schemas", Feature::Ephemeral),
            ("action_schemas", Feature::Actions),
        ] {
            assert_eq!(
                has(kind),
                host.host().has(feature),
                "{kind} on {}",
                host.host()
            );
        }
        Ok(())
    });
}
