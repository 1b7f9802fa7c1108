//! Providers that answer all RPCs in one method.

use super::{Response, Rpc};
use crate::RpcError;

/// Implements `Provider` for a type whose method `async fn call(&self, Request) -> Result<Response, RpcError>` answers every RPC:
/// `rpcs!(dispatch [Type])`.
macro_rules! dispatch {
    ([$ty:ty] $trait:ident as $service:tt { $($kind:ident $method:ident = $name:tt $types:tt $rpc:ident;)* }) => {
        impl $crate::Provider for $ty {
            $($crate::request::dispatch!(@ $kind $method $types $rpc);)*
        }
    };
    (@ server_streaming $method:ident ($q:ident $(.$narrow:ident)? => $a:ident as $wire:ident) $rpc:ident) => {
        $crate::request::dispatch!(@fn $method $rpc $crate::$q => $crate::BoxStream<$crate::$a>);
    };
    (@ client_streaming $method:ident ($q:ident as $wire:ident => $a:ident) $rpc:ident) => {
        $crate::request::dispatch!(@fn $method $rpc $crate::BoxStream<$crate::$q> => $crate::$a);
    };
    (@ $kind:ident $method:ident ($q:ident => Schemas) $rpc:ident) => {
        $crate::request::dispatch!(@fn $method $rpc $crate::$q => $crate::schema::Schemas);
    };
    (@ $kind:ident $method:ident ($q:ident $(.$narrow:ident)? => $a:ident) $rpc:ident) => {
        $crate::request::dispatch!(@fn $method $rpc $crate::$q => $crate::$a);
    };
    (@fn $method:ident $rpc:ident $q:ty => $a:ty) => {
        fn $method(&self, request: $q) -> $crate::BoxFuture<'_, Result<$a, $crate::RpcError>> {
            Box::pin(async move {
                match self.call($crate::Request::$rpc(request)).await? {
                    $crate::Response::$rpc(answer) => Ok(answer),
                    other => Err($crate::request::mismatched($crate::Rpc::$rpc, &other)),
                }
            })
        }
    };
}

/// The error of an answer that belongs to another RPC.
pub(crate) fn mismatched(rpc: Rpc, answer: &Response) -> RpcError {
    let other = answer.rpc();
    RpcError::internal(format!(
        "a decorator of the provider has answered {rpc} with an answer to {other}"
    ))
}

pub(crate) use dispatch;
