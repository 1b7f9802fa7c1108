//! Author code that returns another object than the one that it was called for: no host stores that object, and a deletion deletes the right one.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use terrane_test::{Action, Feature, InstalledProvider, Matrix, Protocol, TestResult, Workspace};

use super::example;

/// Runs a case on the oldest and the newest host, next to an object that Terraform does not manage. A deletion at the end deletes the managed object alone.
#[track_caller]
fn next_to_another_object(body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    let provider = InstalledProvider::binary("example/keys", example("keys"));
    let matrix = Matrix::new(provider)
        .protocols([])
        .protocols_of_oldest_and_newest([Protocol::Newest]);
    matrix.run(|host| {
        let world = host.path().join("world");
        fs::create_dir(&world)?;
        fs::write(world.join("two"), "")?;
        host.env("KEYS_WORLD", &world);
        body(host)?;
        assert_eq!(files(&world)?, ["one", "two"]);
        host.run(["destroy", "-auto-approve", "-refresh=false", "-no-color"])?;
        assert_eq!(files(&world)?, ["two"]);
        Ok(())
    });
}

fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut files = fs::read_dir(folder)?
        .map(|file| Ok(file?.file_name().to_string_lossy().into()))
        .collect::<std::io::Result<Vec<String>>>()?;
    files.sort();
    Ok(files)
}

fn config(arguments: &str) -> String {
    format!("resource \"keys_object\" \"it\" {{\n{arguments}\n}}\n")
}

fn object(fault: Value, seen: Value) -> Value {
    json!({ "id": "one", "owner": "nobody", "fault": fault, "seen": seen })
}

