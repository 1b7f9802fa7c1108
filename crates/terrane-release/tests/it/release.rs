//! Releases without a host: what is written, what is never replaced, and which keys sign.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use terrane_release::layout::Form;
use terrane_release::{
    Address, Distribution, Error, Installation, LockSource, Manifest, Package, Platform, Program,
    Provenance, PublicKey, Signer, layout, lock_hashes, opentofu_submission, sbom,
    terraform_submission,
};

const SECRET_KEY: &str = include_str!("../keys/rsa.asc");
const PASSPHRASE: &str = "a test";

fn distribution(folder: &Path, contents: &str) -> Result<Distribution, Error> {
    let program = folder.join("program");
    std::fs::write(&program, contents).unwrap();
    Distribution::create(
        &folder.join("dist"),
        "zoo",
        "1.2.3".parse().unwrap(),
        Manifest::new(["6.0"]),
        &[Program::new(
            Platform::find("linux", "amd64").unwrap(),
            program,
        )],
        &[],
    )
}

#[test]
fn a_released_file_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let first = distribution(folder.path(), "one").unwrap();
    let archive = folder.path().join("dist").join(&first.archives()[0].file);
    let before = std::fs::read(&archive).unwrap();

    distribution(folder.path(), "one").unwrap();
    let error = distribution(folder.path(), "two").unwrap_err();

    assert!(
        error
            .to_string()
            .contains("was released before with other contents"),
        "{error}"
    );
    assert_eq!(std::fs::read(&archive).unwrap(), before);
}

#[test]
fn an_attachment_is_next_to_the_archives_and_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let expected = folder
        .path()
        .join("dist/terraform-provider-zoo_1.2.3_notes.md");
    for _ in 0..2 {
        let path = release.attach("notes.md", b"one").unwrap();
        assert_eq!(path, expected);
    }
    let error = release.attach("notes.md", b"two").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("was released before with other contents"),
        "{error}"
    );
    assert_eq!(std::fs::read(expected).unwrap(), b"one");
}

#[test]
fn a_changed_file_is_found_when_a_distribution_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let dist = folder.path().join("dist");
    let version = release.version().clone();
    let opened = Distribution::open(&dist, "zoo", version.clone()).unwrap();
    assert_eq!(opened.type_name(), "zoo");
    let archive = dist.join(&release.archives()[0].file);
    let mut contents = std::fs::read(&archive).unwrap();
    contents[40] ^= 1;
    std::fs::write(&archive, contents).unwrap();
    let error = Distribution::open(&dist, "zoo", version).unwrap_err();
    assert!(error.to_string().contains("SHA-256"), "{error}");
}

#[test]
fn gpg_verifies_the_signature() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    let shown = format!("{signer:?}");
    assert!(shown.contains("key: Own("), "{shown}");
    assert!(!shown.contains(PASSPHRASE), "{shown}");
    signer.sign(&release).unwrap();
    // A second run keeps the signature.
    signer.sign(&release).unwrap();

    let home = folder.path().join("gpg");
    std::fs::create_dir(&home).unwrap();
    let key = folder.path().join("key.asc");
    std::fs::write(&key, signer.public_key().armor()).unwrap();
    let gpg = |arguments: &[&Path]| {
        let mut command = Command::new("gpg");
        command
            .args(["--batch", "--homedir"])
            .arg(&home)
            .args(arguments);
        command.output()
    };
    match gpg(&[Path::new("--import"), &key]) {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => return println!("gpg is not installed"),
    }
    let verify = [
        Path::new("--verify"),
        &release.signature_path(),
        &release.checksums_path(),
    ];
    let output = gpg(&verify).unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn gpg_and_its_agent_sign() {
    let folder = tempfile::tempdir().unwrap();
    let gpg = Command::new("gpg")
        .args(["--batch", "--homedir"])
        .arg(folder.path())
        .args([
            "--passphrase",
            "",
            "--quick-gen-key",
            "agent@example.com",
            "rsa2048",
            "sign",
            "never",
        ])
        .output();
    if gpg.is_err() {
        return println!("gpg is not installed");
    }
    // The environment of this process cannot change, so another one signs.
    let test = std::env::current_exe().unwrap();
    let output = Command::new(test)
        .args([
            "--exact",
            "signs_by_the_agent_of_the_environment",
            "--include-ignored",
            "--nocapture",
        ])
        .env("GNUPGHOME", folder.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
#[ignore = "`gpg_and_its_agent_sign` runs it with a key"]
fn signs_by_the_agent_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    Signer::agent("agent@example.com")
        .unwrap()
        .sign(&release)
        .unwrap();
    assert!(release.signature_path().exists());
}

#[test]
fn keys_that_terraforms_registry_refuses_are_refused_before_anything_is_signed() {
    let error = Signer::from_armor(include_str!("../keys/ed25519.asc"), "").unwrap_err();
    assert!(error.to_string().contains("expected RSA or DSA"), "{error}");
    assert!(error.to_string().contains("EdDSA"), "{error}");
    let error = Signer::from_armor(SECRET_KEY, "another passphrase").unwrap_err();
    assert!(error.to_string().contains("passphrase"), "{error}");
    assert!(Signer::from_armor("no key", "").is_err());
}

#[test]
fn a_primary_key_that_does_not_sign_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let gpg = |arguments: &[&str]| {
        let mut command = Command::new("gpg");
        command.args(["--batch", "--homedir"]).arg(folder.path());
        command.args(["--pinentry-mode", "loopback", "--passphrase", ""]);
        command.args(arguments).output()
    };
    let user = "certifies@example.com";
    match gpg(&["--quick-gen-key", user, "rsa2048", "cert", "never"]) {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => return println!("gpg is not installed"),
    }
    let key = gpg(&["--armor", "--export-secret-keys", user]).unwrap();
    let error = Signer::from_armor(&String::from_utf8_lossy(&key.stdout), "").unwrap_err();
    let error = error.to_string();
    assert!(error.contains("is not for signatures"), "{error}");
    assert!(!error.contains("passphrase"), "{error}");
}

