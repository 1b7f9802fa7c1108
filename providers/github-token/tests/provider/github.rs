//! A fake of GitHub's API for fine-grained personal access tokens, with a log and with faults.

use std::collections::VecDeque;
use std::io;
use std::ops::DerefMut;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method, Request, Response};
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use rustls_pki_types::PrivatePkcs1KeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::{Value, json};
use terrane_api::transport::{Body, Broken, Transport};
use terrane_api_test::{Call, Fake, Reply, Server};

/// The private key of the app, which opens nothing but this fake.
pub(crate) const KEY: &str = include_str!("app.pem");
/// The id of the app.
pub(crate) const APP: &str = "Iv23liStubStub";
/// The installation of the app in the organization `acme`.
pub(crate) const INSTALLATION: &str = "4711";
/// A token of the installation that is valid from the start.
pub(crate) const TOKEN: &str = "ghs_valid-from-the-start";

/// An answer in place of the usual one.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) message: &'static str,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Data {
    pub(crate) requests: Vec<Value>,
    pub(crate) grants: Vec<Value>,
    /// The next answers in place of the usual ones.
    pub(crate) faults: VecDeque<Fault>,
    /// How many lists do not show new grants yet.
    pub(crate) delay: usize,
    /// The bodies of requests that change something.
    pub(crate) orders: Vec<(String, Value)>,
    log: Vec<String>,
    installation_tokens: Vec<String>,
    count: usize,
}

/// The fake, and a server with it. Dropping it stops the server.
pub(crate) struct Github {
    pub(crate) url: String,
    pub(crate) api: Api,
    _server: Server,
}

/// The API behind its log, its faults and its authorization.
#[derive(Debug, Clone)]
pub(crate) struct Api(Fake<Data>);

impl Github {
    pub(crate) fn start() -> io::Result<Self> {
        Self::with(Data::default())
    }

    /// Starts GitHub with the request of one token.
    pub(crate) fn requested(owner: &str, name: &str, permissions: Value) -> io::Result<Self> {
        let mut data = Data::default();
        data.request(owner, name, permissions);
        Self::with(data)
    }

    fn with(mut data: Data) -> io::Result<Self> {
        data.installation_tokens = vec![TOKEN.to_owned()];
        let api = Api(data.api());
        let server = Server::start(api.clone())?;
        let url = server.url().to_owned();
        Ok(Self {
            url,
            api,
            _server: server,
        })
    }

    pub(crate) fn data(&self) -> impl DerefMut<Target = Data> + '_ {
        self.api.0.state()
    }

    /// Takes the log of requests: method and path, without the query.
    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.data().log)
    }

    /// Lets a member request access for a token.
    pub(crate) fn request(&self, owner: &str, name: &str, permissions: Value) {
        self.data().request(owner, name, permissions);
    }

    /// Returns whether a token of the installation is valid.
    pub(crate) fn is_valid(&self, token: &str) -> bool {
        self.data().installation_tokens.iter().any(|it| it == token)
    }
}

impl Transport for Api {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>, Broken>> {
        Box::pin(async move {
            match self.intercepted(&request) {
                Some(answer) => Ok(answer),
                None => self.0.send(request).await,
            }
        })
    }
}

impl Api {
    /// Logs a request. Returns its fault, or its refusal if it is not authorized.
    fn intercepted(&self, request: &Request<Bytes>) -> Option<Response<Body>> {
        let (method, path) = (request.method(), request.uri().path());
        let mut data = self.0.state();
        data.log.push(format!("{method} {path}"));
        if let Some(fault) = data.faults.pop_front() {
            let mut answer = answer(fault.status, &json!({ "message": fault.message }));
            for (name, value) in fault.headers {
                answer.headers_mut().insert(name, value.parse().unwrap());
            }
            return Some(answer);
        }
        if method != Method::GET {
            let body = serde_json::from_slice(request.body()).unwrap_or_default();
            data.orders.push((path.to_owned(), body));
        }
        let header = |name: &str| Some(request.headers().get(name)?.to_str().unwrap());
        let agent = header("user-agent").unwrap_or_default();
        if !agent.starts_with("terraform-provider-github-token/")
            || header("x-github-api-version") != Some("2022-11-28")
        {
            let message = "Request forbidden by administrative rules";
            return Some(answer(403, &refusal(message)));
        }
        // An app has claims, which are checked below.
        let is_valid = path.starts_with("/app/")
            || data
                .installation_tokens
                .contains(&bearer(request.headers()));
        (!is_valid).then(|| answer(401, &refusal("Bad credentials")))
    }
}

fn answer(status: u16, body: &Value) -> Response<Body> {
    let body: Body = Box::pin(stream::iter([Ok(body.to_string().into())]));
    Response::builder().status(status).body(body).unwrap()
}

fn bearer(headers: &HeaderMap) -> String {
    let given = headers.get(AUTHORIZATION).map(|it| it.to_str().unwrap());
    let token = given.and_then(|it| it.strip_prefix("Bearer "));
    token.unwrap_or_default().to_owned()
}

