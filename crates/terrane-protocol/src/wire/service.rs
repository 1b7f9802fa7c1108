//! A gRPC service as a table: one line for each RPC makes both its server and its client.

/// Makes `Server` and `Client` of a service, out of a neutral trait.
///
/// A line is `kind method = "WireName" (Request => Response);`, where the method and the types are the neutral ones. The
/// protobuf messages are `pb::method::Request` and `pb::method::Response`; streams say `as` what theirs is called. The
/// kinds are gRPC's, and `schemas` for the one answer that is encoded once.
macro_rules! service {
    (
        $trait:ident as $service:literal {
            $($kind:ident $method:ident = $name:literal $types:tt;)*
        }
    ) => {
        /// Answers the service's RPCs out of a neutral implementation.
        #[derive(Clone)]
        pub(crate) struct Server {
            target: std::sync::Arc<dyn $crate::$trait>,
        }

        impl Server {
            pub(crate) fn new(target: std::sync::Arc<dyn $crate::$trait>) -> Self {
                Self { target }
            }
        }

        impl tonic::server::NamedService for Server {
            const NAME: &'static str = $service;
        }

        impl tower_service::Service<http::Request<tonic::body::Body>> for Server {
            type Response = http::Response<tonic::body::Body>;
            type Error = std::convert::Infallible;
            type Future = $crate::BoxFuture<'static, Result<Self::Response, Self::Error>>;

            fn poll_ready(
                &mut self,
                _: &mut std::task::Context<'_>,
            ) -> std::task::Poll<Result<(), Self::Error>> {
                std::task::Poll::Ready(Ok(()))
            }

            fn call(&mut self, http: http::Request<tonic::body::Body>) -> Self::Future {
                let server = self.clone();
                let answer = match http.uri().path() {
                    $(concat!("/", $service, "/", $name) => {
                        $crate::wire::service::answer!($kind server, $method, $name, http, $types)
                    })*
                    path => {
                        let answer = $crate::wire::server::unknown_rpc($service, path);
                        return Box::pin(std::future::ready(Ok(answer)));
                    }
                };
                let span = $crate::wire::server::span($service);
                Box::pin(tracing::Instrument::instrument(async move { Ok(answer.await) }, span))
            }
        }

        /// Calls the service's RPCs over a channel.
        #[derive(Clone)]
        pub(crate) struct Client<C>(C);

        impl<C: $crate::wire::client::Channel> Client<C> {
            pub(crate) fn new(channel: C) -> Self {
                Self(channel)
            }
        }

        impl<C: $crate::wire::client::Channel> $crate::$trait for Client<C> {
            $($crate::wire::service::call! {
                $kind $method, concat!("/", $service, "/", $name), $types
            })*
        }
    };
}

/// The server's side of one line.
macro_rules! answer {
    (unary $server:ident, $method:ident, $name:literal, $http:ident, ($q:ident => $a:ident)) => {
        $crate::wire::server::unary($name, $http, move |message| {
            let target = std::sync::Arc::clone(&$server.target);
            Box::pin(async move {
                let request =
                    $crate::wire::server::request::<_, pb::$method::Request>($name, message)?;
                let answer = target.$method(request).await?;
                $crate::wire::server::sendable::<_, pb::$method::Response>(answer)
            })
        })
    };
    (schemas $server:ident, $method:ident, $name:literal, $http:ident, ($q:ident => $a:ident)) => {
        $crate::wire::server::unary($name, $http, move |message| {
            let target = std::sync::Arc::clone(&$server.target);
            Box::pin(async move {
                let request =
                    $crate::wire::server::request::<_, pb::$method::Request>($name, message)?;
                let schemas = target.$method(request).await?;
                $crate::wire::server::encoded(encode_schemas(&schemas))
            })
        })
    };
    (server_streaming $server:ident, $method:ident, $name:literal, $http:ident, ($q:ident => $a:ident as $wire:ident)) => {
        $crate::wire::server::server_streaming($name, $http, move |message| {
            let target = std::sync::Arc::clone(&$server.target);
            Box::pin(async move {
                let request =
                    $crate::wire::server::request::<_, pb::$method::Request>($name, message)?;
                let answers = target.$method(request).await?;
                Ok($crate::wire::server::many::<_, pb::$method::$wire>(
                    $name, answers,
                ))
            })
        })
    };
    (client_streaming $server:ident, $method:ident, $name:literal, $http:ident, ($q:ident as $wire:ident => $a:ident)) => {
        $crate::wire::server::client_streaming($name, $http, move |messages| {
            let target = std::sync::Arc::clone(&$server.target);
            Box::pin(async move {
                let requests =
                    $crate::wire::server::requests::<_, pb::$method::$wire>($name, messages);
                let answer = target.$method(requests).await?;
                $crate::wire::server::sendable::<_, pb::$method::Response>(answer)
            })
        })
    };
}

/// The client's side of one line.
macro_rules! call {
    (unary $method:ident, $path:expr, ($q:ident => $a:ident)) => {
        fn $method(
            &self,
            request: $crate::$q,
        ) -> $crate::BoxFuture<'_, Result<$crate::$a, $crate::RpcError>> {
            Box::pin($crate::wire::client::unary::<
                _,
                _,
                pb::$method::Request,
                _,
                pb::$method::Response,
            >(&self.0, $path, request))
        }
    };
    (schemas $method:ident, $path:expr, ($q:ident => $a:ident)) => {
        fn $method(
            &self,
            request: $crate::$q,
        ) -> $crate::BoxFuture<'_, Result<$crate::schema::Schemas, $crate::RpcError>> {
            Box::pin(async move {
                $crate::wire::client::unary::<_, _, pb::$method::Request, _, pb::$method::Response>(
                    &self.0, $path, request,
                )
                .await
                .map(|answer: $crate::$a| answer.into())
            })
        }
    };
    (server_streaming $method:ident, $path:expr, ($q:ident => $a:ident as $wire:ident)) => {
        fn $method(
            &self,
            request: $crate::$q,
        ) -> $crate::BoxFuture<'_, Result<$crate::BoxStream<$crate::$a>, $crate::RpcError>> {
            Box::pin($crate::wire::client::server_streaming::<
                _,
                _,
                pb::$method::Request,
                _,
                pb::$method::$wire,
            >(&self.0, $path, request))
        }
    };
    (client_streaming $method:ident, $path:expr, ($q:ident as $wire:ident => $a:ident)) => {
        fn $method(
            &self,
            requests: $crate::BoxStream<$crate::$q>,
        ) -> $crate::BoxFuture<'_, Result<$crate::$a, $crate::RpcError>> {
            Box::pin($crate::wire::client::client_streaming::<
                _,
                _,
                pb::$method::$wire,
                _,
                pb::$method::Response,
            >(&self.0, $path, requests))
        }
    };
}

pub(crate) use {answer, call, service};
