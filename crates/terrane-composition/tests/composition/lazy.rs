//! Mux of members that start when they are needed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use terrane_composition::*;
use terrane_protocol::*;
use terrane_value::Path;
use tokio::sync::Notify;

use crate::calls::{ask, details, requests, summaries};
use crate::scripted::{Answer, Scripted};

fn lazy(scripted: &Scripted) -> MuxMember {
    let scripted = scripted.clone();
    MuxMember::lazy("lazy", move || {
        let provider = scripted.provider();
        Box::pin(async move { Ok(provider) })
    })
}

fn announced(scripted: &Scripted) -> Announced {
    Announced {
        schemas: scripted.schemas.clone().into(),
        identity_schemas: Some([("zoo_cage".to_owned(), schema::IdentitySchema::default())].into()),
    }
}

fn read(type_name: &str) -> Request {
    Request::ReadResource(ReadResourceRequest {
        type_name: type_name.to_owned(),
        ..ReadResourceRequest::default()
    })
}

#[tokio::test]
async fn an_announced_member_starts_with_the_first_call_for_its_types() {
    let (one, later) = (
        Scripted::new("one").serving("zoo_pet").answering(accept),
        Scripted::new("later").serving("zoo_cage").answering(accept),
    );
    let mux: &dyn Provider = &Mux::new([one.member(), lazy(&later).announced(announced(&later))]);
    let schemas = mux.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert!(schemas.resource_schemas.contains_key("zoo_cage"));
    let identities = EmptyRequest {};
    let identities = mux.get_resource_identity_schemas(identities).await.unwrap();
    assert!(identities.identity_schemas.contains_key("zoo_cage"));
    mux.get_functions(EmptyRequest {}).await.unwrap();
    mux.validate_provider_config(ValidateProviderConfigRequest::default())
        .await
        .unwrap();
    mux.configure_provider(ConfigureProviderRequest::default())
        .await
        .unwrap();
    mux.stop_provider(EmptyRequest {}).await.unwrap();
    assert_eq!(ask(mux, read("zoo_pet")).await, "one");
    assert_eq!(later.calls(), []);

    assert_eq!(ask(mux, read("zoo_cage")).await, "later");
    let expected = [
        Rpc::ValidateProviderConfig,
        Rpc::ConfigureProvider,
        Rpc::ReadResource,
    ];
    assert_eq!(later.calls(), expected);
    assert_eq!(ask(mux, read("zoo_cage")).await, "later");
    mux.stop_provider(EmptyRequest {}).await.unwrap();
    assert_eq!(later.calls(), [Rpc::ReadResource, Rpc::StopProvider]);
}

fn accept(request: &Request) -> Option<Result<Response, RpcError>> {
    match request {
        Request::ValidateProviderConfig(_) => Some(Ok(Response::ValidateProviderConfig(
            ValidateProviderConfigResponse::default(),
        ))),
        Request::ConfigureProvider(_) => Some(Ok(Response::ConfigureProvider(
            DiagnosticsResponse::default(),
        ))),
        _ => None,
    }
}

#[tokio::test]
async fn a_member_gets_the_settings_that_the_host_has_sent_before_it_started() {
    fn warns(request: &Request) -> Option<Result<Response, RpcError>> {
        let diagnostics: Diagnostics = match request {
            Request::ConfigureProvider(request) if request.terraform_version == "1.13.0" => {
                let path = Path::root().attribute("url");
                Diagnostic::warning("Old url", "Change it.").at(path).into()
            }
            Request::ConfigureProvider(_) => Diagnostic::error("Bad host", "").into(),
            _ => return accept(request),
        };
        Some(Ok(Response::ConfigureProvider(DiagnosticsResponse {
            diagnostics,
        })))
    }
    let later = Scripted::new("later").serving("zoo_cage").answering(warns);
    let mux: &dyn Provider = &Mux::new([lazy(&later).announced(announced(&later))]);
    let configure = |version: &str| ConfigureProviderRequest {
        terraform_version: version.to_owned(),
        ..ConfigureProviderRequest::default()
    };
    mux.configure_provider(configure("1.13.0")).await.unwrap();
    let call = CallFunctionRequest {
        name: "zoo_cage".to_owned(),
        arguments: Vec::new(),
    };
    // The answer of a function has no diagnostics, so the warning is in the answer after it.
    assert_eq!(ask(mux, Request::CallFunction(call)).await, "later");
    let Ok(Response::ReadResource(answer)) = mux.call(read("zoo_cage")).await else {
        panic!("another answer");
    };
    assert_eq!(summaries(&answer.diagnostics), "later, Old url");
    assert!(answer.diagnostics.iter().all(|it| it.path.is_none()));
    assert_eq!(ask(mux, read("zoo_cage")).await, "later");

    let broken: &dyn Provider = &Mux::new([lazy(&later).announced(announced(&later))]);
    broken.configure_provider(configure("0.1.0")).await.unwrap();
    for request in requests("zoo_cage") {
        assert_eq!(ask(broken, request).await, "Bad host");
    }
}

