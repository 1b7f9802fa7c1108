//! Real hosts install releases from every layout, record the predicted hashes, and refuse files that were changed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod providers;
mod server;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_release::layout::{self, Form};
use terrane_release::{
    Address, Distribution, LockSource, Manifest, Platform, Program, Signer, lock_hashes,
};
use terrane_test::Host;

use crate::server::Server;

const SECRET_KEY: &str = include_str!("../keys/rsa.asc");
const PASSPHRASE: &str = "a test";

/// A signed release in a folder of its own.
struct Release {
    folder: tempfile::TempDir,
    distribution: Distribution,
    signer: Signer,
    platform: Platform,
}

impl Release {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let platform = Platform::current().unwrap();
        // An installation does not start the program.
        let program = folder.path().join("program");
        std::fs::write(&program, "#!/bin/sh\nexit 1\n").unwrap();
        let licence = folder.path().join("LICENSE");
        std::fs::write(&licence, "All rights granted.\n").unwrap();
        let other = Platform::find("windows", "amd64").unwrap();
        let programs = [platform, other].map(|platform| Program::new(platform, &program));
        let distribution = Distribution::create(
            &folder.path().join("dist"),
            "zoo",
            "1.2.3".parse().unwrap(),
            Manifest::new(["5.0", "6.0"]),
            &programs,
            &[licence],
        )
        .unwrap();
        let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
        signer.sign(&distribution).unwrap();
        Self {
            folder,
            distribution,
            signer,
            platform,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn predicted(&self, source: LockSource) -> Vec<String> {
        lock_hashes(&self.distribution, source, self.platform).unwrap()
    }
}

/// A configuration that requires the provider, and what its host installs from.
struct Consumer {
    folder: tempfile::TempDir,
    certificate: Option<String>,
}

impl Consumer {
    fn new(address: &Address, installation: &str, certificate: Option<&str>) -> Self {
        let configuration = format!(
            "terraform {{\n  required_providers {{\n    zoo = {{ source = \"{address}\" }}\n  }}\n}}\n"
        );
        Self::with(&configuration, installation, certificate)
    }

    fn with(configuration: &str, installation: &str, certificate: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("main.tf", configuration);
        write(
            "hosts.rc",
            &format!("provider_installation {{\n{installation}\n}}\n"),
        );
        if let Some(certificate) = certificate {
            write("ca.pem", certificate);
        }
        Self {
            folder,
            certificate: certificate.map(str::to_owned),
        }
    }

    /// Runs `init`, and returns the hashes in the lock file, or the output of the failed command.
    fn init(&self, program: &Path) -> Result<Vec<String>, String> {
        let _ = std::fs::remove_dir_all(self.folder.path().join(".terraform"));
        self.run(program, &["init", "-no-color", "-input=false"])?;
        let lock = std::fs::read_to_string(self.folder.path().join(".terraform.lock.hcl")).unwrap();
        let hashes = lock.lines().filter_map(|line| {
            let hash = line.trim().strip_prefix('"')?.strip_suffix("\",")?;
            Some(hash.to_owned())
        });
        let mut hashes: Vec<String> = hashes.collect();
        hashes.sort();
        Ok(hashes)
    }

    /// Runs a command of a host, and returns the output, also that of a failed command.
    fn run(&self, program: &Path, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("TF_CLI_CONFIG_FILE", self.folder.path().join("hosts.rc"))
            .env("CHECKPOINT_DISABLE", "1")
            .env_remove("TF_REATTACH_PROVIDERS");
        if self.certificate.is_some() {
            command.env("SSL_CERT_FILE", self.folder.path().join("ca.pem"));
        }
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).replace(['\n', '│'], " ");
        if output.status.success() {
            Ok(text)
        } else {
            Err(text)
        }
    }
}

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

/// Runs a test under the oldest and the newest installed host. None of what is tested depends on the versions between.
#[expect(clippy::print_stdout, reason = "a machine without a host is reported")]
fn on_hosts(test: impl Fn(&Path)) {
    let hosts = Host::installed();
    let oldest = hosts.iter().min_by_key(|host| host.version().clone());
    let newest = hosts.iter().max_by_key(|host| host.version().clone());
    if hosts.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "a host is needed");
        println!("no host is installed");
    }
    for host in oldest.into_iter().chain(newest) {
        test(host.program());
    }
}

/// Changes one byte in the middle of a file.
fn damage(path: &Path) {
    let mut contents = std::fs::read(path).unwrap();
    let middle = contents.len() / 2;
    contents[middle] ^= 1;
    std::fs::write(path, contents).unwrap();
}

fn archive_name(release: &Release) -> String {
    format!("terraform-provider-zoo_1.2.3_{}.zip", release.platform)
}

#[test]
fn filesystem_mirrors_of_both_forms_install() {
    let release = Release::new();
    let address = address("registry.example.com/example/zoo");
    for form in [Form::Packed, Form::Unpacked] {
        let mirror = release.path(&format!("{form:?}"));
        layout::filesystem(&mirror, &address, &release.distribution, form).unwrap();
        let installation = format!(
            "filesystem_mirror {{\n path = {:?}\n }}",
            mirror.display().to_string()
        );
        on_hosts(|host| {
            let consumer = Consumer::new(&address, &installation, None);
            assert_eq!(
                consumer.init(host).unwrap(),
                release.predicted(LockSource::Mirror)
            );
        });
    }
}

