//! A record of the calls that the kitchen sink gets.

use std::fmt;
use std::sync::{Arc, Mutex};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use terrane_composition::{Interceptor, Next};
use terrane_protocol::schema::TypeKind;
use terrane_protocol::*;

use super::omitted::without;

/// Records the calls of a provider.
#[derive(Clone, Default)]
pub(super) struct Tap(Arc<Mutex<Vec<Call>>>);

/// A call, and its answer.
pub(super) struct Call {
    pub(super) rpc: Rpc,
    pub(super) request: Message,
    pub(super) answer: Message,
}

/// A request or an answer whose streams are complete.
pub(super) enum Message {
    Request(Request),
    Answer(Response),
    Listed(Vec<ListResourceEvent>),
    Invoked(Vec<InvokeActionEvent>),
    Read(Vec<ReadStateBytesChunk>),
    Written(Vec<WriteStateBytesChunk>),
    Failed(RpcError),
}

impl Tap {
    /// Returns the calls since the last call of this method.
    pub(super) fn take(&self) -> Vec<Call> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Interceptor for Tap {
    fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let rpc = request.rpc();
            let (request, seen) = Message::of_request(request).await;
            let answer = Message::of_answer(next.call(request).await).await;
            let again = answer.copy_answer();
            self.0.lock().unwrap().push(Call {
                rpc,
                request: seen,
                answer,
            });
            again
        })
    }
}

impl Message {
    /// Reads a request completely. Returns an equal request, too.
    pub(super) async fn of_request(request: Request) -> (Request, Self) {
        let message = match request {
            Request::WriteStateBytes(chunks) => Self::Written(chunks.try_collect().await.unwrap()),
            request => Self::Request(request),
        };
        let request = message.copy_request();
        (request.expect("it is a request"), message)
    }

    /// Reads an answer completely.
    pub(super) async fn of_answer(answer: Result<Response, RpcError>) -> Self {
        let collected = match answer {
            Ok(Response::ListResource(events)) => events.try_collect().await.map(Self::Listed),
            Ok(Response::InvokeAction(events)) => events.try_collect().await.map(Self::Invoked),
            Ok(Response::ReadStateBytes(chunks)) => chunks.try_collect().await.map(Self::Read),
            Ok(Response::GetMetadata(metadata)) => {
                Ok(Self::Answer(Response::GetMetadata(sorted(metadata))))
            }
            Ok(answer) => Ok(Self::Answer(answer)),
            Err(error) => Err(error),
        };
        collected.unwrap_or_else(Self::Failed)
    }

    /// Makes an equal request.
    pub(super) fn copy_request(&self) -> Option<Request> {
        match self {
            Self::Request(request) => request.try_clone(),
            Self::Written(chunks) => Some(Request::WriteStateBytes(streamed(chunks))),
            _ => None,
        }
    }

    /// Makes an equal answer.
    fn copy_answer(&self) -> Result<Response, RpcError> {
        match self {
            Self::Answer(answer) => Ok(answer.try_clone().expect("it is no stream")),
            Self::Listed(events) => Ok(Response::ListResource(streamed(events))),
            Self::Invoked(events) => Ok(Response::InvokeAction(streamed(events))),
            Self::Read(chunks) => Ok(Response::ReadStateBytes(streamed(chunks))),
            Self::Failed(error) => Err(error.clone()),
            Self::Request(_) | Self::Written(_) => unreachable!("it is an answer"),
        }
    }

    pub(super) fn remove_prepared_config(&mut self) {
        if let Self::Answer(Response::ValidateProviderConfig(answer)) = self {
            answer.prepared_config = DynamicValue::default();
        }
    }

