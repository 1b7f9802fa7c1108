//! What every command has in common: its output in text and JSON, colour, completions, and the search for the package. And programs that were built
//! elsewhere, and errors that say what to write.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn terrane(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .arg("terrane")
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_NET_OFFLINE", "true")
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the only JSON document of a command.
fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(output), stderr(output)))
}

fn succeeds(folder: &Path, arguments: &[&str]) -> Output {
    let output = terrane(folder, arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    output
}

/// Returns the messages of a command that fails.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = terrane(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    stderr(&output)
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Writes schemas with one finding of lint.
fn schemas(folder: &Path) {
    let schemas = json!({
        "format_version": "1.0",
        "provider_schemas": { "registry.terraform.io/example/zoo": {
            "resource_schemas": { "zoo_pet": { "version": 0, "block": {
                "description": "A pet.",
                "attributes": { "name": { "type": "string", "required": true } },
            } } },
        } },
    });
    write(folder, "schema.json", &schemas.to_string());
}

#[test]
fn a_shell_completes_commands_and_options() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&succeeds(folder.path(), &["completions", shell]));
        for word in ["cargo-terrane", "generate", "dry-run"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // The program that shells complete takes the commands without `terrane`.
    let version = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .arg("--version")
        .output()
        .unwrap();
    assert!(stdout(&version).starts_with("cargo-terrane "));
}

#[test]
fn levels_have_a_colour_on_request_and_none_in_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    schemas(folder.path());
    let lint = |more: &[&str]| {
        let arguments = [&["lint", "schema.json"], more].concat();
        stdout(&terrane(folder.path(), &arguments))
    };
    let plain = lint(&[]);
    assert!(plain.contains("warning[TF202]"), "{plain}");
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert_eq!(lint(&["--color", "never"]), plain);
    let coloured = lint(&["--color", "always"]);
    assert!(
        coloured.contains("\u{1b}[1m\u{1b}[33mwarning\u{1b}[0m[TF202]"),
        "{coloured:?}"
    );
}

#[test]
fn no_color_wins_over_a_forced_colour() {
    let folder = tempfile::tempdir().unwrap();
    schemas(folder.path());
    let lint = |variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "lint", "schema.json"])
            .current_dir(folder.path())
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        stdout(&output).contains('\u{1b}')
    };
    assert!(lint(&[("CLICOLOR_FORCE", "1")]));
    assert!(!lint(&[("NO_COLOR", "1")]));
}

#[test]
fn quiet_hides_notes_and_verbose_shows_the_time_of_steps() {
    let folder = tempfile::tempdir().unwrap();
    let output = succeeds(folder.path(), &["new", "zoo", "--quiet", "--vcs", "none"]);
    assert_eq!(
        (stdout(&output), stderr(&output)),
        (String::new(), String::new())
    );
    let program = "#!/bin/sh\nexit 1\n";
    write(folder.path(), "bin/terraform-provider-zoo", program);
    let package = |more: &[&str]| {
        let arguments = [
            "package",
            "--version",
            "1.0.0",
            "--protocol",
            "6.0",
            "--include",
        ];
        let arguments = [
            &arguments[..],
            &["linux_arm64=bin/terraform-provider-zoo"],
            more,
        ]
        .concat();
        succeeds(folder.path(), &arguments)
    };
    let verbose = stderr(&package(&["--verbose"]));
    assert!(verbose.contains("  packing the archives: 0."), "{verbose}");
    let quiet = package(&["--quiet"]);
    assert_eq!(
        (stdout(&quiet), stderr(&quiet)),
        (String::new(), String::new())
    );
    assert_eq!(stderr(&package(&[])), "");
}

