//! A web server over TLS for the files of a folder, as simple as those that people publish with.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::CONTENT_TYPE;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;

/// Serves until it is dropped.
pub(crate) struct Server {
    /// The certificate, for the hosts' `SSL_CERT_FILE`.
    pub(crate) certificate: String,
    pub(crate) port: u16,
    _runtime: Runtime,
}

impl Server {
    /// Serves a folder at `https://localhost:PORT/`.
    pub(crate) fn start(folder: &Path) -> Self {
        let key = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let private =
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![key.cert.der().clone()], private)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let runtime = Runtime::new().unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = runtime.block_on(TcpListener::bind(address)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let folder: Arc<Path> = folder.into();
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, folder) = (acceptor.clone(), folder.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else {
                        return;
                    };
                    let service = service_fn(move |request| {
                        let response = answer(&folder, &request);
                        async move { Ok::<_, Infallible>(response) }
                    });
                    let _ = hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(stream), service)
                        .await;
                });
            }
        });
        Self {
            certificate: key.cert.pem(),
            port,
            _runtime: runtime,
        }
    }
}

fn answer(folder: &Path, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let path = PathBuf::from(request.uri().path().trim_start_matches('/'));
    let safe = path
        .components()
        .all(|component| matches!(component, Component::Normal(_)));
    let contents = std::fs::read(folder.join(&path)).ok().filter(|_| safe);
    let kind = match path.extension() {
        Some(extension) if extension == "json" => "application/json",
        _ => "application/octet-stream",
    };
    let (status, contents) = match contents {
        Some(contents) => (StatusCode::OK, contents),
        None => (StatusCode::NOT_FOUND, Vec::new()),
    };
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, kind)
        .body(Full::new(contents.into()))
        .unwrap()
}
