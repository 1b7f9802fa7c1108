//! `cargo terrane conform`: its rules, options, reports and exit codes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the command.
fn conform<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "conform"])
        .args(arguments)
        .output()
        .unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Returns a program of this workspace, which its tests have built next to this one.
fn program(package: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let programs = test.parent().unwrap().parent().unwrap();
    let program = programs.join(format!("{package}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let built = terrane_test::cargo::command()
            .args(["build", "--quiet", "--locked", "--package", package])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.unwrap().success());
    }
    program
}

#[test]
fn the_table_of_the_guide_lists_the_rules() {
    let rules = json(&conform(["--list", "--json"]));
    let rules: BTreeMap<String, String> = rules
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let text = |name: &str| it[name].as_str().unwrap().to_owned();
            let level = text("level").replace("always", "");
            let row = [text("severity"), level, text("summary"), text("source")];
            (text("rule"), row.join("|"))
        })
        .collect();
    let guide = include_str!("../../../terrane/src/guide/conformance.md");
    let table: BTreeMap<String, String> = guide
        .lines()
        .filter(|line| line.starts_with("| CF"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells[0].to_owned(), cells[1..].join("|"))
        })
        .collect();
    assert_eq!(table, rules);
}

/// What a provider needs to be configured, and objects that can be imported: `keepers` and other `triggers` replace an imported object, as in the providers in Go.
fn configuration(package: &str) -> &'static str {
    match package {
        "terraform-provider-random" => {
            "resource \"random_id\" \"one\" {\n  byte_length = 4\n}\nresource \"random_string\" \"one\" {\n  length = 8\n}\n"
        }
        "terraform-provider-time" => {
            "resource \"time_static\" \"one\" {\n  triggers = {}\n}\nresource \"time_offset\" \"one\" {\n  offset_days = 1\n}\n"
        }
        "terraform-provider-sink" => "provider \"sink\" {\n  folder = \".\"\n}\n",
        _ => "",
    }
}

/// A note of Terraform's own provider, which becomes a jar, as a state file has it.
const NOTE: &str = r#"{
  "mode": "managed",
  "type": "terraform_data",
  "name": "note",
  "provider": "provider[\"terraform.io/builtin/terraform\"]",
  "instances": [
    {
      "schema_version": 0,
      "attributes": { "id": "1", "input": { "value": "salt", "type": "string" }, "output": null, "triggers_replace": null }
    }
  ]
}"#;

#[test]
fn our_own_providers_have_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("main.tf");
    let moves = tempfile::tempdir().unwrap();
    let jars = moves.path().join("sink_jar");
    std::fs::create_dir(&jars).unwrap();
    std::fs::write(jars.join("note.json"), NOTE).unwrap();
    let applied: [(&str, &[&str]); 4] = [
        (
            "terraform-provider-local",
            &["local_file", "local_sensitive_file"],
        ),
        (
            "terraform-provider-random",
            &[
                "random_pet",
                "random_id",
                "random_string",
                "random_password",
            ],
        ),
        ("terraform-provider-time", &["time_static", "time_offset"]),
        ("terraform-provider-sink", &[]),
    ];
    for (package, types) in applied {
        std::fs::write(&written, configuration(package)).unwrap();
        let mut arguments = vec![program(package).into_os_string()];
        arguments.extend(["--json", "--read", "--deny", "notes"].map(Into::into));
        for name in types {
            arguments.extend(["--apply".into(), name.into()]);
        }
        arguments.extend(["--config".into(), written.clone().into_os_string()]);
        if package == "terraform-provider-sink" {
            arguments.extend(["--moves".into(), moves.path().as_os_str().to_owned()]);
        }
        let output = conform(&arguments);
        let report = json(&output);
        assert_eq!(
            report["findings"],
            serde_json::json!([]),
            "{package}: {report:#}"
        );
        assert_eq!(output.status.code(), Some(0), "{package}");
    }
}

