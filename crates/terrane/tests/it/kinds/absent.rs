//! Kinds without registered types: every type name is unknown (rule G1).

use futures_util::{StreamExt, stream};
use terrane_protocol::*;

use crate::lab::lab;
use crate::setup::messages_of;

lab!(|registry| {
    let _ = registry;
});

/// Asks for a type and gives what is wrong with that.
macro_rules! refused {
    ($($call:ident($request:ident)),*) => {{
        let provider = terrane::server::<Lab>();
        let mut found = Vec::new();
        $(
            let request = $request {
                type_name: "lab_mouse".to_owned(),
                ..$request::default()
            };
            let answer = provider.$call(request).await.unwrap();
            found.push((stringify!($call), messages_of(&answer.diagnostics)));
        )*
        found
    }};
}

fn refusal(what: &str) -> Vec<String> {
    vec![format!(
        "error: {what} Type Not Found: The provider has no {} `lab_mouse`. Check the name, and that the provider's version has it.",
        what.to_lowercase()
    )]
}

#[tokio::test]
async fn g1_without_a_type_of_a_kind_every_type_name_is_unknown() {
    for (call, found) in refused![
        validate_data_resource_config(ValidateConfigRequest),
        read_data_source(ReadDataSourceRequest)
    ] {
        assert_eq!(found, refusal("Data Source"), "{call}");
    }
    for (call, found) in refused![
        validate_ephemeral_resource_config(ValidateConfigRequest),
        open_ephemeral_resource(ConfigRequest),
        renew_ephemeral_resource(OpenedEphemeralResource),
        close_ephemeral_resource(OpenedEphemeralResource)
    ] {
        assert_eq!(found, refusal("Ephemeral Resource"), "{call}");
    }
    for (call, found) in refused![validate_list_resource_config(
        ValidateListResourceConfigRequest
    )] {
        assert_eq!(found, refusal("List Resource"), "{call}");
    }
    for (call, found) in refused![
        validate_action_config(ValidateConfigRequest),
        plan_action(ConfigRequest)
    ] {
        assert_eq!(found, refusal("Action"), "{call}");
    }
    for (call, found) in refused![
        validate_state_store_config(ValidateConfigRequest),
        configure_state_store(ConfigureStateStoreRequest),
        lock_state(LockStateRequest),
        unlock_state(UnlockStateRequest),
        delete_state(StateId)
    ] {
        assert_eq!(found, refusal("State Store"), "{call}");
    }
    let provider = terrane::server::<Lab>();
    let type_name = "lab_mouse".to_owned();
    let listed = provider.get_states(GetStatesRequest { type_name }).await;
    assert_eq!(
        messages_of(&listed.unwrap().diagnostics),
        refusal("State Store")
    );
}

#[tokio::test]
async fn g1_without_a_type_of_a_kind_streams_report_it_too() {
    let provider = terrane::server::<Lab>();
    let type_name = || "lab_mouse".to_owned();
    let list = ListResourceRequest {
        type_name: type_name(),
        ..Default::default()
    };
    let found: Vec<_> = provider.list_resource(list).await.unwrap().collect().await;
    assert_eq!(found.len(), 1);
    let event = found[0].as_ref().unwrap();
    assert_eq!(messages_of(&event.diagnostics), refusal("List Resource"));

    let invoke = ConfigRequest {
        type_name: type_name(),
        ..Default::default()
    };
    let found: Vec<_> = provider
        .invoke_action(invoke)
        .await
        .unwrap()
        .collect()
        .await;
    assert_eq!(found.len(), 1);
    let Ok(InvokeActionEvent::Completed { diagnostics }) = &found[0] else {
        panic!("expected the end, found {found:?}");
    };
    assert_eq!(messages_of(diagnostics), refusal("Action"));

    let read = StateId {
        type_name: type_name(),
        ..Default::default()
    };
    let found: Vec<_> = provider
        .read_state_bytes(read)
        .await
        .unwrap()
        .collect()
        .await;
    assert_eq!(found.len(), 1);
    let chunk = found[0].as_ref().unwrap();
    assert_eq!(messages_of(&chunk.diagnostics), refusal("State Store"));

    let chunk = WriteStateBytesChunk {
        meta: Some(StateId {
            type_name: type_name(),
            state_id: "default".to_owned(),
        }),
        ..Default::default()
    };
    let chunks = Box::pin(stream::iter([Ok(chunk)]));
    let written = provider.write_state_bytes(chunks).await.unwrap();
    assert_eq!(messages_of(&written.diagnostics), refusal("State Store"));
}