#[test]
fn a_changed_archive_in_a_filesystem_mirror_is_refused_once_the_lock_file_exists() {
    let release = Release::new();
    let address = address("registry.example.com/example/zoo");
    on_hosts(|host| {
        let mirror = tempfile::tempdir().unwrap();
        layout::filesystem(mirror.path(), &address, &release.distribution, Form::Packed).unwrap();
        let installation = format!(
            "filesystem_mirror {{\n path = {:?}\n }}",
            mirror.path().display().to_string()
        );
        let consumer = Consumer::new(&address, &installation, None);
        consumer.init(host).unwrap();
        // The lock file has the hash of the contents: a byte of the first file, which begins after its header of 30 bytes and its name.
        let archive = mirror.path().join(address.to_string());
        let archive = archive.join(archive_name(&release));
        let mut contents = std::fs::read(&archive).unwrap();
        contents[40] ^= 1;
        std::fs::write(&archive, contents).unwrap();
        let output = consumer.init(host).unwrap_err();
        assert!(output.contains("zoo"), "{output}");
    });
}

#[test]
fn a_changed_program_in_a_filesystem_mirror_is_refused_once_the_lock_file_exists() {
    let release = Release::new();
    let address = address("registry.example.com/example/zoo");
    on_hosts(|host| {
        let mirror = tempfile::tempdir().unwrap();
        layout::filesystem(
            mirror.path(),
            &address,
            &release.distribution,
            Form::Unpacked,
        )
        .unwrap();
        let installation = format!(
            "filesystem_mirror {{\n path = {:?}\n }}",
            mirror.path().display().to_string()
        );
        let consumer = Consumer::new(&address, &installation, None);
        consumer.init(host).unwrap();
        let program = mirror.path().join(format!(
            "{address}/1.2.3/{}/terraform-provider-zoo_v1.2.3",
            release.platform
        ));
        damage(&program);
        let output = consumer.init(host).unwrap_err();
        assert!(output.contains("checksums"), "{output}");
    });
}

#[test]
fn a_network_mirror_installs_and_a_changed_archive_is_refused() {
    let release = Release::new();
    let address = address("registry.example.com/example/zoo");
    let mirror = release.path("network");
    layout::network(&mirror, &address, &release.distribution).unwrap();
    let server = Server::start(&mirror);
    let installation = format!(
        "network_mirror {{\n url = \"https://localhost:{}/\"\n }}",
        server.port
    );
    let consumer = || Consumer::new(&address, &installation, Some(&server.certificate));
    let locked = RefCell::new(Vec::new());
    on_hosts(|host| {
        let consumer = consumer();
        assert_eq!(
            consumer.init(host).unwrap(),
            release.predicted(LockSource::Mirror)
        );
        locked.borrow_mut().push((host.to_owned(), consumer));
    });
    damage(
        &mirror
            .join(address.to_string())
            .join(archive_name(&release)),
    );
    on_hosts(|host| {
        let output = consumer().init(host).unwrap_err();
        assert!(output.contains("checksum"), "{output}");
    });
    for (host, consumer) in locked.into_inner() {
        let output = consumer.init(&host).unwrap_err();
        assert!(output.contains("checksum"), "{output}");
    }
}

#[test]
fn a_registry_of_static_files_installs_and_hosts_verify_the_signature() {
    let release = Release::new();
    let root = release.path("registry");
    let server = Server::start(&root);
    let address = address(&format!("localhost:{}/example/zoo", server.port));
    layout::registry(
        &root,
        &address,
        &release.distribution,
        release.signer.public_key(),
    )
    .unwrap();
    let consumer = || Consumer::new(&address, "direct {}", Some(&server.certificate));
    let locked = RefCell::new(Vec::new());
    on_hosts(|host| {
        let consumer = consumer();
        assert_eq!(
            consumer.init(host).unwrap(),
            release.predicted(LockSource::Registry)
        );
        locked.borrow_mut().push((host.to_owned(), consumer));
    });

    let version = root.join("v1/providers/example/zoo/1.2.3");
    let changes = [
        archive_name(&release),
        "terraform-provider-zoo_1.2.3_SHA256SUMS".to_owned(),
        "terraform-provider-zoo_1.2.3_SHA256SUMS.sig".to_owned(),
    ];
    for name in changes {
        let path = version.join(&name);
        let original = std::fs::read(&path).unwrap();
        damage(&path);
        on_hosts(|host| {
            let output = consumer().init(host).unwrap_err();
            assert!(
                output.contains("checksum") || output.contains("signature"),
                "{name}: {output}"
            );
        });
        for (host, consumer) in locked.borrow().iter() {
            let output = consumer.init(host).unwrap_err();
            assert!(
                output.contains("checksum") || output.contains("signature"),
                "{name}: {output}"
            );
        }
        std::fs::write(&path, original).unwrap();
    }
}

#[test]
fn a_registry_keeps_earlier_versions() {
    let release = Release::new();
    let root = release.path("registry");
    let server = Server::start(&root);
    let address = address(&format!("localhost:{}/example/zoo", server.port));
    let key = release.signer.public_key();
    layout::registry(&root, &address, &release.distribution, key).unwrap();
    let program = release.path("program");
    let newer = Distribution::create(
        &release.path("dist"),
        "zoo",
        "1.3.0".parse().unwrap(),
        Manifest::new(["6.0"]),
        &[Program::new(release.platform, program)],
        &[],
    )
    .unwrap();
    release.signer.sign(&newer).unwrap();
    layout::registry(&root, &address, &newer, key).unwrap();
    on_hosts(|host| {
        let consumer = Consumer::new(&address, "direct {}", Some(&server.certificate));
        let expected = lock_hashes(&newer, LockSource::Registry, release.platform).unwrap();
        assert_eq!(consumer.init(host).unwrap(), expected);
    });
    let versions = std::fs::read_to_string(root.join("v1/providers/example/zoo/versions")).unwrap();
    assert!(
        versions.contains("\"1.2.3\"") && versions.contains("\"1.3.0\""),
        "{versions}"
    );
}