#[test]
fn the_programs_of_members_are_executable_next_to_the_provider() {
    use std::io::Cursor;

    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, name).unwrap();
        path
    };
    let create = |included: &str| {
        let platform = Platform::find("linux", "amd64").unwrap();
        let mut program = Program::new(platform, write("program"));
        program.included.push(write(included));
        Distribution::create(
            &folder.path().join("dist"),
            "zoo",
            "1.2.3".parse().unwrap(),
            Manifest::new(["6.0"]),
            &[program],
            &[write("LICENSE")],
        )
    };
    let release = create("terraform-provider-local").unwrap();
    let archive = folder.path().join("dist").join(&release.archives()[0].file);
    let archive = std::fs::read(archive).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut mode = |name: &str| archive.by_name(name).unwrap().unix_mode().unwrap() & 0o777;
    assert_eq!(mode("terraform-provider-zoo_v1.2.3"), 0o755);
    assert_eq!(mode("terraform-provider-local"), 0o755);
    assert_eq!(mode("LICENSE"), 0o644);

    let error = create("terraform-provider-zoo_v1.2.3").unwrap_err();
    assert!(error.to_string().contains("two files"), "{error}");
}

#[test]
fn an_oci_layout_of_another_tool_is_extended_and_its_members_stay() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let root = folder.path().join("oci");
    std::fs::create_dir(&root).unwrap();
    // The form that `oras` writes: one line, without a media type.
    let marker = r#"{"imageLayoutVersion":"1.0.0"}"#;
    std::fs::write(root.join("oci-layout"), marker).unwrap();
    let other = serde_json::json!({
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "digest": "sha256:00",
        "size": 2,
        "urls": ["https://example.com/blob"],
        "platform": { "os": "windows", "architecture": "amd64", "os.version": "10.0" },
        "annotations": { "org.opencontainers.image.ref.name": "another" },
    });
    let index = serde_json::json!({
        "schemaVersion": 2,
        "manifests": [other],
        "annotations": { "made-by": "another tool" },
    });
    std::fs::write(root.join("index.json"), index.to_string()).unwrap();
    layout::oci(&root, &release).unwrap();
    let extended = std::fs::read(root.join("index.json")).unwrap();
    let extended: serde_json::Value = serde_json::from_slice(&extended).unwrap();
    assert_eq!(extended["manifests"][0], other);
    assert_eq!(extended["manifests"].as_array().unwrap().len(), 2);
    assert_eq!(extended["annotations"], index["annotations"]);
    assert_eq!(
        std::fs::read_to_string(root.join("oci-layout")).unwrap(),
        marker
    );

    std::fs::write(root.join("oci-layout"), r#"{"imageLayoutVersion":"2.0.0"}"#).unwrap();
    let error = layout::oci(&root, &release).unwrap_err();
    assert!(error.to_string().contains("1.0.0"), "{error}");
}

#[test]
fn a_version_in_an_oci_layout_is_never_replaced() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let root = first.path().join("oci");
    layout::oci(&root, &distribution(first.path(), "one").unwrap()).unwrap();
    let before = std::fs::read(root.join("index.json")).unwrap();
    let error = layout::oci(&root, &distribution(second.path(), "two").unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("was released before with other contents"),
        "{error}"
    );
    assert_eq!(std::fs::read(root.join("index.json")).unwrap(), before);
}

