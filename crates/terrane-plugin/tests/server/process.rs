//! The plugin's process: its handshake, its output and its exit.

#![cfg(unix)]

use std::collections::HashSet;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::raw_host::{PATIENCE, Plugin, command, greeter, ping};
use proto::greeter_client::GreeterClient;
use proto::{NoData, Text};
use rustix::process::Signal;
use terrane_plugin::{Address, Reattach, variable};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::transport::Channel;

#[rustfmt::skip]
#[path = "../proto/example.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]
mod proto;

#[rustfmt::skip]
#[path = "../../src/proto/plugin.rs"]
#[allow(
    dead_code,
    unnameable_types,
    unreachable_pub,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]
mod plugin_proto;

use plugin_proto::Empty;
use plugin_proto::grpc_controller_client::GrpcControllerClient;
use plugin_proto::grpc_stdio_client::GrpcStdioClient;
use plugin_proto::stdio_data;

async fn greet(channel: Channel, name: &str) -> Result<String, tonic::Status> {
    let text = Text { value: name.into() };
    Ok(GreeterClient::new(channel)
        .greet(text)
        .await?
        .into_inner()
        .value)
}

/// Waits until so many calls wait in the plugin.
async fn until_waiting(channel: &Channel, calls: usize) {
    let waiting = async {
        while greet(channel.clone(), "waiting:").await.unwrap() != calls.to_string() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, waiting).await.unwrap();
}

/// Waits until the plugin refuses new calls, because it terminates.
async fn until_refused(channel: &Channel) {
    let refused = async {
        loop {
            match greet(channel.clone(), "you").await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                Err(refused) => return refused,
            }
        }
    };
    let refused = timeout(PATIENCE, refused).await.unwrap();
    assert_eq!(refused.code(), tonic::Code::Unavailable, "{refused}");
}

async fn shut_down(channel: Channel) {
    timeout(
        PATIENCE,
        GrpcControllerClient::new(channel).shutdown(Empty {}),
    )
    .await
    .unwrap()
    .unwrap();
}

/// What the plugin's process says when it does not even start to serve.
fn refusal(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn without_the_cookie_the_program_explains_itself() {
    for cookie in [None, Some(""), Some("Greeter")] {
        let mut command = Command::new(greeter());
        command.env_remove("TERRANE_EXAMPLE_COOKIE");
        if let Some(cookie) = cookie {
            command.env("TERRANE_EXAMPLE_COOKIE", cookie);
        }
        let (code, stdout, stderr) = refusal(&mut command);
        assert_eq!((code, &*stdout), (Some(1), ""), "{cookie:?}");
        assert!(stderr.starts_with("This binary is a plugin."), "{stderr}");
    }
}

#[test]
fn startup_problems_are_one_line_that_hosts_show() {
    let cases = [
        (
            "GREETER_REFUSE",
            "no licence:\n ask | sales",
            "cannot start the plugin: no licence: ask / sales",
        ),
        (
            variable::UNIX_SOCKET_GROUP,
            "no-such-group",
            "cannot listen: cannot find the group \"no-such-group\", expected a name in /etc/group or a number below 4294967295",
        ),
        (
            "GREETER_VERSIONS",
            "",
            "the plugin serves no protocol version, please report this to its author",
        ),
    ];
    for (name, value, expected) in cases {
        let (code, stdout, stderr) = refusal(command().env(name, value));
        assert_eq!((code, &*stdout), (Some(1), &*format!("{expected}\n")));
        assert!(stderr.contains(expected), "{stderr}");
    }
    let (code, stdout, _) = refusal(command().env(variable::UNIX_SOCKET_DIR, "/nowhere"));
    assert_eq!(code, Some(1));
    assert!(
        stdout.starts_with("cannot listen: cannot make a socket at /nowhere/plugin"),
        "{stdout}"
    );
    assert!(
        stdout.ends_with(": No such file or directory (os error 2)\n"),
        "{stdout}"
    );
}

#[cfg(unix)]
#[test]
fn an_empty_temporary_folder_counts_as_unset() {
    let mut command = command();
    command.env("TMPDIR", "");
    let plugin = Plugin::start(command);
    let Address::Unix(path) = &plugin.handshake.address else {
        panic!("{:?}", plugin.handshake)
    };
    assert!(path.starts_with("/tmp"), "{}", path.display());
}

#[tokio::test]
async fn highest_common_version_is_served() {
    for (offered, served) in [("5,6", 6), ("5", 5), ("7,x,5", 5), ("4", 5), ("", 5)] {
        let mut command = command();
        command.env(variable::PROTOCOL_VERSIONS, offered);
        let plugin = Plugin::start(command);
        assert_eq!(plugin.handshake.version, served, "{offered}");
        let mut client = GreeterClient::new(plugin.channel().await);
        assert_eq!(
            client.version(NoData {}).await.unwrap().into_inner().value,
            served
        );
    }
}

#[test]
fn handshake_mentions_multiplexing_only_if_the_host_sets_its_variable() {
    for (value, messages) in [
        (None, None),
        (Some("true"), Some(true)),
        (Some("false"), Some(true)),
    ] {
        let mut command = command();
        if let Some(value) = value {
            command.env(variable::MULTIPLEX_GRPC, value);
        }
        assert_eq!(
            Plugin::start(command).handshake.multiplex,
            messages,
            "{value:?}"
        );
    }
}

#[tokio::test]
async fn tcp_port_is_in_the_range() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = free.local_addr().unwrap().port();
    let mut command = command();
    let max = taken.saturating_add(200);
    command.env("GREETER_LISTEN", "tcp");
    command
        .env(variable::MIN_PORT, taken.to_string())
        .env(variable::MAX_PORT, max.to_string());
    let plugin = Plugin::start(command);
    let Address::Tcp(address) = plugin.handshake.address else {
        panic!("{:?}", plugin.handshake)
    };
    assert!(
        address.ip().is_loopback() && (taken + 1..=max).contains(&address.port()),
        "{address}"
    );
    ping(plugin.channel().await).await.unwrap();
}

