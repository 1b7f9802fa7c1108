//! What the provider learns and says when it is configured (rules P4, P7, G11).

use terrane::DeferredReason;
use terrane::prelude::*;
use terrane_protocol::{ClientCapabilities, OpenEphemeralResourceRequest, ReadDataSourceRequest};

use crate::rig::{DEFERS, configure, said, value};

struct Cloud;

impl Provider for Cloud {
    const ADDRESS: &'static str = "registry.terraform.io/example/cloud";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), cx: &mut Configure) -> Result<Self> {
        let greeting = format!("Hello {}", cx.host_version());
        let allowed = cx.deferral_allowed();
        cx.warn(greeting, allowed.to_string());
        cx.defer(DeferredReason::AbsentPrerequisite);
        Ok(Cloud)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Zone>().ephemeral::<Zone>();
    }
}

/// A zone.
#[derive(Schema)]
struct Zone {
    /// Its name.
    name: String,
}

impl DataSource for Zone {
    type Provider = Cloud;

    async fn read(config: Self, _: &Cloud, _: &mut ReadData) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Zone {
    type Provider = Cloud;

    async fn open(config: Self, _: &Cloud, _: &mut Open) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn p7_the_provider_sees_the_hosts_version_and_what_it_allows() {
    let answer = configure(&terrane::server::<Cloud>(), DEFERS).await;
    assert_eq!(said(&answer.diagnostics), ["warning: Hello 1.14.0: true"]);
}

#[tokio::test]
async fn p4_a_host_that_does_not_allow_it_refuses_to_be_put_off() {
    let provider = terrane::server::<Cloud>();
    let answer = configure(&provider, ClientCapabilities::default()).await;
    let found = said(&answer.diagnostics);
    assert_eq!(found[0], "warning: Hello 1.14.0: false");
    assert!(
        found[1].starts_with("error: Invalid Deferred Provider Response"),
        "{found:?}"
    );
    let request = ReadDataSourceRequest {
        type_name: "cloud_zone".to_owned(),
        config: value::<Zone>(r#"{"name":"a"}"#),
        client_capabilities: DEFERS,
        ..ReadDataSourceRequest::default()
    };
    let answer = provider.read_data_source(request).await.unwrap();
    assert!(
        said(&answer.diagnostics)[0].contains("has not configured"),
        "nothing was stored"
    );
}

#[tokio::test]
async fn g11_what_needs_the_provider_is_put_off_for_its_reason() {
    let provider = terrane::server::<Cloud>();
    configure(&provider, DEFERS).await;
    let type_name = "cloud_zone".to_owned();
    let config = value::<Zone>(r#"{"name":"a"}"#);
    let mut request = ReadDataSourceRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        client_capabilities: DEFERS,
        ..ReadDataSourceRequest::default()
    };
    let data = provider.read_data_source(request.clone()).await.unwrap();
    assert_eq!(
        data.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    let open = OpenEphemeralResourceRequest {
        type_name,
        config,
        client_capabilities: DEFERS,
    };
    let opened = provider.open_ephemeral_resource(open).await.unwrap();
    assert_eq!(
        opened.deferred.unwrap().reason,
        DeferredReason::AbsentPrerequisite
    );
    request.client_capabilities = ClientCapabilities::default();
    let data = provider.read_data_source(request).await.unwrap();
    assert_eq!(data.deferred, None);
    assert!(said(&data.diagnostics)[0].contains("puts its work off"));
}
