//! A server on the loopback, which a test scripts byte by byte.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// What the server does with one request.
#[derive(Clone)]
pub(crate) enum Act {
    /// Sends these bytes, and keeps the connection.
    Send(Vec<u8>),
    /// Sends these bytes, and closes the connection.
    Cut(Vec<u8>),
    /// Sends these bytes, and then nothing.
    Stall(Vec<u8>),
    /// Sends these bytes again and again.
    Flood(Vec<u8>),
}

/// A server that acts on one request after the other. The last act is repeated.
pub(crate) struct Server {
    pub(crate) url: String,
    heads: Arc<Mutex<Vec<String>>>,
    _running: tokio::task::JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(acts: Vec<Act>) -> Self {
        Self::listen(acts, None).await
    }

    /// Starts a server that speaks TLS, for the name `localhost`.
    pub(crate) async fn encrypted(acts: Vec<Act>, tls: TlsAcceptor) -> Self {
        let server = Self::listen(acts, Some(tls)).await;
        let url = server.url.replace("http://127.0.0.1", "https://localhost");
        Self { url, ..server }
    }

    async fn listen(acts: Vec<Act>, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&heads);
        let acts = Arc::new(acts);
        let running = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acts, seen, tls) = (Arc::clone(&acts), Arc::clone(&seen), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        None => serve(stream, acts, seen).await,
                        Some(tls) => {
                            // A client that does not trust the server ends the connection.
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(stream, acts, seen).await;
                            }
                        }
                    }
                });
            }
        });
        Self {
            url,
            heads,
            _running: running,
        }
    }

    /// The heads of all requests, in lower case.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    acts: Arc<Vec<Act>>,
    heads: Arc<Mutex<Vec<String>>>,
) {
    while let Some(head) = head(&mut stream).await {
        let act = {
            let mut heads = heads.lock().unwrap();
            heads.push(head.to_lowercase());
            acts[(heads.len() - 1).min(acts.len() - 1)].clone()
        };
        // A client that has gone needs no answer.
        match act {
            Act::Send(bytes) => drop(stream.write_all(&bytes).await),
            Act::Cut(bytes) => {
                drop(stream.write_all(&bytes).await);
                return;
            }
            Act::Stall(bytes) => {
                drop(stream.write_all(&bytes).await);
                std::future::pending::<()>().await;
            }
            Act::Flood(bytes) => while stream.write_all(&bytes).await.is_ok() {},
        }
    }
}

/// Reads a request with its body. `None` at the end of the connection.
async fn head(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        bytes.push(stream.read_u8().await.ok()?);
        if bytes.ends_with(b"\r\n\r\n") {
            break;
        }
    }
    let head = String::from_utf8(bytes).ok()?;
    let length = head
        .lines()
        .find_map(|line| {
            line.to_lowercase()
                .strip_prefix("content-length:")?
                .trim()
                .parse()
                .ok()
        })
        .unwrap_or(0);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(head)
}

/// An answer with a length.
pub(crate) fn answer(status: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
