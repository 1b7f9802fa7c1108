//! A stub of GitHub's API for fine-grained personal access tokens, in this process, with a log and with faults.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RsaKeyPair, UnparsedPublicKey};
use rustls_pki_types::PrivatePkcs1KeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// The private key of the app, which opens nothing but this stub.
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

#[derive(Debug, Default)]
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

/// The stub. It works on a thread of its own until the process ends.
pub(crate) struct Github {
    pub(crate) url: String,
    data: Arc<Mutex<Data>>,
}

impl Github {
    pub(crate) fn start() -> io::Result<Self> {
        let data = Arc::new(Mutex::new(Data {
            installation_tokens: vec![TOKEN.to_owned()],
            ..Data::default()
        }));
        let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = Router::new().fallback(answer).with_state(Arc::clone(&data));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        thread::spawn(move || {
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener)?;
                axum::serve(listener, router).await
            })
        });
        Ok(Self { url, data })
    }

    pub(crate) fn data(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the log of requests: method and path, without the query.
    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut self.data().log)
    }

    /// Lets a member request access for a token.
    pub(crate) fn request(&self, owner: &str, name: &str, permissions: Value) {
        let mut data = self.data();
        data.count += 1;
        let number = data.count;
        data.requests.push(json!({
            "id": 100 + number, "owner": { "login": owner, "id": 1, "type": "User" }, "reason": "for the build",
            "repository_selection": "subset", "repositories_url": "https://api.github.com/repositories",
            "permissions": permissions, "created_at": "2026-01-02T03:04:05Z",
            "token_id": 9000 + number, "token_name": name, "token_expired": false,
            "token_expires_at": "2026-12-31T00:00:00Z", "token_last_used_at": null,
        }));
    }

    /// Returns whether a token of the installation is valid.
    pub(crate) fn is_valid(&self, token: &str) -> bool {
        self.data().installation_tokens.iter().any(|it| it == token)
    }
}

async fn answer(
    State(data): State<Arc<Mutex<Data>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mut data = data.lock().unwrap_or_else(PoisonError::into_inner);
    data.log.push(format!("{method} {}", uri.path()));
    if let Some(fault) = data.faults.pop_front() {
        let mut response = Response::builder().status(fault.status);
        for (name, value) in fault.headers {
            response = response.header(name, value);
        }
        let body = json!({ "message": fault.message }).to_string();
        return response.body(body.into()).expect("a valid response");
    }
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    if method != Method::GET {
        data.orders.push((uri.path().to_owned(), body.clone()));
    }
    let (status, body) = data.answer(&method, &uri, &headers, &body);
    let mut response = Response::new(body.to_string().into());
    *response.status_mut() = status;
    response
}

impl Data {
    fn answer(
        &mut self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        body: &Value,
    ) -> (StatusCode, Value) {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let agent = header("user-agent").unwrap_or_default();
        if !agent.starts_with("terraform-provider-github-token/")
            || header("x-github-api-version") != Some("2022-11-28")
        {
            return refusal(403, "Request forbidden by administrative rules");
        }
        let bearer = header("authorization")
            .and_then(|value| value.strip_prefix("Bearer "))
            .unwrap_or_default()
            .to_owned();
        let path: Vec<&str> = uri.path().split('/').skip(1).collect();
        if let ("POST", ["app", "installations", id, "access_tokens"]) =
            (method.as_str(), &path[..])
        {
            return match (is_app(&bearer), *id) {
                (false, _) => refusal(401, "A JSON web token could not be decoded"),
                (true, INSTALLATION) => self.new_token(body),
                (true, _) => refusal(404, "Not Found"),
            };
        }
        if !self.installation_tokens.contains(&bearer) {
            return refusal(401, "Bad credentials");
        }
        match (method.as_str(), &path[..]) {
            ("DELETE", ["installation", "token"]) => {
                self.installation_tokens.retain(|token| *token != bearer);
                (StatusCode::NO_CONTENT, Value::Null)
            }
            ("GET", ["orgs", "acme", "personal-access-tokens"]) => {
                let hidden = usize::from(self.delay > 0);
                self.delay -= hidden;
                let shown = self.grants.len() - hidden.min(self.grants.len());
                page(&self.grants[..shown], uri)
            }
            ("GET", ["orgs", "acme", "personal-access-token-requests"]) => {
                page(&self.requests, uri)
            }
            ("POST", ["orgs", "acme", "personal-access-token-requests", id]) => {
                let position = self.requests.iter().position(|it| is_id(&it["id"], id));
                let Some(position) = position else {
                    return refusal(404, "Not Found");
                };
                let mut request = self.requests.remove(position);
                if body["action"] == "approve" {
                    request["id"] = json!(request["id"].as_i64().unwrap_or_default() + 500);
                    self.grants.push(request);
                }
                (StatusCode::NO_CONTENT, Value::Null)
            }
            ("POST", ["orgs", "acme", "personal-access-tokens", id]) => {
                let before = self.grants.len();
                self.grants.retain(|it| !is_id(&it["id"], id));
                if self.grants.len() == before {
                    refusal(404, "Not Found")
                } else {
                    (StatusCode::NO_CONTENT, Value::Null)
                }
            }
            _ => refusal(404, "Not Found"),
        }
    }

    fn new_token(&mut self, limits: &Value) -> (StatusCode, Value) {
        let token = format!("ghs_stub-{}", self.installation_tokens.len());
        self.installation_tokens.push(token.clone());
        let body = json!({
            "token": token, "expires_at": "2026-01-02T04:04:05Z",
            "permissions": limits["permissions"], "repository_selection": "selected",
        });
        (StatusCode::CREATED, body)
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
fn page(all: &[Value], uri: &Uri) -> (StatusCode, Value) {
    let query = uri.query().unwrap_or_default();
    let parts: Vec<(&str, &str)> = query
        .split('&')
        .filter_map(|part| part.split_once('='))
        .collect();
    let one = |wanted: &str| {
        let found = parts.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| (*value).to_owned())
    };
    let matches = |wanted: &str, value: &Value| {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let mut values = parts.iter().filter(|(name, _)| *name == wanted).peekable();
        values.peek().is_none() || values.any(|(_, it)| it.eq_ignore_ascii_case(&value))
    };
    let number = |name: &str| one(name).and_then(|text| text.parse::<usize>().ok());
    let (size, page) = (
        number("per_page").unwrap_or(30),
        number("page").unwrap_or(1),
    );
    let found: Vec<&Value> = all
        .iter()
        .filter(|it| matches("owner%5B%5D", &it["owner"]["login"]))
        .filter(|it| matches("token%5Fid%5B%5D", &it["token_id"]))
        .filter(|it| {
            one("permission").is_none_or(|name| !it["permissions"]["repository"][name].is_null())
        })
        .skip(size * (page - 1))
        .take(size)
        .collect();
    (StatusCode::OK, json!(found))
}

fn refusal(status: u16, message: &str) -> (StatusCode, Value) {
    let status = StatusCode::from_u16(status).expect("a status");
    let documentation = "https://docs.github.com/rest";
    let body = json!({ "message": message, "documentation_url": documentation });
    (status, body)
}