impl Data {
    fn request(&mut self, owner: &str, name: &str, permissions: Value) {
        self.count += 1;
        let number = self.count;
        self.requests.push(json!({
            "id": 100 + number, "owner": { "login": owner, "id": 1, "type": "User" }, "reason": "for the build",
            "repository_selection": "subset", "repositories_url": "https://api.github.com/repositories",
            "permissions": permissions, "created_at": "2026-01-02T03:04:05Z",
            "token_id": 9000 + number, "token_name": name, "token_expired": false,
            "token_expires_at": "2026-12-31T00:00:00Z", "token_last_used_at": null,
        }));
    }

    fn api(self) -> Fake<Self> {
        const GRANTS: &str = "/orgs/acme/personal-access-tokens";
        const GRANT: &str = "/orgs/acme/personal-access-tokens/{id}";
        const REQUESTS: &str = "/orgs/acme/personal-access-token-requests";
        const REQUEST: &str = "/orgs/acme/personal-access-token-requests/{id}";
        Fake::new(self)
            .open_route(
                "POST",
                "/app/installations/{id}/access_tokens",
                Self::new_token,
            )
            .open_route("DELETE", "/installation/token", |data, call| {
                let token = bearer(&call.headers);
                data.installation_tokens.retain(|it| *it != token);
                Reply::new(204, Value::Null)
            })
            .route("GET", GRANTS, |data, call| {
                let hidden = usize::from(data.delay > 0);
                data.delay -= hidden;
                let shown = data.grants.len() - hidden.min(data.grants.len());
                page(&data.grants[..shown], call)
            })
            .route("GET", REQUESTS, |data, call| page(&data.requests, call))
            .route("POST", REQUEST, |data, call| {
                let mut requests = data.requests.iter();
                let Some(position) = requests.position(|it| is_id(&it["id"], call.path("id")))
                else {
                    return Reply::new(404, refusal("Not Found"));
                };
                let mut request = data.requests.remove(position);
                if call.body["action"] == "approve" {
                    request["id"] = json!(request["id"].as_i64().unwrap_or_default() + 500);
                    data.grants.push(request);
                }
                Reply::new(204, Value::Null)
            })
            .route("POST", GRANT, |data, call| {
                let before = data.grants.len();
                data.grants.retain(|it| !is_id(&it["id"], call.path("id")));
                if data.grants.len() == before {
                    Reply::new(404, refusal("Not Found"))
                } else {
                    Reply::new(204, Value::Null)
                }
            })
    }

    fn new_token(&mut self, call: &Call) -> Reply {
        if !is_app(&bearer(&call.headers)) {
            let message = "A JSON web token could not be decoded";
            return Reply::new(401, refusal(message));
        }
        if call.path("id") != INSTALLATION {
            return Reply::new(404, refusal("Not Found"));
        }
        let token = format!("ghs_stub-{}", self.installation_tokens.len());
        self.installation_tokens.push(token.clone());
        let body = json!({
            "token": token, "expires_at": "2026-01-02T04:04:05Z",
            "permissions": call.body["permissions"], "repository_selection": "selected",
        });
        Reply::new(201, body)
    }
}

fn is_id(value: &Value, id: &str) -> bool {
    id.parse().is_ok_and(|id: i64| *value == id)
}

/// Returns whether these are claims of the app with a valid signature.
fn is_app(claims: &str) -> bool {
    let Some((signed, signature)) = claims.rsplit_once('.') else {
        return false;
    };
    let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
    let der = PrivatePkcs1KeyDer::from_pem_slice(KEY.as_bytes()).expect("a key");
    let key = RsaKeyPair::from_der(der.secret_pkcs1_der()).expect("an RSA key");
    let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public().as_ref());
    let claims = signed.split('.').nth(1).unwrap_or_default();
    let claims: Value = serde_json::from_slice(&decode(claims)).unwrap_or_default();
    let lifetime = claims["exp"].as_i64().zip(claims["iat"].as_i64());
    public.verify(signed.as_bytes(), &decode(signature)).is_ok()
        && claims["iss"] == APP
        && lifetime.is_some_and(|(until, from)| until - from <= 600)
}

/// Answers a page of a list, as its query asks.
fn page(all: &[Value], call: &Call) -> Reply {
    let matches = |wanted: &str, value: &Value| {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let mut values = call.queries(wanted).peekable();
        values.peek().is_none() || values.any(|it| it.eq_ignore_ascii_case(&value))
    };
    let number = |name: &str| call.query(name).and_then(|it| it.parse::<usize>().ok());
    let size = number("per_page").unwrap_or(30);
    let page = number("page").unwrap_or(1);
    let found = all
        .iter()
        .filter(|it| matches("owner[]", &it["owner"]["login"]))
        .filter(|it| matches("token_id[]", &it["token_id"]))
        .filter(|it| {
            let wanted = call.query("permission");
            wanted.is_none_or(|name| !it["permissions"]["repository"][name].is_null())
        });
    Reply::ok(found.skip(size * (page - 1)).take(size).cloned().collect())
}

fn refusal(message: &str) -> Value {
    json!({ "message": message, "documentation_url": "https://docs.github.com/rest" })
}
