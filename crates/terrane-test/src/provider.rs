//! Providers under test: where they are, and how a host finds them.

use std::env::consts::EXE_SUFFIX;
use std::fmt;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Map, Value};

use crate::Product;

/// The default registries of Terraform and OpenTofu. A source address without a registry host name means the default registry of the program that reads it.
const REGISTRIES: [Product; 2] = [Product::Terraform, Product::OpenTofu];

/// The plugin protocols that a host offers to the providers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Protocol {
    /// All protocols of the host. The provider uses the newest one that both support.
    #[default]
    Newest,
    /// One major version alone, as an older host would.
    Only(u32),
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newest => f.write_str("newest protocol"),
            Self::Only(major) => write!(f, "protocol {major} only"),
        }
    }
}

/// A provider under test.
#[derive(Debug, Clone)]
pub struct InstalledProvider {
    source: String,
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    Binary(PathBuf),
    Reattach(Value),
}

impl InstalledProvider {
    /// Names a provider by its source address, such as `example/zoo`, and its binary, which each host starts itself.
    pub fn binary(source: impl Into<String>, binary: impl Into<PathBuf>) -> Self {
        Self {
            source: source.into(),
            form: Form::Binary(binary.into()),
        }
    }

    /// Names a running provider, to which hosts connect by its entry of `TF_REATTACH_PROVIDERS`.
    ///
    /// The entry is the value for the provider's address in that variable: `{"Protocol": "grpc", "ProtocolVersion": 6, "Pid": .., "Test": true,
    /// "Addr": {"Network": "unix", "String": ".."}}`. A [`Protocol`] cannot be forced on it.
    pub fn reattached(source: impl Into<String>, entry: Value) -> Self {
        Self {
            source: source.into(),
            form: Form::Reattach(entry),
        }
    }

    /// Returns the local name, the address's last part.
    pub(crate) fn name(&self) -> &str {
        self.source.rsplit('/').next().unwrap_or(&self.source)
    }

    /// Returns whether the host starts the provider's binary. Only then can the protocols be limited to one.
    pub(crate) fn is_started_by_host(&self) -> bool {
        matches!(self.form, Form::Binary(_))
    }

    /// Returns the full addresses that the source may mean.
    fn addresses(&self) -> io::Result<Vec<String>> {
        let parts: Vec<&str> = self.source.split('/').collect();
        let valid = |part: &&str| !part.is_empty() && !part.contains(['"', '\\', '$', '%', ' ']);
        match parts.as_slice() {
            [namespace, name] if parts.iter().all(valid) => Ok(REGISTRIES
                .map(|kind| format!("{}/{namespace}/{name}", kind.registry()))
                .to_vec()),
            [_, _, _] if parts.iter().all(valid) => Ok(vec![self.source.clone()]),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!(
                    "the provider's source address is {:?}, expected NAMESPACE/NAME or HOST/NAMESPACE/NAME",
                    self.source
                ),
            )),
        }
    }
}

/// The settings by which a host finds the providers.
#[derive(Debug)]
pub(crate) struct Installation {
    /// The text of the CLI configuration file.
    pub(crate) configuration: String,
    /// The value of `TF_REATTACH_PROVIDERS`, if a provider runs already.
    pub(crate) reattach: Option<String>,
    /// The `required_providers` block, for configurations that have none.
    pub(crate) required: String,
    /// The addresses of each provider that hosts start, and its program.
    pub(crate) programs: Vec<(Vec<String>, PathBuf)>,
}

