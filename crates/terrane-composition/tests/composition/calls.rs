//! A request of each RPC, and what an answer contains.

use futures_util::StreamExt as _;
use futures_util::stream;
use terrane_protocol::*;

/// A request of every RPC that concerns an item, which has this name.
pub(crate) fn requests(name: &str) -> Vec<Request> {
    macro_rules! of_type {
        ($($rpc:ident $request:ident)*) => { vec![$(
            Request::$rpc({
                let mut request = $request::default();
                request.type_name = name.to_owned();
                request
            }),
        )*] };
    }
    let mut requests = of_type! {
        ValidateResourceConfig ConfigRequest
        UpgradeResourceState UpgradeRequest
        UpgradeResourceIdentity UpgradeRequest
        ReadResource ReadResourceRequest
        PlanResourceChange PlanResourceChangeRequest
        ApplyResourceChange ApplyResourceChangeRequest
        ImportResourceState ImportResourceStateRequest
        GenerateResourceConfig GenerateResourceConfigRequest
        ValidateDataResourceConfig ValidateConfigRequest
        ReadDataSource ReadDataSourceRequest
        ValidateEphemeralResourceConfig ValidateConfigRequest
        OpenEphemeralResource ConfigRequest
        RenewEphemeralResource OpenedEphemeralResource
        CloseEphemeralResource OpenedEphemeralResource
        ValidateListResourceConfig ValidateListResourceConfigRequest
        ListResource ListResourceRequest
        ValidateActionConfig ValidateConfigRequest
        PlanAction ConfigRequest
        InvokeAction ConfigRequest
        ValidateStateStoreConfig ValidateConfigRequest
        ConfigureStateStore ConfigureStateStoreRequest
        ReadStateBytes StateId
        LockState LockStateRequest
        UnlockState UnlockStateRequest
        GetStates GetStatesRequest
        DeleteState StateId
    };
    requests.push(Request::MoveResourceState(MoveResourceStateRequest {
        source_type_name: "elsewhere".to_owned(),
        target_type_name: name.to_owned(),
        ..MoveResourceStateRequest::default()
    }));
    requests.push(Request::CallFunction(CallFunctionRequest {
        name: name.to_owned(),
        arguments: Vec::new(),
    }));
    let chunk = WriteStateBytesChunk {
        meta: Some(StateId {
            type_name: name.to_owned(),
            state_id: "default".to_owned(),
        }),
        ..WriteStateBytesChunk::default()
    };
    let chunks = stream::iter([Ok(chunk)]);
    requests.push(Request::WriteStateBytes(Box::pin(chunks)));
    requests
}

/// Sends a request and returns the texts of the answer: the summaries of its diagnostics, or its error.
pub(crate) async fn ask(provider: &dyn Provider, request: Request) -> String {
    let mut answer = match provider.call(request).await {
        Ok(answer) => answer,
        Err(error) => return format!("error: {}", error.message),
    };
    if let Some(diagnostics) = answer.diagnostics_mut() {
        return summaries(diagnostics);
    }
    match answer {
        Response::CallFunction(answer) => {
            let text = answer.error.map(|error| error.text).unwrap_or_default();
            text.split(':').next().unwrap_or_default().to_owned()
        }
        Response::StopProvider(answer) => answer.error,
        Response::GetProviderSchema(schemas) => summaries(&schemas.diagnostics),
        Response::ListResource(events) => texts(events, |event| event.diagnostics).await,
        Response::ReadStateBytes(chunks) => texts(chunks, |chunk| chunk.diagnostics).await,
        Response::InvokeAction(events) => {
            texts(events, |event| match event {
                InvokeActionEvent::Completed { diagnostics } => diagnostics,
                InvokeActionEvent::Progress { .. } => Diagnostics::new(),
            })
            .await
        }
        other => panic!("{other:?} has diagnostics"),
    }
}

async fn texts<T>(events: BoxStream<T>, diagnostics: fn(T) -> Diagnostics) -> String {
    let events = events.map(|event| summaries(&diagnostics(event.expect("an event"))));
    events.collect::<Vec<_>>().await.join(", ")
}

pub(crate) fn summaries(diagnostics: &Diagnostics) -> String {
    let summaries: Vec<_> = diagnostics.iter().map(|it| it.summary.as_str()).collect();
    summaries.join(", ")
}

pub(crate) fn details(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|it| it.detail.clone()).collect()
}
