//! The ready-made interceptors.

use std::sync::{Arc, Mutex};

use futures_util::StreamExt as _;
use futures_util::stream;
use terrane_composition::*;
use terrane_composition::{ReadOnly, Redaction, Timing};
use terrane_protocol::*;

use crate::calls::{ask, requests};
use crate::scripted::Scripted;

#[tokio::test]
async fn the_last_interceptor_sees_a_request_first() {
    struct Mark(&'static str);
    impl Interceptor for Mark {
        fn before(&self, request: &mut Request) -> Result<(), Diagnostics> {
            if let Request::GetStates(request) = request {
                request.type_name.push_str(self.0);
            }
            Ok(())
        }
        fn after(&self, _: Rpc, answer: &mut Result<Response, RpcError>) {
            if let Ok(Response::GetStates(answer)) = answer {
                answer.state_ids.push(self.0.to_owned());
            }
        }
    }
    struct Echo;
    impl Provider for Echo {
        fn call(&self, request: Request) -> ResponseFuture<'_> {
            Box::pin(async move {
                let Request::GetStates(request) = request else {
                    return Err(request.rpc().unimplemented());
                };
                Ok(Response::from(GetStatesResponse {
                    state_ids: vec![request.type_name],
                    diagnostics: Diagnostics::new(),
                }))
            })
        }
    }
    let provider = intercept(intercept(Arc::new(Echo), Mark("inner")), Mark("outer"));
    let answer = provider
        .get_states(GetStatesRequest::default())
        .await
        .unwrap();
    assert_eq!(answer.state_ids, ["outerinner", "inner", "outer"]);
}

#[tokio::test]
async fn an_answer_to_another_rpc_is_an_internal_error() {
    struct Confused;
    impl Interceptor for Confused {
        fn after(&self, _: Rpc, answer: &mut Result<Response, RpcError>) {
            *answer = Ok(Response::LockState(LockStateResponse::default()));
        }
    }
    let provider = intercept(Scripted::new("one").provider(), Confused);
    let error = provider
        .get_states(GetStatesRequest::default())
        .await
        .unwrap_err();
    assert_eq!(error.code, RpcCode::Internal);
    assert!(error.message.contains("GetStates") && error.message.contains("LockState"));
}

#[tokio::test]
async fn timing_reports_every_call() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let timing = {
        let seen = Arc::clone(&seen);
        Timing::new(move |call| {
            seen.lock()
                .unwrap()
                .push((call.rpc, call.item.map(str::to_owned), call.is_answered));
        })
    };
    let provider = intercept(Scripted::new("one").serving("zoo_pet").provider(), timing);
    let mut expected = Vec::new();
    for request in requests("zoo_pet") {
        expected.push((
            request.rpc(),
            request.item().map(|item| item.name().to_owned()),
            true,
        ));
        ask(&*provider, request).await;
    }
    assert_eq!(*seen.lock().unwrap(), expected);
    // The base of all providers has no calls.
    struct Empty;
    impl Provider for Empty {
        fn call(&self, request: Request) -> ResponseFuture<'_> {
            Box::pin(async move { Err(request.rpc().unimplemented()) })
        }
    }
    let last = Arc::new(Mutex::new(None));
    let timing = {
        let last = Arc::clone(&last);
        Timing::new(move |call| *last.lock().unwrap() = Some(call.is_answered))
    };
    let empty = intercept(Arc::new(Empty), timing);
    empty
        .get_states(GetStatesRequest::default())
        .await
        .unwrap_err();
    assert_eq!(*last.lock().unwrap(), Some(false));
}