#[test]
fn an_unsigned_distribution_does_not_become_a_registry() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    let address = "localhost/example/zoo".parse().unwrap();
    let root = folder.path().join("registry");
    let error = layout::registry(&root, &address, &release, signer.public_key()).unwrap_err();
    assert!(error.to_string().contains("SHA256SUMS.sig"), "{error}");
    assert!(!root.exists());
}

#[test]
fn a_registry_keeps_the_other_services_of_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    signer.sign(&release).unwrap();
    let address = "localhost/example/zoo".parse().unwrap();
    let root = folder.path().join("registry");
    let discovery = root.join(".well-known/terraform.json");
    std::fs::create_dir_all(discovery.parent().unwrap()).unwrap();
    let add = |services: &str| {
        std::fs::write(&discovery, services).unwrap();
        layout::registry(&root, &address, &release, signer.public_key())
    };

    add(r#"{"modules.v1":"/modules/"}"#).unwrap();
    let services = std::fs::read(&discovery).unwrap();
    let services: serde_json::Value = serde_json::from_slice(&services).unwrap();
    assert_eq!(services["modules.v1"], "/modules/");
    assert_eq!(services["providers.v1"], "/v1/providers/");

    let elsewhere = r#"{"providers.v1":"/providers/"}"#;
    let error = add(elsewhere).unwrap_err();
    assert!(error.to_string().contains("/v1/providers/"), "{error}");
    assert_eq!(std::fs::read_to_string(&discovery).unwrap(), elsewhere);
}

#[test]
fn an_oci_layout_has_the_form_that_opentofu_installs_from() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let layout = folder.path().join("oci");
    layout::oci(&layout, &release).unwrap();
    layout::oci(&layout, &release).unwrap();

    let json = |path: &Path| -> serde_json::Value {
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    let blob = |descriptor: &serde_json::Value| {
        let digest = descriptor["digest"].as_str().unwrap();
        layout
            .join("blobs/sha256")
            .join(digest.strip_prefix("sha256:").unwrap())
    };
    let index = json(&layout.join("index.json"));
    let [version] = &index["manifests"].as_array().unwrap()[..] else {
        panic!("one version: {index}");
    };
    assert_eq!(
        version["annotations"]["org.opencontainers.image.ref.name"],
        "1.2.3"
    );
    let version = json(&blob(version));
    assert_eq!(version["artifactType"], "application/vnd.opentofu.provider");
    let platform = &version["manifests"][0];
    assert_eq!(platform["platform"]["os"], "linux");
    assert_eq!(platform["platform"]["architecture"], "amd64");
    let manifest = json(&blob(platform));
    assert_eq!(
        manifest["artifactType"],
        "application/vnd.opentofu.provider-target"
    );
    let [layer] = &manifest["layers"].as_array().unwrap()[..] else {
        panic!("one layer: {manifest}");
    };
    assert_eq!(layer["mediaType"], "archive/zip");
    let archive = folder.path().join("dist").join(&release.archives()[0].file);
    assert_eq!(
        std::fs::read(blob(layer)).unwrap(),
        std::fs::read(archive).unwrap()
    );
}

/// The package of a provider in this repository.
fn local() -> Package {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../providers/local");
    Package::read(&folder, None).unwrap()
}

#[test]
fn the_package_names_the_provider() {
    let package = local();
    assert_eq!(package.type_name(), "local");
    assert_eq!(package.program, "terraform-provider-local");
    assert_eq!(package.licences().unwrap().len(), 2);
    assert!(package.is_self_contained());
}

#[test]
fn a_folder_without_a_provider_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let error = Package::read(folder, None).unwrap_err();
    assert!(
        error.to_string().contains("terraform-provider-zoo"),
        "{error}"
    );
}