#[tokio::test]
async fn all_standard_output_goes_to_the_stdio_service() {
    let mut plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let text = "a line that any library might print ".repeat(100);
    GreeterClient::new(channel.clone())
        .print(Text {
            value: text.clone(),
        })
        .await
        .unwrap();
    let mut stdio = GrpcStdioClient::new(channel.clone())
        .stream_stdio(())
        .await
        .unwrap()
        .into_inner();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let expected = format!("1|2|3|4|5\n{text}\n");
    while stdout.len() < expected.len() || stderr.len() < text.len() + 1 {
        let chunk = timeout(PATIENCE, stdio.message())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
        assert!((1..=1024).contains(&chunk.data.len()));
        match chunk.channel() {
            stdio_data::Channel::Stdout => stdout.extend(chunk.data),
            stdio_data::Channel::Stderr => stderr.extend(chunk.data),
            stdio_data::Channel::Invalid => panic!("invalid channel"),
        }
    }
    assert_eq!(String::from_utf8(stdout).unwrap(), expected);
    assert_eq!(String::from_utf8(stderr).unwrap(), format!("{text}\n"));
    shut_down(channel).await;
    assert_eq!(
        plugin.rest_of_stdout(),
        "",
        "the handshake stays alone on the real standard output"
    );
}

