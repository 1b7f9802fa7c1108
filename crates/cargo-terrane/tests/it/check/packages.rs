//! Commands in the folder of a package, which build its program first. A program that prints a description stands for the provider.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use terrane_release::Platform;

use crate::check::changes::{git, package};
use crate::check::zoo::{with, write};
use crate::check::{json, program, stderr, stdout, terrane};

/// Writes a package whose program prints the description of a provider, without a `Cargo.lock`.
fn write_package(folder: &Path, description: &str) {
    package(folder, "1.0.0", "");
    fs::remove_file(folder.join("Cargo.lock")).unwrap();
    fs::write(folder.join("src/description.json"), description).unwrap();
    let code = "fn main() {\n    print!(\"{}\", include_str!(\"description.json\"));\n}\n";
    fs::write(folder.join("src/main.rs"), code).unwrap();
}

/// Returns the description of the zoo, without the description of a name.
fn zoo() -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = "resource_schemas/zoo_pet/block/attributes/name/description";
    let file = write(folder.path(), "schema.json", &with(&[(path, "".into())]));
    fs::read_to_string(file).unwrap()
}

#[test]
fn lint_and_docs_build_a_package_without_a_lock_file() {
    for command in ["lint", "docs"] {
        let folder = tempfile::tempdir().unwrap();
        write_package(folder.path(), &zoo());
        let own = folder.path().to_str().unwrap();
        let output = match command {
            "lint" => terrane(["lint", own]),
            _ => terrane(["docs", "--folder", own]),
        };
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(folder.path().join("Cargo.lock").is_file());
        if command == "docs" {
            let page = fs::read_to_string(folder.path().join("docs/resources/pet.md")).unwrap();
            assert!(page.contains("# zoo_pet (Resource)"), "{page}");
        } else {
            let text = stdout(&output);
            let finding = "warning[TF202] resource zoo_pet, name: there is no description\n";
            assert!(text.contains(finding), "{text}");
        }
    }
}

#[test]
fn a_build_is_installed_into_a_mirror_and_removed_again() {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &zoo());
    let mirror = folder.path().join("mirror");
    let configuration = folder.path().join("hosts.rc");
    let run = |more: &[&OsStr]| {
        let own = ["--folder".as_ref(), folder.path().as_os_str()];
        let arguments = [
            "install",
            "--profile",
            "dev",
            "--address",
            "localhost/acme/time",
        ];
        let arguments = arguments.map(OsStr::new).into_iter().chain(own);
        let mirror = ["--mirror".as_ref(), mirror.as_os_str()];
        terrane(arguments.chain(mirror).chain(more.iter().copied()))
    };
    let configure = ["--cli-config".as_ref(), configuration.as_os_str()];
    let installed = run(&configure);
    assert!(installed.status.success(), "{}", stderr(&installed));
    let versions = mirror.join("localhost/acme/time");
    let platforms: Vec<_> = fs::read_dir(versions.join("1.0.0")).unwrap().collect();
    assert_eq!(platforms.len(), 1);
    let text = fs::read_to_string(&configuration).unwrap();
    assert!(
        text.contains("include = [\"localhost/acme/time\"]"),
        "{text}"
    );

    // The own configuration is updated.
    assert!(run(&configure).status.success());
    assert_eq!(fs::read_to_string(&configuration).unwrap(), text);

    // The configuration of somebody else is never replaced.
    fs::write(&configuration, format!("# mine\n{text}")).unwrap();
    let again = run(&configure);
    assert_eq!(again.status.code(), Some(2));
    let messages = stderr(&again);
    assert!(messages.contains("hosts.rc` exists"), "{messages}");

    let undo = ["--undo".as_ref()];
    assert!(stdout(&run(&undo)).starts_with("removed "));
    assert!(!versions.join("1.0.0").exists());
    assert!(stdout(&run(&undo)).starts_with("there was no build in "));
}

#[test]
fn a_release_needs_a_lock_file_that_is_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &zoo());
    let own = folder.path().to_str().unwrap();
    let package = || terrane(["package", "--dry-run", "--folder", own]);
    let refused = || {
        let output = package();
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let messages = stderr(&output);
        assert!(messages.contains("`Cargo.lock`"), "{messages}");
        assert!(messages.contains("run `cargo build`"), "{messages}");
    };
    // Whether this machine can build for a platform is another question.
    let accepted = || {
        let messages = stderr(&package());
        assert!(!messages.contains("`Cargo.lock`"), "{messages}");
    };
    refused();
    assert!(!folder.path().join("Cargo.lock").exists());

    assert_eq!(terrane(["lint", own]).status.code(), Some(0));
    accepted();

    let part = folder.path().join("part");
    fs::create_dir_all(part.join("src")).unwrap();
    fs::write(part.join("src/lib.rs"), "").unwrap();
    let manifest = "[package]\nname = \"part\"\nversion = \"0.1.0\"\n";
    fs::write(part.join("Cargo.toml"), manifest).unwrap();
    let manifest = folder.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        format!("{text}[dependencies]\npart = {{ path = \"part\" }}\n"),
    )
    .unwrap();
    refused();
    assert_eq!(terrane(["lint", own]).status.code(), Some(0));
    accepted();
}

