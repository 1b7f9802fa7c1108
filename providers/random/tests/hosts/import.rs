//! Imports: every form of an id.

use serde_json::{Value, json};

use super::on_every_host;

/// The resource, its configuration, the id, and what is known then.
fn imports() -> Vec<(&'static str, &'static str, &'static str, Value)> {
    let canonical = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
    let id = json!({"result": canonical, "id": canonical, "keepers": null});
    vec![
        (
            "bytes",
            "length = 3",
            "AQID",
            json!({"length": 3, "base64": "AQID", "hex": "010203", "keepers": null}),
        ),
        (
            "id",
            "byte_length = 3",
            "HOIn",
            json!({
                "byte_length": 3, "prefix": null, "keepers": null, "id": "HOIn", "b64_url": "HOIn", "b64_std": "HOIn", "hex": "1ce227", "dec": "1892903",
            }),
        ),
        (
            "id",
            "byte_length = 3\n  prefix = \"a,b-\"",
            "a,b-,HOIn",
            json!({"prefix": "a,b-", "id": "HOIn", "hex": "a,b-1ce227"}),
        ),
        (
            "id",
            "byte_length = 3",
            ",HOIn",
            json!({"prefix": null, "hex": "1ce227"}),
        ),
        (
            "integer",
            "min = 1\n  max = 5",
            "3,1,5",
            json!({"min": 1, "max": 5, "seed": null, "result": 3, "id": "3", "keepers": null}),
        ),
        (
            "integer",
            "min = -1\n  max = 5\n  seed = \"s\"",
            "03,-1,+5,s",
            json!({"min": -1, "max": 5, "seed": "s", "result": 3, "id": "03"}),
        ),
        (
            "integer",
            "min = 1\n  max = 2\n  seed = \"\"",
            "9,1,2,",
            json!({"seed": "", "result": 9}),
        ),
        (
            "password",
            "length = 4",
            "pas!",
            json!({
                "length": 4, "special": true, "upper": true, "lower": true, "number": true, "numeric": true, "min_numeric": 0, "min_upper": 0,
                "min_lower": 0, "min_special": 0, "override_special": null, "keepers": null, "result": "pas!", "id": "none",
            }),
        ),
        (
            "string",
            "length = 3",
            "sé",
            json!({
                "length": 3, "special": true, "upper": true, "lower": true, "number": true, "numeric": true, "min_numeric": 0, "min_upper": 0,
                "min_lower": 0, "min_special": 0, "override_special": null, "keepers": null, "result": "sé", "id": "sé",
            }),
        ),
        (
            "uuid",
            "",
            "6BA7B810-9dad-11d1-80b4-00c04fd430c8",
            id.clone(),
        ),
        ("uuid4", "", "6ba7b8109dad11d180b400c04fd430c8", id.clone()),
        (
            "uuid4",
            "",
            "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}",
            id.clone(),
        ),
        (
            "uuid7",
            "",
            "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            id,
        ),
    ]
}

fn block(kind: &str, at: usize, id: &str) -> String {
    let id = json!(id);
    format!("import {{\n  to = random_{kind}.i{at}\n  id = {id}\n}}\n")
}

#[test]
fn every_form_of_an_id_is_understood() {
    on_every_host(|host| {
        let mut config = String::new();
        for (at, (kind, attributes, id, _)) in imports().into_iter().enumerate() {
            config.push_str(&block(kind, at, id));
            config.push_str(&format!(
                "resource \"random_{kind}\" \"i{at}\" {{\n  {attributes}\n}}\n"
            ));
        }
        host.config(&config)?;
        host.apply()?;
        host.assert_settled()?;
        let state = host.state()?;
        for (at, (kind, _, id, expected)) in imports().into_iter().enumerate() {
            let attributes = &state[format!("random_{kind}.i{at}").as_str()].attributes;
            for (name, value) in expected.as_object().into_iter().flatten() {
                assert_eq!(attributes[name], *value, "{kind} {id}: {name}");
            }
            if kind == "password" {
                let hash = attributes["bcrypt_hash"].as_str().unwrap_or_default();
                assert!(bcrypt::verify(id, hash)?, "{hash}");
            }
        }
        Ok(())
    });
}

#[test]
fn other_ids_are_refused() {
    let wrong = [
        ("bytes", "length = 3", "AQI", "Import Random bytes Error"),
        ("id", "byte_length = 3", "HOI=", "Import Random ID Error"),
        ("id", "byte_length = 3", "HO+n", "Import Random ID Error"),
        (
            "integer",
            "min = 1\n  max = 5",
            "3,1,5,a,b",
            "Import Random Integer Error",
        ),
        (
            "integer",
            "min = 1\n  max = 5",
            "3,1,x",
            "Import Random Integer Error",
        ),
        (
            "uuid",
            "",
            "6ba7b8109dad11d180b400c04fd430c8",
            "Import Random UUID Error",
        ),
        (
            "uuid",
            "",
            "6ba7b8109-dad-11d1-80b4-00c04fd430c8",
            "Import Random UUID Error",
        ),
        ("uuid4", "", "6ba7b810", "Import Random UUID Error"),
        ("uuid7", "", "x", "Import Random UUID Error"),
        ("pet", "", "tame-ox", "Resource Import Not Implemented"),
        (
            "shuffle",
            "input = [\"a\"]",
            "-",
            "Resource Import Not Implemented",
        ),
    ];
    on_every_host(|host| {
        let mut config = String::new();
        for (at, (kind, attributes, id, _)) in wrong.into_iter().enumerate() {
            config.push_str(&block(kind, at, id));
            config.push_str(&format!(
                "resource \"random_{kind}\" \"i{at}\" {{\n  {attributes}\n}}\n"
            ));
        }
        host.config(&config)?;
        let failure = host.plan().expect_err("no id is right");
        let mut summaries: Vec<_> = failure
            .errors()
            .map(|error| error.summary.as_str())
            .collect();
        summaries.sort_unstable();
        let mut expected = wrong.map(|(.., summary)| summary);
        expected.sort_unstable();
        assert_eq!(summaries, expected, "{failure}");
        for text in [
            "expecting {result},{min},{max} or",
            "could not be parsed as an integer",
            "wrong length",
            "improperly formatted",
        ] {
            assert!(failure.error(text).is_some(), "{text}: {failure}");
        }
        Ok(())
    });
}