/// Puts the providers where a development override finds them: one folder each, below `folder`.
pub(crate) fn install(
    providers: &[InstalledProvider],
    protocol: Protocol,
    folder: &Path,
) -> io::Result<Installation> {
    let mut overrides = String::new();
    let mut reattach = Map::new();
    let mut required = String::new();
    let mut programs = Vec::new();
    for provider in providers {
        let addresses = provider.addresses()?;
        match &provider.form {
            Form::Binary(binary) => {
                let place = folder.join(provider.source.replace('/', "_"));
                fs::create_dir_all(&place)?;
                let name = provider.name();
                let program = place.join(format!("terraform-provider-{name}{EXE_SUFFIX}"));
                place_binary(binary, protocol, &program)?;
                for address in &addresses {
                    overrides.push_str(&format!(
                        "    {address:?} = {:?}\n",
                        place.display().to_string()
                    ));
                }
                programs.push((addresses, program));
            }
            Form::Reattach(entry) => {
                for address in addresses {
                    reattach.insert(address, entry.clone());
                }
            }
        }
        required.push_str(&format!(
            "    {} = {{ source = {:?} }}\n",
            provider.name(),
            provider.source
        ));
    }
    Ok(Installation {
        // No other installation method, so hosts never contact a registry.
        configuration: format!(
            "disable_checkpoint = true\nprovider_installation {{\n  dev_overrides {{\n{overrides}  }}\n}}\n"
        ),
        reattach: (!reattach.is_empty()).then(|| Value::Object(reattach).to_string()),
        required: format!("terraform {{\n  required_providers {{\n{required}  }}\n}}\n"),
        programs,
    })
}

/// Puts the binary into place, or a launcher that narrows the protocols which the host offers.
fn place_binary(binary: &Path, protocol: Protocol, program: &Path) -> io::Result<()> {
    let canonical = binary.canonicalize().map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("the provider's binary {}: {error}", binary.display()),
        )
    })?;
    match protocol {
        Protocol::Newest => link_binary(&canonical, program),
        Protocol::Only(major) => write_launcher(&canonical, major, program),
    }
}

#[cfg(unix)]
use std::os::unix::fs::symlink as link_binary;

/// Copies the file, because links need a privilege on Windows.
#[cfg(windows)]
fn link_binary(binary: &Path, program: &Path) -> io::Result<()> {
    fs::copy(binary, program).map(drop)
}

#[cfg(unix)]
fn write_launcher(binary: &Path, major: u32, program: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    let quoted = binary.display().to_string().replace('\'', r"'\''");
    fs::write(
        program,
        format!("#!/bin/sh\nPLUGIN_PROTOCOL_VERSIONS={major} exec '{quoted}' \"$@\"\n"),
    )?;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755))
}

#[cfg(windows)]
fn write_launcher(_: &Path, _: u32, _: &Path) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "on Windows, a provider cannot be limited to one protocol, because hosts start only programs, not scripts",
    ))
}

/// A provider's binary that a test started with `-debug`; it ends when this value is dropped.
#[derive(Debug)]
pub struct Debugged {
    child: Child,
    /// Stays open, because a provider would fail if it printed to a closed pipe.
    _output: Option<Lines<BufReader<ChildStdout>>>,
    provider: InstalledProvider,
}

impl Debugged {
    /// Starts the binary and reads its entry of `TF_REATTACH_PROVIDERS` from what it prints.
    ///
    /// # Errors
    ///
    /// Fails if it does not start, or ends its output without such a line.
    pub fn start(source: impl Into<String>, binary: impl AsRef<Path>) -> io::Result<Self> {
        let mut child = Command::new(binary.as_ref())
            .arg("-debug")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut output = child
            .stdout
            .take()
            .map(|stdout| BufReader::new(stdout).lines());
        let lines = output.iter_mut().flatten();
        let entry = lines
            .map_while(Result::ok)
            .find_map(|line| reattach_entry(&line));
        // From here on, dropping the value ends the process, also if an error is returned.
        let provider = InstalledProvider::reattached(source, Value::Null);
        let mut debugged = Self {
            child,
            _output: output,
            provider,
        };
        let reattach_line = entry.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "the provider printed no TF_REATTACH_PROVIDERS line after its start with -debug",
            )
        })?;
        debugged.provider.form = Form::Reattach(reattach_line);
        Ok(debugged)
    }

    /// Returns the running provider, for a [`Matrix`](crate::Matrix) or a [`Workspace`](crate::Workspace).
    #[must_use]
    pub fn provider(&self) -> InstalledProvider {
        self.provider.clone()
    }
}

