//! A mux of Rust and Go members under real hosts: plan, apply, drift, import, functions, moves, crashes and destroy.
//!
//! The oldest and the newest host run each test, and with `TERRANE_MATRIX=full` all hosts.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use terrane_test::{
    Action, Feature, InstalledProvider, Matrix, Protocol, TestResult, Workspace, go,
};

/// An object of the Rust member, and one of the SDKv2 provider.
const TWO: &str = r#"
resource "awkward_page" "a" {
  name = "a"
  text = "A page."
}

resource "awkward_server" "b" {
  name = "b"
  tags = { page = awkward_page.a.name }
  rule {
    port  = 80
    cidrs = ["10.0.0.0/8"]
  }
}

data "awkward_lookup" "b" {
  name = awkward_server.b.name
}
"#;

/// An object of the framework provider.
const THIRD: &str = r#"
resource "awkward_volume" "c" {
  name = "c"
  size = 3
}

resource "awkward_cluster" "d" {
  main = { name = awkward_server.b.name }
}
"#;

fn program(name: &str) -> Option<PathBuf> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    go::program(module, &format!("terrane/go/awkward/{name}"))
}

/// Runs a test with the Go members that it names.
fn on_hosts(
    go: &[&str],
    protocols: &[Protocol],
    matrix: impl Fn(Matrix) -> Matrix,
    body: impl Fn(&mut Workspace, &Path) -> TestResult + Sync,
) {
    let programs = go
        .iter()
        .map(|name| Some((name.to_uppercase(), program(name)?)));
    let Some(programs) = programs.collect::<Option<Vec<_>>>() else {
        return;
    };
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let mux = InstalledProvider::binary("example/awkward", target.join("examples/mux"));
    let matrix = matrix(Matrix::new(mux).protocols([]));
    matrix
        .protocols_of_oldest_and_newest(protocols.iter().copied())
        .run(|host| {
            let folder = host.path().join("objects");
            fs::create_dir(&folder)?;
            for (variable, program) in &programs {
                host.env(variable, program);
            }
            let provider = format!("provider \"awkward\" {{\n  folder = {folder:?}\n}}\n");
            host.file("provider.tf", provider)?;
            body(host, &folder)
        });
}

/// Leads objects of all members from their creation to their end.
fn life(host: &mut Workspace, folder: &Path, config: &str, others: &[&str]) -> TestResult {
    host.config(config)?;
    let mut addresses = vec!["awkward_page.a", "awkward_server.b"];
    addresses.extend(others);
    let plan = host.plan()?;
    for address in &addresses {
        assert_eq!(plan.action(address)?, Action::Create, "{address}");
    }
    host.apply_plan(&plan)?;
    host.plan()?.assert_empty();
    let state = host.state()?;
    assert_eq!(state["data.awkward_lookup.b"].attributes["size"], 1);
    assert_eq!(
        state["awkward_server.b"].attributes["tags_all"]["page"],
        "a"
    );

    // Drift in each member.
    fs::write(folder.join("a.page"), "Another page.")?;
    fs::write(
        folder.join("b.json"),
        r#"{"Size":7,"Revision":1,"Zone":"x"}"#,
    )?;
    let plan = host.plan()?;
    assert_eq!(plan.action("awkward_page.a")?, Action::Update);
    assert!(
        plan.drift()
            .any(|drift| drift.address == "awkward_server.b")
    );
    host.apply_plan(&plan)?;

    host.run(["state", "rm", "awkward_page.a", "awkward_server.b"])?;
    for (address, id) in [("awkward_page.a", "a"), ("awkward_server.b", "b")] {
        host.import(address, id)?;
    }
    host.apply()?;
    host.destroy()?;
    assert_eq!(fs::read_dir(folder)?.count(), 0);
    Ok(())
}

#[test]
fn objects_of_a_rust_and_an_sdkv2_member_live_over_both_protocols() {
    let protocols = [Protocol::Newest, Protocol::Only(5)];
    on_hosts(
        &["sdkv2"],
        &protocols,
        |matrix| matrix,
        |host, folder| life(host, folder, TWO, &[]),
    );
}

#[test]
fn objects_of_three_members_live_and_log_lines_name_them() {
    on_hosts(
        &["sdkv2", "framework"],
        &[Protocol::Newest],
        |matrix| matrix.needs(Feature::CommandLine),
        |host, folder| {
            host.log_at("DEBUG");
            let others = ["awkward_volume.c", "awkward_cluster.d"];
            life(host, folder, &format!("{TWO}{THIRD}"), &others)?;
            let log = host.log();
            let created = log.lines().find(|line| line.contains("creating a server"));
            assert!(
                created.is_some_and(|line| line.contains("sdkv2")),
                "{created:?}"
            );
            let configured = log.lines().filter(|line| line.contains("token_known"));
            assert!(configured.clone().any(|line| line.contains("framework")));
            Ok(())
        },
    );
}

/// Programs built with terraform-plugin-mux, as most large providers are. Their mux fails if it gets a call that hosts do not send.
#[test]
fn objects_of_a_member_that_is_a_go_mux_live() {
    let third = "resource \"awkward_volume\" \"c\" {\n  name = \"c\"\n  size = 3\n}\n";
    for (name, config, others) in [
        ("muxed5", third, &["awkward_volume.c"][..]),
        ("muxed6", THIRD, &["awkward_volume.c", "awkward_cluster.d"]),
    ] {
        let protocols: &[Protocol] = match name {
            "muxed5" => &[Protocol::Newest, Protocol::Only(5)],
            _ => &[Protocol::Newest],
        };
        on_hosts(
            &[name],
            protocols,
            |matrix| matrix,
            |host, folder| life(host, folder, &format!("{TWO}{config}"), others),
        );
    }
}