#[test]
fn a_manifest_that_cargo_cannot_read_has_the_error_of_cargo() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Cargo.toml"), "[package]\nname = 1\n").unwrap();
    let error = Package::read(folder.path(), None).unwrap_err();
    assert!(
        error.to_string().contains("cannot read the package"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn the_implied_mirror_is_in_the_folder_of_the_user() {
    let home = std::env::home_dir().unwrap();
    let expected = home.join(".terraform.d/plugins");
    assert_eq!(terrane_release::implied_mirror(), Some(expected));
}

#[test]
fn the_bill_of_materials_lists_what_the_program_contains() {
    let bom = sbom(&local()).unwrap();
    assert_eq!(bom, sbom(&local()).unwrap(), "a second one has other bytes");
    let bom: serde_json::Value = serde_json::from_slice(&bom).unwrap();
    assert_eq!(bom["bomFormat"], "CycloneDX");
    assert_eq!(bom["specVersion"], "1.5");
    assert_eq!(
        bom["metadata"]["component"]["name"],
        "terraform-provider-local"
    );
    let names: Vec<&str> = bom["components"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|component| component["name"].as_str())
        .collect();
    assert!(
        names.contains(&"terrane") && names.contains(&"tokio"),
        "{names:?}"
    );
    assert!(
        !names.contains(&"proptest"),
        "a dependency of tests: {names:?}"
    );
    let text = bom.to_string();
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR").trim_end_matches("crates/terrane-release")));
}

#[test]
fn the_bill_of_materials_is_valid_by_the_schema_of_cyclonedx() {
    let schema = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let registry = jsonschema::Registry::new()
        .add(
            "http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json",
            schema(include_str!("../data/cyclonedx/spdx.schema.json")),
        )
        .unwrap()
        .add(
            "http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json",
            schema(include_str!("../data/cyclonedx/jsf-0.82.schema.json")),
        )
        .unwrap()
        .prepare()
        .unwrap();
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&schema(include_str!(
            "../data/cyclonedx/bom-1.5.schema.json"
        )))
        .unwrap();
    let bom = sbom(&local()).unwrap();
    let mut bom: serde_json::Value = serde_json::from_slice(&bom).unwrap();
    let problems: Vec<String> = validator
        .iter_errors(&bom)
        .map(|problem| problem.to_string())
        .collect();
    assert_eq!(problems, Vec::<String>::new());
    bom["components"][0]["type"] = "gadget".into();
    assert!(!validator.is_valid(&bom));
}

/// A provider without dependencies, in a repository of its own.
struct Sources(tempfile::TempDir);

impl Sources {
    fn new() -> Self {
        let sources = Self(tempfile::tempdir().unwrap());
        let manifest = "[package]\nname = \"terraform-provider-zoo\"\nversion = \"1.2.3\"\nedition = \"2024\"\nrepository = \"https://example.com/zoo\"\n[workspace]\n";
        sources.write("Cargo.toml", manifest);
        sources.write(
            "Cargo.lock",
            "version = 4\n[[package]]\nname = \"terraform-provider-zoo\"\nversion = \"1.2.3\"\n",
        );
        sources.write("src/main.rs", "fn main() {}\n");
        sources.write(".gitignore", "target\n*.local\n");
        sources.git(&["init", "--quiet"]);
        sources.git(&["add", "."]);
        sources.commit();
        sources
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn git(&self, arguments: &[&str]) {
        let mut git = Command::new("git");
        let identity = [
            "-c",
            "user.name=a test",
            "-c",
            "user.email=test@example.com",
        ];
        let status = git
            .args(identity)
            .args(arguments)
            .current_dir(&self.0)
            .status();
        assert!(status.unwrap().success(), "{arguments:?}");
    }

    fn commit(&self) {
        self.git(&[
            "commit",
            "--quiet",
            "--all",
            "--no-gpg-sign",
            "-m",
            "sources",
        ]);
    }

    /// Returns why the provenance names no commit.
    fn missing_commit(&self) -> Option<String> {
        let release = distribution(self.0.path(), "one").unwrap();
        std::fs::remove_file(self.0.path().join("program")).unwrap();
        let package = Package::read(self.0.path(), None).unwrap();
        let statement = Provenance::new(&package, &release, "https://example.com/workflow");
        let json = String::from_utf8(statement.to_json().unwrap()).unwrap();
        let missing = statement.missing_commit().map(str::to_owned);
        for part in ["gitCommit", "git+https://example.com/zoo"] {
            assert_eq!(json.contains(part), missing.is_none(), "{json}");
        }
        missing
    }
}

#[test]
fn the_provenance_names_a_commit_only_if_it_holds_all_that_the_build_can_read() {
    let missing = |change: &dyn Fn(&Sources)| {
        let sources = Sources::new();
        change(&sources);
        sources.missing_commit()
    };
    let reason = |change: &dyn Fn(&Sources)| missing(change).unwrap();
    assert_eq!(missing(&|_| ()), None);
    // The folders of the build and of the distribution are results.
    assert_eq!(missing(&|it| it.write("target/debug/build", "it")), None);
    assert_eq!(
        reason(&|it| it.write("build.rs", "fn main() {}")),
        "build.rs is not tracked"
    );
    assert_eq!(
        reason(&|it| it.write("src/data/table.csv", "1")),
        "src/data/ is not tracked"
    );
    assert_eq!(
        reason(&|it| it.write("secret.local", "1")),
        "secret.local is ignored"
    );
    assert_eq!(
        reason(&|it| it.write("src/main.rs", "fn main() { loop {} }")),
        "src/main.rs has uncommitted changes"
    );
    for mark in ["--assume-unchanged", "--skip-worktree"] {
        let hidden = reason(&|it| {
            it.git(&["update-index", mark, "src/main.rs"]);
            it.write("src/main.rs", "fn main() { loop {} }");
        });
        assert_eq!(hidden, "git ignores changes of src/main.rs", "{mark}");
    }
    let outside = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"cage\"\nversion = \"1.0.0\"\nedition = \"2024\"\n";
    std::fs::write(outside.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::create_dir(outside.path().join("src")).unwrap();
    std::fs::write(outside.path().join("src/lib.rs"), "").unwrap();
    let elsewhere = reason(&|it| {
        let path = outside.path().to_str().unwrap();
        let own = std::fs::read_to_string(it.0.path().join("Cargo.toml")).unwrap();
        it.write(
            "Cargo.toml",
            &format!("{own}[dependencies]\ncage = {{ path = {path:?} }}\n"),
        );
        it.write("Cargo.lock", "version = 4\n[[package]]\nname = \"cage\"\nversion = \"1.0.0\"\n[[package]]\nname = \"terraform-provider-zoo\"\nversion = \"1.2.3\"\ndependencies = [\"cage\"]\n");
        it.commit();
    });
    assert!(
        elsewhere.ends_with("Cargo.toml is not in the repository"),
        "{elsewhere}"
    );
    let none = reason(&|it| std::fs::remove_dir_all(it.0.path().join(".git")).unwrap());
    assert!(
        none.starts_with("`git rev-parse --show-toplevel` fails"),
        "{none}"
    );
}

#[test]
fn the_provenance_has_the_fields_of_slsa_1_0() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let statement = Provenance::new(&local(), &release, "https://example.com/workflow");
    let statement: serde_json::Value =
        serde_json::from_slice(&statement.to_json().unwrap()).unwrap();
    assert_eq!(statement["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(statement["predicateType"], "https://slsa.dev/provenance/v1");
    assert_eq!(
        statement["subject"][0]["digest"]["sha256"],
        release.archives()[0].sha256
    );
    let definition = &statement["predicate"]["buildDefinition"];
    assert!(definition["buildType"].is_string());
    let parameters = &definition["externalParameters"];
    assert_eq!(parameters["package"], "terraform-provider-local");
    assert_eq!(parameters["version"], "1.2.3");
    assert_eq!(parameters["targets"], json!(["x86_64-unknown-linux-musl"]));
    let compiler = parameters["compiler"].as_str().unwrap();
    assert!(
        compiler.starts_with("rustc ") && !compiler.contains('\n'),
        "{compiler}"
    );
    let builder = &statement["predicate"]["runDetails"]["builder"];
    assert_eq!(builder["id"], "https://example.com/workflow");
    // The specification of SLSA 1.0 names these members, and no others.
    let members = |object: &serde_json::Value, known: &[&str]| {
        let object = object.as_object().unwrap();
        let unknown: Vec<_> = object
            .keys()
            .filter(|key| !known.contains(&key.as_str()))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    };
    members(
        &statement,
        &["_type", "subject", "predicateType", "predicate"],
    );
    members(&statement["predicate"], &["buildDefinition", "runDetails"]);
    members(
        definition,
        &[
            "buildType",
            "externalParameters",
            "internalParameters",
            "resolvedDependencies",
        ],
    );
    members(
        &statement["predicate"]["runDetails"],
        &["builder", "metadata", "byproducts"],
    );
    for dependency in definition["resolvedDependencies"].as_array().unwrap() {
        let commit = dependency["digest"]["gitCommit"].as_str().unwrap();
        assert_eq!(commit.len(), 40, "{dependency}");
    }
}

#[test]
fn an_installation_is_replaced_and_removed_with_its_empty_folders() {
    let mirror = tempfile::tempdir().unwrap();
    let address: Address = "example/zoo".parse().unwrap();
    let platform = Platform::current().unwrap();
    let program = Program::new(platform, mirror.path().join("program"));
    let install = |version: &str, contents: &str| {
        std::fs::write(&program.path, contents).unwrap();
        let version = version.parse().unwrap();
        let installation = Installation::new(mirror.path(), &address, &version, platform);
        let path = installation.install(&address, &version, &program).unwrap();
        (installation, path)
    };
    install("1.0.0", "one");
    let (first, path) = install("1.0.0", "two");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "two");
    let (second, _) = install("1.1.0", "three");

    let provider = mirror.path().join("registry.terraform.io/example/zoo");
    assert!(first.remove().unwrap());
    assert!(!first.remove().unwrap());
    assert!(!provider.join("1.0.0").exists() && provider.join("1.1.0").exists());
    assert!(second.remove().unwrap());
    assert!(!provider.exists());
}

/// Reads a file as JSON.
fn read(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Returns the paths of all files below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path)
            } else {
                let path = path.strip_prefix(folder).unwrap();
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn layouts_have_the_files_that_hosts_ask_for() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    signer.sign(&release).unwrap();
    let key = signer.public_key();
    let address = "localhost/example/zoo".parse().unwrap();
    let archive = &release.archives()[0];
    let sum = &archive.sha256;
    let contents = std::fs::read(release.folder().join(&archive.file)).unwrap();

    let root = folder.path().join("registry");
    layout::registry(&root, &address, &release, key).unwrap();
    layout::registry(&root, &address, &release, key).unwrap();
    let name = "terraform-provider-zoo_1.2.3";
    let provider = "v1/providers/example/zoo";
    let expected = [
        ".well-known/terraform.json".to_owned(),
        format!("{provider}/1.2.3/download/linux/amd64"),
        format!("{provider}/1.2.3/{name}_SHA256SUMS"),
        format!("{provider}/1.2.3/{name}_SHA256SUMS.sig"),
        format!("{provider}/1.2.3/{name}_linux_amd64.zip"),
        format!("{provider}/versions"),
    ];
    assert_eq!(files(&root), expected);
    assert_eq!(
        read(&root.join(&expected[1])),
        json!({
            "protocols": ["6.0"],
            "os": "linux",
            "arch": "amd64",
            "filename": format!("{name}_linux_amd64.zip"),
            "download_url": format!("../../{name}_linux_amd64.zip"),
            "shasums_url": format!("../../{name}_SHA256SUMS"),
            "shasums_signature_url": format!("../../{name}_SHA256SUMS.sig"),
            "shasum": sum,
            "signing_keys": { "gpg_public_keys": [{
                "key_id": key.key_id(),
                "ascii_armor": key.armor(),
                "trust_signature": "",
                "source": "",
                "source_url": "",
            }] },
        })
    );
    let platforms = json!([{ "os": "linux", "arch": "amd64" }]);
    let version = json!({ "version": "1.2.3", "protocols": ["6.0"], "platforms": platforms });
    assert_eq!(
        read(&root.join(&expected[5])),
        json!({ "versions": [version] })
    );

    let mirror = folder.path().join("network");
    layout::network(&mirror, &address, &release).unwrap();
    let own = mirror.join("localhost/example/zoo");
    let packed = format!("{name}_linux_amd64.zip");
    assert_eq!(files(&own), ["1.2.3.json", "index.json", &packed]);
    assert_eq!(
        read(&own.join("index.json")),
        json!({ "versions": { "1.2.3": {} } })
    );
    let archives = json!({ "linux_amd64": { "url": packed, "hashes": [format!("zh:{sum}")] } });
    assert_eq!(
        read(&own.join("1.2.3.json")),
        json!({ "archives": archives })
    );

    for (form, file, expected) in [
        (Form::Packed, packed.clone(), &contents[..]),
        (
            Form::Unpacked,
            "1.2.3/linux_amd64/terraform-provider-zoo_v1.2.3".to_owned(),
            b"one",
        ),
    ] {
        let mirror = folder.path().join(format!("{form:?}"));
        layout::filesystem(&mirror, &address, &release, form).unwrap();
        let own = mirror.join("localhost/example/zoo");
        assert_eq!(files(&own), std::slice::from_ref(&file));
        let file = own.join(file);
        assert_eq!(std::fs::read(&file).unwrap(), expected);
        #[cfg(unix)]
        if form == Form::Unpacked {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&file).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755);
        }
    }

    let hash = terrane_release::package_hash("x", &contents).unwrap();
    let platform = archive.platform;
    let hashes = |source| lock_hashes(&release, source, platform).unwrap();
    assert_eq!(hashes(LockSource::Mirror), std::slice::from_ref(&hash));
    let sums = release.checksums().iter();
    let mut expected: Vec<String> = sums.map(|entry| format!("zh:{}", entry.sha256)).collect();
    expected.sort();
    expected.insert(0, hash);
    assert_eq!(hashes(LockSource::Registry), expected);
    let other = Platform::find("darwin", "arm64").unwrap();
    let error = lock_hashes(&release, LockSource::Mirror, other).unwrap_err();
    assert!(
        error.to_string().contains("no archive for darwin_arm64"),
        "{error}"
    );
}