#[test]
fn a_commit_without_recorded_schemas_is_built() {
    let time = program("time");
    let described = std::process::Command::new(&time)
        .args(["schema", "--format", "terrane-json"])
        .output()
        .unwrap();
    let mut earlier = json(&described);
    let providers = earlier["provider_schemas"].as_object_mut().unwrap();
    let provider = providers.values_mut().next().unwrap();
    let functions = provider["functions"].as_object_mut().unwrap();
    functions.remove("duration_parse").unwrap();

    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &earlier.to_string());
    git(folder.path(), &["init", "--quiet"]);
    git(folder.path(), &["add", "."]);
    git(
        folder.path(),
        &["commit", "--quiet", "--message", "Release"],
    );
    package(folder.path(), "1.1.0", "");

    let output = terrane([
        "schema".as_ref(),
        "diff".as_ref(),
        "HEAD".as_ref(),
        "--folder".as_ref(),
        folder.path().as_os_str(),
        "--binary".as_ref(),
        time.as_os_str(),
        "--format".as_ref(),
        "json".as_ref(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    let [change] = &report["changes"].as_array().unwrap()[..] else {
        panic!("{report:#}");
    };
    assert_eq!(change["item"], "function duration_parse");
    assert_eq!(change["change"], "function added");
    // The earlier version is 1.0.0, that of the package at the commit.
    assert_eq!(report["allowed"], "minor");
    // The folder of the commit is gone.
    assert!(!folder.path().join(".git/worktrees").exists());
}

/// A key that signs nothing but tests.
const KEY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../terrane-release/tests/keys/rsa.asc"
);

/// Releases the package in a folder for this machine, with its C compiler as the linker. `None` if the target of the platform is not installed.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stdout, reason = "what is skipped is shown")]
fn release(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let platform = Platform::current().unwrap();
    let target = platform.target.to_uppercase().replace('-', "_");
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "release", "--profile", "dev", "--key-file", KEY])
        .args(["--platform", &platform.to_string()])
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .env(format!("CARGO_TARGET_{target}_LINKER"), "cc")
        .env("PASSPHRASE", "a test")
        .output()
        .unwrap();
    if stderr(&output).contains("rustup target add") {
        println!("skipped: {}", stderr(&output));
        return None;
    }
    Some(output)
}

