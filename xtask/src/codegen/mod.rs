//! `cargo xtask codegen`: protobuf code and descriptors from the project's own definition files.
//!
//! The compiler is pure Rust and its output is checked in, so that building a provider needs neither `protoc` nor a build script. `--check` writes
//! nothing, and fails if a checked-in file differs from the output.

mod part;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use prost_types::FileDescriptorSet;
use protox::prost::Message;

use self::part::Whole;
use crate::Result;

/// A protobuf package: its definitions, and the generated files.
struct Package {
    name: &'static str,
    folder: &'static str,
    files: &'static [&'static str],
    /// The package that already has the types of most messages.
    part_of: Option<Whole>,
    /// Whether tonic's clients and servers are generated, or only the messages.
    services: bool,
    code: &'static str,
    /// The encoded descriptors, which gRPC reflection hands out.
    descriptors: &'static str,
}

const PACKAGES: &[Package] = &[
    Package {
        name: "tfplugin5",
        folder: "crates/terrane-protocol/proto",
        files: &["tfplugin5.proto"],
        part_of: Some(Whole {
            name: "tfplugin6",
            path: "crate::pb::v6",
            renamed: &[
                ("Configure", "ConfigureProvider"),
                ("PrepareProviderConfig", "ValidateProviderConfig"),
                ("Stop", "StopProvider"),
                ("ValidateDataSourceConfig", "ValidateDataResourceConfig"),
                ("ValidateResourceTypeConfig", "ValidateResourceConfig"),
            ],
        }),
        services: false,
        code: "crates/terrane-protocol/src/pb/v5/generated.rs",
        descriptors: "crates/terrane-protocol/src/pb/v5/descriptors.bin",
    },
    Package {
        name: "tfplugin6",
        folder: "crates/terrane-protocol/proto",
        files: &["tfplugin6.proto"],
        part_of: None,
        services: false,
        code: "crates/terrane-protocol/src/pb/v6/generated.rs",
        descriptors: "crates/terrane-protocol/src/pb/v6/descriptors.bin",
    },
    Package {
        name: "plugin",
        folder: "crates/terrane-plugin/proto",
        files: &[
            "grpc_broker.proto",
            "grpc_controller.proto",
            "grpc_stdio.proto",
        ],
        part_of: None,
        services: true,
        code: "crates/terrane-plugin/src/proto/plugin.rs",
        descriptors: "crates/terrane-plugin/src/proto/plugin.fds",
    },
    Package {
        name: "example",
        folder: "crates/terrane-plugin/tests/proto",
        files: &["greeter.proto"],
        part_of: None,
        services: true,
        code: "crates/terrane-plugin/tests/proto/example.rs",
        descriptors: "crates/terrane-plugin/tests/proto/greeter.fds",
    },
];

/// Runs the task.
pub(crate) fn run(arguments: &[String]) -> Result {
    let check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("expected no argument, or --check".into()),
    };
    let mut stale = Vec::new();
    for package in PACKAGES {
        for (path, content) in package.generate()? {
            if fs::read(&path).is_ok_and(|present| present == content) {
                continue;
            }
            if check {
                stale.push(path.display().to_string());
            } else {
                println!("writing {}", path.display());
                fs::write(&path, content)?;
            }
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let files = stale.join("\n  ");
    Err(format!("stale, run `cargo xtask codegen`:\n  {files}").into())
}

impl Package {
    fn descriptors(&self) -> Result<FileDescriptorSet> {
        let folder = root().join(self.folder);
        let files = self.files.iter().map(|file| folder.join(file));
        Ok(protox::compile(files, [&folder])?)
    }

    /// The messages that have a type in another package, and that type.
    fn elsewhere(&self, descriptors: &FileDescriptorSet) -> Result<Vec<(String, String)>> {
        let Some(whole) = &self.part_of else {
            return Ok(Vec::new());
        };
        let package = PACKAGES.iter().find(|package| package.name == whole.name);
        let package = package.ok_or_else(|| format!("there is no package {}", whole.name))?;
        Ok(whole.types(descriptors, self.name, &package.descriptors()?))
    }

    /// Compiles the package. Returns the files and their contents.
    fn generate(&self) -> Result<Vec<(PathBuf, Vec<u8>)>> {
        let descriptors = self.descriptors()?;
        let encoded = without_comments(descriptors.clone()).encode_to_vec();
        let folder = tempfile::tempdir()?;
        self.elsewhere(&descriptors)?
            .into_iter()
            .fold(tonic_prost_build::configure(), |build, (message, ty)| {
                build.extern_path(message, ty)
            })
            .build_client(self.services)
            .build_server(self.services)
            .build_transport(false)
            .bytes(".")
            .btree_map(".")
            .out_dir(folder.path())
            .compile_fds(descriptors)?;
        let code = fs::read(folder.path().join(format!("{}.rs", self.name)))?;
        Ok(vec![
            (root().join(self.code), code),
            (root().join(self.descriptors), encoded),
        ])
    }
}

/// Leaves out comments and positions: reflection has no use for them.
fn without_comments(mut descriptors: FileDescriptorSet) -> FileDescriptorSet {
    for file in &mut descriptors.file {
        file.source_code_info = None;
    }
    descriptors
}

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}