#[test]
fn submissions_have_the_values_that_registries_ask_for() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    let key = signer.public_key();
    let address = "localhost/example/zoo".parse().unwrap();
    let repository = "https://example.com/terraform-provider-zoo";
    let plain = |text: String| {
        text.replace(key.armor(), "ARMOR\n")
            .replace(&key.key_id(), "ID")
    };
    let opentofu = plain(opentofu_submission(&address, repository, key));
    for line in [
        "## Provider: example/zoo",
        "Provider repository: `https://example.com/terraform-provider-zoo`",
        "## Provider key: example",
        "Provider namespace: `example`",
        "Provider GPG key (ID):",
        "```\nARMOR\n```\n",
    ] {
        assert!(opentofu.contains(line), "{line}: {opentofu}");
    }
    let terraform = plain(terraform_submission(&address, repository, &release, key));
    for line in [
        "a member of `example`, and add the signing key ID under",
        "```\nARMOR\n```\n",
        "the name `terraform-provider-zoo`: `https://example.com/terraform-provider-zoo`.",
        "Create the release `v1.2.3` with these files:\n\n   - `terraform-provider-zoo_1.2.3_linux_amd64.zip`\n   - `terraform-provider-zoo_1.2.3_manifest.json`\n   - `terraform-provider-zoo_1.2.3_SHA256SUMS`\n   - `terraform-provider-zoo_1.2.3_SHA256SUMS.sig`\n\n4. ",
    ] {
        assert!(terraform.contains(line), "{line}: {terraform}");
    }
}

