//! Ephemeral resources (rules E1 to E4).

mod vault;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ConfigRequest, ConfigureProviderRequest, DeferredReason, Opaque, OpenEphemeralResourceResponse,
    OpenedEphemeralResource, ValidateConfigRequest,
};
use terrane_test::client::{CallError, Opened};

use self::vault::{Lease, Ticket, Vault, at};
use crate::setup::{
    DEFERS, client, configured, errors, json, messages_of, object, of_type, value, with_unknown,
};

#[tokio::test]
async fn a_default_in_an_ephemeral_result_is_not_hidden() {
    let lease = opened("told").await.unwrap();
    let messages: Vec<_> = lease.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["warning: Opened: 43200 seconds, ***"]);
}

/// Opens a lease as hosts do.
async fn opened(path: &str) -> std::result::Result<Opened, CallError> {
    let config = json(&format!(r#"{{"path":"{path}"}}"#));
    client::<Vault>().await.open("vault_lease", config).await
}

async fn open(config: terrane_protocol::DynamicValue) -> OpenEphemeralResourceResponse {
    let request = ConfigRequest {
        type_name: "vault_lease".to_owned(),
        config,
        ..ConfigRequest::default()
    };
    let provider = configured::<Vault>().await;
    provider.open_ephemeral_resource(request).await.unwrap()
}

fn lease(path: &str) -> terrane_protocol::DynamicValue {
    value::<Lease>(&format!(
        r#"{{"path":"{path}","seconds":null,"secret":null}}"#
    ))
}

fn private(path: &str) -> Option<Opaque> {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(format!("{path:?}"));
    Some(format!(r#"{{"path":"{text}"}}"#).into_bytes().into())
}

#[tokio::test]
async fn schemas_and_names_are_described() {
    let provider = terrane::server::<Vault>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let names: Vec<_> = schema.ephemeral_resource_schemas.keys().collect();
    assert_eq!(names, ["vault_lease", "vault_ticket"]);
    let metadata = provider.get_metadata(Default::default()).await.unwrap();
    assert_eq!(
        metadata.ephemeral_resources,
        ["vault_lease", "vault_ticket"]
    );
    assert!(metadata.resources.is_empty());
}

#[tokio::test]
async fn v1_the_errors_of_author_and_schema_are_both_reported() {
    let provider = terrane::server::<Vault>();
    let validate = async |config, type_name: &str| {
        let request = ValidateConfigRequest {
            type_name: type_name.to_owned(),
            config,
        };
        let answer = provider.validate_ephemeral_resource_config(request).await;
        messages_of(&answer.unwrap().diagnostics)
    };
    let wrong = value::<Lease>(r#"{"path":"/x","seconds":0,"secret":null}"#);
    let found = validate(wrong, "vault_lease").await;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("Path starts with a slash"), "{found:?}");
    assert!(found[1].contains("seconds"), "{found:?}");
    let unknown = with_unknown::<Lease>(r#"{"path":null,"seconds":null,"secret":null}"#, "path");
    assert_eq!(validate(unknown, "vault_lease").await, Vec::<String>::new());
    let none = validate(lease("x"), "vault_lock").await;
    assert!(
        none[0].contains("Ephemeral Resource Type Not Found"),
        "{none:?}"
    );
}

#[tokio::test]
async fn e1_the_result_is_the_configuration_with_the_opened_values() {
    let lease = opened("db").await.unwrap();
    assert!(lease.warnings().is_empty(), "{:?}", lease.warnings());
    assert_eq!(lease.attribute("path"), Some(&"db".into()));
    assert_eq!(lease.attribute("seconds"), Some(&43_200.into()));
    assert_eq!(lease.attribute("secret"), Some(&"s".into()));
    assert_eq!(lease.renew_at(), Some(at(43_200)));
    assert_eq!(lease.private(), private("db").unwrap().as_ref());
}

#[tokio::test]
async fn e1_without_a_time_nothing_is_renewed() {
    let request = ConfigRequest {
        type_name: "vault_ticket".to_owned(),
        config: value::<Ticket>(r#"{"number":null}"#),
        ..ConfigRequest::default()
    };
    let provider = configured::<Vault>().await;
    let answer = provider.open_ephemeral_resource(request).await.unwrap();
    assert_eq!(
        object::<Ticket>(&answer.result).get("number"),
        Some(&Value::from(7))
    );
    assert_eq!(answer.renew_at, None);
    assert_eq!(answer.private, Some(Opaque::default()));
}

#[tokio::test]
async fn e1_an_unknown_provider_defers_the_open() {
    let provider = terrane::server::<Later>();
    let config = ConfigureProviderRequest {
        config: with_unknown::<LaterConfig>(r#"{"url":null}"#, "url"),
        ..ConfigureProviderRequest::default()
    };
    let configured = provider.configure_provider(config).await.unwrap();
    assert_eq!(messages_of(&configured.diagnostics), Vec::<String>::new());
    let mut request = ConfigRequest {
        type_name: "later_stamp".to_owned(),
        config: value::<Stamp>(r#"{"ink":"red"}"#),
        client_capabilities: DEFERS,
    };
    let answer = provider
        .open_ephemeral_resource(request.clone())
        .await
        .unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(
        answer.deferred.unwrap(),
        DeferredReason::ProviderConfigUnknown
    );
    assert!(
        answer
            .result
            .decode(&Stamp::block().ty())
            .unwrap()
            .is_unknown()
    );
    request.client_capabilities = Default::default();
    let answer = provider.open_ephemeral_resource(request).await.unwrap();
    assert_eq!(answer.deferred, None);
    let messages = messages_of(&answer.diagnostics);
    assert!(
        messages[0].contains("Cannot open later_stamp") && messages[0].contains("`url`"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn e2_a_renewal_reads_and_changes_the_private_state_and_requests_the_next_renewal() {
    let mut lease = opened("db").await.unwrap();
    client::<Vault>().await.renew(&mut lease).await.unwrap();
    assert!(lease.warnings().is_empty(), "{:?}", lease.warnings());
    assert_eq!(lease.renew_at(), Some(at(1000)));
    let kept = String::from_utf8(lease.private().to_vec()).unwrap();
    assert!(kept.contains("path") && kept.contains("renewals"), "{kept}");
}

#[tokio::test]
async fn e2_without_a_time_renewing_ends_and_a_failure_keeps_the_private_state() {
    let provider = configured::<Vault>().await;
    for (path, error) in [("last", None), ("gone", Some("Lease is gone"))] {
        let request = OpenedEphemeralResource {
            type_name: "vault_lease".to_owned(),
            private: private(path),
        };
        let answer = provider.renew_ephemeral_resource(request).await.unwrap();
        assert_eq!(answer.renew_at, None);
        let kept = String::from_utf8(answer.private.unwrap().to_vec()).unwrap();
        assert!(kept.contains("path"), "{kept}");
        let messages = messages_of(&answer.diagnostics);
        assert_eq!(
            messages
                .first()
                .map(|messages| messages.contains(error.unwrap())),
            error.map(|_| true)
        );
    }
}

#[tokio::test]
async fn e2_a_renewal_without_renew_is_an_error_and_e3_a_close_without_close_is_not() {
    let provider = configured::<Vault>().await;
    let type_name = "vault_ticket".to_owned();
    let request = OpenedEphemeralResource {
        type_name: type_name.clone(),
        private: None,
    };
    let answer = provider.renew_ephemeral_resource(request).await.unwrap();
    let found = messages_of(&answer.diagnostics);
    assert!(
        found[0].contains("Ephemeral Resource Renew Not Implemented"),
        "{found:?}"
    );
    let request = OpenedEphemeralResource {
        type_name,
        private: None,
    };
    let answer = provider.close_ephemeral_resource(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
}

#[tokio::test]
async fn e3_closing_has_the_private_state_of_open() {
    let lease = opened("db").await.unwrap();
    let closed = client::<Vault>().await.close(lease).await;
    assert_eq!(errors(&closed), ["error: Cannot forget: db"]);
}

#[tokio::test]
async fn e4_a_computed_value_may_stay_unknown_and_a_configured_one_may_not_change() {
    let lease = opened("late").await.unwrap();
    assert!(lease.warnings().is_empty(), "{:?}", lease.warnings());
    assert!(lease.attribute("secret").unwrap().is_unknown());
    let messages = errors(&opened("loud").await);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains("`path`") && messages[0].contains("bug in the provider"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn e4_an_unknown_configuration_is_refused_and_the_provider_lives_on() {
    let config = with_unknown::<Lease>(r#"{"path":null,"seconds":null,"secret":null}"#, "path");
    let answer = open(config).await;
    let messages = messages_of(&answer.diagnostics);
    assert!(messages[0].contains("not known"), "{messages:?}");
}

#[tokio::test]
async fn an_error_and_a_panic_are_diagnostics() {
    let found = errors(&opened("sealed").await);
    assert_eq!(found, ["error: Vault is sealed: Unseal it."]);
    let found = errors(&opened("panics").await);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("Cannot open vault_lease") && found[0].contains("the vault fell over"),
        "{found:?}"
    );
}

struct Later;

/// Settings.
#[derive(Model)]
struct LaterConfig {
    /// The location.
    url: Option<String>,
}

#[provider("registry.terraform.io/example/later")]
impl Provider for Later {
    async fn configure(_: LaterConfig, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Later)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.ephemeral::<Stamp>();
    }
}

/// A stamp.
#[derive(Model)]
struct Stamp {
    /// The colour.
    ink: String,
}

impl Ephemeral for Stamp {
    type Provider = Later;

    async fn open(config: Self, _: &Later, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn an_absent_configuration_is_an_error_of_the_host() {
    let messages = messages_of(
        &open(of_type(&Lease::block().ty(), "null"))
            .await
            .diagnostics,
    );
    assert!(messages[0].contains("bug in the host"), "{messages:?}");
}
