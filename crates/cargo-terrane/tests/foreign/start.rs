//! Faults at the start: none is worse than an error of the calls for the types of the binary.

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use terrane_composition::{ForeignProvider, Mux, MuxMember, Pin, ProviderProcess};
use terrane_protocol::schema::{Schema, Schemas};
use terrane_protocol::{
    EmptyRequest, Provider, ReadDataSourceRequest, ReadResourceRequest, Request, ResponseFuture,
};
use terrane_schema::Differences as _;

use super::{awkward, binary};

/// A member that answers.
struct Healthy(Schemas);

impl Provider for Healthy {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            match request {
                Request::GetProviderSchema(_) => Ok(self.0.clone().into()),
                Request::ReadDataSource(_) => Ok(request.unchanged()),
                request => Err(request.rpc().unimplemented()),
            }
        })
    }
}

/// A member with the data source `awkward_fine`, which works. Its provider schema is that of a pin.
pub(super) fn healthy(pin: &Pin) -> MuxMember {
    let schemas = terrane_protocol::GetProviderSchemaResponse {
        provider: pin.announced().schemas.provider.clone(),
        data_source_schemas: [("awkward_fine".to_owned(), Schema::default())].into(),
        ..Default::default()
    };
    MuxMember::new("healthy", Arc::new(Healthy(schemas.into())))
}

/// A read of the healthy member.
pub(super) async fn read_fine(mux: &dyn Provider) {
    let read = ReadDataSourceRequest {
        type_name: "awkward_fine".to_owned(),
        ..ReadDataSourceRequest::default()
    };
    let fine = mux.read_data_source(read).await.unwrap();
    assert!(fine.diagnostics.is_empty());
}

/// What `cargo terrane pin` records of a binary.
pub(super) fn pin(name: &str) -> Option<Pin> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("zoo-go.pin");
    let written = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args([
            "terrane", "pin", "--name", "zoo-go", "--file", "zoo-go-1", "--out",
        ])
        .args([&out, &binary(name)?])
        .status();
    assert!(written.unwrap().success());
    Some(std::fs::read_to_string(out).unwrap().parse().unwrap())
}

/// Reads one resource of the binary and one data source of a healthy member. Returns the errors of the first.
async fn errors_in_mux(foreign: ForeignProvider, pin: &Pin) -> String {
    let mux: &dyn Provider = &Mux::new([healthy(pin), foreign.announced(pin.announced()).member()]);
    let schemas = mux.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert!(schemas.diagnostics.is_empty(), "{:?}", schemas.diagnostics);
    let read = ReadResourceRequest {
        type_name: "awkward_server".to_owned(),
        ..ReadResourceRequest::default()
    };
    let answer = mux.read_resource(read).await.unwrap();
    read_fine(mux).await;
    super::texts(&answer.diagnostics)
}

#[tokio::test]
async fn a_binary_that_does_not_start_is_an_error_of_its_types_and_the_other_members_work() {
    let Some(pin) = pin("sdkv2") else { return };
    let faults = [
        ("crash:start", "awkward crash in start"),
        ("garbage:start", "expected the plugin's handshake line"),
        ("hang:start", "no handshake line within"),
        ("crash:GetSchema", "awkward crash in GetSchema"),
        ("hang:GetSchema", "has not described its schemas within"),
        ("garbage:GetSchema", "malformed response"),
    ];
    let checks = faults.map(async |(fault, expected)| {
        // Only a member that hangs needs a limit. A start takes long on a busy machine.
        let foreign = match (awkward("sdkv2", fault).unwrap(), fault) {
            (foreign, "hang:start") => foreign.start_timeout(Duration::from_secs(1)),
            (foreign, "hang:GetSchema") => foreign.start_timeout(Duration::from_secs(15)),
            (foreign, _) => foreign,
        };
        let errors = errors_in_mux(foreign, &pin).await;
        assert!(errors.contains(expected), "{fault}: {errors}");
        assert!(
            errors.contains("Cannot start the provider \"zoo-go\""),
            "{fault}: {errors}"
        );
    });
    join_all(checks).await;
}