#[test]
fn a_signature_of_other_data_or_another_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let release = distribution(folder.path(), "one").unwrap();
    let signer = Signer::from_armor(SECRET_KEY, PASSPHRASE).unwrap();
    signer.sign(&release).unwrap();
    let key = PublicKey::from_armor(signer.public_key().armor()).unwrap();
    assert_eq!(key.key_id(), signer.public_key().key_id());
    let signature = std::fs::read(release.signature_path()).unwrap();
    let error = key.verify(b"other data", &signature).unwrap_err();
    assert!(
        error.to_string().contains("refuses the signature"),
        "{error}"
    );

    std::fs::write(release.signature_path(), "of another key").unwrap();
    let error = signer.sign(&release).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("was released before with other contents"),
        "{error}"
    );

    let error = Signer::from_armor(signer.public_key().armor(), "").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("not an armored OpenPGP secret key"),
        "{error}"
    );
    let error = Signer::agent("nobody@example.invalid").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("has no key `nobody@example.invalid`"),
        "{error}"
    );
}

/// Writes a workspace of two providers and a library, of which one provider has its own licence.
fn workspace(folder: &Path) {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let package = |name: &str, more: &str| {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"1.2.3\"\nedition = \"2024\"\n{more}"
        );
        write(&format!("{name}/Cargo.toml"), &manifest);
        let file = if name.starts_with("terraform-provider-") {
            "main.rs"
        } else {
            "lib.rs"
        };
        write(&format!("{name}/src/{file}"), "fn main() {}\n");
        write(&format!("{name}/build.rs"), "fn main() {}\n");
    };
    write(
        "Cargo.toml",
        "[workspace]\nmembers = [\"*\"]\nexclude = [\"src\"]\nresolver = \"3\"\n",
    );
    write("LICENSE-MIT", "");
    write("LICENSE-APACHE", "");
    write("CHANGELOG.md", "");
    package(
        "terraform-provider-zoo",
        "repository = \"https://example.com/zoo\"\n[package.metadata.terrane]\nkey = 1\n[dependencies]\ncage = { path = \"../cage\" }\n[dev-dependencies]\ntoy = { path = \"../toy\" }\n[build-dependencies]\ntool = { path = \"../tool\" }\n",
    );
    write(
        "terraform-provider-zoo/terraform-registry-manifest.json",
        "{}",
    );
    package("terraform-provider-farm", "");
    write("terraform-provider-farm/LICENCE", "");
    write("terraform-provider-farm/CHANGELOG.md", "");
    package(
        "cage",
        "description = \"A cage.\"\nlicense = \"MIT/Apache-2.0\"\n[dependencies]\nbar = { path = \"../bar\" }\n",
    );
    package("bar", "license = \"All mine\"\n");
    package("toy", "");
    package("tool", "");
    let lock = |name: &str, dependencies: &[&str]| {
        let dependencies: String = dependencies
            .iter()
            .map(|it| format!(" \"{it}\",\n"))
            .collect();
        format!(
            "\n[[package]]\nname = \"{name}\"\nversion = \"1.2.3\"\ndependencies = [\n{dependencies}]\n"
        )
    };
    let locked = [
        lock("bar", &[]),
        lock("cage", &["bar"]),
        lock("terraform-provider-farm", &[]),
        lock("terraform-provider-zoo", &["cage", "tool", "toy"]),
        lock("tool", &[]),
        lock("toy", &[]),
    ];
    let locked = format!("version = 4\n{}", locked.concat()).replace("dependencies = [\n]\n", "");
    write("Cargo.lock", &locked);
}

