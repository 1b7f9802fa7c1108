//! A fake API: routes over a state.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_core::future::BoxFuture;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};
use terrane_api::transport::{Body, Broken, Transport};

use crate::answer::{Stale, whole};

type Handler<W> = dyn Fn(&mut W, &Call) -> Reply + Send + Sync;
type Check<W> = dyn Fn(&W, &HeaderMap) -> bool + Send + Sync;

/// A request, as the handler of its route gets it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// The headers.
    pub headers: HeaderMap,
    /// The body. Null if it is not JSON.
    pub body: Json,
    parameters: HashMap<String, String>,
    query: Vec<(String, String)>,
}

impl Call {
    /// Returns a part of the path that the route names, such as `id`. Empty if the route does not name it.
    #[must_use]
    pub fn path(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    /// Returns all values of a parameter of the query, which may be repeated.
    pub fn queries(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.query.iter().filter(move |(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns a parameter of the query.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The answer of a handler: a status, headers, and JSON or text.
#[derive(Debug, Clone)]
pub struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Reply {
    /// Answers with a status. Null is sent as an empty body.
    ///
    /// # Panics
    ///
    /// Panics if the number is not a status.
    #[must_use]
    pub fn new(status: u16, body: Json) -> Self {
        let body = match body {
            Json::Null => String::new(),
            body => body.to_string(),
        };
        Self::of(status, "application/json", body)
    }

    /// Answers with a status and plain text, as many APIs do when they refuse a request.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_api_test::{Fake, Reply};
    ///
    /// let api = Fake::new(()).route("GET", "/pets/{id}", |_, _| Reply::text(404, "Not Found"));
    /// # let _ = api;
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the number is not a status.
    #[must_use]
    pub fn text(status: u16, text: impl Into<String>) -> Self {
        Self::of(status, "text/plain; charset=utf-8", text.into())
    }

    fn of(status: u16, content_type: &'static str, body: String) -> Self {
        let content_type = HeaderValue::from_static(content_type);
        Self {
            status: StatusCode::from_u16(status).expect("a status from 100 to 999"),
            headers: HeaderMap::from_iter([(CONTENT_TYPE, content_type)]),
            body: body.into(),
        }
    }

    /// Answers with status 200.
    #[must_use]
    pub fn ok(body: Json) -> Self {
        Self::new(200, body)
    }

    /// Answers that the object does not exist.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(404, json!({ "title": "Not found" }))
    }

    /// Adds a header. Another `Content-Type` replaces the one of JSON or text.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            if CONTENT_TYPE.as_str().eq_ignore_ascii_case(name) {
                self.headers.remove(CONTENT_TYPE);
            }
            self.headers.append(name, value);
        }
        self
    }

    pub(crate) fn response(self) -> Response<Body> {
        let mut response = Response::new(whole(self.body));
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers;
        response
    }
}

struct Route<W> {
    method: Method,
    path: &'static str,
    /// Whether the route needs no authorization.
    open: bool,
    handler: Box<Handler<W>>,
}

/// A fake API: routes that read and change a state. A clone has the same state.
///
/// It is a [`Transport`], so a client sends to it without a network. A [`Server`](crate::Server) makes it reachable for other clients.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use serde_json::Value as Json;
/// use terrane_api_test::{Fake, Reply};
///
/// type Pets = BTreeMap<String, Json>;
///
/// let api = Fake::new(Pets::new())
///     .bearer(|_, token| token == "s3cret")
///     .route("POST", "/v1/pets", |pets, call| {
///         let id = format!("pet-{}", pets.len() + 1);
///         let mut pet = call.body.clone();
///         pet["id"] = id.as_str().into();
///         pets.insert(id, pet.clone());
///         Reply::new(201, pet)
///     })
///     .route("GET", "/v1/pets/{id}", |pets, call| match pets.get(call.path("id")) {
///         Some(pet) => Reply::ok(pet.clone()),
///         None => Reply::not_found(),
///     });
/// assert!(api.state().is_empty());
/// ```
pub struct Fake<W> {
    shared: Arc<Mutex<State<W>>>,
    routes: Arc<Vec<Route<W>>>,
    check: Option<Arc<Check<W>>>,
}

struct State<W> {
    current: W,
    /// The state before the last change, which stale answers show.
    before: W,
}

impl<W: Clone + Send + 'static> Fake<W> {
    /// Starts the description of an API with a state.
    pub fn new(state: W) -> Self {
        let (current, before) = (state.clone(), state);
        Self {
            shared: Arc::new(Mutex::new(State { current, before })),
            routes: Arc::new(Vec::new()),
            check: None,
        }
    }

