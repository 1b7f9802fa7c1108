//! The client against a real go-plugin server: `tests/go/plugin`.

#![cfg(target_os = "linux")]

#[path = "go/programs.rs"]
mod programs;
#[path = "proto/example.rs"]
#[expect(unreachable_pub, reason = "generated code")]
mod proto;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use proto::greeter_client::GreeterClient;
use proto::greeter_server::{Greeter, GreeterServer};
use proto::{Nothing, Number, Text};
use terrane_plugin::client::{
    Builder, Client, Ending, Error, Incompatibility, LOG_TARGET, PluginFault,
};
use terrane_plugin::{Address, MAX_MESSAGE_SIZE, Reattach, Services};
use tonic::transport::Channel;
use tonic::{Request, Response, Status};
use tracing::field::{Field, Visit};

/// The plugin with these knobs turned, or leaves the test where it cannot be built.
macro_rules! plugin {
    ($($knob:literal = $value:expr),*) => {{
        let Some(program) = programs::program("plugin") else { return };
        let mut command = Command::new(program);
        command.envs([$(($knob, $value)),*] as [(&str, &str); _]);
        Client::builder(command).cookie("TERRANE_EXAMPLE_COOKIE", "greeter").versions([5, 6])
    }};
}

fn greeter(channel: Channel) -> GreeterClient<Channel> {
    GreeterClient::new(channel).max_decoding_message_size(MAX_MESSAGE_SIZE)
}

fn text(value: &str) -> Text {
    Text {
        value: value.to_owned(),
    }
}

async fn print(client: &Client, value: &str) {
    greeter(client.channel()).print(text(value)).await.unwrap();
}

async fn served_version(client: &Client) -> u32 {
    greeter(client.channel())
        .version(Nothing {})
        .await
        .unwrap()
        .into_inner()
        .value
}

async fn greet(client: &Client, name: &str) -> Result<String, Status> {
    Ok(greeter(client.channel())
        .greet(text(name))
        .await?
        .into_inner()
        .value)
}

/// Whether a process is there, dead or alive.
fn exists(pid: u32) -> bool {
    Path::new("/proc").join(pid.to_string()).exists()
}

async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{what}: not in time"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn socket(client: &Client) -> PathBuf {
    match client.address() {
        Address::Unix(path) => path.clone(),
        Address::Tcp(address) => panic!("expected a Unix socket, got {address}"),
    }
}

/// Everything that a host does with a sound plugin, and what must be left of it: nothing.
async fn drive(builder: Builder) {
    let client = builder.spawn().await.unwrap();
    let (pid, socket) = (client.pid(), socket(&client));
    assert_eq!(client.version(), 6);
    assert!(client.is_running());
    client.ping().await.unwrap();
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
    assert_eq!(served_version(&client).await, 6);
    for round in 0..3 {
        assert_eq!(
            call_back(&client).await,
            "host greets plugin",
            "round {round}"
        );
        assert_eq!(offered(&client).await, "hello, broker", "round {round}");
    }
    assert!(socket.exists());

    let begin = Instant::now();
    let Ending::Exited(Some(status)) = client.kill().await.unwrap() else {
        panic!("it was killed")
    };
    assert!(status.success(), "{status}");
    assert!(
        begin.elapsed() < Duration::from_secs(1),
        "{:?}",
        begin.elapsed()
    );
    assert!(!client.is_running());
    assert!(!exists(pid));
    assert!(!socket.exists());
    assert!(!socket.parent().unwrap().exists());
    client.ping().await.unwrap_err();
    assert_eq!(client.crash(), None);
}

