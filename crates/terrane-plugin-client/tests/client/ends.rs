//! How plugins end, and that nothing is left of them.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::drive::{Log, eventually, exists, greet, host_of, plugin, socket};
use terrane_plugin_client::Ending;

#[tokio::test]
async fn plugin_that_exits_reports_its_status_and_accepts_a_kill() {
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
    // A call that the plugin has received is counted before the answer of a later one.
    greet(&client, "host").await.unwrap();
    kill(&["-KILL"], client.pid());
    call.await.unwrap().unwrap_err();
    eventually("the end is noticed", || !client.is_running()).await;
    assert!(!exists(client.pid()));
}

#[tokio::test]
async fn slow_call_may_be_cancelled() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let client = plugin!().spawn().await.unwrap();
    let patience = tokio::time::timeout(Duration::from_millis(200), greet(&client, "sleep:60s"));
    assert!(patience.await.is_err());
    eventually("the plugin hears of it", || log.contains("call cancelled")).await;
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
}

#[tokio::test]
async fn plugin_that_ignores_its_shutdown_is_killed() {
    let client = plugin!("GREETER_LINGER" = "yes").spawn().await.unwrap();
    let (first, second) = tokio::join!(client.kill(), client.kill());
    assert_eq!(first.unwrap(), Ending::Killed);
    second.unwrap();
    assert!(!exists(client.pid()));
    assert!(!socket(&client).parent().unwrap().exists());
}

#[tokio::test]
async fn frozen_plugin_is_killed() {
    let client = plugin!().spawn().await.unwrap();
    kill(&["-STOP"], client.pid());
    // The signal stops one thread after the other, and a single one that runs on can still answer.
    eventually("the plugin stands still", || is_frozen(client.pid())).await;
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

/// Whether each thread is stopped.
fn is_frozen(pid: u32) -> bool {
    fs::read_dir(format!("/proc/{pid}/task"))
        .unwrap()
        .all(|thread| {
            let state = fs::read_to_string(thread.unwrap().path().join("stat")).unwrap();
            state.rsplit(") ").next().unwrap().starts_with('T')
        })
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

#[tokio::test]
async fn flood_on_standard_error_neither_blocks_nor_fills_the_memory() {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "head -c 50000000 /dev/zero | tr '\\0' x >&2; exit 3"]);
    let error = host_of(command).spawn().await.unwrap_err().to_string();
    assert!(error.contains("exit status: 3"), "{:.200}", error);
    assert!(error.len() < 10_000, "{} bytes", error.len());
}

#[tokio::test]
async fn flood_on_standard_output_does_not_block() {
    let line = "1|6|tcp|127.0.0.1:1|grpc|";
    let mut command = Command::new("/bin/sh");
    command.args([
        "-c",
        &format!("echo '{line}'; head -c 10000000 /dev/zero; exec sleep 60"),
    ]);
    let error = host_of(command)
        .plaintext()
        .spawn()
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot connect to the plugin at 127.0.0.1:1"),
        "{error}"
    );
}