/// Every other kind of item of a Go mux: a function, an ephemeral resource, an identity, a list resource and an action.
#[test]
fn items_of_every_kind_of_a_member_that_is_a_go_mux_work() {
    for name in ["muxed5", "muxed6"] {
        on_hosts(
            &[name],
            &[Protocol::Newest],
            |matrix| {
                let needed = [
                    Feature::Functions,
                    Feature::Ephemeral,
                    Feature::Identity,
                    Feature::ListResources,
                    Feature::Actions,
                ];
                needed.into_iter().fold(matrix, Matrix::needs)
            },
            |host, folder| {
                host.config(
                    r#"
                    output "text" {
                      value = provider::awkward::repeat("ab", 2)
                    }
                    ephemeral "awkward_lease" "a" {
                      name = "a"
                    }
                    action "awkward_touch" "a" {
                      config {
                        name = "touched"
                      }
                    }
                    resource "awkward_volume" "a" {
                      name = "a"
                      lifecycle {
                        action_trigger {
                          events  = [after_create]
                          actions = [action.awkward_touch.a]
                        }
                      }
                    }
                    "#,
                )?;
                host.apply()?;
                assert_eq!(host.output("text")?, "abab");
                assert!(folder.join("touched.json").exists());
                let state = host.state()?;
                assert_eq!(state["awkward_volume.a"].json["identity"]["name"], "a");
                host.plan()?.assert_empty();
                let list = "list \"awkward_volume\" \"all\" {\nprovider = awkward\n}\n";
                host.file("volumes.tfquery.hcl", list)?;
                let found = host.run(["query", "-no-color"])?;
                for name in ["name=a", "name=touched"] {
                    assert!(found.stdout().contains(name), "{}", found.stdout());
                }
                host.destroy()?;
                Ok(())
            },
        );
    }
}

#[test]
fn functions_of_both_languages_are_called_and_objects_move_between_them() {
    on_hosts(
        &["sdkv2", "framework"],
        &[Protocol::Newest],
        |matrix| {
            matrix
                .needs(Feature::Functions)
                .needs(Feature::MoveAcrossTypes)
        },
        |host, folder| {
            host.config(
                r#"
                output "text" {
                  value = provider::awkward::shout(provider::awkward::repeat("ab", 2))
                }
                resource "awkward_server" "a" {
                  name = "a"
                }
                resource "awkward_disk" "b" {
                  name = "b"
                }
                "#,
            )?;
            host.apply()?;
            assert_eq!(host.output("text")?, "ABAB");
            // From Go to Rust, and from Rust to Go.
            host.config(
                r#"
                resource "awkward_page" "a" {
                  name = "a"
                }
                resource "awkward_volume" "b" {
                  name = "b"
                }
                moved {
                  from = awkward_server.a
                  to   = awkward_page.a
                }
                moved {
                  from = awkward_disk.b
                  to   = awkward_volume.b
                }
                "#,
            )?;
            host.apply()?;
            host.plan()?.assert_empty();
            let state = host.state()?;
            assert!(state.get("awkward_page.a").is_some());
            assert_eq!(state["awkward_volume.b"].attributes["size"], 1);
            // Nobody moves an object to the SDKv2 provider.
            host.config(
                r#"
                resource "awkward_server" "a" {
                  name = "a"
                }
                resource "awkward_volume" "b" {
                  name = "b"
                }
                moved {
                  from = awkward_page.a
                  to   = awkward_server.a
                }
                "#,
            )?;
            let failure = host.plan().unwrap_err();
            failure.assert_mentions("awkward_server");
            host.config("")?;
            host.apply()?;
            assert_eq!(
                fs::read_dir(folder)?.count(),
                1,
                "only the server that became a page"
            );
            Ok(())
        },
    );
}

#[test]
fn diagnostics_of_a_member_pass_unchanged_and_a_crash_loses_no_object_that_was_answered() {
    on_hosts(
        &["sdkv2"],
        &[Protocol::Newest],
        |matrix| matrix,
        |host, folder| {
            host.config(
                "resource \"awkward_server\" \"x\" {\n  name = \"x\"\n  fail = \"create\"\n}\n",
            )?;
            let failure = host.apply().unwrap_err();
            let error = failure.error("Failed as requested").unwrap();
            assert_eq!(error.detail, "after create");
            assert_eq!(error.address.as_deref(), Some("awkward_server.x"));

            // The second creation crashes the member, because the first has written this file.
            let first = folder.join("y.json");
            let fault = format!("late:ApplyResourceChange:{}", first.display());
            host.env("AWKWARD_FAULT", fault);
            host.config(
                r#"
                resource "awkward_server" "y" {
                  name = "y"
                }
                resource "awkward_server" "z" {
                  name = awkward_server.y.zone == "" ? "" : "z"
                }
                resource "awkward_page" "w" {
                  name = "w"
                }
                "#,
            )?;
            host.state_remove("awkward_server.x")?;
            let failure = host.apply().unwrap_err();
            failure.assert_mentions("Provider \"sdkv2\" has crashed");
            failure.assert_mentions("It is unknown what it has changed");
            let state = host.state()?;
            assert!(state.get("awkward_server.y").is_some());
            assert!(state.get("awkward_page.w").is_some());
            assert!(state.get("awkward_server.z").is_none());
            assert!(folder.join("z.json").exists());
            Ok(())
        },
    );
}