#[test]
fn a_command_with_json_prints_one_document_also_if_it_fails() {
    let folder = tempfile::tempdir().unwrap();
    let created = document(&succeeds(
        folder.path(),
        &["new", "zoo", "--json", "--vcs", "none"],
    ));
    assert_eq!(created["provider"], "zoo");
    assert_eq!(created["folder"], "terraform-provider-zoo");
    let files = created["created"].as_array().unwrap();
    assert!(
        files.contains(&json!("terraform-provider-zoo/Cargo.toml")),
        "{files:?}"
    );
    assert_eq!(created["warnings"], json!([]));

    let failed = terrane(folder.path(), &["new", "zoo", "--json"]);
    assert_eq!(failed.status.code(), Some(2));
    let text = document(&failed);
    let error = text["error"].as_str().unwrap();
    assert!(error.contains("exists and is not empty"), "{error}");
    assert!(stderr(&failed).contains(error));

    schemas(folder.path());
    let report = document(&terrane(folder.path(), &["lint", "schema.json", "--json"]));
    assert_eq!(report["findings"][0]["rule"], "TF202");
    let rules = document(&succeeds(folder.path(), &["lint", "--list", "--json"]));
    assert!(rules.as_array().unwrap().len() >= 30);
    let rule = document(&succeeds(
        folder.path(),
        &["lint", "--explain", "TF202", "--json"],
    ));
    assert_eq!(rule["level"], "warning");
    let schemas = document(&succeeds(
        folder.path(),
        &["schema", "print", "schema.json", "--json"],
    ));
    assert_eq!(schemas["format_version"], "1.0");
    let equal = ["schema", "diff", "schema.json", "schema.json", "--json"];
    assert_eq!(document(&succeeds(folder.path(), &equal))["passes"], true);
}

#[test]
fn commands_find_the_package_from_a_folder_below_it() {
    let root = tempfile::tempdir().unwrap();
    succeeds(root.path(), &["new", "zoo", "--vcs", "none"]);
    let package = root.path().join("terraform-provider-zoo");
    let below = package.join("examples/resources");
    let created = stdout(&succeeds(&below, &["new", "function", "slug"]));
    assert!(created.contains("created "), "{created}");
    assert!(package.join("src/slug.rs").is_file());

    // Without a lock file, the package that was found is named by its problem.
    for command in [&["package", "--dry-run"][..], &["release", "--dry-run"]] {
        let messages = refusal(&below, command);
        assert!(
            messages.contains("the `Cargo.lock` of the package"),
            "{messages}"
        );
    }
    // These commands read the package before they build it.
    write(&package, "Cargo.toml", "no manifest");
    for command in [
        &["lint"][..],
        &["docs"],
        &["schema", "print"],
        &["schema", "record"],
        &["install"],
    ] {
        let messages = refusal(&below, command);
        assert!(
            messages.contains("cannot read the package"),
            "{command:?}: {messages}"
        );
    }
    let outside = refusal(root.path(), &["package", "--dry-run"]);
    assert!(
        outside.contains("nor a folder above it has a `Cargo.toml`"),
        "{outside}"
    );
}

#[test]
fn programs_of_any_language_that_were_built_elsewhere_are_packed_without_a_package() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path();
    write(go, "amd64/terraform-provider-zoo_v1.2.3", "#!/bin/sh\n");
    write(
        go,
        "arm64/terraform-provider-zoo_v1.2.3",
        "#!/bin/sh\nexit 1\n",
    );
    write(go, "LICENSE", "Free.\n");
    write(
        go,
        "terraform-registry-manifest.json",
        "{\"version\":1,\"metadata\":{\"protocol_versions\":[\"5.0\"]}}",
    );
    let arguments = [
        "package",
        "--version",
        "1.2.3",
        "--json",
        "--protocol",
        "5.0",
        "--include",
        "linux_amd64=amd64/terraform-provider-zoo_v1.2.3",
        "--include",
        "darwin_arm64=arm64/terraform-provider-zoo_v1.2.3",
    ];
    let dry = document(&succeeds(go, &[&arguments[..], &["--dry-run"]].concat()));
    assert_eq!(dry["platforms"].as_array().unwrap().len(), 2, "{dry:#}");
    assert!(!go.join("dist").exists());

    let packed = document(&succeeds(go, &arguments));
    assert_eq!(
        (&packed["provider"], &packed["version"]),
        (&json!("zoo"), &json!("1.2.3"))
    );
    let files: Vec<&str> = packed["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["file"].as_str().unwrap())
        .collect();
    assert_eq!(
        files,
        [
            "terraform-provider-zoo_1.2.3_darwin_arm64.zip",
            "terraform-provider-zoo_1.2.3_linux_amd64.zip",
            "terraform-provider-zoo_1.2.3_manifest.json",
        ]
    );
    assert!(go.join("dist").join(files[0]).is_file());
}

