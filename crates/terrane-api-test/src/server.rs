//! A server on the loopback, for clients that need a network.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use http::{Request, Response};
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use terrane_api::transport::{Body, Broken, Transport};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::{JoinHandle, JoinSet};

/// The runtime of all servers of the process, on a thread of its own: a test may block its own thread, for example while a host runs.
static RUNTIME: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(1).enable_all().build()
});

/// A server on a free port of this machine, which answers with an API. Dropping it stops the server.
///
/// # Examples
///
/// ```
/// use terrane_api_test::{Fake, Reply, Server};
///
/// let api = Fake::new(()).route("GET", "/pets", |_, _| Reply::ok("none".into()));
/// let server = Server::start(api)?;
/// assert!(server.url().starts_with("http://127.0.0.1:"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Server {
    url: String,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server.
    ///
    /// # Errors
    ///
    /// Fails if the system has no free port or no thread.
    pub fn start(api: impl Transport) -> io::Result<Self> {
        let runtime = RUNTIME
            .as_ref()
            .map_err(|error| io::Error::from(error.kind()))?;
        let listener = std::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
        listener.set_nonblocking(true)?;
        let url = format!("http://{}", listener.local_addr()?);
        let _entered = runtime.enter();
        let listener = TcpListener::from_std(listener)?;
        let task = runtime.spawn(serve(Arc::new(api), listener));
        Ok(Self { url, task })
    }

    /// The address of the server, without a path.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(api: Arc<dyn Transport>, listener: TcpListener) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(connection(Arc::clone(&api), stream));
    }
}

async fn connection(api: Arc<dyn Transport>, stream: TcpStream) {
    let service = service_fn(|request| answer(Arc::clone(&api), request));
    // A broken connection needs no action here: the client sees the error.
    drop(
        http1::Builder::new()
            .serve_connection(TokioIo::new(stream), service)
            .await,
    );
}

type Streamed = StreamBody<futures_util::stream::MapOk<Body, fn(Bytes) -> Frame<Bytes>>>;

/// Answers a request. An error ends the connection.
async fn answer(
    api: Arc<dyn Transport>,
    request: Request<Incoming>,
) -> Result<Response<Streamed>, io::Error> {
    let (head, body) = request.into_parts();
    let content = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let sent = api.send(Request::from_parts(head, content)).await;
    let answer = sent.map_err(|Broken { cause, .. }| io::Error::other(cause))?;
    Ok(answer.map(|body| StreamBody::new(body.map_ok(Frame::data as fn(Bytes) -> Frame<Bytes>))))
}
