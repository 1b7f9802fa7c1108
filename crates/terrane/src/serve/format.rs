//! The formats in which a program prints the schema of its provider.

use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use terrane_plugin::{discard_payload, end_guarded_plugins};
use terrane_protocol::schema::json::{ProviderSchemas, document, merge, provider, whole_provider};
use tokio::runtime::Builder;

use super::servers::Servers;

/// A format of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The output of `terraform providers schema -json`.
    TerraformJson,
    /// The same, with everything that hosts do not print.
    TerraneJson,
}

impl Format {
    /// Returns the format with a name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "terraform-json" => Self::TerraformJson,
            "terrane-json" => Self::TerraneJson,
            _ => return None,
        })
    }
}

/// Returns the schema of the provider that `build` makes.
pub(super) fn print(
    format: Format,
    address: &str,
    version: &str,
    build: &dyn Fn(&Servers) -> Arc<dyn terrane_protocol::Provider>,
) -> Result<String, String> {
    let servers = Servers::annotating();
    let described = build(&servers);
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    // `main` may already run on a runtime, whose threads must not block on another one.
    let describe = || {
        runtime.block_on(async {
            let described = ProviderSchemas::of(&*described).await;
            // Members in other binaries may have started.
            end_guarded_plugins().await;
            described
        })
    };
    let described = thread::scope(|scope| scope.spawn(describe).join())
        .map_err(|payload| {
            discard_payload(payload);
            "the provider panicked".to_owned()
        })?
        .map_err(|error| error.to_string())?;
    Ok(match format {
        Format::TerraformJson => pretty(&document([(address, provider(&described))])),
        Format::TerraneJson => {
            let mut entry = whole_provider(&described);
            merge(&mut entry, servers.into_annotations());
            entry["version"] = version.into();
            let mut document = document([(address, entry)]);
            merge(&mut document, json!({ "terrane_format_version": "1.0" }));
            pretty(&document)
        }
    })
}

/// Formats JSON with an indentation.
fn pretty(value: &Value) -> String {
    format!("{value:#}")
}