impl Drop for Debugged {
    fn drop(&mut self) {
        // Killing fails if the process has ended. In both cases it must be waited for.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads the only entry of a line such as `TF_REATTACH_PROVIDERS='{"address":{..}}'`.
fn reattach_entry(line: &str) -> Option<Value> {
    let (_, json) = line.split_once("TF_REATTACH_PROVIDERS='")?;
    let entries: Map<String, Value> =
        serde_json::from_str(json.trim_end().strip_suffix('\'')?).ok()?;
    entries.into_iter().next().map(|(_, entry)| entry)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn true_binary(source: &str) -> InstalledProvider {
        InstalledProvider::binary(source, "/bin/true")
    }

    #[test]
    fn a_source_without_a_host_is_mapped_for_both_registries() {
        let folder = tempfile::tempdir().unwrap();
        let installed = install(
            &[true_binary("example/zoo")],
            Protocol::Newest,
            folder.path(),
        )
        .unwrap();
        let place = folder.path().join("example_zoo");
        for registry in ["registry.terraform.io", "registry.opentofu.org"] {
            let line = format!(
                "\"{registry}/example/zoo\" = {:?}",
                place.display().to_string()
            );
            assert!(
                installed.configuration.contains(&line),
                "{}",
                installed.configuration
            );
        }
        assert!(!installed.configuration.contains("direct"));
        assert!(
            installed
                .required
                .contains("zoo = { source = \"example/zoo\" }")
        );
        assert!(place.join("terraform-provider-zoo").exists());
        assert_eq!(installed.reattach, None);
    }

    #[test]
    fn a_source_with_a_host_stays_alone() {
        let folder = tempfile::tempdir().unwrap();
        let provider = true_binary("tf.example.com/example/zoo");
        let installed = install(&[provider], Protocol::Newest, folder.path()).unwrap();
        assert_eq!(installed.configuration.matches("example/zoo\"").count(), 1);
    }

    #[test]
    fn another_source_is_refused_with_the_expected_form() {
        let folder = tempfile::tempdir().unwrap();
        for source in ["", "zoo", "a//zoo", "a/b/c/d", "a/\"zoo"] {
            let error =
                install(&[true_binary(source)], Protocol::Newest, folder.path()).unwrap_err();
            assert!(
                error.to_string().contains("expected NAMESPACE/NAME"),
                "{source:?}: {error}"
            );
        }
    }

    #[test]
    fn a_missing_binary_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let provider = InstalledProvider::binary("example/zoo", "/nowhere/zoo");
        let error = install(&[provider], Protocol::Newest, folder.path()).unwrap_err();
        assert!(error.to_string().contains("/nowhere/zoo"), "{error}");
    }

    #[test]
    fn the_launcher_narrows_the_offer_and_passes_arguments() {
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("it's a provider");
        fs::write(&odd, "#!/bin/sh\necho \"$PLUGIN_PROTOCOL_VERSIONS $1\"\n").unwrap();
        fs::set_permissions(&odd, fs::Permissions::from_mode(0o755)).unwrap();
        install(
            &[InstalledProvider::binary("example/zoo", &odd)],
            Protocol::Only(5),
            folder.path(),
        )
        .unwrap();
        let output = Command::new(folder.path().join("example_zoo/terraform-provider-zoo"))
            .arg("a b")
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "5 a b\n");
    }

    #[test]
    fn a_reattach_line_is_read() {
        let line = "\tTF_REATTACH_PROVIDERS='{\"registry.terraform.io/example/zoo\":{\"Pid\":7}}'";
        assert_eq!(reattach_entry(line), Some(serde_json::json!({ "Pid": 7 })));
        assert_eq!(reattach_entry("TF_REATTACH_PROVIDERS='{}'"), None);
        assert_eq!(reattach_entry("Provider started."), None);
        assert!(
            Debugged::start("example/zoo", "/bin/true")
                .unwrap_err()
                .to_string()
                .contains("-debug")
        );
    }
}