#[test]
fn a_report_is_a_baseline_of_the_next_run_and_junit_lists_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).into_os_string();
    let broken = program("terraform-provider-broken");
    let run = |more: &[std::ffi::OsString]| {
        let fixed = ["--env", "BROKEN=requires-a-computed-attribute", "--json"];
        let fixed = fixed.map(Into::into);
        conform(
            [broken.clone().into_os_string()]
                .into_iter()
                .chain(fixed)
                .chain(more.iter().cloned()),
        )
    };
    let first = run(&["--junit".into(), file("junit.xml")]);
    assert_eq!(first.status.code(), Some(1));
    assert_eq!(json(&first)["findings"][0]["rule"], "CF302");
    let junit = std::fs::read_to_string(file("junit.xml")).unwrap();
    assert!(junit.contains("failures=\"1\""), "{junit}");

    std::fs::write(file("baseline.json"), &first.stdout).unwrap();
    let second = run(&["--baseline".into(), file("baseline.json")]);
    assert_eq!(second.status.code(), Some(0));
    assert_eq!(json(&second)["known"], 1);
}

#[cfg(unix)]
#[test]
fn a_finding_is_repeated_by_the_path_that_the_user_has_written() {
    let folder = tempfile::tempdir().unwrap();
    let name = "terraform-provider-broken";
    std::os::unix::fs::symlink(program(name), folder.path().join(name)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args([
            "terrane",
            "conform",
            "./terraform-provider-broken",
            "--json",
        ])
        .args(["--env", "BROKEN=requires-a-computed-attribute"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let repeat = "cargo-terrane conform ./terraform-provider-broken --env BROKEN --rule CF302";
    assert_eq!(json(&output)["findings"][0]["repeat"], repeat);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_destroys_what_it_has_created() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("done");
    let done = || std::fs::read_to_string(&file).unwrap_or_default();
    let mut run = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "conform", "--json", "--apply", "broken_thing"])
        .args(["--env", "BROKEN=reads-until-it-is-stopped"])
        .args(["--env", &format!("BROKEN_FILE={}", file.display())])
        .arg(program("terraform-provider-broken"))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while done() != "reads" {
        assert_eq!(run.try_wait().unwrap(), None, "the run has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let id = run.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let output = run.wait_with_output().unwrap();
    assert_eq!(done(), "destroyed");
    assert_eq!(output.status.code(), Some(1));
    let report = json(&output);
    assert_eq!(report["left"], serde_json::json!([]));
    assert_eq!(report["unchecked"][0]["reason"], "it was interrupted");
}

#[test]
fn wrong_options_have_exit_code_2() {
    let broken = program("terraform-provider-broken");
    let broken = broken.to_str().unwrap();
    let cases: [&[&str]; 8] = [
        &[broken, "--type", "broken_nothing"],
        &[broken, "--states", "missing-folder"],
        &[broken, "--moves", "missing-folder"],
        &["missing-program"],
        &[broken, "--rule", "CF999"],
        &[broken, "--apply", "broken_nothing"],
        &[broken, "--env", "TERRANE_NO_SUCH_VARIABLE"],
        &[broken, "--config", "missing.tf"],
    ];
    for arguments in cases {
        let output = conform(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(messages.starts_with("error: "), "{messages}");
    }
}

#[test]
fn all_errors_of_a_configuration_are_reported_with_their_lines_and_examples_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("main.tf");
    let text = "resource \"broken_thing\" \"one\" {\n  nothing = 1\n}\nresource \"broken_nothing\" \"one\" {\n}\n";
    std::fs::write(&file, text).unwrap();
    let broken = program("terraform-provider-broken").into_os_string();
    let run = |option: &str| {
        let arguments = [option.into(), file.clone().into_os_string()];
        conform([broken.clone()].into_iter().chain(arguments))
    };
    let output = run("--config");
    assert_eq!(output.status.code(), Some(2));
    let messages = String::from_utf8_lossy(&output.stderr);
    for expected in [
        "main.tf:2: ",
        "main.tf:4: the provider has no resource `broken_nothing`",
    ] {
        assert!(messages.contains(expected), "{messages}");
    }
    let output = run("--examples");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    let remark = "remark: 2 blocks of --examples cannot be used alone and were skipped";
    assert!(text.contains(remark), "{text}");
    assert!(!text.contains("in the baseline"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_no_program_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("terraform-provider-zoo");
    std::fs::write(&file, "text").unwrap();
    let output = conform([file]);
    assert_eq!(output.status.code(), Some(2));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(
        messages.contains("terraform-provider-zoo` is not executable"),
        "{messages}"
    );
}
