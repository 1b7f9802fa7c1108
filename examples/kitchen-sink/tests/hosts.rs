//! Every kind of thing, on every host that knows it.

use std::fs;
use std::path::Path;

use terrane_test::{Feature, Matrix, Provider, TestResult, Workspace};

/// All hosts. A provider with a state store needs protocol 6.
fn matrix() -> Matrix {
    let sink = Provider::binary(
        "example/sink",
        env!("CARGO_BIN_EXE_terraform-provider-sink"),
    );
    Matrix::new(sink)
}

/// Writes the configuration, with the provider's settings before it.
fn configure(host: &mut Workspace, text: &str) -> TestResult {
    let folder = host.path().join("sink");
    host.config(&format!(
        "provider \"sink\" {{\n  folder = \"{}\"\n}}\n{text}",
        folder.display()
    ))?;
    Ok(())
}

/// The lines of the diary, but for what is said of the host, since the last time.
fn diary(folder: &Path) -> Vec<String> {
    let path = folder.join("sink/diary.txt");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(path);
    let lines = text.lines().filter(|line| !line.starts_with("the host is"));
    lines.map(str::to_owned).collect()
}

#[test]
fn p7_the_provider_hears_which_host_it_has_and_whose_module_it_is() {
    matrix().run(|host| {
        let folder = host.path().to_owned();
        configure(
            host,
            r#"
            terraform {
              provider_meta "sink" {
                owner = "Ann"
              }
            }
            resource "sink_dish" "plate" {
              name = "plate"
            }
            "#,
        )?;
        host.apply()?;
        let text = fs::read_to_string(folder.join("sink/diary.txt"))?;
        let version = format!("the host is {}", host.host().version());
        assert!(text.contains(&version), "{text}");
        assert_eq!(diary(&folder), ["plate belongs to Ann"]);
        host.plan()?.assert_empty();
        host.destroy()?;
        Ok(())
    });
}

#[test]
fn e1_e3_an_ephemeral_resource_is_opened_and_closed_in_plan_and_apply() {
    matrix().needs(Feature::Ephemeral).run(|host| {
        let folder = host.path().to_owned();
        configure(
            host,
            r#"
            ephemeral "sink_tap" "warm" {
              degrees = 40
            }
            "#,
        )?;
        host.apply()?;
        let lines = diary(&folder);
        let count = |what: &str| {
            let line = format!("{what} water of 40 degrees");
            lines.iter().filter(|found| **found == line).count()
        };
        assert!(count("opened") >= 1, "{lines:?}");
        assert_eq!(count("opened"), count("closed"), "{lines:?}");
        Ok(())
    });
}

#[test]
fn e2_an_ephemeral_resource_is_renewed_while_its_value_is_used() {
    matrix().needs(Feature::WriteOnly).run(|host| {
        let folder = host.path().to_owned();
        configure(
            host,
            r#"
            ephemeral "sink_tap" "warm" {}
            resource "sink_dish" "plate" {
              name  = "plate"
              water = ephemeral.sink_tap.warm.water
            }
            "#,
        )?;
        host.apply()?;
        let lines = diary(&folder);
        let at = |line: &str| lines.iter().rposition(|found| found == line);
        let [opened, renewed, washed, closed] = [
            at("opened water of 20 degrees"),
            lines
                .iter()
                .position(|found| found == "renewed water of 20 degrees"),
            at("washed plate with water of 20 degrees"),
            at("closed water of 20 degrees"),
        ];
        assert!(renewed.is_some(), "{lines:?}");
        assert!(
            opened < washed && washed < closed && washed.is_some(),
            "{lines:?}"
        );
        host.destroy()?;
        Ok(())
    });
}

#[test]
fn e4_what_is_wrong_with_an_ephemeral_resource_is_told_at_its_attribute() {
    matrix().needs(Feature::Ephemeral).run(|host| {
        configure(
            host,
            "ephemeral \"sink_tap\" \"hot\" {\n  degrees = 100\n}\n",
        )?;
        let failure = host.plan().expect_err("it is too hot");
        assert!(failure.to_string().contains("degrees"), "{failure}");
        Ok(())
    });
}

#[test]
fn ac3_an_action_runs_after_a_resource_and_by_itself_and_tells_of_its_progress() {
    matrix().needs(Feature::Actions).run(|host| {
        let folder = host.path().to_owned();
        let config = |times: u8| {
            format!(
                r#"
                resource "sink_dish" "plate" {{
                  name = "plate"
                  lifecycle {{
                    action_trigger {{
                      events  = [after_create]
                      actions = [action.sink_rinse.twice]
                    }}
                  }}
                }}
                action "sink_rinse" "twice" {{
                  config {{
                    times = {times}
                  }}
                }}
                "#
            )
        };
        configure(host, &config(2))?;
        let applied = host.apply()?;
        assert_eq!(diary(&folder), ["rinsed 1", "rinsed 2"]);
        let progress = applied
            .events()
            .any(|event| event.to_string().contains("rinse 2 of 2"));
        assert!(progress, "{}", applied.stdout());
        let invoke = [
            "apply",
            "-auto-approve",
            "-no-color",
            "-invoke=action.sink_rinse.twice",
        ];
        let invoked = host.run(invoke)?;
        assert!(
            invoked.stdout().contains("rinse 1 of 2"),
            "{}",
            invoked.stdout()
        );
        assert_eq!(diary(&folder), ["rinsed 1", "rinsed 2"]);
        configure(host, &config(9))?;
        let failure = host.run(invoke).expect_err("there is no water left");
        assert!(failure.to_string().contains("Out of water"), "{failure}");
        host.destroy()?;
        Ok(())
    });
}

#[test]
fn lr1_lr3_existing_objects_are_found_by_their_identities_and_imported() {
    matrix().needs(Feature::ListResources).run(|host| {
        let folder = host.path().to_owned();
        fs::create_dir_all(folder.join("sink"))?;
        for (name, leftovers) in [("plate", "rice"), ("platter", "bones"), ("cup", "tea")] {
            fs::write(folder.join(format!("sink/{name}.dish")), leftovers)?;
        }
        configure(host, "")?;
        host.file(
            "dishes.tfquery.hcl",
            r#"
            list "sink_dish" "plates" {
              provider         = sink
              include_resource = true
              config {
                prefix = "pl"
              }
            }
            "#,
        )?;
        let found = host.run(["query", "-no-color", "-generate-config-out=found.tf"])?;
        let text = found.stdout();
        for part in ["name=plate ", "The plate", "name=platter", "The platter"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("cup"), "{text}");
        let generated = fs::read_to_string(folder.join("found.tf"))?;
        assert!(generated.contains("bones"), "{generated}");
        host.apply()?;
        assert_eq!(host.state()?.iter().count(), 2);
        Ok(())
    });
}