#[tokio::test]
async fn endless_output_blocks_no_call_if_the_host_does_not_read_it() {
    let plugin = Plugin::start(command());
    let mut client = GreeterClient::new(plugin.channel().await);
    let text = Text {
        value: "x".repeat(1 << 20),
    };
    timeout(PATIENCE, client.print(text))
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn shutdown_ends_the_process_with_calls_in_flight_and_every_thread_blocked() {
    let mut plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let threads = std::thread::available_parallelism().unwrap().get();
    for _ in 0..4 * threads {
        let channel = channel.clone();
        tokio::spawn(async move { greet(channel, "block:").await });
        // And one that waits in the ordinary way.
        tokio::spawn(greet(plugin.channel().await, "sleep:1000m"));
    }
    until_waiting(&channel, 8 * threads).await;
    timeout(PATIENCE, ping(channel.clone()))
        .await
        .unwrap()
        .unwrap();
    shut_down(channel).await;
    let status = plugin.wait();
    assert_eq!(status.code(), Some(0));
    assert!(plugin.has_cleaned_up());
}

#[tokio::test]
async fn call_that_blocks_its_thread_holds_up_no_other() {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let mut blocked = JoinSet::new();
    // More than the machine has processors, at first or after an await.
    for order in ["block:", "sleep-and-block:"].repeat(32) {
        blocked.spawn(greet(channel.clone(), order));
    }
    until_waiting(&channel, 64).await;
    for name in ["you", "sleep:10ms", "me"] {
        let greeting = timeout(PATIENCE, greet(channel.clone(), name))
            .await
            .unwrap();
        assert_eq!(greeting.unwrap(), format!("hello, {name}"));
    }
    timeout(PATIENCE, ping(channel.clone()))
        .await
        .unwrap()
        .unwrap();
    assert!(blocked.try_join_next().is_none());
}

/// Calls that come together run at the same time, and some of them wait.
#[tokio::test]
async fn callers_at_once_are_all_answered() {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let mut callers = JoinSet::new();
    for caller in 0..64 {
        let channel = channel.clone();
        callers.spawn(async move {
            for call in 0..100 {
                let name = match (caller + call) % 7 {
                    0 => "sleep:1ms",
                    _ => "you",
                };
                let greeting = timeout(PATIENCE, greet(channel.clone(), name)).await;
                assert_eq!(greeting.unwrap().unwrap(), format!("hello, {name}"));
            }
        });
    }
    while let Some(answered) = callers.join_next().await {
        answered.unwrap();
    }
}

#[tokio::test]
async fn panic_of_a_call_does_not_affect_other_calls() {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let status = greet(channel.clone(), "panic:oops").await.unwrap_err();
    assert_eq!(
        (status.code(), status.message()),
        (tonic::Code::Internal, "the plugin panicked")
    );
    assert_eq!(greet(channel, "you").await.unwrap(), "hello, you");
}

#[tokio::test]
async fn plugin_ignores_interrupt_signals() {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    for _ in 0..3 {
        plugin.signal(Signal::INT);
        ping(channel.clone()).await.unwrap();
        greet(channel.clone(), "you").await.unwrap();
    }
}

/// Signals that tell a process to terminate, and the exit codes that follow.
const TERMINATIONS: [(Signal, i32); 2] = [(Signal::TERM, 128 + 15), (Signal::HUP, 128 + 1)];

#[test]
fn termination_leaves_nothing_behind() {
    for (signal, code) in TERMINATIONS {
        let mut plugin = Plugin::start(command());
        plugin.signal(signal);
        let status = plugin.wait();
        assert_eq!(status.code(), Some(code));
        assert!(plugin.has_cleaned_up());
    }
}

#[tokio::test]
async fn termination_waits_for_open_calls_and_refuses_new_ones() {
    for (signal, code) in TERMINATIONS {
        let mut plugin = Plugin::start(command());
        let channel = plugin.channel().await;
        let folder = tempfile::tempdir().unwrap();
        let released = folder.path().join("released");
        let order = format!("until:{}", released.display());
        let call = channel.clone();
        let open = tokio::spawn(async move { greet(call, &order).await });
        until_waiting(&channel, 1).await;
        plugin.signal(signal);
        until_refused(&channel).await;
        ping(channel).await.unwrap();
        std::fs::write(released, "").unwrap();
        let answer = timeout(PATIENCE, open).await.unwrap().unwrap();
        assert!(answer.unwrap().starts_with("hello, until:"));
        let status = plugin.wait();
        assert_eq!(status.code(), Some(code));
        assert!(plugin.has_cleaned_up());
    }
}

/// A plugin that has been told to terminate while a call blocks its thread for ever.
async fn terminating_next_to_blocked_code() -> Plugin {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let blocked = tokio::spawn(greet(channel.clone(), "block:"));
    until_waiting(&channel, 1).await;
    plugin.signal(Signal::TERM);
    until_refused(&channel).await;
    ping(channel).await.unwrap();
    assert!(!blocked.is_finished());
    plugin
}

#[tokio::test]
async fn termination_waits_ten_seconds_for_blocked_code_and_not_for_ever() {
    let begin = Instant::now();
    let mut plugin = terminating_next_to_blocked_code().await;
    assert_eq!(plugin.wait().code(), Some(128 + 15));
    // A busy machine can only make it longer.
    assert!(begin.elapsed() > Duration::from_secs(10));
    assert!(plugin.has_cleaned_up());
}

#[tokio::test]
async fn terminating_plugin_exits_at_once_when_its_host_dies_or_shuts_it_down() {
    let mut orphan = terminating_next_to_blocked_code().await;
    drop(orphan.child.stderr.take());
    let status = orphan.wait();
    assert_eq!(status.code(), Some(1));
    let mut plugin = terminating_next_to_blocked_code().await;
    shut_down(plugin.channel().await).await;
    let status = plugin.wait();
    assert_eq!(status.code(), Some(0));
    assert!(orphan.has_cleaned_up() && plugin.has_cleaned_up());
}

#[tokio::test]
async fn quit_signal_leaves_no_socket_and_ends_the_process_as_the_system_does() {
    use std::os::unix::process::ExitStatusExt;

    let mut idle = Plugin::start(command());
    idle.signal(Signal::QUIT);
    let mut terminating = terminating_next_to_blocked_code().await;
    terminating.signal(Signal::QUIT);
    for plugin in [&mut idle, &mut terminating] {
        let status = plugin.wait();
        assert_eq!(status.signal(), Some(Signal::QUIT.as_raw()));
        assert!(plugin.has_cleaned_up());
    }
}

/// As `nohup` starts programs.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn plugin_started_to_survive_its_terminal_ignores_hang_ups() {
    let direct = command();
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"trap '' HUP; exec "$0""#])
        .arg(greeter())
        .envs(direct.get_envs().filter_map(|(k, v)| Some((k, v?))))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let plugin = Plugin::start(command);
    plugin.signal(Signal::HUP);
    ping(plugin.channel().await).await.unwrap();
    assert_eq!(
        greet(plugin.channel().await, "you").await.unwrap(),
        "hello, you"
    );
}