/// The attributes in the state.
fn stored(host: &Workspace) -> Result<Value, terrane_test::Failure> {
    Ok(host.state()?["keys_object.it"].attributes.clone())
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(outcome: Result<T, terrane_test::Failure>) {
    let failure = outcome.expect_err("it is another object");
    failure.assert_mentions("Unexpected Identity Change");
    failure.assert_mentions("returned \"two\" for the object that has \"one\"");
    failure.assert_mentions("`key(mutable)`");
}

#[test]
fn r4_a_read_that_returns_another_key_changes_nothing() {
    next_to_another_object(|host| {
        host.config(&config(""))?;
        host.apply()?;
        assert_eq!(stored(host)?, object(Value::Null, json!(true)));
        host.edit_state(|state| {
            state["resources"][0]["instances"][0]["attributes"]["fault"] = json!("read");
        })?;
        assert_refused(host.plan());
        assert_refused(host.refresh());
        assert_eq!(stored(host)?, object(json!("read"), json!(true)));
        Ok(())
    });
}

#[test]
fn a9_an_update_that_returns_another_key_keeps_the_object() {
    next_to_another_object(|host| {
        host.config(&config(""))?;
        host.apply()?;
        host.config(&config("fault = \"update\""))?;
        assert_refused(host.apply());
        assert_eq!(stored(host)?, object(Value::Null, json!(true)));
        Ok(())
    });
}

#[test]
fn a13_a_settle_step_that_returns_another_key_keeps_the_created_object() {
    next_to_another_object(|host| {
        host.config(&config("fault = \"settle\""))?;
        assert_refused(host.apply());
        assert_eq!(stored(host)?, object(json!("settle"), Value::Null));
        assert!(host.state()?["keys_object.it"].tainted);
        Ok(())
    });
}

#[test]
fn a12_a_read_after_a_change_that_finds_another_object_fills_nothing() {
    next_to_another_object(|host| {
        host.config(&config("fault = \"read\""))?;
        assert_refused(host.apply());
        assert_eq!(stored(host)?, object(json!("read"), Value::Null));
        Ok(())
    });
    next_to_another_object(|host| {
        host.config(&config(""))?;
        host.apply()?;
        host.config(&config("fault = \"read\""))?;
        assert_refused(host.apply());
        assert_eq!(stored(host)?, object(json!("read"), json!(true)));
        Ok(())
    });
}

#[test]
fn l13_a_changed_key_is_an_error_of_the_plan() {
    next_to_another_object(|host| {
        host.config(&config(""))?;
        host.apply()?;
        host.config(&config("owner = \"somebody\""))?;
        let failure = host.plan().expect_err("the owner cannot change");
        for part in [
            "Unexpected Identity Change",
            "`owner`",
            "`key(mutable)`",
            "`replace`",
        ] {
            failure.assert_mentions(part);
        }
        host.config(&config("fault = \"none\""))?;
        assert_eq!(host.plan()?.action("keys_object.it")?, Action::Update);
        Ok(())
    });
}

/// A moved card and a moved pass.
const MOVED: &str = r#"
moved {
  from = keys_note.card
  to   = keys_card.it
}

moved {
  from = keys_note.pass
  to   = keys_pass.it
}

resource "keys_card" "it" {
  TEXT
}

resource "keys_pass" "it" {
  TEXT
}
"#;

/// OpenTofu sends the identity of the source for the target: one with the same parts, and one that looks like an older identity.
#[test]
fn m4_the_identity_of_the_source_is_not_that_of_the_target() {
    let provider = InstalledProvider::binary("example/keys", example("keys"));
    Matrix::new(provider)
        .needs(Feature::MoveAcrossTypes)
        .run(|host| {
            let world = host.path().join("world");
            host.env("KEYS_WORLD", &world);
            // With a refresh and no change, with a change without a refresh, and with a deletion without a refresh.
            for (command, text, refresh) in [
                ("apply", "", "-refresh=true"),
                ("apply", "text = \"a\"", "-refresh=false"),
                ("destroy", "", "-refresh=false"),
            ] {
                let notes =
                    "resource \"keys_note\" \"card\" {}\nresource \"keys_note\" \"pass\" {}\n";
                host.config(notes)?;
                host.apply()?;
                host.config(&MOVED.replace("TEXT", text))?;
                host.run([command, "-auto-approve", "-no-color", refresh])?;
                if command == "destroy" {
                    assert!(host.state()?.is_empty());
                    continue;
                }
                let state = host.state()?;
                assert_eq!(state["keys_card.it"].attributes["id"], "card-12");
                assert_eq!(state["keys_pass.it"].attributes["number"], 7);
                if host.host().has(Feature::Identity) {
                    let identity = |name: &str| state[name].json["identity"].clone();
                    assert_eq!(identity("keys_card.it"), json!({ "id": "card-12" }));
                    assert_eq!(identity("keys_pass.it"), json!({ "number": 7 }));
                }
                host.assert_settled()?;
                host.destroy()?;
            }
            Ok(())
        });
}

/// Hosts pass the private state of an import to the first read.
#[test]
fn r2_the_first_read_after_an_import_has_no_prior_object() {
    let provider = InstalledProvider::binary("example/keys", example("keys"));
    let matrix = Matrix::new(provider)
        .protocols([])
        .protocols_of_oldest_and_newest([Protocol::Newest]);
    matrix.run(|host| {
        let world = host.path().join("world");
        host.env("KEYS_WORLD", &world);
        host.config("resource \"keys_card\" \"it\" {\ntext = \"found\"\n}\n")?;
        host.import("keys_card.it", "card-1")?;
        let card = json!({ "id": "card-1", "text": "found" });
        assert_eq!(host.state()?["keys_card.it"].attributes, card);
        host.assert_settled()?;
        // In later reads, null is a value.
        host.edit_state(|state| {
            state["resources"][0]["instances"][0]["attributes"]["text"] = Value::Null;
        })?;
        host.refresh()?;
        let card = json!({ "id": "card-1", "text": null });
        assert_eq!(host.state()?["keys_card.it"].attributes, card);
        Ok(())
    });
}