    /// Removes types from metadata, schemas and identity schemas.
    pub(super) fn remove_types(&mut self, omitted: &[(TypeKind, String)]) {
        let is_visible = |kind, name: &str| !omitted.contains(&(kind, name.to_owned()));
        match self {
            Self::Answer(Response::GetMetadata(it)) => {
                it.resources
                    .retain(|name| is_visible(TypeKind::Resource, name));
                it.data_sources
                    .retain(|name| is_visible(TypeKind::DataSource, name));
                it.ephemeral_resources
                    .retain(|name| is_visible(TypeKind::Ephemeral, name));
                it.list_resources
                    .retain(|name| is_visible(TypeKind::List, name));
                it.actions.retain(|name| is_visible(TypeKind::Action, name));
                it.state_stores
                    .retain(|name| is_visible(TypeKind::StateStore, name));
            }
            Self::Answer(Response::GetProviderSchema(it)) => {
                *it = without(it, omitted).into();
            }
            Self::Answer(Response::GetResourceIdentitySchemas(it)) => {
                let schemas = &mut it.identity_schemas;
                schemas.retain(|name, _| is_visible(TypeKind::Resource, name));
            }
            _ => {}
        }
    }
}

/// Sorts the names of metadata, whose order has no meaning: a mux lists them as they are in the schemas.
fn sorted(mut metadata: GetMetadataResponse) -> GetMetadataResponse {
    for names in [
        &mut metadata.resources,
        &mut metadata.data_sources,
        &mut metadata.ephemeral_resources,
        &mut metadata.list_resources,
        &mut metadata.actions,
        &mut metadata.state_stores,
        &mut metadata.functions,
    ] {
        names.sort();
    }
    metadata
}

/// A stream of these messages.
fn streamed<T: Clone + Send + 'static>(messages: &[T]) -> BoxStream<T> {
    stream::iter(messages.to_vec()).map(Ok).boxed()
}

/// Compares all fields of two messages of the same RPC.
macro_rules! equal {
    ($enum:ident $one:ident $other:ident [$($rpc:ident)*] $($schemas:ident)?) => {
        match ($one, $other) {
            $(($enum::$rpc(one), $enum::$rpc(other)) => one == other,)*
            $(($enum::$schemas(one), $enum::$schemas(other)) => **one == **other,)?
            _ => false,
        }
    };
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Request(one), Self::Request(other)) => equal!(Request one other [
                GetMetadata GetProviderSchema ValidateProviderConfig ConfigureProvider StopProvider ValidateResourceConfig
                UpgradeResourceState GetResourceIdentitySchemas UpgradeResourceIdentity ReadResource PlanResourceChange
                ApplyResourceChange ImportResourceState MoveResourceState GenerateResourceConfig ValidateDataResourceConfig
                ReadDataSource ValidateEphemeralResourceConfig OpenEphemeralResource RenewEphemeralResource
                CloseEphemeralResource ValidateListResourceConfig ListResource GetFunctions CallFunction ValidateActionConfig
                PlanAction InvokeAction ValidateStateStoreConfig ConfigureStateStore ReadStateBytes LockState UnlockState
                GetStates DeleteState
            ]),
            (Self::Answer(one), Self::Answer(other)) => equal!(Response one other [
                GetMetadata ValidateProviderConfig ConfigureProvider StopProvider ValidateResourceConfig
                UpgradeResourceState GetResourceIdentitySchemas UpgradeResourceIdentity ReadResource PlanResourceChange
                ApplyResourceChange ImportResourceState MoveResourceState GenerateResourceConfig ValidateDataResourceConfig
                ReadDataSource ValidateEphemeralResourceConfig OpenEphemeralResource RenewEphemeralResource
                CloseEphemeralResource ValidateListResourceConfig GetFunctions CallFunction ValidateActionConfig
                PlanAction ValidateStateStoreConfig ConfigureStateStore WriteStateBytes LockState UnlockState
                GetStates DeleteState
            ] GetProviderSchema),
            (Self::Listed(one), Self::Listed(other)) => one == other,
            (Self::Invoked(one), Self::Invoked(other)) => one == other,
            (Self::Read(one), Self::Read(other)) => one == other,
            (Self::Written(one), Self::Written(other)) => one == other,
            (Self::Failed(one), Self::Failed(other)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(it) => it.fmt(f),
            Self::Answer(Response::PlanResourceChange(it)) => it.fmt(f),
            Self::Answer(it) => it.fmt(f),
            Self::Listed(it) => it.fmt(f),
            Self::Invoked(it) => it.fmt(f),
            Self::Read(it) => it.fmt(f),
            Self::Written(it) => it.fmt(f),
            Self::Failed(it) => it.fmt(f),
        }
    }
}