#[tokio::test]
async fn printed_lines_are_passed_on_one_by_one_when_the_host_reads_no_stream() {
    use std::io::{BufRead, BufReader};

    let mut plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let text = Text {
        value: "first\nsecond".to_owned(),
    };
    let mut client = GreeterClient::new(channel.clone());
    client.print(text).await.unwrap();
    let stderr = BufReader::new(plugin.child.stderr.take().unwrap());
    let mut missing: HashSet<_> = ["Stdout", "Stderr"]
        .iter()
        .flat_map(|stream| ["first", "second"].map(|line| format!("printed on {stream}: {line}")))
        .collect();
    let read = tokio::task::spawn_blocking(move || {
        let mut lines = stderr.lines();
        while !missing.is_empty() {
            missing.remove(&lines.next().unwrap().unwrap());
        }
        lines
    });
    // A plugin whose pipes are closed exits.
    let _open = timeout(PATIENCE, read).await.unwrap().unwrap();
    shut_down(channel).await;
    plugin.wait();
}

/// Reads the variable that a debugged plugin prints, as a shell would.
fn debugged(mut command: Command) -> (std::process::Child, Reattach) {
    use std::io::BufRead;

    let mut child = command
        .arg("--debug")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = std::io::BufReader::new(child.stdout.as_mut().unwrap()).lines();
    let line = lines
        .map(Result::unwrap)
        .find(|line| line.contains("sh, bash, zsh:"))
        .unwrap();
    let (_, export) = line.split_once("export ").unwrap();
    let script = format!("{export}; printf %s \"$GREETER_REATTACH\"");
    let shown = Command::new("sh").arg("-c").arg(script).output().unwrap();
    let json = String::from_utf8(shown.stdout).unwrap();
    let reattach = terrane_plugin_client::read_reattach(&json)
        .unwrap()
        .remove("example.org/greeter")
        .unwrap();
    (child, reattach)
}

#[tokio::test]
async fn debugged_plugin_takes_hosts_one_after_another_until_interrupted() {
    let mut command = Command::new(greeter());
    // Variables of a host above must not matter.
    command
        .env(variable::CLIENT_CERT, "nonsense")
        .env_remove(variable::PROTOCOL_VERSIONS);
    let (mut child, reattach) = debugged(command);
    assert_eq!(
        (reattach.version, reattach.pid, reattach.test),
        (6, child.id(), true)
    );
    let Address::Unix(path) = reattach.address else {
        panic!("{reattach:?}")
    };
    for _ in 0..2 {
        let path = path.clone();
        let opened = crate::raw_host::channel(move || {
            let address = Address::Unix(path.clone());
            async move { crate::raw_host::connect(&address).await }
        });
        ping(opened.await.unwrap()).await.unwrap();
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::INT).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!path.parent().unwrap().exists());
}

#[test]
fn debugged_plugin_ends_cleanly_when_terminated() {
    let (mut child, reattach) = debugged(Command::new(greeter()));
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!std::path::Path::new(&reattach.address.to_string()).exists());
}

#[tokio::test]
async fn plugin_in_a_process_group_of_its_own_is_served_too() {
    let mut command = command();
    command.process_group(0);
    ping(Plugin::start(command).channel().await).await.unwrap();
}