#[test]
fn a_provider_of_a_workspace_is_found_by_its_folder_or_name() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    workspace(&root);
    let (zoo, farm) = (
        root.join("terraform-provider-zoo"),
        root.join("terraform-provider-farm"),
    );
    let names = |paths: Vec<std::path::PathBuf>| -> Vec<String> {
        let relative = paths.iter().map(|path| path.strip_prefix(&root).unwrap());
        relative
            .map(|path| path.to_string_lossy().replace('\\', "/"))
            .collect()
    };
    for read in [
        Package::read(&zoo, None).unwrap(),
        Package::read(&root, Some("terraform-provider-zoo")).unwrap(),
    ] {
        assert_eq!(
            (read.type_name(), &read.folder, &read.workspace),
            ("zoo", &zoo, &root)
        );
        assert_eq!(read.settings(), &json!({ "key": 1 }));
        assert_eq!(
            names(read.licences().unwrap()),
            ["LICENSE-APACHE", "LICENSE-MIT"]
        );
        assert_eq!(read.changelog().unwrap(), root.join("CHANGELOG.md"));
        assert_eq!(read.registry_manifest().unwrap().as_deref(), Some("{}"));
        assert_eq!(read.target_folder(), root.join("target"));
        assert!(read.is_self_contained());
    }
    let own = Package::read(&farm, None).unwrap();
    assert_eq!(own.type_name(), "farm");
    assert_eq!(own.settings(), &Value::Null);
    assert_eq!(
        names(own.licences().unwrap()),
        ["terraform-provider-farm/LICENCE"]
    );
    assert_eq!(own.changelog().unwrap(), farm.join("CHANGELOG.md"));
    assert_eq!(own.registry_manifest().unwrap(), None);
    for (name, found) in [(None, "2 programs"), (Some("cage"), "no program")] {
        let error = Package::read(&root, name).unwrap_err().to_string();
        assert!(error.contains(found), "{error}");
    }
}

