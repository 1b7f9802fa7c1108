//! States of older versions of the schema, beyond the golden ones.

use serde_json::{Value, json};
use terrane_test::Action;

use super::{on_every_host, state_of};

const RESULT: &str = "Zo!kDq1x#Tq4rW}e";

fn password(hash: Value) -> Value {
    json!({"id": "none", "length": 16, "number": true, "numeric": false, "result": RESULT, "bcrypt_hash": hash, "removed_since": 1})
}

#[test]
fn hashes_are_made_checked_and_kept() {
    let other = "$2a$10$dMK/mHd1oIlJspGw4mCR8ul2je9./.pDSxH4P3HENiU/HFuyGM1jS";
    on_every_host(|host| {
        let names = ["none", "kept", "odd", "other"];
        let config: String = names
            .iter()
            .map(|name| format!("resource \"random_password\" \"{name}\" {{\n  length = 16\n}}\n"))
            .collect();
        host.config(&config)?;
        host.set_state(&state_of(&[
            ("random_password.none", 0, password(Value::Null)),
            ("random_password.kept", 1, password(json!(other))),
            ("random_password.odd", 1, password(json!("odd"))),
            ("random_password.other", 2, password(json!(other))),
        ]))?;
        host.assert_settled()?;
        host.refresh()?;
        let state = host.state()?;
        let hash = |name: &str| {
            let hash = &state[format!("random_password.{name}").as_str()].attributes["bcrypt_hash"];
            hash.as_str().unwrap_or_default().to_owned()
        };
        assert_eq!(
            (hash("kept").as_str(), hash("odd").as_str()),
            (other, "odd")
        );
        for made in [hash("none"), hash("other")] {
            assert!(
                made.starts_with("$2a$10$") && bcrypt::verify(RESULT, &made)?,
                "{made}"
            );
        }
        Ok(())
    });
}

#[test]
fn states_that_cannot_be_upgraded_are_refused() {
    on_every_host(|host| {
        let mut string = password(Value::Null);
        string["id"] = json!(RESULT);
        for (kind, version, attributes, summary) in [
            (
                "password",
                2,
                password(json!("odd")),
                "Version 3 State Upgrade Error",
            ),
            (
                "password",
                2,
                password(Value::Null),
                "Version 3 State Upgrade Error",
            ),
            (
                "password",
                1,
                json!({"id": "none"}),
                "Unable to Upgrade Resource State",
            ),
            (
                "string",
                0,
                string.clone(),
                "Unable to Upgrade Resource State",
            ),
            (
                "string",
                3,
                string.clone(),
                "Resource instance managed by newer provider version",
            ),
        ] {
            host.config(&format!(
                "resource \"random_{kind}\" \"r\" {{\n  length = 16\n}}\n"
            ))?;
            host.set_state(&state_of(&[(
                &format!("random_{kind}.r"),
                version,
                attributes,
            )]))?;
            let failure = host.plan().expect_err("the state is refused");
            let summaries: Vec<_> = failure
                .errors()
                .map(|error| error.summary.as_str())
                .collect();
            assert_eq!(summaries, [summary], "{kind} {version}: {failure}");
        }
        Ok(())
    });
}

#[test]
fn special_characters_that_an_old_version_stored_as_none_go_in_place() {
    let mut string = password(Value::Null);
    string["id"] = json!(RESULT);
    string["override_special"] = json!("");
    assert_string_is_kept(1, &string);
}

#[test]
fn nulls_that_an_import_of_old_left_are_read_as_defaults() {
    let imported = json!({"id": RESULT, "length": 16, "result": RESULT});
    assert_string_is_kept(2, &imported);
}

/// A string of an older version is updated where it is, and then settled.
fn assert_string_is_kept(version: u64, stored: &Value) {
    on_every_host(|host| {
        host.config("resource \"random_string\" \"r\" {\n  length = 16\n}\n")?;
        host.set_state(&state_of(&[("random_string.r", version, stored.clone())]))?;
        let plan = host.plan()?;
        let change = plan.change("random_string.r")?;
        assert_eq!(
            (change.action, &change.after["result"]),
            (Action::Update, &json!(RESULT))
        );
        host.apply_plan(&plan)?;
        host.assert_settled()?;
        Ok(())
    });
}
