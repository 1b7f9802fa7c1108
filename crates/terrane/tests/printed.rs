//! What author code prints is in the log of its process.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

use std::fmt::{Debug, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use terrane_composition::ProviderProcess;
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

/// Secrets of one line and of several short ones.
const SECRETS: [&str; 2] = [
    "s3cret-t0ken",
    "pin: 12345678\nkey: 87654321\nend: abcdefgh",
];

#[tokio::test]
async fn printed_lines_are_logged_without_secrets_also_without_those_of_several_lines() {
    let log = HostLog::default();
    let subscriber = tracing_subscriber::registry().with(log.clone());
    tracing::subscriber::set_global_default(subscriber).unwrap();
    for secret in SECRETS {
        let process = ProviderProcess::launch(printer()).await.unwrap();
        let config = json!({ "token": secret });
        let configured = Client::configured(process.provider(), config).await;
        configured.unwrap();
        let lines = || std::mem::take(&mut *log.0.lock().unwrap());
        let mut logged = Vec::new();
        for line in ["configured", "with two lines", "the token is ***", "done"] {
            let is_line = |found: &String| {
                found.starts_with("INFO")
                    && found.contains("\"printer.stdout\"")
                    && found.contains(&format!(" message={line};"))
            };
            let printed = async {
                while !logged.iter().any(is_line) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    logged.extend(lines());
                }
            };
            let printed = tokio::time::timeout(PATIENCE, printed).await;
            assert!(printed.is_ok(), "{line} is not in the log: {logged:#?}");
        }
        let encoded = STANDARD.encode(format!("token={secret}"));
        // The first and the last line also have digits of other text.
        let encoded: Vec<_> = encoded
            .as_bytes()
            .chunks(16)
            .skip(1)
            .map(String::from_utf8_lossy)
            .collect();
        let encoded = encoded[..encoded.len() - 1].iter().map(|line| &**line);
        let shown = encoded.chain(secret.lines()).find(|line| {
            let mut printed = logged.iter().filter(|it| it.contains("printer.stdout"));
            printed.any(|logged| logged.contains(line))
        });
        assert_eq!(shown, None, "{logged:#?}");
        process.kill().await.unwrap();
    }
}
