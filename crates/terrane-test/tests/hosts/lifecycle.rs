//! Plan, apply, drift, state and destroy, and what the harness reads of them.

use std::fs;
use std::time::Duration;

use serde_json::json;
use terrane_test::{Action, Feature, Host, Matrix, Protocol, Reason, Severity};

use super::local;

const FILE: &str = r#"
resource "local_file" "a" {
  filename = "out/a.txt"
  content  = "hello"
}

output "digest" {
  value = local_file.a.content_md5
}
"#;

#[test]
fn each_host_has_the_version_of_its_name() {
    for host in Host::installed() {
        let workspace = terrane_test::Workspace::new(host, Protocol::Newest, &[]).unwrap();
        let outcome = workspace.run(["version"]).unwrap();
        let line = format!("{} v{}", host.product(), host.version());
        assert_eq!(
            outcome.stdout().lines().next(),
            Some(line.as_str()),
            "{host:?}"
        );
    }
}

#[test]
fn an_object_is_planned_created_updated_and_destroyed() {
    let Some(provider) = local() else { return };
    Matrix::new(provider)
        .needs(Feature::CommandLine)
        .run(|host| {
            host.config(FILE)?;
            assert!(host.state()?.is_empty());

            let plan = host.plan()?;
            let change = plan.change("local_file.a")?;
            assert_eq!(change.action, Action::Create);
            assert_eq!(change.after["content"], "hello");
            assert_eq!(change.unknown["id"], true);
            assert!(change.before.is_null());
            assert!(
                plan.change("local_file.b")
                    .unwrap_err()
                    .to_string()
                    .contains("local_file.a")
            );
            assert!(!host.path().join("out/a.txt").exists());

            host.apply_plan(&plan)?;
            let file = host.path().join("out/a.txt");
            assert_eq!(fs::read_to_string(&file)?, "hello");
            host.plan()?.assert_empty();

            let state = host.state()?;
            let object = &state["local_file.a"];
            assert_eq!(object.attributes["filename"], "out/a.txt");
            assert_eq!(object.schema_version, 0);
            let address = host.provider_address("hashicorp/local");
            assert_eq!(object.provider, format!("provider[\"{address}\"]"));
            let digest = "5d41402abc4b2a76b9719d911017c592";
            assert_eq!(*state.output("digest"), digest);
            assert_eq!(host.output("digest")?, digest);
            assert_eq!(host.show()?["values"]["outputs"]["digest"]["value"], digest);

            fs::write(&file, "drifted")?;
            let plan = host.plan()?;
            assert_eq!(plan.action("local_file.a")?, Action::Create);
            let drift: Vec<_> = plan
                .drift()
                .map(|change| (change.address, change.action))
                .collect();
            assert_eq!(drift, [("local_file.a".to_owned(), Action::Delete)]);
            host.refresh()?;
            assert!(host.state()?.is_empty());

            host.apply()?;
            host.config(&FILE.replace("hello", "goodbye"))?;
            let change = host.plan()?.change("local_file.a")?;
            assert_eq!(change.action, Action::DeleteThenCreate);
            assert!(change.action.replaces());
            assert_eq!(
                change.reason.as_deref(),
                Some("replace_because_cannot_update")
            );

            host.destroy()?;
            assert!(!file.exists());
            assert!(host.state()?.is_empty());
            Ok(())
        });
}

#[test]
fn errors_and_warnings_are_typed() {
    let Some(provider) = local() else { return };
    Matrix::new(provider)
        .needs(Feature::CommandLine)
        .run(|host| {
            host.config("resource \"local_file\" \"a\" {\n  filename = \"x\"\n}\n")?;
            for failure in [
                host.validate().unwrap_err(),
                host.plan().unwrap_err(),
                host.apply().unwrap_err(),
            ] {
                assert_eq!(*failure.reason(), Reason::Exit(1), "{failure}");
                assert_eq!(failure.errors().count(), 4, "{failure}");
                failure.assert_mentions("No attribute specified when one (and only one) of");
                for error in failure.errors() {
                    assert_eq!(error.place, Some(("main.tf".to_owned(), 1)), "{failure}");
                    assert_eq!(error.address.as_deref(), Some("local_file.a"), "{failure}");
                }
            }

            // A command without JSON output.
            host.config(FILE)?;
            let failure = host.import("local_file.a", "x").unwrap_err();
            failure.assert_mentions("Resource Import Not Implemented");

            host.config(
            "resource \"local_file\" \"a\" {\n  filename = \"x\"\n  sensitive_content = \"y\"\n}\n",
        )?;
            let plan = host.plan()?;
            assert!(
                plan.diagnostics()
                    .iter()
                    .all(|d| d.severity == Severity::Warning)
            );
            assert!(
                plan.diagnostics()
                    .iter()
                    .any(|d| d.mentions("Attribute Deprecated")),
                "{:?}",
                plan.diagnostics()
            );
            Ok(())
        });
}

