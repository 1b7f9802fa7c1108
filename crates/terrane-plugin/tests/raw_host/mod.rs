//! A host of the barest kind: it starts the example plugin, reads its handshake and connects as it likes.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper_util::rt::TokioIo;
use rustix::process::Signal;
use terrane_plugin::{Address, Handshake, variable};
use tokio::net::{TcpStream, UnixStream};
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

/// A limit that only ends a hang, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// The example plugin, which cargo builds along with the tests.
pub fn greeter() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let greeter = target.join("examples").join("greeter");
    assert!(
        greeter.exists(),
        "run `cargo build -p terrane-plugin --example greeter` first"
    );
    greeter
}

/// A command that starts the plugin as a host does, in plain text.
pub fn command() -> Command {
    let mut command = Command::new(greeter());
    command
        .env("TERRANE_EXAMPLE_COOKIE", "greeter")
        .env(variable::PROTOCOL_VERSIONS, "5,6")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running plugin, killed as this drops.
pub struct Plugin {
    pub child: Child,
    pub handshake: Handshake,
    stdout: BufReader<ChildStdout>,
}

impl Plugin {
    pub fn start(mut command: Command) -> Self {
        // A program inherits ignored signals, for example from `nohup`. Signals that this process handles have their default action in it.
        signal_hook::flag::register(Signal::HUP.as_raw(), Arc::default()).unwrap();
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        Self {
            handshake: terrane_plugin_client::read_handshake(&line).unwrap(),
            child,
            stdout,
        }
    }

    /// The socket's path.
    pub fn socket(&self) -> &Path {
        match &self.handshake.address {
            Address::Unix(path) => path,
            Address::Tcp(address) => panic!("{address} is no path"),
        }
    }

    /// Whether neither the socket nor its folder is left.
    pub fn has_cleaned_up(&self) -> bool {
        !self.socket().exists() && !self.socket().parent().unwrap().exists()
    }

    pub fn signal(&self, signal: Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Waits for the process's end.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the process is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The peak of the process's resident memory, in bytes.
    pub fn peak_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib: usize = peak
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        kib << 10
    }

    /// How many files and sockets the process has open.
    pub fn open_files(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.child.id());
        std::fs::read_dir(folder).unwrap().count()
    }

    /// What the process wrote to the real standard output after the handshake; waits for its end.
    pub fn rest_of_stdout(&mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        rest
    }

    /// A channel in plain text.
    pub async fn channel(&self) -> Channel {
        let address = self.handshake.address.clone();
        channel(move || {
            let address = address.clone();
            async move { connect(&address).await }
        })
        .await
        .unwrap()
    }
}

impl Drop for Plugin {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Address::Unix(path) = &self.handshake.address {
            let _ = std::fs::remove_file(path);
            let _ = std::fs::remove_dir(path.parent().unwrap());
        }
    }
}

pub trait Stream: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin {}

impl<T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin> Stream for T {}

pub async fn connect(address: &Address) -> std::io::Result<Box<dyn Stream>> {
    Ok(match address {
        Address::Unix(path) => Box::new(UnixStream::connect(path).await?),
        Address::Tcp(address) => Box::new(TcpStream::connect(address).await?),
    })
}

/// Opens so many connections and says nothing on them.
pub async fn connect_silently(address: &Address, count: usize) -> Vec<Box<dyn Stream>> {
    let mut silent = Vec::new();
    while silent.len() < count {
        match connect(address).await {
            Ok(stream) => silent.push(stream),
            // The plugin has not accepted the earlier ones yet.
            Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
    silent
}

pub async fn channel<F>(
    dial: impl Fn() -> F + Send + 'static,
) -> Result<Channel, tonic::transport::Error>
where
    F: Future<Output = std::io::Result<Box<dyn Stream>>> + Send + 'static,
{
    let connector = tower::service_fn(move |_| {
        let dialed = dial();
        async move { dialed.await.map(TokioIo::new) }
    });
    Endpoint::from_static("http://localhost")
        .connect_with_connector(connector)
        .await
}

/// Asks for the plugin's health, as hosts do to see whether a connection works.
pub async fn ping(channel: Channel) -> Result<(), tonic::Status> {
    let request = HealthCheckRequest {
        service: "plugin".into(),
    };
    let health = HealthClient::new(channel)
        .check(request)
        .await?
        .into_inner();
    assert_eq!(
        health.status(),
        tonic_health::pb::health_check_response::ServingStatus::Serving
    );
    Ok(())
}