#[test]
fn a_dry_run_and_a_run_fail_with_everything_that_is_missing_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "package",
        "--version",
        "1.2.3",
        "--address",
        "example/zoo",
        "--member",
        "linux_amd64=absent-member",
        "--include",
        "linux_amd64=absent",
        "--include",
        "darwin_arm64=absent",
        "--platform",
        "windows_amd64",
    ];
    let run = refusal(folder.path(), &arguments);
    for problem in [
        "linux_amd64: there is no file `absent`",
        "linux_amd64: there is no member `absent-member`",
        "darwin_arm64: there is no file `absent`",
        "darwin_arm64: no member is named; add `--member darwin_arm64=FILE`",
        "windows_amd64: there is no program; add `--include windows_amd64=FILE`",
    ] {
        assert!(run.contains(problem), "{problem}: {run}");
    }
    let dry = refusal(folder.path(), &[&arguments[..], &["--dry-run"]].concat());
    assert_eq!(dry, run);
    assert!(!folder.path().join("dist").exists());
    let nameless = [
        "package",
        "--version",
        "1.2.3",
        "--include",
        "linux_amd64=zoo",
    ];
    let messages = refusal(folder.path(), &nameless);
    assert!(
        messages.contains("`--address NAMESPACE/TYPE`"),
        "{messages}"
    );
}

#[test]
fn a_comparison_with_a_wrong_reference_names_what_was_tried_before_it_builds() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "zoo", "--dir", "."]);
    // A build would fail with another message.
    write(folder.path(), "src/main.rs", "no Rust");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    fs::copy(lock, folder.path().join("Cargo.lock")).unwrap();
    let messages = refusal(folder.path(), &["schema", "diff", "1.2.0"]);
    let tried = "none of the git references `1.2.0`, `v1.2.0`, `origin/1.2.0`";
    assert!(messages.contains(tried), "{messages}");
}

#[test]
fn a_new_provider_may_be_named_as_its_package() {
    let folder = tempfile::tempdir().unwrap();
    let output = stdout(&succeeds(
        folder.path(),
        &["new", "terraform-provider-zoo", "--vcs", "none"],
    ));
    assert!(
        output.contains(
            "created the provider `zoo` with the resource `zoo_item` in `terraform-provider-zoo`"
        ),
        "{output}"
    );
    let code =
        fs::read_to_string(folder.path().join("terraform-provider-zoo/src/main.rs")).unwrap();
    assert!(
        code.contains("\"registry.terraform.io/example/zoo\""),
        "{code}"
    );
}

#[test]
fn the_readme_of_a_new_package_starts_the_loop_with_a_plan_of_files_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "zoo", "--vcs", "none"]);
    let package = folder.path().join("terraform-provider-zoo");
    let readme = fs::read_to_string(package.join("README.md")).unwrap();
    let line = |start: &str| {
        let found = readme.lines().find_map(|it| it.strip_prefix(start));
        found.unwrap_or_else(|| panic!("{start:?} is missing in {readme}"))
    };
    let watched = line("cargo terrane dev --watch ");
    assert_eq!(line("mkdir -p "), watched);
    let mut copied: Vec<&str> = line("cp ").split(' ').collect();
    assert_eq!(copied.pop(), Some(watched));
    for file in copied {
        assert!(package.join(file).is_file(), "{file}");
    }
}

#[test]
fn a_refused_name_or_kind_or_file_says_what_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let name = refusal(folder.path(), &["new", "Big_Zoo"]);
    assert!(name.contains("write `big-zoo`"), "{name}");
    let kind = refusal(folder.path(), &["new", "resorce", "pet"]);
    assert!(
        kind.contains("`resorce` is not a kind of item") && kind.contains("data-source"),
        "{kind}"
    );
    succeeds(
        folder.path(),
        &["new", "zoo", "--dir", ".", "--vcs", "none"],
    );
    let again = refusal(folder.path(), &["new", "zoo", "--dir", "."]);
    assert!(again.contains("name another folder by `--dir`"), "{again}");
    let item = refusal(folder.path(), &["new", "resource", "PetFood"]);
    assert!(item.contains("write `pet_food`"), "{item}");
    let list = refusal(folder.path(), &["new", "list", "pet"]);
    assert!(
        list.contains("The package has the resources item"),
        "{list}"
    );
}