#[test]
fn states_can_be_written_edited_and_moved() {
    let Some(provider) = local() else { return };
    Matrix::new(provider)
        .needs(Feature::CommandLine)
        .run(|host| {
            host.config(FILE)?;
            let missing = host.edit_state(|_| {}).unwrap_err();
            assert!(
                missing.to_string().contains("no state to edit"),
                "{missing}"
            );
            host.apply()?;
            host.edit_state(|state| {
                state["resources"][0]["instances"][0]["attributes"]["content"] = json!("other");
            })?;
            let change = host.plan_with(["-refresh=false"])?.change("local_file.a")?;
            assert_eq!(
                (&change.before["content"], change.action),
                (&json!("other"), Action::DeleteThenCreate)
            );

            host.state_move("local_file.a", "local_file.b")?;
            assert!(host.state()?.get("local_file.b").is_some());
            host.state_remove("local_file.b")?;
            assert!(host.state()?.is_empty());
            assert!(host.path().join("out/a.txt").exists());

            let provider = host.provider_address("hashicorp/local");
            host.set_state(&json!({
            "version": 4, "terraform_version": "1.0.0", "serial": 7, "lineage": "a", "outputs": {},
            "resources": [{
                "mode": "managed", "type": "local_file", "name": "a",
                "provider": format!("provider[\"{provider}\"]"),
                "instances": [{ "schema_version": 0, "attributes": { "filename": "gone.txt" } }],
            }],
        }))?;
            host.refresh()?;
            assert!(
                host.state()?.is_empty(),
                "a file that is not there leaves the state"
            );
            Ok(())
        });
}

#[test]
fn variables_files_and_own_provider_blocks_are_used() {
    let Some(provider) = local() else { return };
    Matrix::new(provider).needs(Feature::Functions).needs(Feature::CommandLine).run(|host| {
        host.file(
            "versions.tf",
            "terraform {\n  required_providers {\n    disk = { source = \"hashicorp/local\" }\n  }\n}\n",
        )?;
        host.config(
            "variable \"place\" {}\noutput \"there\" {\n  value = provider::disk::direxists(var.place)\n}\n",
        )?;
        host.file("some/file.txt", "")?;
        host.variable("place", "some").apply()?;
        assert_eq!(host.output("there")?, true);
        host.variable("place", "none").apply()?;
        assert_eq!(host.output("there")?, false);
        Ok(())
    });
}

#[test]
fn an_interrupt_stops_the_host_as_at_the_terminal() {
    let Some(provider) = local() else { return };
    Matrix::new(provider).needs(Feature::CommandLine).run(|host| {
        host.config("data \"local_command\" \"wait\" {\n  command = \"sh\"\n  arguments = [\"-c\", \"touch started; exec sleep 60\"]\n}\n")?;
        let mut running = host.start(["plan", "-no-color"])?;
        running.until_exists(host.path().join("started"))?;
        running.interrupt()?;
        let failure = running.wait().unwrap_err();
        assert_eq!(*failure.reason(), Reason::Exit(1), "{failure}");
        assert!(failure.outcome().stdout().contains("Interrupt received"), "{failure}");
        Ok(())
    });
}

#[test]
fn a_slow_host_is_killed_with_its_provider() {
    let Some(provider) = local() else { return };
    Matrix::new(provider)
        .needs(Feature::CommandLine)
        .run(|host| {
            host.config(
            "data \"local_command\" \"wait\" {\n  command = \"sleep\"\n  arguments = [\"60\"]\n}\n",
        )?;
            let limit = Duration::from_millis(1500);
            let failure = host.limit(limit).plan().unwrap_err();
            assert_eq!(*failure.reason(), Reason::TimedOut(limit), "{failure}");
            Ok(())
        });
}

#[test]
fn the_log_shows_the_protocol_that_was_forced() {
    let Some(provider) = local() else { return };
    let protocols = [Protocol::Newest, Protocol::Only(5)];
    Matrix::new(provider)
        .needs(Feature::CommandLine)
        .protocols(protocols)
        .run(|host| {
            host.config(FILE)?;
            assert_eq!(host.log(), "");
            host.log_at("TRACE").plan()?;
            assert!(
                host.log().contains("using plugin: version=5"),
                "{}",
                host.log()
            );
            Ok(())
        });
}