    /// Refuses requests whose bearer token is not accepted, with status 401. Routes of [`open_route`](Self::open_route) need none.
    #[must_use]
    pub fn bearer(self, accepts: impl Fn(&W, &str) -> bool + Send + Sync + 'static) -> Self {
        self.authorized(move |state, headers| {
            let given = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok());
            let token = given.and_then(|it| it.strip_prefix("Bearer "));
            token.is_some_and(|token| accepts(state, token))
        })
    }

    /// Refuses requests whose headers are not accepted, with status 401: for an API with a key in a header of its own, or another kind of credentials.
    /// Routes of [`open_route`](Self::open_route) need none.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_api_test::{Fake, Reply};
    ///
    /// let api = Fake::new(())
    ///     .authorized(|_, headers| headers.get("x-api-key").is_some_and(|key| key == "s3cret"))
    ///     .route("GET", "/pets", |_, _| Reply::ok("none".into()));
    /// # let _ = api;
    /// ```
    #[must_use]
    pub fn authorized(
        mut self,
        accepts: impl Fn(&W, &HeaderMap) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.check = Some(Arc::new(accepts));
        self
    }

    /// Adds a route. `{name}` in the path stands for one segment.
    ///
    /// # Panics
    ///
    /// Panics if the method is not one of HTTP, or if the API is used already.
    #[must_use]
    pub fn route(
        self,
        method: &str,
        path: &'static str,
        handler: impl Fn(&mut W, &Call) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.with(method, path, false, Box::new(handler))
    }

    /// Adds a route that needs no authorization, such as that of a login.
    ///
    /// # Panics
    ///
    /// Panics as [`route`](Self::route) does.
    #[must_use]
    pub fn open_route(
        self,
        method: &str,
        path: &'static str,
        handler: impl Fn(&mut W, &Call) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.with(method, path, true, Box::new(handler))
    }

    fn with(
        mut self,
        method: &str,
        path: &'static str,
        open: bool,
        handler: Box<Handler<W>>,
    ) -> Self {
        let method = method.parse().expect("a method of HTTP");
        let routes =
            Arc::get_mut(&mut self.routes).expect("routes are added before the API is used");
        routes.push(Route {
            method,
            path,
            open,
            handler,
        });
        self
    }

    /// Returns the state, to inspect or change it as another user of the API would.
    pub fn state(&self) -> impl std::ops::DerefMut<Target = W> + '_ {
        Guard(self.locked())
    }

    fn locked(&self) -> MutexGuard<'_, State<W>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, request: &Request<Bytes>) -> Reply {
        let path = request.uri().path();
        let of_path = self
            .routes
            .iter()
            .filter_map(|route| Some((route, matched(route.path, path)?)));
        let candidates: Vec<_> = of_path.collect();
        let route = candidates
            .iter()
            .find(|(route, _)| route.method == request.method());
        let Some((route, parameters)) = route else {
            return if candidates.is_empty() {
                Reply::not_found()
            } else {
                Reply::new(405, Json::Null)
            };
        };
        let mut state = self.locked();
        if let Some(check) = self.check.as_ref().filter(|_| !route.open)
            && !check(&state.current, request.headers())
        {
            return Reply::new(401, json!({ "title": "Unauthorized" }));
        }
        let call = Call {
            headers: request.headers().clone(),
            body: serde_json::from_slice(request.body()).unwrap_or_default(),
            parameters: parameters.clone(),
            query: pairs(request.uri().query().unwrap_or_default()),
        };
        if route.method.is_safe() && request.extensions().get::<Stale>().is_some() {
            return (route.handler)(&mut state.before.clone(), &call);
        }
        if !route.method.is_safe() && !route.open {
            state.before = state.current.clone();
        }
        (route.handler)(&mut state.current, &call)
    }
}

struct Guard<'a, W>(MutexGuard<'a, State<W>>);

impl<W> std::ops::Deref for Guard<'_, W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.0.current
    }
}

impl<W> std::ops::DerefMut for Guard<'_, W> {
    fn deref_mut(&mut self) -> &mut W {
        &mut self.0.current
    }
}

impl<W: Clone + Send + 'static> Transport for Fake<W> {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move { Ok(self.answer(&request).response()) })
    }
}

impl<W> Clone for Fake<W> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            routes: Arc::clone(&self.routes),
            check: self.check.clone(),
        }
    }
}

impl<W> fmt::Debug for Fake<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let routes = self
            .routes
            .iter()
            .map(|it| format!("{} {}", it.method, it.path));
        f.debug_tuple("Fake")
            .field(&routes.collect::<Vec<_>>())
            .finish()
    }
}

/// Compares a path with that of a route, and returns the named segments.
fn matched(route: &str, path: &str) -> Option<HashMap<String, String>> {
    let (mut route, mut path) = (route.split('/'), path.split('/'));
    let mut parameters = HashMap::new();
    loop {
        match (route.next(), path.next()) {
            (None, None) => return Some(parameters),
            (Some(expected), Some(segment)) => {
                let segment = decoded(segment);
                let name = expected
                    .strip_prefix('{')
                    .and_then(|it| it.strip_suffix('}'));
                match name {
                    Some(name) => drop(parameters.insert(name.to_owned(), segment)),
                    None if expected == segment => {}
                    None => return None,
                }
            }
            _ => return None,
        }
    }
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (
                decoded(&name.replace('+', " ")),
                decoded(&value.replace('+', " ")),
            )
        })
        .collect()
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
