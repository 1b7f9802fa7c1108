//! A gRPC service as a table. One line for each RPC defines both its server and its client, in every protocol version that has the RPC.

/// Makes the server and the client of a service from a neutral trait. It implements [`Served`] for the trait's objects, and the trait for
/// [`Client`].
///
/// A line is `kind method = "WireName" (Request => Response);`, where the method and the types are the neutral ones. The
/// name is `["Five" "Six"]` where the protocol versions differ, and `[6 "Six"]` where only one has the RPC. The same holds for the name of the
/// service. The protobuf messages are `pb::method::Request` and `pb::method::Response`. For a stream, the protobuf message is named after `as`.
/// `Request.narrow` marks a request of which protocol 5 has only some fields, see [`Narrow`]. The kinds are those of gRPC, and `differing` for a
/// unary RPC whose response differs between the protocol versions, see [`Differing`].
///
/// [`Served`]: super::server::Served
/// [`Client`]: super::client::Client
/// [`Narrow`]: super::differing::Narrow
/// [`Differing`]: super::differing::Differing
macro_rules! service {
    (
        $trait:ident as $service:tt {
            $($kind:ident $method:ident = $name:tt $types:tt $($rpc:ident)?;)*
        }
    ) => {
        impl $crate::wire::server::Served for dyn $trait {
            const NAMES: $crate::wire::names::Names = $crate::wire::service::names!($service);
            const RPCS: &'static [$crate::wire::server::Rpc<Self>] = &[$(
                $crate::wire::server::Rpc {
                    paths: $crate::wire::service::names!($service $name),
                    answer: $crate::wire::service::answer!($kind $method $types),
                },
            )*];
        }

        impl<C: $crate::wire::client::Channel> $trait for $crate::wire::client::Client<C> {
            $($crate::wire::service::call! {
                $kind $method, $crate::wire::service::names!($service $name), $types
            })*
        }
    };
}

/// The names of a service, or the paths of an RPC.
macro_rules! names {
    (@ $five:expr, $six:expr) => {
        $crate::wire::names::Names {
            five: $five,
            six: $six,
        }
    };
    ([5 $five:literal]) => { $crate::wire::service::names!(@ Some($five), None) };
    ([$five:literal $six:literal]) => { $crate::wire::service::names!(@ Some($five), Some($six)) };
    ([5 $five:literal] $name:literal) => {
        $crate::wire::service::names!(@ Some(concat!("/", $five, "/", $name)), None)
    };
    ([$five:literal $six:literal] [6 $name:literal]) => {
        $crate::wire::service::names!(@ None, Some(concat!("/", $six, "/", $name)))
    };
    ([$five:literal $six:literal] [$in_five:literal $in_six:literal]) => {
        $crate::wire::service::names!(
            @ Some(concat!("/", $five, "/", $in_five)), Some(concat!("/", $six, "/", $in_six))
        )
    };
    ($service:tt $name:literal) => { $crate::wire::service::names!($service [$name $name]) };
}

/// Makes the server's part of one line.
macro_rules! answer {
    (unary $method:ident ($q:ident $(.$narrow:ident)? => $a:ident)) => {
        $crate::wire::server::How::Unary(|call, message| {
            let request = call.request::<$q, pb::$method::Request>(message)?;
            $(let request = $crate::wire::differing::Narrow::$narrow(request, call.version);)?
            let send = $crate::wire::server::sendable::<$a, pb::$method::Response>;
            Ok($crate::wire::server::then(call.target.$method(request), send))
        })
    };
    (differing $method:ident ($q:ident => $a:ident)) => {
        $crate::wire::server::How::Unary(|call, message| {
            let request = call.request::<$q, pb::$method::Request>(message)?;
            Ok($crate::wire::server::differing(call, call.target.$method(request)))
        })
    };
    (server_streaming $method:ident ($q:ident $(.$narrow:ident)? => $a:ident as $wire:ident)) => {
        $crate::wire::server::How::ServerStreaming(|call, message| {
            let request = call.request::<$q, pb::$method::Request>(message)?;
            $(let request = $crate::wire::differing::Narrow::$narrow(request, call.version);)?
            let send = |answers| Ok($crate::wire::server::many::<$a, pb::$method::$wire>(call.rpc, answers));
            Ok($crate::wire::server::then(call.target.$method(request), send))
        })
    };
    (client_streaming $method:ident ($q:ident as $wire:ident => $a:ident)) => {
        $crate::wire::server::How::ClientStreaming(|call, messages| {
            let requests = call.requests::<$q, pb::$method::$wire>(messages);
            let send = $crate::wire::server::sendable::<$a, pb::$method::Response>;
            Ok($crate::wire::server::then(call.target.$method(requests), send))
        })
    };
}

/// Makes the client's part of one line.
macro_rules! call {
    (unary $method:ident, $paths:expr, ($q:ident $(.$narrow:ident)? => $a:ident)) => {
        fn $method(&self, request: $q) -> BoxFuture<'_, Result<$a, RpcError>> {
            $(let request = $crate::wire::differing::Narrow::$narrow(request, self.version);)?
            Box::pin(self.unary::<$q, pb::$method::Request, $a, pb::$method::Response>(&$paths, request))
        }
    };
    (differing $method:ident, $paths:expr, ($q:ident => $a:ident)) => {
        fn $method(&self, request: $q) -> BoxFuture<'_, Result<$a, RpcError>> {
            Box::pin(self.differing::<$q, pb::$method::Request, $a>(&$paths, request))
        }
    };
    (server_streaming $method:ident, $paths:expr, ($q:ident $(.$narrow:ident)? => $a:ident as $wire:ident)) => {
        fn $method(&self, request: $q) -> BoxFuture<'_, Result<BoxStream<$a>, RpcError>> {
            $(let request = $crate::wire::differing::Narrow::$narrow(request, self.version);)?
            Box::pin(self.server_streaming::<$q, pb::$method::Request, $a, pb::$method::$wire>(&$paths, request))
        }
    };
    (client_streaming $method:ident, $paths:expr, ($q:ident as $wire:ident => $a:ident)) => {
        fn $method(&self, requests: BoxStream<$q>) -> BoxFuture<'_, Result<$a, RpcError>> {
            Box::pin(self.client_streaming::<$q, pb::$method::$wire, $a, pb::$method::Response>(&$paths, requests))
        }
    };
}

pub(crate) use {answer, call, names, service};