#[tokio::test]
async fn a_read_only_provider_refuses_all_changes_and_nothing_else() {
    let inner = Scripted::new("one").serving("zoo_pet");
    let provider = intercept(inner.provider(), ReadOnly::new());
    for request in requests("zoo_pet") {
        let rpc = request.rpc();
        let expected = match rpc {
            Rpc::ApplyResourceChange
            | Rpc::OpenEphemeralResource
            | Rpc::RenewEphemeralResource
            | Rpc::CloseEphemeralResource
            | Rpc::InvokeAction
            | Rpc::WriteStateBytes
            | Rpc::LockState
            | Rpc::UnlockState
            | Rpc::DeleteState => "Provider is read-only",
            _ => "one",
        };
        assert_eq!(ask(&*provider, request).await, expected, "{rpc}");
    }
    assert!(!inner.calls().iter().any(|rpc| rpc.changes()));
    let provider = intercept(inner.provider(), ReadOnly::new().allow_ephemeral());
    for request in requests("zoo_pet") {
        let rpc = request.rpc();
        let is_ephemeral = matches!(
            rpc,
            Rpc::OpenEphemeralResource | Rpc::RenewEphemeralResource | Rpc::CloseEphemeralResource
        );
        let expected = if rpc.changes() && !is_ephemeral {
            "Provider is read-only"
        } else {
            "one"
        };
        assert_eq!(ask(&*provider, request).await, expected, "{rpc}");
    }
}

#[tokio::test]
async fn redaction_replaces_texts_in_every_answer() {
    fn fails(request: &Request) -> Option<Result<Response, RpcError>> {
        match request {
            Request::GetStates(_) => Some(Err(RpcError::new(RpcCode::Internal, "secret"))),
            Request::InvokeAction(_) => {
                let message = "a secret step".to_owned();
                let events = stream::iter([
                    Ok(InvokeActionEvent::Progress { message }),
                    Err(RpcError::new(RpcCode::Internal, "a secret end")),
                ]);
                Some(Ok(Response::InvokeAction(Box::pin(events))))
            }
            _ => None,
        }
    }
    let inner = Scripted::new("a secret")
        .serving("zoo_pet")
        .answering(fails);
    let provider = intercept(inner.provider(), Redaction::of_texts(["secret", ""]));
    for request in requests("zoo_pet") {
        let expected = match request.rpc() {
            Rpc::GetStates => "error: (redacted)",
            Rpc::InvokeAction => continue,
            _ => "a (redacted)",
        };
        assert_eq!(ask(&*provider, request).await, expected);
    }
    // A text may contain a shorter one, and details contain texts, too.
    let refuses = Scripted::new("top secret: ReadResource");
    let texts = ["secret", "top secret", "ReadResource"];
    let redacted = intercept(refuses.provider(), Redaction::of_texts(texts));
    let read = redacted.read_resource(ReadResourceRequest::default());
    let diagnostics = read.await.unwrap().diagnostics;
    assert_eq!(diagnostics[0].summary, "(redacted): (redacted)");
    assert_eq!(diagnostics[0].detail, "(redacted)");
    let stopped = provider.stop_provider(EmptyRequest {}).await.unwrap();
    assert_eq!(stopped.error, "a (redacted) cannot stop");
    let events: Vec<_> = provider
        .invoke_action(ConfigRequest::default())
        .await
        .unwrap()
        .collect()
        .await;
    let message = "a (redacted) step".to_owned();
    assert_eq!(events[0], Ok(InvokeActionEvent::Progress { message }));
    assert_eq!(
        events[1],
        Err(RpcError::new(RpcCode::Internal, "a (redacted) end"))
    );
}

#[tokio::test]
async fn a_panic_after_the_answer_keeps_the_answer() {
    struct Panics;
    impl Interceptor for Panics {
        fn after(&self, _: Rpc, _: &mut Result<Response, RpcError>) {
            panic!("after the answer");
        }
    }
    struct Applies;
    impl Provider for Applies {
        fn call(&self, _: Request) -> ResponseFuture<'_> {
            Box::pin(async {
                let mut answer = ApplyResourceChangeResponse {
                    private: b"created".to_vec().into(),
                    ..Default::default()
                };
                answer.diagnostics.push(Diagnostic::warning("a secret", ""));
                Ok(answer.into())
            })
        }
    }
    let panicking = Redaction::new(|_| panic!("cannot redact"));
    let timing = Timing::new(|_| panic!("cannot report"));
    let provider = intercept(Arc::new(Applies), panicking);
    let provider = intercept(intercept(provider, timing), Panics);
    let answer = provider
        .apply_resource_change(ApplyResourceChangeRequest::default())
        .await
        .unwrap();
    assert_eq!(answer.private, b"created".to_vec().into());
    let summaries: Vec<_> = answer
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.summary.as_str())
        .collect();
    assert_eq!(summaries, ["(redacted)", "Interceptor failed"]);
}