#[cfg(target_os = "linux")]
#[test]
fn a_release_has_all_files_and_extends_every_layout() {
    let folder = tempfile::tempdir().unwrap();
    package(folder.path(), "1.0.0", "");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    write("CHANGELOG.md", "## 1.0.0\n\n- First.\n");
    write("member", "");
    let layouts = [
        ["--registry", "registry"],
        ["--network-mirror", "network"],
        ["--filesystem-mirror", "filesystem"],
        ["--oci", "oci"],
    ];
    let mut arguments = vec!["--address", "localhost/example/time"];
    arguments.extend([
        "--repository",
        "https://example.com/time",
        "--protocol",
        "6.0",
    ]);
    arguments.extend(layouts.as_flattened());

    let dry = [&arguments[..], &["--dry-run", "--member", "member"]].concat();
    let Some(output) = release(folder.path(), &dry) else {
        return;
    };
    assert!(output.status.success(), "{}", stderr(&output));
    let platform = Platform::current().unwrap();
    let announced = stdout(&output);
    for line in [
        &format!("  {platform}: would be built by cargo\n  {platform}: would include `member`\n"),
        "  archives would be written to `dist`\n  checksums would be signed by key ",
        "  a registry of static files would be extended in `registry`\n",
        "  a network mirror would be extended in `network`\n",
        "  a filesystem mirror would be extended in `filesystem`\n",
        "  an OCI layout would be extended in `oci`\n",
    ] {
        assert!(announced.contains(line), "{line}: {announced}");
    }
    assert!(!announced.contains("would stop"), "{announced}");
    assert!(!folder.path().join("dist").exists());

    let output = release(folder.path(), &arguments).unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let done = stdout(&output);
    for line in [
        &format!(
            "terraform-provider-time 1.0.0\n  {platform}: built by cargo\n  {platform}: a second build is equal\n"
        ),
        "  signed by key ",
        "  the provenance names no commit: `git ",
        "  extended a registry of static files in `registry`\n",
        "  extended a network mirror in `network`\n",
        "  extended a filesystem mirror in `filesystem`\n",
        "  extended an OCI layout in `oci`\n",
    ] {
        assert!(done.contains(line), "{line}: {done}");
    }
    let stem = "terraform-provider-time_1.0.0_";
    let names = fs::read_dir(folder.path().join("dist")).unwrap();
    let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .map(|it| it.strip_prefix(stem).unwrap().to_owned())
        .collect();
    names.sort();
    let archive = format!("{platform}.zip");
    let expected = [
        "SHA256SUMS",
        "SHA256SUMS.sig",
        &archive,
        "lock-hashes.txt",
        "manifest.json",
        "notes.md",
        "opentofu-registry.md",
        "provenance.intoto.json",
        "sbom.cdx.json",
        "terraform-registry.md",
    ];
    assert_eq!(names, expected);
    let read = |name: &str| {
        let path = folder.path().join("dist").join(format!("{stem}{name}"));
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(read("notes.md"), "- First.\n");
    // The hash of the contents, and one of each file.
    let hashes = read("lock-hashes.txt");
    assert_eq!(hashes.lines().count(), 3);
    assert!(hashes.starts_with(&format!("{platform} h1:")), "{hashes}");
    let mirror = folder.path().join("filesystem/localhost/example/time");
    assert!(mirror.join(format!("{stem}{archive}")).is_file());

    // The same release again replaces nothing, and unpacks it into another mirror.
    let unpacked = [
        "--address",
        "localhost/example/time",
        "--protocol",
        "6.0",
        "--no-verify",
    ];
    let unpacked = [
        &unpacked[..],
        &["--filesystem-mirror", "unpacked", "--unpacked"],
    ]
    .concat();
    let output = release(folder.path(), &unpacked).unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(!stdout(&output).contains("second build"));
    let program =
        format!("unpacked/localhost/example/time/1.0.0/{platform}/terraform-provider-time_v1.0.0");
    assert!(folder.path().join(program).is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_release_stops_for_missing_notes_members_protocols_and_different_builds() {
    let folder = tempfile::tempdir().unwrap();
    package(folder.path(), "1.0.0", "");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    let refused = |arguments: &[&str]| {
        let output = release(folder.path(), arguments)?;
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(!folder.path().join("dist").exists());
        Some(stderr(&output))
    };
    write("CHANGELOG.md", "## 0.9.0\n");
    let Some(error) = refused(&[]) else { return };
    assert!(
        error.contains("has no section for version 1.0.0"),
        "{error}"
    );
    fs::remove_file(folder.path().join("CHANGELOG.md")).unwrap();

    let error = refused(&["--member", "windows_amd64=member", "--dry-run"]).unwrap();
    assert!(error.contains("add `--member"), "{error}");

    // The program does not serve.
    let error = refused(&["--no-verify"]).unwrap();
    assert!(error.contains("terraform-provider-time"), "{error}");

    // A build script writes a path of the build into the program.
    write(
        "build.rs",
        "fn main() { println!(\"cargo:rustc-env=PLACE={}\", std::env::var(\"OUT_DIR\").unwrap()); }\n",
    );
    write(
        "src/main.rs",
        "fn main() { println!(\"{}\", env!(\"PLACE\")); }\n",
    );
    let error = refused(&["--protocol", "6.0"]).unwrap();
    assert!(error.contains("differ: "), "{error}");
}

#[test]
fn an_installation_without_a_mirror_is_in_the_implied_one_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    write_package(folder.path(), &zoo());
    let home = tempfile::tempdir().unwrap();
    let old_home = std::env::home_dir().unwrap();
    let tools = |variable: &str, name: &str| {
        std::env::var_os(variable).unwrap_or_else(|| old_home.join(name).into_os_string())
    };
    let run = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "install", "--profile", "dev"])
            .args(["--address", "localhost/acme/time"])
            .args(more)
            .current_dir(folder.path())
            .env_remove("CARGO_TARGET_DIR")
            .env("CARGO_HOME", tools("CARGO_HOME", ".cargo"))
            .env("RUSTUP_HOME", tools("RUSTUP_HOME", ".rustup"))
            .env(if cfg!(windows) { "APPDATA" } else { "HOME" }, home.path())
            .output()
            .unwrap()
    };
    let installed = run(&[]);
    assert!(installed.status.success(), "{}", stderr(&installed));
    let text = stdout(&installed);
    let warning = "`cargo terrane install --address localhost/acme/time --undo` removes it";
    assert!(text.contains(warning), "{text}");
    let plugins = if cfg!(windows) {
        "terraform.d/plugins"
    } else {
        ".terraform.d/plugins"
    };
    let versions = home.path().join(plugins).join("localhost/acme/time");
    assert!(versions.join("1.0.0").is_dir(), "{text}");
    assert!(stdout(&run(&["--undo"])).starts_with("removed "));
    assert!(!versions.exists());
}
