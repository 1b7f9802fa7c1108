//! What author code prints is in the log of its process.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

use std::fmt::{Debug, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use terrane_protocol::ProviderProcess;
use terrane_test::client::Client;
use tracing::field::Field;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// The log of the host, which has the lines of the provider's: level and fields of each.
#[derive(Clone, Default)]
struct HostLog(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for HostLog {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = event.metadata().level().to_string();
        event.record(&mut |field: &Field, value: &dyn Debug| {
            write!(line, " {}={value:?};", field.name()).unwrap();
        });
        self.0.lock().unwrap().push(line);
    }
}

/// Starts the example provider, which cargo builds along with the tests.
fn printer() -> Command {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let mut command = Command::new(target.join("examples").join("printer"));
    command.env("TF_LOG", "INFO");
    command
}

/// A limit that only ends a hang, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

#[tokio::test]
async fn printed_lines_are_logged_one_by_one_without_secrets() {
    let log = HostLog::default();
    let subscriber = tracing_subscriber::registry().with(log.clone());
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let process = ProviderProcess::launch(printer()).await.unwrap();
    let config = json!({ "token": "s3cret-t0ken" });
    let configured = Client::configured(process.provider(), config).await;
    configured.unwrap();
    let logged = || log.0.lock().unwrap().join("\n");
    for line in ["configured", "with two lines", "the token is ***"] {
        let is_logged = || {
            let printed = |found: &str| {
                found.starts_with("INFO")
                    && found.contains("\"printer.stdout\"")
                    && found.contains(&format!(" message={line};"))
            };
            logged().lines().any(printed)
        };
        let printed = async {
            while !is_logged() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let printed = tokio::time::timeout(PATIENCE, printed).await;
        assert!(printed.is_ok(), "{line} is not in the log: {}", logged());
    }
    let logged = logged();
    let mut printed = logged
        .lines()
        .filter(|line| line.contains("printer.stdout"));
    assert!(printed.all(|line| !line.contains("s3cret")), "{logged}");
    process.kill().await.unwrap();
}
