//! The calls of a host to the example plugin, in Rust and in Go.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    unused_macros,
    clippy::allow_attributes_without_reason,
    reason = "each test binary uses a part, and some of it is generated"
)]

#[path = "../../../../terrane-plugin/tests/go/programs.rs"]
pub mod programs;
#[rustfmt::skip]
#[path = "../../../../terrane-plugin/tests/proto/example.rs"]
pub mod proto;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use proto::greeter_client::GreeterClient;
use proto::greeter_server::{Greeter, GreeterServer};
use proto::{NoData, Number, Text};
use terrane_plugin::{Address, MAX_MESSAGE_SIZE, Services};
use terrane_plugin_client::{Builder, Cause, Client, Ending, Error, LOG_TARGET};
use tonic::transport::Channel;
use tonic::{Request, Response, Status};
use tracing::field::{Field, Visit};

/// The Go plugin with these knobs turned; leaves the test where it cannot be built.
macro_rules! plugin {
    ($($knob:literal = $value:expr),*) => {{
        let Some(program) = $crate::drive::programs::program("plugin") else { return };
        let mut command = std::process::Command::new(program);
        command.envs([$(($knob, $value)),*] as [(&str, &str); _]);
        $crate::drive::host_of(command)
    }};
}
pub(crate) use plugin;

/// Prepares to start an example plugin by this command.
pub fn host_of(command: Command) -> Builder {
    Client::builder(command)
        .cookie("TERRANE_EXAMPLE_COOKIE", "greeter")
        .versions([5, 6])
}

pub fn greeter(channel: Channel) -> GreeterClient<Channel> {
    GreeterClient::new(channel).max_decoding_message_size(MAX_MESSAGE_SIZE)
}

pub fn text(value: &str) -> Text {
    Text {
        value: value.to_owned(),
    }
}

pub async fn print(client: &Client, value: &str) {
    greeter(client.channel()).print(text(value)).await.unwrap();
}

pub async fn served_version(client: &Client) -> u32 {
    greeter(client.channel())
        .version(NoData {})
        .await
        .unwrap()
        .into_inner()
        .value
}

pub async fn greet(client: &Client, name: &str) -> Result<String, Status> {
    Ok(greeter(client.channel())
        .greet(text(name))
        .await?
        .into_inner()
        .value)
}

/// Whether a process is there, dead or alive.
pub fn exists(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

/// A limit that only ends a hang, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until a condition holds.
pub async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < PATIENCE, "{what}: never");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub fn socket(client: &Client) -> PathBuf {
    match client.address() {
        Address::Unix(path) => path.clone(),
        Address::Tcp(address) => panic!("expected a Unix socket, got {address}"),
    }
}

/// Everything that a host does with a sound plugin, and what must be left of it: nothing.
pub async fn drive(builder: Builder) {
    let client = builder.spawn().await.unwrap();
    let (pid, socket) = (client.pid(), socket(&client));
    assert_eq!(client.version(), 6);
    assert!(client.is_running());
    client.ping().await.unwrap();
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
    assert_eq!(served_version(&client).await, 6);
    assert_eq!(greet(&client, "big:8388608").await.unwrap().len(), 8 << 20);
    for round in 0..3 {
        assert_eq!(
            call_back(&client).await,
            "host greets plugin",
            "round {round}"
        );
        assert_eq!(offered(&client).await, "hello, broker", "round {round}");
    }
    assert!(socket.exists());

    let Ending::Exited(Some(status)) = client.kill().await.unwrap() else {
        panic!("it was killed")
    };
    assert!(status.success(), "{status}");
    assert!(!client.is_running());
    assert!(!exists(pid));
    assert!(!socket.exists());
    assert!(!socket.parent().unwrap().exists());
    client.ping().await.unwrap_err();
    assert_eq!(client.crash(), None);
}

/// Lets the plugin greet a greeter of the host's.
pub async fn call_back(client: &Client) -> String {
    call_back_to(client, "host").await
}

/// Lets the plugin greet a greeter of that name.
pub async fn call_back_to(client: &Client, name: &'static str) -> String {
    let (broker, id) = (client.broker().clone(), client.broker().next_id());
    let services = Services::new().with(GreeterServer::new(HostGreeter { name }));
    let serving = tokio::spawn(async move { broker.accept_and_serve(id, services).await });
    let answer = greeter(client.channel())
        .call_back(Number { value: id })
        .await
        .unwrap()
        .into_inner()
        .value;
    serving.abort();
    answer
}

/// Greets a greeter that the plugin offers through the broker.
pub async fn offered(client: &Client) -> String {
    let id = greeter(client.channel())
        .offer(NoData {})
        .await
        .unwrap()
        .into_inner()
        .value;
    let channel = client.broker().dial(id).await.unwrap();
    greeter(channel)
        .greet(text("broker"))
        .await
        .unwrap()
        .into_inner()
        .value
}

#[derive(Debug)]
pub struct HostGreeter {
    name: &'static str,
}

#[tonic::async_trait]
impl Greeter for HostGreeter {
    async fn greet(&self, name: Request<Text>) -> Result<Response<Text>, Status> {
        Ok(Response::new(text(&format!(
            "{} greets {}",
            self.name,
            name.into_inner().value
        ))))
    }

    async fn print(&self, _: Request<Text>) -> Result<Response<NoData>, Status> {
        Err(Status::unimplemented("only the plugin prints"))
    }

    async fn call_back(&self, _: Request<Number>) -> Result<Response<Text>, Status> {
        Err(Status::unimplemented("only the plugin calls back"))
    }

    async fn offer(&self, _: Request<NoData>) -> Result<Response<Number>, Status> {
        Err(Status::unimplemented("only the plugin offers"))
    }

    async fn version(&self, _: Request<NoData>) -> Result<Response<Number>, Status> {
        Err(Status::unimplemented("only the plugin has a version"))
    }
}

/// A subscriber that writes down what plugins log.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub fn contains(&self, text: &str) -> bool {
        self.0
            .lock()
            .unwrap()
            .iter()
            .any(|event| event.contains(text))
    }

    pub fn find(&self, text: &str) -> String {
        let events = self.0.lock().unwrap();
        events
            .iter()
            .find(|event| event.contains(text))
            .unwrap()
            .clone()
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == LOG_TARGET
    }

    fn event(&self, event: &tracing::Event<'_>) {
        struct Line(String, String);
        impl Visit for Line {
            fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
                self.record_str(field, &format!("{value:?}"));
            }
            fn record_str(&mut self, field: &Field, value: &str) {
                match field.name() {
                    "message" => self.1 = format!(" {value}"),
                    name => self.0 += &format!(" {name}={value}"),
                }
            }
        }
        let mut line = Line(event.metadata().level().to_string(), String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0 + &line.1);
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// Whether an error has a cause, and a text that starts like this.
pub fn is_fault(error: &Error, cause: Cause, start: &str) -> bool {
    error.cause() == cause && error.to_string().starts_with(start)
}