/// Lets the plugin greet a greeter of the host's.
async fn call_back(client: &Client) -> String {
    let (broker, id) = (client.broker().clone(), client.broker().next_id());
    let services = Services::new().add(GreeterServer::new(HostGreeter));
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
async fn offered(client: &Client) -> String {
    let id = greeter(client.channel())
        .offer(Nothing {})
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
struct HostGreeter;

#[tonic::async_trait]
impl Greeter for HostGreeter {
    async fn greet(&self, name: Request<Text>) -> Result<Response<Text>, Status> {
        Ok(Response::new(text(&format!(
            "host greets {}",
            name.into_inner().value
        ))))
    }

    async fn print(&self, _: Request<Text>) -> Result<Response<Nothing>, Status> {
        Err(Status::unimplemented("only the plugin prints"))
    }

    async fn call_back(&self, _: Request<Number>) -> Result<Response<Text>, Status> {
        Err(Status::unimplemented("only the plugin calls back"))
    }

    async fn offer(&self, _: Request<Nothing>) -> Result<Response<Number>, Status> {
        Err(Status::unimplemented("only the plugin offers"))
    }

    async fn version(&self, _: Request<Nothing>) -> Result<Response<Number>, Status> {
        Err(Status::unimplemented("only the plugin has a version"))
    }
}

#[tokio::test]
async fn plugin_is_driven_over_mutual_tls() {
    drive(plugin!()).await;
}

#[tokio::test]
async fn plugin_is_driven_in_plain_text() {
    drive(plugin!().plaintext()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_with_mutual_tls() {
    drive(plugin!().multiplex()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_in_plain_text() {
    drive(plugin!().multiplex().plaintext()).await;
}

#[tokio::test]
async fn plugin_on_tcp_without_the_services_of_go_plugin_is_driven() {
    let client = plugin!("GREETER_LISTEN" = "tcp")
        .plaintext()
        .spawn()
        .await
        .unwrap();
    assert!(matches!(client.address(), Address::Tcp(_)));
    client.ping().await.unwrap();
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
    // It has no controller that could end it.
    assert_eq!(client.kill().await.unwrap(), Ending::Killed);
}

#[tokio::test]
async fn only_version_offered_is_served() {
    let client = plugin!().versions([5]).spawn().await.unwrap();
    assert_eq!(client.version(), 5);
    assert_eq!(served_version(&client).await, 5);
}

#[tokio::test]
async fn plugin_that_knows_no_version_offered_is_refused() {
    let error = plugin!().versions([7, 8]).spawn().await.unwrap_err();
    assert!(
        matches!(error, Error::Incompatible(Incompatibility::Version { .. })),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "the plugin serves protocol version 5, this host speaks 7, 8"
    );
}

#[tokio::test]
async fn wrong_cookie_shows_the_plugins_own_words() {
    let error = plugin!()
        .cookie("TERRANE_EXAMPLE_COOKIE", "wrong")
        .spawn()
        .await
        .unwrap_err();
    assert!(error.to_string().contains("exit status: 1"), "{error}");
    assert!(
        error.to_string().contains("This binary is a plugin"),
        "{error}"
    );
}

#[tokio::test]
async fn impostors_are_refused_and_the_honest_are_not() {
    let honest = plugin!("GREETER_TLS" = "none").spawn().await.unwrap();
    assert_eq!(greet(&honest, "host").await.unwrap(), "hello, host");

    for deceit in ["wrong-certificate", "wrong-key"] {
        let error = plugin!("GREETER_TLS" = deceit).spawn().await.unwrap_err();
        assert!(
            matches!(error, Error::Plugin(PluginFault::Connect { .. })),
            "{deceit}: {error:?}"
        );
        let expected = match deceit {
            "wrong-key" => "BadSignature",
            _ => "ApplicationVerificationFailure",
        };
        assert!(
            format!("{error:?}").contains(expected),
            "{deceit}: {error:?}"
        );
    }
}

#[tokio::test]
async fn server_that_wants_another_certificate_is_the_plugins_fault() {
    // The plugin trusts the certificate in this file instead of the host's.
    let stranger = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "PLUGIN_CLIENT_CERT=\"$0\" exec \"$1\""])
        .arg(stranger.cert.pem())
        .arg(program);
    let builder = Client::builder(command)
        .cookie("TERRANE_EXAMPLE_COOKIE", "greeter")
        .versions([6]);
    let error = builder.spawn().await.unwrap_err();
    assert!(
        matches!(error, Error::Plugin(PluginFault::Connect { .. })),
        "{error:?}"
    );
}

#[tokio::test]
async fn what_the_plugin_prints_reaches_the_hosts_writers() {
    let (mut stdout, out) = tokio::io::simplex(1024);
    let (mut stderr, err) = tokio::io::simplex(1024);
    let client = plugin!().stdout(out).stderr(err).spawn().await.unwrap();
    print(&client, "printed").await;
    for reader in [&mut stdout, &mut stderr] {
        let mut text = [0; 8];
        tokio::io::AsyncReadExt::read_exact(reader, &mut text)
            .await
            .unwrap();
        assert_eq!(&text, b"printed\n");
    }
}

#[tokio::test]
async fn writer_that_fails_does_not_block_the_plugin() {
    let (reader, out) = tokio::io::simplex(8);
    drop(reader);
    let client = plugin!().stdout(out).spawn().await.unwrap();
    for _ in 0..200 {
        print(&client, &"x".repeat(1000)).await;
    }
}

#[tokio::test]
async fn big_messages_come_through() {
    let client = plugin!().spawn().await.unwrap();
    assert_eq!(
        greet(&client, "big:33554432").await.unwrap().len(),
        32 << 20
    );
}

#[tokio::test]
async fn plugin_sees_its_hosts_environment_but_not_its_hosts_hosts() {
    let names = [
        "PLUGIN_CLIENT_CERT",
        "PLUGIN_MULTIPLEX_GRPC",
        "PLUGIN_UNIX_SOCKET_GROUP",
    ];
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let mut command = Command::new(program);
    command
        .envs(names.map(|name| (name, "from above")))
        .env("ZOO", "open");
    let builder = Client::builder(command)
        .cookie("TERRANE_EXAMPLE_COOKIE", "greeter")
        .versions([6, 5]);
    let client = builder.ports(7..=8).plaintext().spawn().await.unwrap();
    for name in names {
        assert_eq!(
            greet(&client, &format!("env:{name}")).await.unwrap(),
            "",
            "{name}"
        );
    }
    let socket = socket(&client);
    let folder = socket.parent().unwrap().to_str().unwrap();
    let home = std::env::var("HOME").unwrap_or_default();
    let expected = [
        ("ZOO", "open"),
        ("PLUGIN_PROTOCOL_VERSIONS", "6,5"),
        ("PLUGIN_MIN_PORT", "7"),
        ("PLUGIN_MAX_PORT", "8"),
        ("PLUGIN_UNIX_SOCKET_DIR", folder),
        ("HOME", &home),
    ];
    for (name, value) in expected {
        assert_eq!(
            greet(&client, &format!("env:{name}")).await.unwrap(),
            value,
            "{name}"
        );
    }
}

#[tokio::test]
async fn sockets_are_private_or_the_groups() {
    let client = plugin!().spawn().await.unwrap();
    let folder = socket(&client).parent().unwrap().to_owned();
    assert_eq!(
        fs::metadata(folder).unwrap().permissions().mode() & 0o777,
        0o700
    );

    let parent = tempfile::tempdir().unwrap();
    let group = fs::metadata(parent.path()).unwrap().gid();
    let client = plugin!()
        .socket_folder(&parent)
        .socket_group(group.to_string())
        .spawn()
        .await
        .unwrap();
    let (socket, folder) = (
        socket(&client),
        socket(&client).parent().unwrap().to_owned(),
    );
    assert_eq!(folder.parent(), Some(parent.path()));
    assert_eq!(
        fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
        0o770
    );
    assert_eq!(fs::metadata(&folder).unwrap().gid(), group);
    assert_eq!(
        fs::metadata(socket).unwrap().permissions().mode() & 0o777,
        0o660
    );
    assert_eq!(call_back(&client).await, "host greets plugin");
}

#[tokio::test]
async fn folder_with_a_long_path_gives_way() {
    let parent = tempfile::tempdir().unwrap();
    let long = parent.path().join("x".repeat(100));
    fs::create_dir(&long).unwrap();
    let client = plugin!().socket_folder(&long).spawn().await.unwrap();
    client.ping().await.unwrap();
    assert!(!socket(&client).starts_with(&long));
}

#[tokio::test]
async fn program_with_the_right_checksum_is_started() {
    use sha2::Digest as _;
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let sum = sha2::Sha256::digest(fs::read(program).unwrap());
    plugin!().checksum(sum.into()).spawn().await.unwrap();
}

#[tokio::test]
async fn plugin_that_exits_tells_its_status_and_bears_a_kill() {
    let client = plugin!().spawn().await.unwrap();
    greet(&client, "exit:3").await.unwrap_err();
    let status = client.exited().await.unwrap();
    assert_eq!(status.code(), Some(3));
    assert!(!client.is_running());
    for _ in 0..2 {
        assert_eq!(client.kill().await.unwrap(), Ending::Exited(Some(status)));
    }
}

#[tokio::test]
async fn panic_is_collected() {
    let client = plugin!().spawn().await.unwrap();
    greet(&client, "panic:out of hay").await.unwrap_err();
    assert_eq!(client.exited().await.unwrap().code(), Some(2));
    let crash = client.crash().unwrap();
    assert!(crash.starts_with("panic: out of hay\n"), "{crash}");
    assert!(crash.contains("goroutine"), "{crash}");
}

#[tokio::test]
async fn vanished_plugin_fails_the_call_under_way() {
    let client = Arc::new(plugin!().spawn().await.unwrap());
    let caller = client.clone();
    let call = tokio::spawn(async move { greet(&caller, "sleep:60s").await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    kill(&["-KILL"], client.pid());
    call.await.unwrap().unwrap_err();
    eventually("the end is noticed", || !client.is_running()).await;
    assert!(!exists(client.pid()));
}

#[tokio::test]
async fn slow_call_may_be_given_up() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let client = plugin!().spawn().await.unwrap();
    let patience = tokio::time::timeout(Duration::from_millis(200), greet(&client, "sleep:60s"));
    assert!(patience.await.is_err());
    eventually("the plugin hears of it", || log.contains("call cancelled")).await;
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
}

#[tokio::test]
async fn plugin_that_ignores_its_shutdown_is_killed_after_two_seconds() {
    let client = plugin!("GREETER_LINGER" = "yes").spawn().await.unwrap();
    let begin = Instant::now();
    let (first, second) = tokio::join!(client.kill(), client.kill());
    assert_eq!(first.unwrap(), Ending::Killed);
    second.unwrap();
    let took = begin.elapsed();
    assert!(
        took >= Duration::from_secs(2) && took < Duration::from_secs(4),
        "{took:?}"
    );
    assert!(!exists(client.pid()));
    assert!(!socket(&client).parent().unwrap().exists());
}

#[tokio::test]
async fn frozen_plugin_is_killed_too() {
    let client = plugin!().spawn().await.unwrap();
    kill(&["-STOP"], client.pid());
    assert_eq!(client.kill().await.unwrap(), Ending::Killed);
    assert!(!exists(client.pid()));
}

#[tokio::test]
async fn dropped_client_leaves_nothing() {
    let client = plugin!("GREETER_LINGER" = "yes").spawn().await.unwrap();
    let (pid, folder) = (client.pid(), socket(&client).parent().unwrap().to_owned());
    drop(client);
    eventually("process and folder are gone", || {
        !exists(pid) && !folder.exists()
    })
    .await;
}

#[test]
fn dropped_runtime_leaves_nothing() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let builder = plugin!("GREETER_LINGER" = "yes");
    let client = runtime.block_on(builder.spawn()).unwrap();
    let (pid, folder) = (client.pid(), socket(&client).parent().unwrap().to_owned());
    drop(runtime);
    assert!(!client.is_running());
    drop(client);
    assert!(!exists(pid));
    assert!(!folder.exists());
}

#[tokio::test]
async fn log_of_the_plugin_becomes_the_hosts() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let client = plugin!("GREETER_STDERR" = "[WARN] plain\n")
        .name("zoo")
        .spawn()
        .await
        .unwrap();
    greet(&client, "log:fed the lions").await.unwrap();
    eventually("the log arrives", || log.contains("fed the lions")).await;
    let event = log.find("fed the lions");
    let expected = "INFO plugin=zoo module=greeter.sub timestamp=";
    assert!(event.starts_with(expected), "{event}");
    assert!(
        event.contains(r#"fields={"answer":42,"list":["a","b"]}"#),
        "{event}"
    );
    assert_eq!(log.find("plain"), "WARN plugin=zoo [WARN] plain");
}

#[tokio::test]
async fn plugin_under_test_is_joined_and_left_alone() {
    let Some((mut process, reattach)) = started_elsewhere(false) else {
        return;
    };
    assert!(reattach.test);
    for round in 0..2 {
        let client = Client::reattach(&reattach).await.unwrap();
        assert_eq!((client.version(), client.pid()), (5, process.id()));
        client.ping().await.unwrap();
        assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
        if round == 0 {
            // A Go plugin's broker ends with its first host.
            assert_eq!(call_back(&client).await, "host greets plugin");
            assert_eq!(offered(&client).await, "hello, broker");
        }
        assert_eq!(client.reattach_config(), reattach);
        assert_eq!(client.kill().await.unwrap(), Ending::Left);
        assert!(client.is_running());
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let error = Client::reattach(&reattach).await.unwrap_err();
    assert!(
        error.to_string().starts_with("no plugin runs as process "),
        "{error}"
    );
}

#[tokio::test]
async fn end_of_a_joined_plugin_is_noticed() {
    let Some((mut process, reattach)) = started_elsewhere(false) else {
        return;
    };
    let client = Client::reattach(&reattach).await.unwrap();
    let noticed = tokio::spawn(async move { client.exited().await });
    process.kill().unwrap();
    process.wait().unwrap();
    let status = tokio::time::timeout(Duration::from_secs(5), noticed)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(status, None);
}

#[tokio::test]
async fn joined_plugin_that_is_not_under_test_is_ended() {
    for (linger, ending) in [(false, Ending::Exited(None)), (true, Ending::Killed)] {
        let Some((mut process, mut reattach)) = started_elsewhere(linger) else {
            return;
        };
        reattach.test = false;
        let reaper = std::thread::spawn(move || process.wait());
        let client = Client::reattach(&reattach).await.unwrap();
        assert_eq!(client.kill().await.unwrap(), ending);
        reaper.join().unwrap().unwrap();
    }
}

/// Starts the plugin as its author would under a debugger.
fn started_elsewhere(linger: bool) -> Option<(std::process::Child, Reattach)> {
    let mut command = Command::new(programs::program("plugin")?);
    command
        .env("GREETER_TEST", "yes")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if linger {
        command.env("GREETER_LINGER", "yes");
    }
    let mut process = command.spawn().unwrap();
    let mut entry = String::new();
    BufReader::new(process.stdout.take().unwrap())
        .read_line(&mut entry)
        .unwrap();
    let reattach =
        Reattach::from_json(&format!("{{\"greeter\":{entry}}}")).unwrap()["greeter"].clone();
    Some((process, reattach))
}

fn kill(signal: &[&str], pid: u32) {
    assert!(
        Command::new("kill")
            .args(signal)
            .arg(pid.to_string())
            .status()
            .unwrap()
            .success()
    );
}

/// A subscriber that writes down what plugins log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn contains(&self, text: &str) -> bool {
        self.0
            .lock()
            .unwrap()
            .iter()
            .any(|event| event.contains(text))
    }

    fn find(&self, text: &str) -> String {
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