#[tokio::test]
async fn a_late_member_is_configured_only_if_it_accepts_the_settings_and_works_without_a_configuration()
 {
    fn refuses(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ValidateProviderConfig(_) = request else {
            return accept(request);
        };
        let refused = ValidateProviderConfigResponse {
            diagnostics: Diagnostic::error("Bad url", "").into(),
            ..ValidateProviderConfigResponse::default()
        };
        Some(Ok(Response::ValidateProviderConfig(refused)))
    }
    fn has_none(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ConfigureProvider(_) = request else {
            return accept(request);
        };
        Some(Err(RpcError::new(RpcCode::Unimplemented, "no settings")))
    }
    fn fails(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ConfigureProvider(_) = request else {
            return accept(request);
        };
        Some(Err(RpcError::new(RpcCode::Unavailable, "it has exited")))
    }
    let answers: [(Answer, &str, bool); 3] = [
        (refuses, "Bad url", false),
        (has_none, "later", true),
        (fails, "Member of the provider does not answer", true),
    ];
    for (answer, expected, is_configured) in answers {
        let later = Scripted::new("later").serving("zoo_cage").answering(answer);
        let mux: &dyn Provider = &Mux::new([lazy(&later).announced(announced(&later))]);
        let validate = ValidateProviderConfigRequest::default();
        mux.validate_provider_config(validate).await.unwrap();
        let configure = ConfigureProviderRequest::default();
        mux.configure_provider(configure.clone()).await.unwrap();
        assert_eq!(ask(mux, read("zoo_cage")).await, expected);
        assert_eq!(
            later.calls().contains(&Rpc::ConfigureProvider),
            is_configured
        );
        // A running member without a configuration works, too.
        if expected == "later" {
            let configured = mux.configure_provider(configure).await;
            assert_eq!(configured.unwrap_err().code, RpcCode::Unimplemented);
            assert_eq!(ask(mux, read("zoo_cage")).await, expected);
        }
    }
}

#[tokio::test]
async fn an_announced_member_gets_the_schema_request_once_and_metadata_does_not_start_it() {
    let later = Scripted::new("later")
        .serving("zoo_cage")
        .answering(accept)
        .capabilities(ServerCapabilities::default());
    let mux: &dyn Provider = &Mux::new([lazy(&later).announced(announced(&later))]);
    let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
    assert_eq!(metadata.resources, ["zoo_cage"]);
    assert_eq!(later.calls(), []);
    for _ in 0..2 {
        let configure = ConfigureProviderRequest::default();
        mux.configure_provider(configure).await.unwrap();
        assert_eq!(ask(mux, read("zoo_cage")).await, "later");
    }
    let calls = later.calls().into_iter();
    assert_eq!(
        calls.filter(|rpc| *rpc == Rpc::GetProviderSchema).count(),
        1
    );
}

#[tokio::test]
async fn a_stop_during_the_last_step_of_a_start_ends_the_call() {
    let later = Scripted::new("later").serving("zoo_cage").answering(accept);
    let started = Arc::new(OnceLock::<Arc<dyn Provider>>::new());
    let (scripted, stopped) = (later.clone(), Arc::clone(&started));
    let member = MuxMember::lazy("lazy", move || {
        let (provider, stopped) = (scripted.provider(), Arc::clone(&stopped));
        Box::pin(async move {
            let mux = stopped.get().expect("the mux");
            mux.stop_provider(EmptyRequest {}).await.unwrap();
            Ok(provider)
        })
    });
    let mux: Arc<dyn Provider> = Arc::new(Mux::new([member.announced(announced(&later))]));
    assert!(started.set(Arc::clone(&mux)).is_ok());
    assert_eq!(ask(&*mux, read("zoo_cage")).await, "Operation was stopped");
    assert_eq!(later.calls(), []);
    assert_eq!(ask(&*mux, read("zoo_cage")).await, "later");
}

