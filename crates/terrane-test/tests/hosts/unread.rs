//! A host that does not read the provider's log. No real host stops to read it, so these tests make the calls of a host.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use terrane_protocol::EmptyRequest;
use terrane_test::client::Instance;
use terrane_value::Value;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::example;
use super::served::{PATIENCE, Served};

/// Starts a provider that logs everything.
async fn start(world: &Path) -> Served {
    let mut command = Command::new(example("unruly"));
    command.env("TF_LOG", "TRACE");
    Served::start(command, world).await
}

/// Makes so many calls, each of which logs several lines.
async fn call(provider: &Served, times: usize) {
    let provider = provider.process.provider();
    for call in 0..times {
        let answer = provider.get_provider_schema(EmptyRequest {});
        let answer = timeout(PATIENCE, answer)
            .await
            .unwrap_or_else(|_| panic!("call {call} is not answered"));
        answer.expect("an answer");
    }
}

/// How a call ends whose code does not return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Timeout,
    Stop,
    Terminate,
}

const STEPS: [&str; 4] = ["create", "create, recorded", "settle", "update"];

/// The columns of the table.
const ENDINGS: [Ending; 3] = [Ending::Timeout, Ending::Stop, Ending::Terminate];

/// Makes a change whose code does not return. Returns what exists afterwards, in the words of the document.
async fn cell(step: &'static str, ending: Ending) -> &'static str {
    let world = tempfile::tempdir().expect("a folder for the objects");
    let mut provider = start(world.path()).await;
    call(&provider, 200).await;
    provider.ping().await;
    let client = provider.client().await;
    let mut prior = Instance::absent("unruly_object");
    if step == "update" {
        let config = json!({ "name": "it", "size": 1 });
        let planned = client.plan(&prior, config).await.expect("a plan");
        prior = client.apply(planned).await.expect("an object");
    }
    let limit = (ending == Ending::Timeout).then_some("1s");
    let config = json!({
        "name": "it", "size": 2, "step": step, "fault": "ignores cancellation",
        "timeouts": { "create": limit, "update": limit },
    });
    let planned = client.plan(&prior, config).await.expect("a plan");
    let interruption = async {
        let reached = world.path().join(format!("reached {step}"));
        while !reached.exists() {
            sleep(Duration::from_millis(10)).await;
        }
        match ending {
            Ending::Timeout => {}
            Ending::Stop => {
                let called = provider.process.provider();
                let stopped = called.stop_provider(EmptyRequest {}).await;
                stopped.expect("an answer");
            }
            Ending::Terminate => provider.signal(Signal::TERM),
        }
    };
    let ended = async { tokio::join!(client.apply(planned), interruption) };
    let (applied, ()) = timeout(PATIENCE, ended)
        .await
        .unwrap_or_else(|_| panic!("{step}, {ending:?}: no answer"));
    let error = applied.expect_err("the code does not return");
    assert!(error.rpc_error().is_none(), "{step}, {ending:?}: {error}");
    if ending != Ending::Terminate {
        provider.ping().await;
        provider.signal(Signal::TERM);
    }
    let code = provider.exit_code().await;
    assert_eq!(code, Some(128 + 15), "{step}, {ending:?}");
    let size = fs::read_to_string(world.path().join("it")).ok();
    let stored = error
        .instance()
        .and_then(|it| it.attribute("size").cloned());
    match (size, stored) {
        (None, None) => "nothing exists",
        (None, Some(_)) => "in the state only",
        (Some(_), None) => "lost",
        (Some(size), Some(stored))
            if stored != Value::from(size.parse::<i64>().expect("a size")) =>
        {
            "kept with an older size"
        }
        _ if step == "update" => "kept",
        _ => "kept, tainted",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a13_a_host_that_does_not_read_the_log_gets_every_answer_and_no_object_is_lost() {
    let cells = STEPS.map(|step| ENDINGS.map(|ending| tokio::spawn(cell(step, ending))));
    let written = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/interrupts.md");
    let written = fs::read_to_string(written).expect("the table");
    for (step, cells) in STEPS.into_iter().zip(cells) {
        let mut row = format!("| {step} | ignores cancellation, and the log is not read |");
        for cell in cells {
            row += &format!(" {} |", cell.await.expect("a cell"));
        }
        assert!(!row.contains("lost"), "{row}");
        assert!(
            written.contains(&row),
            "docs/interrupts.md has another row: {row}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_lines_of_the_log_are_counted_and_errors_are_not_among_them() {
    let world = tempfile::tempdir().expect("a folder for the objects");
    let mut provider = start(world.path()).await;
    // The lines of the server's own thread alone fill the memory for them.
    call(&provider, 8000).await;
    let client = provider.client().await;
    let config = json!({ "name": "it", "size": 1, "step": "create", "fault": "panics" });
    let planned = client
        .plan(&Instance::absent("unruly_object"), config)
        .await;
    let applied = client.apply(planned.expect("a plan")).await;
    applied.expect_err("the code panics");
    let mut stderr = provider.stderr.take().expect("it is read once");
    let log = spawn_blocking(move || {
        let mut log = String::new();
        stderr.read_to_string(&mut log).map(|_| log)
    });
    // Everything that is left is written now.
    call(&provider, 1).await;
    provider.signal(Signal::TERM);
    assert_eq!(provider.exit_code().await, Some(128 + 15));
    let log = log.await.expect("a log").expect("text");
    let mut dropped = log.lines().filter_map(|line| {
        let line = line.strip_prefix("[WARN] dropped ")?;
        line.split(' ').next()?.parse::<u64>().ok()
    });
    let dropped = dropped
        .next()
        .unwrap_or_else(|| panic!("no count of dropped lines"));
    assert!(dropped > 0);
    assert!(
        log.contains("Survived a panic: unruly"),
        "the error is missing"
    );
}
