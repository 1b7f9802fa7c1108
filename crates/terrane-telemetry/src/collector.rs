//! Sending to the collector, over the network of `terrane-api`: the certificates of the system and the variables of proxies count.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::TryStreamExt as _;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use terrane_api::transport::{Broken, Connection, Transport as _};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

/// How long one export may take. The end of the process does not wait as long.
const LONGEST: Duration = Duration::from_secs(10);
/// The maximum number of bytes of an answer.
const MOST: usize = 1 << 20;

/// The network, on a thread of its own: the thread that makes batches has no runtime.
#[derive(Debug)]
pub(crate) struct Network {
    connection: Arc<Connection>,
    runtime: Runtime,
}

impl Network {
    pub(crate) fn new() -> io::Result<Self> {
        let connection =
            Connection::of_system().map_err(|Broken { cause, .. }| io::Error::other(cause))?;
        let mut runtime = Builder::new_multi_thread();
        let runtime = runtime
            .worker_threads(1)
            .thread_name("telemetry")
            .enable_all()
            .build()?;
        let connection = Arc::new(connection);
        Ok(Self {
            connection,
            runtime,
        })
    }
}

#[async_trait]
impl HttpClient for Network {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let connection = Arc::clone(&self.connection);
        let exchange = async move { timeout(LONGEST, exchange(&connection, request)).await };
        let answer = self.runtime.spawn(exchange).await??;
        Ok(answer.map_err(|Broken { cause, .. }| cause)?)
    }
}

async fn exchange(
    connection: &Connection,
    request: Request<Bytes>,
) -> Result<Response<Bytes>, Broken> {
    let (head, body) = connection.send(request).await?.into_parts();
    let whole = body.try_fold(Vec::new(), async |mut whole, piece| {
        if whole.len() + piece.len() > MOST {
            return Err(Broken::sent(format!(
                "the answer has more than {MOST} bytes"
            )));
        }
        whole.extend_from_slice(&piece);
        Ok(whole)
    });
    Ok(Response::from_parts(head, whole.await?.into()))
}
