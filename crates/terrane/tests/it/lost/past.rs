//! Aborted validations, imports, moves and upgrades. They create nothing, and the stored state stays unchanged.

use serde_json::Value;
use terrane_protocol::{
    EmptyRequest, ImportResourceStateRequest, MoveResourceStateRequest, RawState, UpgradeRequest,
};

use crate::lost::host::{Host, RAFT, config, decode, errors};
use crate::lost::raft::{Harbour, afloat, begun};

async fn host() -> Host {
    Host::new(terrane::server::<Harbour>()).await
}

#[tokio::test]
async fn v1_an_aborted_validation_is_an_error() {
    let host = host().await;
    for (way, says) in [
        ("panics", "the raft sank in validate"),
        ("fails", "The raft sank: in validate"),
    ] {
        let config = config("wreck", 1, &format!("in validate: {way}"), None);
        let validated = host.client.validate(RAFT, config).await;
        let errors = crate::setup::errors(&validated).join("\n");
        assert!(errors.contains(says), "{errors}");
    }
}

#[tokio::test]
async fn i3_an_aborted_import_returns_no_object() {
    let host = host().await;
    for (way, says) in [
        ("panics", "the raft sank"),
        ("fails", "The raft sank"),
        ("ends when told", "called back"),
    ] {
        let request = ImportResourceStateRequest {
            type_name: RAFT.to_owned(),
            id: format!("imported/in import: {way}"),
            ..Default::default()
        };
        let stop = async {
            begun("imported").notified().await;
            host.provider.stop_provider(EmptyRequest {}).await.unwrap();
        };
        let (answer, ()) = tokio::join!(host.provider.import_resource_state(request), stop);
        let answer = answer.unwrap();
        assert!(
            errors(&answer.diagnostics).contains(says),
            "{:?}",
            answer.diagnostics
        );
        assert!(answer.imported_resources.is_empty());
        assert_eq!(afloat("imported"), None);
    }
}

#[tokio::test]
async fn m4_an_aborted_move_returns_no_object() {
    let host = host().await;
    for (name, says) in [
        ("rotten", "the raft is rotten"),
        ("sunk", "The raft sank: in move"),
        ("sound", ""),
    ] {
        let request = MoveResourceStateRequest {
            source_provider_address: "registry.terraform.io/example/yard".to_owned(),
            source_type_name: "yard_log".to_owned(),
            source_state: RawState::from_json(
                format!(r#"{{"name":"{name}"}}"#).into_bytes().into(),
            ),
            target_type_name: RAFT.to_owned(),
            ..Default::default()
        };
        let answer = host.provider.move_resource_state(request).await.unwrap();
        let errors = errors(&answer.diagnostics);
        assert!(errors.contains(says), "{errors}");
        assert_eq!(errors.is_empty(), name == "sound", "{errors}");
        assert_eq!(answer.target_state.is_absent(), name != "sound");
    }
}

#[tokio::test]
async fn u4_an_aborted_upgrade_is_an_error_and_the_host_keeps_the_old_state() {
    let host = host().await;
    for (stored, says) in [
        (r#"{"name":"rotten"}"#, "the raft is rotten"),
        (r#"{"name":[]}"#, "name"),
        (r#"{"name":"sound"}"#, ""),
    ] {
        let request = UpgradeRequest {
            type_name: RAFT.to_owned(),
            version: 0,
            raw_state: RawState::from_json(stored.as_bytes().to_vec().into()),
        };
        let answer = host.provider.upgrade_resource_state(request).await.unwrap();
        let errors = errors(&answer.diagnostics);
        assert!(errors.contains(says), "{errors}");
        match says {
            "" => assert_eq!(decode(&answer.upgraded_state)["name"], "sound", "{errors}"),
            _ => assert!(
                answer.upgraded_state.is_absent() || decode(&answer.upgraded_state) == Value::Null
            ),
        }
    }
}
