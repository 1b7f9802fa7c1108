//! A real etcd on the loopback, with authentication.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tempfile::TempDir;
use terrane::context::{ConfigureContext, ReadContext};
use terrane_api::http::header::AUTHORIZATION;
use terrane_api::{Client, Credentials, Token};

pub(crate) const PASSWORD: &str = "s3cret-of-root";

/// A running etcd, which ends with this value.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) api: Client,
    child: Child,
    _data: TempDir,
}

impl Server {
    /// Starts etcd and enables authentication. `None` with a line on the standard error if etcd is not installed.
    pub(crate) async fn start() -> Option<Self> {
        let [client, peer] =
            [free_port(), free_port()].map(|port| format!("http://127.0.0.1:{port}"));
        // Memory, where there is some: etcd waits for the disk at each change.
        let data = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let data = data.unwrap();
        let started = Command::new("etcd")
            .arg("--data-dir")
            .arg(data.path())
            .args([
                "--listen-client-urls",
                &client,
                "--advertise-client-urls",
                &client,
            ])
            .args([
                "--listen-peer-urls",
                &peer,
                "--initial-advertise-peer-urls",
                &peer,
            ])
            .args([
                "--initial-cluster",
                &format!("default={peer}"),
                "--bcrypt-cost",
                "4",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child = match started {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                skipped();
                return None;
            }
            Err(error) => panic!("cannot start etcd: {error}"),
        };
        let credentials = Credentials::renewed(|api, cx| async move {
            let login = json!({ "name": "root", "password": PASSWORD });
            let request = api.post(["auth", "authenticate"]).json(&login);
            let session: Json = request.repeatable().fetch(&cx).await?;
            Ok(Token::header(
                AUTHORIZATION,
                session["token"].as_str().unwrap(),
            ))
        });
        let builder = Client::builder(format!("{client}/v3")).credentials(credentials);
        let api = builder.build(&ConfigureContext::default()).unwrap();
        let server = Self {
            url: client,
            api,
            child,
            _data: data,
        };
        server.enable_authentication().await;
        Some(server)
    }

    async fn enable_authentication(&self) {
        let address = self.url.trim_start_matches("http://");
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "etcd does not listen"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let open = self.api.without_credentials();
        for (path, body) in [
            (
                "auth/user/add",
                json!({ "name": "root", "password": PASSWORD }),
            ),
            ("auth/role/add", json!({ "name": "root" })),
            ("auth/user/grant", json!({ "user": "root", "role": "root" })),
            ("auth/enable", json!({})),
        ] {
            let request = open.post(path.split('/')).json(&body).repeatable();
            request.send(&ReadContext::default()).await.unwrap();
        }
    }

    /// Configures the provider. `url` is the address of etcd, or of a server with faults in front of it.
    pub(crate) async fn provider(url: &str) -> terrane_test::client::Client {
        let config = json!({ "endpoint": url, "username": "root", "password": PASSWORD });
        let client =
            terrane_test::client::Client::configured(terrane::server::<etcd::Etcd>(), config);
        client.await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Asks etcd, without the provider.
pub(crate) async fn ask(api: &Client, path: &str, body: Json) -> terrane_api::Result<Json> {
    let request = api.post(path.split('/')).json(&body).repeatable();
    request.fetch(&ReadContext::default()).await
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skipped() {
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "etcd is not installed"
    );
    eprintln!("skipped: etcd is not installed. Debian has it in the package etcd-server.");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}