#[test]
fn generate_says_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    schemas(folder.path());
    let generate = |more: &[&str]| {
        let arguments = [&["generate", "--from", "schema.json", "--out", "zoo"], more].concat();
        succeeds(folder.path(), &arguments)
    };
    let first = stdout(&generate(&[]));
    assert!(first.contains("created zoo/Cargo.toml\n"), "{first}");
    assert!(
        first.contains(" files are new, 0 were updated, 0 are unchanged."),
        "{first}"
    );
    let second = document(&generate(&["--json"]));
    assert_eq!(second["created"], json!([]));
    assert!(
        second["unchanged"]
            .as_array()
            .unwrap()
            .contains(&json!("Cargo.toml")),
        "{second:#}"
    );
}

/// Returns a program that the tests of this package have built.
fn built(program: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    target.join(program).display().to_string()
}

#[test]
fn findings_have_the_file_and_the_line_of_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"terraform-provider-pets\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    write(folder.path(), "Cargo.toml", manifest);
    let code = include_str!("../../examples/pets.rs");
    write(folder.path(), "src/main.rs", code);
    let example = "resource \"pets_pet\" \"one\" {\n  name  = \"Rex\"\n  wings = 2\n}\n";
    write(
        folder.path(),
        "examples/resources/pets_pet/resource.tf",
        example,
    );
    let pets = built("examples/pets");
    let lint = |more: &[&str]| {
        let arguments = [&["lint", "--binary", &pets], more].concat();
        terrane(folder.path(), &arguments)
    };
    let report = document(&lint(&["--json"]));
    let findings = report["findings"].as_array().unwrap();
    let (mut in_code, mut in_examples) = (0, 0);
    for finding in findings {
        let line = finding["line"]
            .as_u64()
            .map(|it| usize::try_from(it).unwrap());
        let text = |file: &str| file.lines().nth(line.unwrap() - 1).unwrap().to_owned();
        match finding["file"].as_str() {
            Some("src/main.rs") => {
                in_code += 1;
                let path = finding["path"].as_str().unwrap();
                let expected = if path.is_empty() { "Pet" } else { path };
                let text = text(code);
                assert!(text.contains(expected), "{finding:#}: {text}");
            }
            Some("examples/resources/pets_pet/resource.tf") => {
                in_examples += 1;
                assert_eq!(text(example), "  wings = 2", "{finding:#}");
            }
            // This file is missing.
            Some("examples/provider/provider.tf") => assert_eq!(line, None),
            _ => panic!("{finding:#}"),
        }
    }
    assert!(in_code > 0 && in_examples > 0, "{report:#}");
    let text = stdout(&lint(&[]));
    let position = "examples/resources/pets_pet/resource.tf:3: example";
    assert!(text.contains(position), "{text}");
    let sarif = document(&lint(&["--format", "sarif"]));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let place = |it: &Value| {
        let place = &it["locations"][0]["physicalLocation"];
        (
            place["artifactLocation"]["uri"].clone(),
            place["region"]["startLine"].clone(),
        )
    };
    let expected = (json!("examples/resources/pets_pet/resource.tf"), json!(3));
    assert!(results.iter().any(|it| place(it) == expected), "{sarif:#}");
}

#[test]
fn a_workflow_fetches_terrane_only_before_it_is_published() {
    let folder = tempfile::tempdir().unwrap();
    let workflow = |name: &str, more: &[&str]| {
        let arguments = [&["new", name, "--vcs", "none"], more].concat();
        succeeds(folder.path(), &arguments);
        let package = folder.path().join(format!("terraform-provider-{name}"));
        assert!(package.join("README.md").is_file());
        assert!(package.join(".github/dependabot.yml").is_file());
        fs::read_to_string(package.join(".github/workflows/ci.yml")).unwrap()
    };
    let unpublished = workflow("zoo", &[]);
    assert_eq!(unpublished.matches("git clone --depth 1").count(), 3);
    let published = workflow("pond", &["--terrane", "0.1"]);
    assert!(!published.contains("TERRANE_REPOSITORY"), "{published}");
    for text in [unpublished, published] {
        assert!(!text.contains("fetch-terrane"), "{text}");
    }
}
