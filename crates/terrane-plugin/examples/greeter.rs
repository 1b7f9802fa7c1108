//! A plugin that greets, and misbehaves when asked to: what the tests of both halves run.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use terrane_plugin::{
    Broker, Cookie, MAX_MESSAGE_SIZE, Plugin, ReattachVariable, Services, Transport, host_stderr,
};
use tonic::{Request, Response, Status};

#[rustfmt::skip]
#[path = "../tests/proto/example.rs"]
#[expect(
    unreachable_pub,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]
mod proto;

use proto::greeter_client::GreeterClient;
use proto::greeter_server::{self, GreeterServer};
use proto::{NoData, Number, Text};

const COOKIE: Cookie = Cookie {
    key: "TERRANE_EXAMPLE_COOKIE",
    value: "greeter",
};

/// The number of calls that have started to wait.
static WAITING: AtomicU32 = AtomicU32::new(0);

/// Blocks the thread on which the plugin's code runs, as careless code does.
fn block() {
    WAITING.fetch_add(1, Ordering::Relaxed);
    loop {
        std::thread::park();
    }
}

#[derive(Clone)]
struct Greeter {
    broker: Broker,
    version: u32,
}

impl Greeter {
    fn services(&self) -> Services {
        let server = GreeterServer::new(self.clone())
            .max_decoding_message_size(MAX_MESSAGE_SIZE)
            .max_encoding_message_size(MAX_MESSAGE_SIZE);
        Services::new().with(server)
    }
}

#[tonic::async_trait]
impl greeter_server::Greeter for Greeter {
    /// Greets, unless the name is one of the orders to misbehave.
    async fn greet(&self, request: Request<Text>) -> Result<Response<Text>, Status> {
        let name = request.into_inner().value;
        let (order, argument) = name.split_once(':').unwrap_or((&name, ""));
        match order {
            "panic" => panic!("{argument}"),
            "exit" => std::process::exit(argument.parse().unwrap_or(0)),
            "sleep" => {
                WAITING.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(duration(argument)).await;
            }
            "until" => {
                WAITING.fetch_add(1, Ordering::Relaxed);
                while !Path::new(argument).exists() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            "block" => block(),
            "sleep-and-block" => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                block();
            }
            "waiting" => return text(WAITING.load(Ordering::Relaxed).to_string()),
            "log" => {
                let line = format!(
                    r#"{{"@level":"info","@message":"{argument}","@module":"greeter.sub","@timestamp":"2026-01-02T03:04:05.000000Z","answer":42,"list":["a","b"]}}"#
                );
                writeln!(host_stderr(), "{line}")?;
            }
            "big" => {
                return text("x".repeat(argument.parse().unwrap_or(0)));
            }
            "length" => return text(argument.len().to_string()),
            "env" => return text(std::env::var(argument).unwrap_or_default()),
            _ => {}
        }
        text(format!("hello, {name}"))
    }

    async fn print(&self, request: Request<Text>) -> Result<Response<NoData>, Status> {
        let text = request.into_inner().value;
        writeln!(std::io::stdout(), "{text}")?;
        writeln!(std::io::stderr(), "{text}")?;
        Ok(Response::new(NoData {}))
    }

    async fn call_back(&self, request: Request<Number>) -> Result<Response<Text>, Status> {
        let channel = self
            .broker
            .dial(request.into_inner().value)
            .await
            .map_err(|error| Status::unavailable(error.to_string()))?;
        GreeterClient::new(channel)
            .greet(Text {
                value: "plugin".to_owned(),
            })
            .await
    }

    async fn offer(&self, _: Request<NoData>) -> Result<Response<Number>, Status> {
        let (id, broker, services) = (self.broker.next_id(), self.broker.clone(), self.services());
        tokio::spawn(async move {
            if let Err(error) = broker.accept_and_serve(id, services).await {
                let _ = writeln!(host_stderr(), "[WARN] {error}");
            }
        });
        Ok(Response::new(Number { value: id }))
    }

    async fn version(&self, _: Request<NoData>) -> Result<Response<Number>, Status> {
        Ok(Response::new(Number {
            value: self.version,
        }))
    }
}

fn text(value: impl Into<String>) -> Result<Response<Text>, Status> {
    Ok(Response::new(Text {
        value: value.into(),
    }))
}

/// Reads `300ms`, `5s` or `1m`.
fn duration(text: &str) -> Duration {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: u64 = number.parse().unwrap_or(0);
    match unit {
        "ms" => Duration::from_millis(number),
        "m" => Duration::from_secs(60 * number),
        _ => Duration::from_secs(number),
    }
}

fn plugin() -> Plugin {
    let mut plugin = Plugin::new(COOKIE)
        .capture_stderr(std::env::var_os("GREETER_STDERR_LOGS").is_none())
        .printed(|printed| {
            for line in printed.text[printed.passed_on].lines() {
                let log = format!("printed on {:?}: {line}\n", printed.stream);
                // Nobody reads a log that cannot be written.
                let _ = host_stderr().write_all(log.as_bytes());
            }
        })
        .reflect(include_bytes!("../tests/proto/greeter.fds"));
    if std::env::var("GREETER_LISTEN").as_deref() == Ok("tcp") {
        plugin = plugin.transport(Transport::Tcp);
    }
    let versions = std::env::var("GREETER_VERSIONS").unwrap_or_else(|_| "5,6".to_owned());
    for version in versions
        .split(',')
        .filter_map(|version| version.parse().ok())
    {
        plugin = plugin.version(version, move |process| {
            match std::env::var("GREETER_REFUSE") {
                Ok(reason) => Err(reason.into()),
                Err(_) => {
                    let broker = process.broker().clone();
                    let services = Greeter { broker, version }.services();
                    // Whatever the author prints this early must not be taken for the handshake.
                    writeln!(std::io::stdout(), "1|2|3|4|5")?;
                    Ok(services)
                }
            }
        });
    }
    plugin
}

fn main() -> Result<(), terrane_plugin::Error> {
    match std::env::args().nth(1).as_deref() {
        Some("--debug") => {
            let mut variable = ReattachVariable::new("GREETER_REATTACH", "example.org/greeter");
            if let Some(path) = std::env::args().nth(2) {
                variable = variable.env_file(path);
            }
            plugin().debug(variable)
        }
        _ => plugin().serve(),
    }
}
