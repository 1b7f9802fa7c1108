//! Calls that the author defers (rules R1, D1, E1, I1), and keys of which a part may be missing.

use terrane::DeferredReason as Reason;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ClientCapabilities, ConfigRequest, ImportResourceStateRequest, ReadDataSourceRequest,
    ReadResourceRequest,
};

use crate::setup::{DEFERS, client, configured, errors, messages_of, stored, value};

#[derive(Default)]
struct Yard;

#[provider("registry.terraform.io/example/yard")]
impl Provider for Yard {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Crate>()
            .resource::<Barrel>()
            .data_source::<Gate>()
            .ephemeral::<Gate>();
    }
}

/// A crate.
#[derive(Model)]
struct Crate {
    /// The name.
    #[tf(identity)]
    name: String,
    /// By what it is found faster.
    #[tf(key(optional), keep)]
    place: Computed<String>,
}

/// A barrel, which is found by its place alone.
#[derive(Model)]
struct Barrel {
    /// The location.
    #[tf(key, keep)]
    place: Computed<String>,
}

/// A gate.
#[derive(Model)]
struct Gate {
    /// The name.
    name: String,
}

impl Resource for Crate {
    type Provider = Yard;

    async fn create(plan: Self, _: &Yard, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn import(id: String, _: &Yard, cx: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        match id.as_str() {
            "later" => cx.defer(Reason::AbsentPrerequisite),
            _ => Ok(None),
        }
    }

    async fn read(prior: Prior<Self>, _: &Yard, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.into_key();
        if key.name == "later" {
            cx.warn("Not yet", "");
            cx.private_mut().set("asked", &true);
            return cx.defer(Reason::AbsentPrerequisite);
        }
        let place = key.place.unwrap_or_else(|| "searched".to_owned());
        Ok(Found::Object(Crate {
            name: key.name,
            place: place.into(),
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Yard, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Yard, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl Resource for Barrel {
    type Provider = Yard;

    async fn create(plan: Self, _: &Yard, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Yard, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Yard, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Gate {
    type Provider = Yard;

    async fn read(_: Self, _: &Yard, cx: &mut ReadDataContext) -> Result<Self> {
        cx.defer(Reason::ResourceConfigUnknown)
    }
}

impl Ephemeral for Gate {
    type Provider = Yard;

    async fn open(_: Self, _: &Yard, cx: &mut OpenContext) -> Result<Self> {
        cx.defer(Reason::Unknown)
    }
}

const REFUSED: &str = "error: Not possible yet: The operation must wait because";

async fn read(
    state: &str,
    client_capabilities: ClientCapabilities,
) -> terrane_protocol::ReadResourceResponse {
    let request = ReadResourceRequest {
        type_name: "yard_crate".to_owned(),
        current_state: value::<Crate>(state),
        client_capabilities,
        ..ReadResourceRequest::default()
    };
    let provider = configured::<Yard>().await;
    provider.read_resource(request).await.unwrap()
}

#[tokio::test]
async fn r1_a_read_that_the_author_defers_keeps_the_state() {
    let state = r#"{"name":"later","place":"A"}"#;
    let answer = read(state, DEFERS).await;
    assert_eq!(answer.deferred.unwrap(), Reason::AbsentPrerequisite);
    assert_eq!(answer.new_state, value::<Crate>(state));
    assert_eq!(messages_of(&answer.diagnostics), ["warning: Not yet"]);
    let refused = read(state, ClientCapabilities::default()).await;
    assert_eq!(refused.deferred, None);
    assert_eq!(refused.new_state, value::<Crate>(state));
    assert!(messages_of(&refused.diagnostics)[1].starts_with(REFUSED));
}

#[tokio::test]
async fn d1_a_deferred_data_source_is_unknown() {
    for (client_capabilities, allowed) in [(DEFERS, true), (ClientCapabilities::default(), false)] {
        let request = ReadDataSourceRequest {
            type_name: "yard_gate".to_owned(),
            config: value::<Gate>(r#"{"name":"a"}"#),
            client_capabilities,
            ..ReadDataSourceRequest::default()
        };
        let provider = configured::<Yard>().await;
        let answer = provider.read_data_source(request).await.unwrap();
        assert_eq!(answer.deferred.is_some(), allowed);
        assert_eq!(messages_of(&answer.diagnostics).is_empty(), allowed);
        if allowed {
            let state = answer.state.decode(&Gate::block().ty()).unwrap();
            assert!(state.is_unknown());
        }
    }
}

#[tokio::test]
async fn e1_a_deferred_open_has_an_unknown_result() {
    for (client_capabilities, allowed) in [(DEFERS, true), (ClientCapabilities::default(), false)] {
        let request = ConfigRequest {
            type_name: "yard_gate".to_owned(),
            config: value::<Gate>(r#"{"name":"a"}"#),
            client_capabilities,
        };
        let provider = configured::<Yard>().await;
        let answer = provider.open_ephemeral_resource(request).await.unwrap();
        assert_eq!(answer.deferred.is_some(), allowed);
        assert_eq!(messages_of(&answer.diagnostics).is_empty(), allowed);
        if allowed {
            let result = answer.result.decode(&Gate::block().ty()).unwrap();
            assert!(result.is_unknown());
        }
    }
}

async fn import(
    client_capabilities: ClientCapabilities,
) -> terrane_protocol::ImportResourceStateResponse {
    let request = ImportResourceStateRequest {
        type_name: "yard_crate".to_owned(),
        id: "later".to_owned(),
        client_capabilities,
        identity: None,
    };
    let provider = configured::<Yard>().await;
    provider.import_resource_state(request).await.unwrap()
}

#[tokio::test]
async fn i1_a_deferred_import_is_unknown() {
    let answer = import(DEFERS).await;
    assert_eq!(answer.deferred.unwrap(), Reason::AbsentPrerequisite);
    let [imported] = &answer.imported_resources[..] else {
        panic!("{answer:?}");
    };
    assert!(
        imported
            .state
            .decode(&Crate::block().ty())
            .unwrap()
            .is_unknown()
    );
    let refused = import(ClientCapabilities::default()).await;
    assert_eq!(
        (refused.deferred, refused.imported_resources),
        (None, vec![])
    );
    assert!(messages_of(&refused.diagnostics)[0].starts_with(REFUSED));
}

#[tokio::test]
async fn i4_an_import_succeeds_without_the_optional_parts_of_the_key() {
    let client = client::<Yard>().await;
    let imported = client.import("yard_crate", "a").await.unwrap();
    assert!(imported.warnings().is_empty(), "{:?}", imported.warnings());
    assert_eq!(imported.attribute("name"), Some(&"a".into()));
    assert_eq!(imported.attribute("place"), Some(&Value::Null));
    let refused = client.import("yard_barrel", "a").await;
    assert!(errors(&refused)[0].contains("Not Implemented"));
}

#[tokio::test]
async fn r4_an_object_is_read_by_the_key_parts_in_its_state() {
    for (state, found) in [
        (r#"{"name":"a","place":"A"}"#, "A"),
        (r#"{"name":"a","place":null}"#, "searched"),
    ] {
        let client = client::<Yard>().await;
        let state = stored(&client, "yard_crate", Some(state));
        let read = client.read(&state).await.unwrap();
        assert!(read.warnings().is_empty(), "{:?}", read.warnings());
        assert_eq!(read.attribute("place"), Some(&found.into()));
    }
}

#[tokio::test]
async fn r4_a_state_without_the_key_is_reported_with_advice() {
    let client = client::<Yard>().await;
    let state = stored(&client, "yard_barrel", Some(r#"{"place":null}"#));
    let messages = errors(&client.read(&state).await);
    assert!(
        messages[0].contains("The state has no `place`") && messages[0].contains("key(optional)"),
        "{messages:?}"
    );
}
