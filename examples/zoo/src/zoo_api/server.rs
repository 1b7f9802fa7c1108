//! The server half of the API, for tests: in this process, with a log and with faults.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinSet;

use super::world::{Answer, World};
use super::{Call, Fault, NewPet, Pet};

/// A server on a free port of this machine. Dropping it stops the server.
///
/// # Examples
///
/// ```
/// use zoo::zoo_api::{Client, Server};
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let server = Server::start("s3cret")?;
/// let client = Client::new(server.url(), "s3cret")?;
/// assert!(client.list().await?.is_empty());
/// assert_eq!(server.take_log(), ["GET /pets"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    url: String,
    world: Arc<Mutex<World>>,
    held: Arc<Held>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server that takes requests with this token; it works on a thread of its own.
    ///
    /// # Errors
    ///
    /// Fails if the system has no free port or no thread.
    pub fn start(token: &str) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
        listener.set_nonblocking(true)?;
        let url = format!("http://{}", listener.local_addr()?);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let world = Arc::new(Mutex::new(World::default()));
        let held = Arc::<Held>::default();
        let door = Door {
            world: Arc::clone(&world),
            held: Arc::clone(&held),
            authorization: format!("Bearer {token}").into(),
        };
        let (stop, stopped) = oneshot::channel();
        let thread = thread::Builder::new()
            .name("zoo-api".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        () = door.serve(listener) => {}
                        _ = stopped => {}
                    }
                });
            })?;
        Ok(Self {
            url,
            world,
            held,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The base URL for clients.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Plans a fault for the n-th request of a kind, counted from 1 and from now.
    pub fn fault(&self, call: Call, nth: usize, fault: Fault) {
        self.world().faults.add(call, nth, fault);
    }

    /// Takes the log of requests since the last call, such as `GET /pets/pet-1`. Requests with a wrong token are not logged.
    #[must_use]
    pub fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.world().log)
    }

    /// All pets, by id.
    #[must_use]
    pub fn pets(&self) -> Vec<Pet> {
        self.world().pets.values().cloned().collect()
    }

    /// A pet by its id.
    #[must_use]
    pub fn pet(&self, id: &str) -> Option<Pet> {
        self.world().pets.get(id).cloned()
    }

    /// Adds a pet as somebody else would.
    pub fn add(&self, pet: NewPet) -> Pet {
        self.world().added(pet)
    }

    /// Changes a pet as somebody else would; returns whether there is such a pet.
    pub fn change(&self, id: &str, change: impl FnOnce(&mut Pet)) -> bool {
        let mut world = self.world();
        let pet = world.pets.get_mut(id);
        pet.map(|pet| {
            change(pet);
            pet.revision += 1;
        })
        .is_some()
    }

    /// Removes a pet as somebody else would; returns whether there was such a pet.
    pub fn remove(&self, id: &str) -> bool {
        self.world().pets.remove(id).is_some()
    }

    /// The number of requests that [`Fault::Hold`] holds. A request whose client has disconnected does not count.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.requests.load(Ordering::SeqCst)
    }

    /// Carries out and answers the requests that are held now.
    pub fn release(&self) {
        self.held.released.notify_waiters();
    }

    fn world(&self) -> MutexGuard<'_, World> {
        locked(&self.world)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been printed already.
            drop(thread.join());
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

fn locked(world: &Mutex<World>) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The requests that wait until a test releases them.
#[derive(Default)]
struct Held {
    requests: AtomicUsize,
    released: Notify,
}

impl Held {
    async fn until_released(&self) {
        /// Counts a request until its client disconnects or it is released.
        struct Request<'a>(&'a AtomicUsize);

        impl Drop for Request<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }

        let mut released = pin!(self.released.notified());
        released.as_mut().enable();
        self.requests.fetch_add(1, Ordering::SeqCst);
        let _request = Request(&self.requests);
        released.await;
    }
}

/// Takes requests, if they have the right token.
#[derive(Clone)]
struct Door {
    world: Arc<Mutex<World>>,
    held: Arc<Held>,
    authorization: Arc<str>,
}

/// Ends a connection in the middle of an answer.
#[derive(Debug, thiserror::Error)]
#[error("the connection is cut on purpose")]
struct CutOff;

type Body = BoxBody<Bytes, CutOff>;

impl Door {
    async fn serve(self, listener: TcpListener) {
        let mut connections = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            connections.spawn(self.clone().talk(stream));
        }
    }

    async fn talk(self, stream: TcpStream) {
        let service = service_fn(|request| self.clone().answer(request));
        // A broken connection needs no action here: the client sees the error.
        drop(
            http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await,
        );
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        Ok(match self.admitted(request).await {
            Ok(response) => response,
            Err(refused) => respond(refused, whole),
        })
    }

    async fn admitted(self, request: Request<Incoming>) -> Result<Response<Body>, Answer> {
        let (head, body) = request.into_parts();
        let given = head.headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        if given != Some(self.authorization.as_bytes()) {
            // Some APIs repeat the given token in the error. Whoever shows the error then shows the token.
            let given = String::from_utf8_lossy(given.unwrap_or_default());
            return Err(Answer::refused(
                StatusCode::UNAUTHORIZED,
                format!("no keeper has the token of \"{given}\""),
            ));
        }
        let body = body
            .collect()
            .await
            .map_err(|error| Answer::refused(StatusCode::BAD_REQUEST, error))?
            .to_bytes();
        let order = locked(&self.world).take(&head.method, head.uri.path())?;
        if let Some(Fault::Hold) = order.fault {
            self.held.until_released().await;
        }
        let answer = locked(&self.world).answer(&order, &body);
        Ok(match order.fault {
            Some(Fault::Hang) => std::future::pending().await,
            Some(Fault::Cut) => respond(answer, cut),
            Some(Fault::Hold | Fault::Status(_) | Fault::NoMeals) | None => respond(answer, whole),
        })
    }
}

fn respond(answer: Answer, send: fn(Vec<u8>) -> Body) -> Response<Body> {
    let length = answer.body.len();
    let mut response = Response::new(send(answer.body));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CONTENT_LENGTH, length.into());
    response
}

fn whole(body: Vec<u8>) -> Body {
    Full::from(body).map_err(|never| match never {}).boxed()
}

/// Half of a body, and then the end of the connection.
fn cut(mut body: Vec<u8>) -> Body {
    body.truncate(body.len() / 2);
    let half = stream::iter([Ok(Frame::data(Bytes::from(body)))]);
    let end = stream::once(async {
        // The half is on its way before the connection ends.
        tokio::time::sleep(Duration::from_millis(10)).await;
        Err(CutOff)
    });
    BoxBody::new(StreamBody::new(half.chain(end)))
}