#[tokio::test]
async fn other_schemas_than_announced_are_an_error_that_names_the_difference() {
    let Some(pin) = pin("sdkv2") else { return };
    let foreign = awkward("sdkv2", "").unwrap().env("AWKWARD_SCHEMA", "other");
    let errors = errors_in_mux(foreign, &pin).await;
    assert!(errors.contains("has changed its schemas"), "{errors}");
    assert!(errors.contains("awkward_server"), "{errors}");
    assert!(errors.contains("added"), "{errors}");
    // Without a change there is no error but that of the empty request.
    let errors = errors_in_mux(awkward("sdkv2", "").unwrap(), &pin).await;
    assert!(!errors.contains("schemas"), "{errors}");
}

#[tokio::test]
async fn another_program_than_pinned_does_not_start() {
    let Some(foreign) = awkward("sdkv2", "") else {
        return;
    };
    let provider = foreign.checksum([7; 32]).provider();
    let answer = provider.get_metadata(EmptyRequest {}).await.unwrap();
    let detail = &answer.diagnostics[0].detail;
    assert!(detail.contains("expected 0707"), "{detail}");
}

#[tokio::test]
async fn the_check_of_a_mux_starts_its_members() {
    let Some(pin) = pin("sdkv2") else { return };
    for (fault, expected) in [("", None), ("crash:start", Some("awkward crash in start"))] {
        let foreign = awkward("sdkv2", fault).unwrap();
        let mux = Mux::new([healthy(&pin), foreign.announced(pin.announced()).member()]);
        let found = super::texts(&mux.check().await);
        match expected {
            Some(expected) => {
                assert!(
                    found.contains("\"zoo-go\"") && found.contains(expected),
                    "{found}"
                );
            }
            None => assert_eq!(found, ""),
        }
    }
}

#[tokio::test]
async fn a_pin_is_read_as_it_was_written_and_a_missing_program_is_an_error_with_its_place() {
    let Some(pin) = pin("framework") else { return };
    let again: Pin = pin.to_string().parse().unwrap();
    assert_eq!(again.to_string(), pin.to_string());
    let process = ProviderProcess::launch(Command::new(binary("framework").unwrap()))
        .await
        .unwrap();
    let served = process
        .provider()
        .get_provider_schema(EmptyRequest {})
        .await
        .unwrap();
    assert_eq!(again.announced().schemas.differences(&served), []);
    assert_eq!(again.announced().identity_schemas.unwrap().len(), 1);
    let missing = ForeignProvider::pinned(&again).provider();
    let answer = missing.get_metadata(EmptyRequest {}).await.unwrap();
    let detail = &answer.diagnostics[0].detail;
    assert!(
        detail.contains("expected its program at") && detail.contains("zoo-go-1"),
        "{detail}"
    );
}

/// Members print what they like, and practitioners read it in a terminal.
#[cfg(unix)]
#[tokio::test]
async fn what_a_member_prints_is_shown_once_without_control_characters_and_within_bounds() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let long = "head -c 60000 /dev/zero | tr '\\0' x";
    for (name, script) in [
        (
            "handshake",
            format!("printf '\\033[2J\\033]0;title\\007'; {long}; echo; exec sleep 60"),
        ),
        (
            "log",
            format!("(printf '\\033[2J\\033]0;title\\007'; {long}; echo) >&2; exit 1"),
        ),
        (
            "panic",
            format!(
                "(printf 'panic: \\033[2J\\033]0;title\\007'; {long}; echo; for i in 1 2 3 4 5; do {long}; echo; done) >&2; exit 1"
            ),
        ),
    ] {
        let program = folder.path().join(name);
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let provider = ForeignProvider::new("noisy", &program).provider();
        let answer = provider.get_metadata(EmptyRequest {}).await.unwrap();
        let detail = &answer.diagnostics[0].detail;
        assert_eq!(detail.matches("\\u{1b}[2J").count(), 1, "{name}: {detail}");
        let escapes = detail.chars().filter(|it| it.is_control() && *it != '\n');
        assert_eq!(escapes.collect::<String>(), "", "{name}: {detail}");
        assert!(detail.len() < 20_000, "{name}: {}", detail.len());
    }
}
