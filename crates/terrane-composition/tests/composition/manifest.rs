//! The manifest of a registry.

use terrane_composition::registry_manifest;
use terrane_protocol::Version;
use terrane_protocol::schema::Schema;
use terrane_protocol::schema::{Attribute, Nesting};

use crate::scripted::Scripted;

const BOTH: &str = r#"{
  "metadata": {
    "protocol_versions": [
      "5.0",
      "6.0"
    ]
  },
  "version": 1
}
"#;

#[tokio::test]
async fn a_manifest_states_the_versions_that_are_really_served() {
    let plain = Scripted::new("plain").provider();
    let mut schema = Schema::default();
    schema
        .block
        .attributes
        .push(Attribute::nested("diet", Nesting::Single, []));
    let nested = Scripted::new("nested")
        .resource("zoo_pet", schema)
        .provider();

    let both = registry_manifest(&*plain, Version::ALL, None)
        .await
        .unwrap();
    assert_eq!(both, BOTH);
    let only_6 = registry_manifest(&*nested, Version::ALL, None)
        .await
        .unwrap();
    assert!(
        only_6.contains("6.0") && !only_6.contains("5.0"),
        "{only_6}"
    );
    let none = registry_manifest(&*nested, [Version::V5], None)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        none.starts_with("the provider serves no protocol version"),
        "{none}"
    );

    let own = r#"{"version":1,"metadata":{"protocol_versions":["5.0","6.0"]}}"#;
    assert_eq!(
        registry_manifest(&*plain, Version::ALL, Some(own))
            .await
            .unwrap(),
        own
    );
    let wrong = registry_manifest(&*nested, Version::ALL, Some(own))
        .await
        .unwrap_err();
    assert_eq!(
        wrong.to_string(),
        r#"the manifest contains version 1 and ["5.0","6.0"], expected version 1 and ["6.0"], which the provider serves"#
    );
    for wrong in [
        "{",
        "[]",
        "{}",
        r#"{"version":2,"metadata":{"protocol_versions":["5.0","6.0"]}}"#,
    ] {
        assert!(
            registry_manifest(&*plain, Version::ALL, Some(wrong))
                .await
                .is_err(),
            "{wrong}"
        );
    }
}
