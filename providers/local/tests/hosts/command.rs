//! Commands, as data sources, ephemeral resources and actions.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use terrane_test::{Feature, Reason, TestResult, Workspace, messages};

use super::{on_every_host, on_hosts_with, with};

/// Commands that end as they should: their names, and the attributes of each.
pub(crate) const COMMANDS: [(&str, &str); 8] = [
    (
        "said",
        r#"command = "sh"
  arguments = ["-c", "cat; echo $# $1 >&2; exit 3", "sh", "", null, "a b"]
  stdin = "in"
  allow_non_zero_exit_code = true"#,
    ),
    ("silent", "command = \"true\"\n  arguments = []"),
    ("nothing_in", "command = \"cat\""),
    (
        "killed",
        r#"command = "sh"
  arguments = ["-c", "echo before; kill -9 $$"]
  allow_non_zero_exit_code = true"#,
    ),
    (
        "elsewhere",
        r#"command = "./script"
  working_directory = "folder"
  allow_non_zero_exit_code = false"#,
    ),
    (
        "here",
        r#"command = "sh"
  arguments = ["-c", "basename $PWD; echo $0"]
  working_directory = """#,
    ),
    (
        "odd",
        r#"command = "sh"
  arguments = ["-c", "printf 'a\\342\\202b\\377'"]"#,
    ),
    (
        "much",
        r#"command = "sh"
  arguments = ["-c", "head -c 300000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero | tr '\\0' y >&2"]
  stdin = join("", [for i in range(1000) : "a line that nobody reads, but which fills any pipe sooner or later\n"])"#,
    ),
];

/// Commands that do not: which words tell of them.
const FAILURES: [(&str, &str, &str, &[&str]); 9] = [
    (
        "unknown",
        "command = \"no-such-command\"",
        "Command Lookup Failed",
        &[
            "Platform: ",
            "\nCommand: no-such-command\n",
            "Error: exec: \"no-such-command\": executable file not found in $PATH",
        ],
    ),
    (
        "empty",
        "command = \"\"",
        "Command Lookup Failed",
        &["Error: exec: \"\": executable file not found in $PATH"],
    ),
    (
        "missing",
        "command = \"./none\"",
        "Command Lookup Failed",
        &["Error: exec: \"./none\": stat ./none: no such file or directory"],
    ),
    (
        "plain",
        "command = \"./plain\"",
        "Command Lookup Failed",
        &["Error: exec: \"./plain\": permission denied"],
    ),
    (
        "folder",
        "command = \"./folder\"",
        "Command Lookup Failed",
        &["Error: exec: \"./folder\": is a directory"],
    ),
    (
        "loud",
        "command = \"sh\"\n  arguments = [\"-c\", \"echo why >&2; exit 4\"]",
        "Command Execution Failed",
        &[
            "sh -c echo why >&2; exit 4\nCommand Error: why\n",
            "\nState: exit status 4",
        ],
    ),
    (
        "silent",
        "command = \"false\"",
        "Command Execution Failed",
        &["/false\n", "exit status 1"],
    ),
    (
        "nowhere",
        "command = \"true\"\n  working_directory = \"./none\"",
        "Command Execution Failed",
        &[
            "unexpected error while attempting to execute the command",
            "/true\n",
            "State: chdir ./none: no such file or directory",
        ],
    ),
    (
        "in_a_file",
        "command = \"true\"\n  working_directory = \"./plain\"",
        "Command Execution Failed",
        &["State: chdir ./plain: not a directory"],
    ),
];

/// Puts what the commands need where they run.
pub(crate) fn prepare(host: &mut Workspace) -> TestResult {
    host.file("plain", "#!/bin/sh\n")?;
    host.file("folder/script", "#!/bin/sh\necho in $(basename $PWD)\n")?;
    let script = host.path().join("folder/script");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700))?;
    // A command is searched in the provider's folder, and runs in its working directory.
    fs::copy(&script, host.path().join("script"))?;
    Ok(())
}

/// Blocks of one kind for commands.
pub(crate) fn blocks<'a>(
    kind: &str,
    commands: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> String {
    let commands = commands.into_iter();
    commands
        .map(|(name, attributes)| match kind {
            "action" => format!(
                "action \"local_command\" \"{name}\" {{\n  config {{\n  {attributes}\n  }}\n}}\n"
            ),
            kind => format!("{kind} \"local_command\" \"{name}\" {{\n  {attributes}\n}}\n"),
        })
        .collect()
}

fn failures(kind: &str) -> String {
    blocks(
        kind,
        FAILURES.map(|(name, attributes, ..)| (name, attributes)),
    )
}

#[test]
fn a_data_source_returns_the_output_of_a_command() {
    on_every_host(|host| {
        prepare(host)?;
        host.config(&blocks("data", COMMANDS))?;
        host.apply()?;
        let state = host.state()?;
        let read = |name: &str| {
            state[&format!("data.local_command.{name}")]
                .attributes
                .clone()
        };
        let base = json!({
            "stdin": null, "working_directory": null, "allow_non_zero_exit_code": null, "exit_code": 0, "stdout": null, "stderr": null,
        });
        let expected = |more: Value| with(base.clone(), more);
        assert_eq!(
            read("said"),
            expected(json!({
                "command": "sh", "arguments": ["-c", "cat; echo $# $1 >&2; exit 3", "sh", "", null, "a b"], "stdin": "in",
                "allow_non_zero_exit_code": true, "exit_code": 3, "stdout": "in", "stderr": "2\n",
            }))
        );
        assert_eq!(
            read("silent"),
            expected(json!({ "command": "true", "arguments": [] }))
        );
        assert_eq!(
            read("nothing_in"),
            expected(json!({ "command": "cat", "arguments": null }))
        );
        let killed = read("killed");
        assert_eq!(
            (&killed["exit_code"], &killed["stdout"]),
            (&json!(-1), &json!("before\n"))
        );
        assert_eq!(read("elsewhere")["stdout"], "in folder\n");
        assert_eq!(read("here")["stdout"], "work\nsh\n");
        assert_eq!(read("odd")["stdout"], "a\u{fffd}\u{fffd}b\u{fffd}");
        let much = read("much");
        assert_eq!(
            (&much["stdout"], &much["stderr"]),
            (&"x".repeat(300_000).into(), &"y".repeat(300_000).into())
        );
        Ok(())
    });
}

#[test]
fn a_data_source_reports_why_a_command_fails() {
    on_every_host(|host| {
        prepare(host)?;
        host.config(&failures("data"))?;
        let failure = host.plan().expect_err("none of them succeeds");
        assert_eq!(failure.errors().count(), FAILURES.len(), "{failure}");
        for (name, _, summary, parts) in FAILURES {
            let found = messages(failure.errors(), &format!("data.local_command.{name}"));
            let [(actual_summary, detail)] = found.as_slice() else {
                panic!("{name}: {failure}");
            };
            assert_eq!(*actual_summary, summary, "{name}");
            assert!(detail.starts_with("The data source "), "{name}: {detail}");
            for part in parts {
                assert!(detail.contains(part), "{name}: {part:?} in {detail}");
            }
        }

        // An interruption ends a command that would run for long.
        host.config(&blocks(
            "data",
            [(
                "long",
                "command = \"sh\"\n  arguments = [\"-c\", \"touch started; exec sleep 100000\"]",
            )],
        ))?;
        let mut running = host.start(["plan", "-json", "-input=false"])?;
        running.until_exists(host.path().join("started"))?;
        running.interrupt()?;
        let failure = running.wait().expect_err("it was interrupted");
        assert_eq!(*failure.reason(), Reason::Exit(1), "{failure}");
        Ok(())
    });
}

#[test]
fn an_ephemeral_resource_returns_the_output_of_a_command() {
    on_hosts_with(Feature::Ephemeral, |host| {
        prepare(host)?;
        let checked = [
            (
                "said",
                "self.stdout == \"in\" && self.stderr == \"2\\n\" && self.exit_code == 3",
            ),
            (
                "silent",
                "self.stdout == null && self.stderr == null && self.exit_code == 0",
            ),
            (
                "killed",
                "self.stdout == \"before\\n\" && self.exit_code == -1",
            ),
            ("elsewhere", "self.stdout == \"in folder\\n\""),
        ];
        let commands = checked.map(|(name, condition)| {
            let (_, attributes) = COMMANDS.iter().find(|(it, _)| *it == name).expect("a command");
            let check = format!("condition = {condition}\n      error_message = \"not so\"");
            (name, format!("{attributes}\n  lifecycle {{\n    postcondition {{\n      {check}\n    }}\n  }}"))
        });
        host.config(&blocks(
            "ephemeral",
            commands
                .iter()
                .map(|(name, attributes)| (*name, attributes.as_str())),
        ))?;
        host.apply()?;
        host.config(&failures("ephemeral"))?;
        let failure = host.plan().expect_err("none of them succeeds");
        for (name, _, summary, _) in FAILURES {
            let found = messages(failure.errors(), &format!("ephemeral.local_command.{name}"));
            let [(actual_summary, detail)] = found.as_slice() else {
                panic!("{name}: {failure}");
            };
            assert_eq!(*actual_summary, summary, "{name}");
            assert!(
                detail.starts_with("The ephemeral resource "),
                "{name}: {detail}"
            );
        }
        Ok(())
    });
}

/// Actions that end as they should, and what they tell.
const ACTIONS: [(&str, &str, &str); 3] = [
    (
        "said",
        r#"command = "sh"
    arguments = ["-c", "cat; echo $ONE-$TWO-$0 $HOME; echo dropped >&2", null, "zero"]
    stdin = "in "
    environment = { ONE = "1", TWO = null, HOME = "/home/else" }"#,
        "\n\nin 1--zero /home/else\n\n",
    ),
    ("silent", "command = \"true\"", "\n\n\n"),
    (
        "elsewhere",
        "command = \"./script\"\n    working_directory = \"folder\"",
        "\n\nin folder\n\n",
    ),
];

#[test]
fn an_action_runs_a_command_and_reports_its_output() {
    on_hosts_with(Feature::Actions, |host| {
        prepare(host)?;
        host.config(&blocks(
            "action",
            ACTIONS.map(|(name, attributes, _)| (name, attributes)),
        ))?;
        for (name, _, expected) in ACTIONS {
            let outcome = host.apply_with([format!("-invoke=action.local_command.{name}")])?;
            let messages: Vec<Value> = outcome
                .events()
                .filter(|event| event["type"] == "action_progress")
                .map(|event| event["hook"]["message"].clone())
                .collect();
            assert_eq!(messages, [json!(expected)], "{name}: {}", outcome.stdout());
        }
        host.config(&failures("action"))?;
        for (name, _, summary, parts) in FAILURES {
            let invoke = [format!("-invoke=action.local_command.{name}")];
            let failure = host
                .apply_with(invoke.clone())
                .expect_err("none of them succeeds");
            let error = failure
                .error(summary)
                .unwrap_or_else(|| panic!("{name}: {failure}"));
            assert!(
                error.mentions("The action received an unexpected error"),
                "{name}: {failure}"
            );
            let own = ["\nState: exit status", "Command Error: why"];
            for part in parts.iter().filter(|part| !own.contains(part)) {
                assert!(error.mentions(part), "{name}: {part:?} in {failure}");
            }
            // The plan already reports a missing command.
            let planned = host.plan_with(invoke);
            assert_eq!(
                planned.is_err(),
                summary == "Command Lookup Failed",
                "{name}"
            );
        }
        Ok(())
    });
}
