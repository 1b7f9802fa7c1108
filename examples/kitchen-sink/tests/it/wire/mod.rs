//! What no host shows, or none of those that the tests run: over the wire, in this process and in processes of their own for both protocol versions.
//!
//! State stores (Terraform has them as an experiment), work that is deferred (the same), functions of a configured provider (OpenTofu alone),
//! computed blocks (Terraform 1.16).

mod crash;
mod functions;
mod later;
mod panes;
mod schemas;
mod store;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use terrane_composition::ProviderProcess;
use terrane_protocol::schema::Schemas;
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, Diagnostics, DiagnosticsResponse, DynamicValue,
    Provider,
};
use terrane_value::Type;

/// A host that lets work be deferred.
const DEFERS: ClientCapabilities = ClientCapabilities {
    deferral_allowed: true,
    write_only_attributes_allowed: true,
    store_planned_private: false,
    computed_blocks_allowed: false,
};

/// The provider, where it runs, and a sink.
struct Kitchen {
    /// The protocol; none in this process.
    major: Option<u32>,
    provider: Arc<dyn Provider>,
    schema: Schemas,
    folder: PathBuf,
    _process: Option<ProviderProcess>,
}

/// The program that speaks a protocol.
fn program(major: u32) -> &'static str {
    match major {
        5 => env!("CARGO_BIN_EXE_terraform-provider-sink-blocks"),
        _ => env!("CARGO_BIN_EXE_terraform-provider-sink"),
    }
}

/// Runs a case in this process, and in processes that speak protocol 6 and 5; each with typed schemas and with schemas that are made at run time.
async fn everywhere<F: Future<Output = ()>>(body: impl Fn(Kitchen) -> F) {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let here = [sink::server(), sink::run_time_server()].map(|server| (None, Some(server), ""));
    let processes = ["typed", "run-time"]
        .into_iter()
        .flat_map(|schemas| [Some(6), Some(5)].map(|major| (major, None, schemas)));
    for (major, in_process, schemas) in here.into_iter().chain(processes) {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("sink-{}-{number}", std::process::id()));
        let process = match major {
            None => None,
            Some(major) => {
                let mut command = Command::new(program(major));
                command.env("SINK_SCHEMAS", schemas);
                let builder = ProviderProcess::builder(command).versions([major]);
                Some(ProviderProcess::spawn(builder).await.expect("it starts"))
            }
        };
        let provider = process.as_ref().map(ProviderProcess::provider);
        let provider = provider.or(in_process).expect("a provider");
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .expect("an answer");
        assert!(!schema.diagnostics.has_errors(), "{:?}", schema.diagnostics);
        body(Kitchen {
            major,
            provider,
            schema,
            folder: folder.clone(),
            _process: process,
        })
        .await;
        let _ = std::fs::remove_dir_all(folder);
    }
}

impl Kitchen {
    /// Configures the provider: its folder, and what else is set.
    async fn configure(&self, more: Value, can: ClientCapabilities) -> DiagnosticsResponse {
        let mut config = json!({ "folder": self.folder });
        for (name, value) in more.as_object().into_iter().flatten() {
            config[name] = value.clone();
        }
        let ty = self.schema.provider.block.ty();
        let request = ConfigureProviderRequest {
            terraform_version: "1.99.0".to_owned(),
            config: encode(&ty, &config),
            client_capabilities: can,
        };
        let configured = self.provider.configure_provider(request).await;
        configured.expect("an answer")
    }

    /// The type of a resource's objects.
    fn ty(&self, resource: &str) -> Type {
        self.schema.resource_schemas[resource].block.ty()
    }
}

/// A value of a type, from JSON: `"?"` stands for one that is not known, what is left out is null.
fn encode(ty: &Type, value: &Value) -> DynamicValue {
    let text = value.to_string();
    let value = terrane_value::json::decode(text.as_bytes(), ty).expect("a value of the type");
    let value = value.transform(|_, value| {
        Ok::<_, std::convert::Infallible>(match value.as_str() {
            Some("?") => terrane_value::Value::unknown(),
            _ => value,
        })
    });
    DynamicValue::encode(&value.expect("nothing fails"), ty).expect("it has a form")
}

/// A value of a type, as JSON; null where it is not known.
fn decode(ty: &Type, value: &DynamicValue) -> Value {
    let value = value.decode(ty).expect("a value of the type");
    let value = value.transform(|_, value| {
        Ok::<_, std::convert::Infallible>(match value {
            terrane_value::Value::Unknown(_) => terrane_value::Value::Null,
            value => value,
        })
    });
    let text = terrane_value::json::encode(&value.expect("nothing fails"), ty);
    serde_json::from_slice(&text.expect("it has a form")).expect("JSON")
}

/// The errors, as text.
fn errors(diagnostics: &Diagnostics) -> String {
    let errors: Vec<_> = diagnostics.errors().map(ToString::to_string).collect();
    errors.join("\n")
}
