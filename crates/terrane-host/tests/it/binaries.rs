//! Providers as programs, which both hosts start.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, OnceLock};

use terrane_composition::ProviderProcess;
use terrane_host::address::Provider;
use terrane_host::factory::Factories;
use terrane_protocol::{Request, ResponseFuture};

const NAMES: [&str; 4] = ["local", "random", "sink", "sink-blocks"];

/// Returns the folder of the programs: that of the test's profile.
pub(crate) fn folder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().to_owned()
}

fn program(name: &str) -> PathBuf {
    folder().join(format!(
        "terraform-provider-{name}{}",
        std::env::consts::EXE_SUFFIX
    ))
}

/// Returns whether all programs have been built.
pub(crate) fn exist() -> bool {
    NAMES.iter().all(|name| program(name).is_file())
}

/// Returns the file that makes Terraform use the programs.
pub(crate) fn overrides() -> PathBuf {
    static FILE: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, file) = FILE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let programs = self::folder().to_string_lossy().replace('\\', "/");
        let overrides = NAMES.map(|name| format!("    \"hashicorp/{name}\" = \"{programs}\"\n"));
        let text = format!(
            "disable_checkpoint = true\nprovider_installation {{\n  dev_overrides {{\n{}  }}\n}}\n",
            overrides.concat()
        );
        let file = folder.path().join("terraform.rc");
        std::fs::write(&file, text).unwrap();
        (folder, file)
    });
    file.clone()
}

/// A provider whose process lives as long as it does.
struct Launched {
    _process: ProviderProcess,
    provider: Arc<dyn terrane_protocol::Provider>,
}

impl terrane_protocol::Provider for Launched {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        self.provider.call(request)
    }
}

pub(crate) fn factories() -> Factories {
    NAMES.into_iter().fold(Factories::new(), |factories, name| {
        factories.with_start(Provider::implied(name), move || {
            Box::pin(async move {
                let process = ProviderProcess::launch(Command::new(program(name))).await;
                let process = process.map_err(|error| error.to_string())?;
                let provider = process.provider();
                let launched = Launched {
                    _process: process,
                    provider,
                };
                Ok(Arc::new(launched) as Arc<dyn terrane_protocol::Provider>)
            })
        })
    })
}