#[test]
fn a_package_with_a_dependency_in_another_workspace_is_not_self_contained() {
    let folder = tempfile::tempdir().unwrap();
    workspace(&folder.path().join("shared"));
    let own = folder.path().join("own");
    std::fs::create_dir_all(own.join("src")).unwrap();
    let manifest = "[package]\nname = \"terraform-provider-own\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[dependencies]\n";
    std::fs::write(own.join("src/main.rs"), "fn main() {}\n").unwrap();
    for (dependency, expected) in [
        ("", true),
        ("cage = { path = \"../shared/cage\" }\n", false),
    ] {
        std::fs::write(own.join("Cargo.toml"), format!("{manifest}{dependency}")).unwrap();
        let package = Package::read_unlocked(&own, None).unwrap();
        assert_eq!(package.is_self_contained(), expected, "{dependency}");
    }
}

#[test]
fn the_bill_of_materials_has_the_dependencies_of_programs_with_their_licences() {
    let folder = tempfile::tempdir().unwrap();
    workspace(folder.path());
    let package = Package::read(folder.path(), Some("terraform-provider-zoo")).unwrap();
    let bom: Value = serde_json::from_slice(&sbom(&package).unwrap()).unwrap();
    let part = |name: &str| format!("pkg:cargo/{name}@1.2.3");
    assert_eq!(
        bom["metadata"]["component"]["purl"],
        part("terraform-provider-zoo")
    );
    assert_eq!(
        bom["components"],
        json!([
            {
                "type": "library",
                "bom-ref": part("bar"),
                "name": "bar",
                "version": "1.2.3",
                "purl": part("bar"),
            },
            {
                "type": "library",
                "bom-ref": part("cage"),
                "name": "cage",
                "version": "1.2.3",
                "description": "A cage.",
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "purl": part("cage"),
            },
        ])
    );
    assert_eq!(
        bom["dependencies"],
        json!([
            { "ref": part("bar") },
            { "ref": part("cage"), "dependsOn": [part("bar")] },
            { "ref": part("terraform-provider-zoo"), "dependsOn": [part("cage")] },
        ])
    );
}