#[tokio::test]
async fn a_member_without_announced_schemas_starts_with_the_first_question_for_types() {
    let later = Scripted::new("later").serving("zoo_cage").answering(accept);
    let mux: &dyn Provider = &Mux::new([lazy(&later)]);
    assert_eq!(later.calls(), []);
    mux.get_metadata(EmptyRequest {}).await.unwrap();
    mux.configure_provider(ConfigureProviderRequest::default())
        .await
        .unwrap();
    assert_eq!(
        later.calls(),
        [
            Rpc::GetProviderSchema,
            Rpc::GetFunctions,
            Rpc::ConfigureProvider
        ]
    );
}

#[tokio::test]
async fn stop_ends_the_calls_that_wait_for_the_start_of_a_member() {
    for is_announced in [true, false] {
        let later = Scripted::new("later").serving("zoo_cage").answering(accept);
        let (scripted, gate) = (later.clone(), Arc::new(Notify::new()));
        let opened = Arc::clone(&gate);
        let mut slow = MuxMember::lazy("slow", move || {
            let (provider, opened) = (scripted.provider(), Arc::clone(&opened));
            Box::pin(async move {
                opened.notified().await;
                Ok(provider)
            })
        });
        if is_announced {
            slow = slow.announced(announced(&later));
        }
        let mux: Arc<dyn Provider> = Arc::new(Mux::new([slow]));
        let calling = Arc::clone(&mux);
        let call = tokio::spawn(async move { ask(&*calling, read("zoo_cage")).await });
        tokio::task::yield_now().await;
        mux.stop_provider(EmptyRequest {}).await.unwrap();
        assert_eq!(call.await.unwrap(), "Operation was stopped");
        assert_eq!(later.calls(), []);
        gate.notify_one();
        assert_eq!(ask(&*mux, read("zoo_cage")).await, "later");
    }
}

#[tokio::test]
async fn a_member_that_does_not_start_fails_only_the_calls_for_its_types() {
    let starts = Arc::new(AtomicUsize::new(0));
    let broken = || {
        let starts = Arc::clone(&starts);
        MuxMember::lazy("broken", move || {
            starts.fetch_add(1, Ordering::Relaxed);
            Box::pin(async { Err(Diagnostic::error("Cannot start", "It is missing.").into()) })
        })
    };
    let one = || {
        Scripted::new("one")
            .serving("zoo_pet")
            .answering(accept)
            .member()
    };
    let gone = Scripted::new("broken").serving("zoo_cage");

    let mux = Mux::new([one(), broken().announced(announced(&gone))]);
    let found = mux.check().await;
    assert_eq!(summaries(&found), "Member of the provider is missing");
    assert!(found.has_errors());
    let mux: &dyn Provider = &mux;
    let answer = mux
        .configure_provider(ConfigureProviderRequest::default())
        .await
        .unwrap();
    assert!(answer.diagnostics.is_empty());
    for request in requests("zoo_pet") {
        assert_eq!(ask(mux, request).await, "one");
    }
    for request in requests("zoo_cage") {
        let rpc = request.rpc();
        assert_eq!(ask(mux, request).await, "Cannot start", "{rpc}");
    }
    assert_eq!(starts.load(Ordering::Relaxed), 1);

    // Nobody knows the types of this member.
    let mux = Mux::new([one(), broken()]);
    assert_eq!(mux.check().await, found);
    let mux: &dyn Provider = &mux;
    let schemas = mux.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert_eq!(
        summaries(&schemas.diagnostics),
        "Member of the provider is missing"
    );
    assert!(schemas.resource_schemas.contains_key("zoo_pet"));
    assert_eq!(ask(mux, read("zoo_pet")).await, "one");
    let Ok(Response::ReadResource(answer)) = mux.call(read("zoo_cage")).await else {
        panic!("another answer");
    };
    let detail = &details(&answer.diagnostics)[0];
    assert!(
        detail.contains("\"broken\"") && detail.contains("It is missing."),
        "{detail}"
    );
}
