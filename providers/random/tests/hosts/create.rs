//! What creating an object draws.

use serde_json::{Value, json};
use terrane_test::messages;

use super::{on_every_host, on_installed_hosts};

const ALL: &str = r##"
resource "random_bytes" "key" {
  length = 12
}
resource "random_id" "plain" {
  byte_length = 8
}
resource "random_id" "prefixed" {
  byte_length = 2
  prefix      = "p,"
}
resource "random_id" "empty" {
  byte_length = 0
  prefix      = ""
}
resource "random_integer" "plain" {
  min = -2
  max = -2
}
resource "random_integer" "seeded" {
  min  = 1
  max  = 50000
  seed = "terrane"
}
resource "random_integer" "emptily_seeded" {
  min  = 1
  max  = 6
  seed = ""
}
resource "random_integer" "largest" {
  min = -9223372036854775808
  max = 9223372036854775807
}
resource "random_pet" "plain" {
}
resource "random_pet" "prefixed" {
  length    = 4
  separator = "+"
  prefix    = "Pre"
}
resource "random_pet" "emptily_prefixed" {
  length = -1
  prefix = ""
}
resource "random_pet" "loud" {
  separator = "X"
  prefix    = "A"
}
resource "random_shuffle" "seeded" {
  input        = ["a", "b", "c", "d", "e"]
  result_count = 12
  seed         = "terrane"
}
resource "random_shuffle" "null" {
  input = [null, null]
  seed  = ""
}
resource "random_shuffle" "none" {
  input        = ["a"]
  result_count = 0
}
resource "random_uuid" "any" {
}
resource "random_uuid4" "four" {
}
resource "random_uuid7" "seven" {
}
resource "random_string" "plain" {
  length = 20
}
resource "random_string" "least" {
  length      = 10
  special     = false
  upper       = false
  lower       = false
  min_upper   = 2
  min_special = 3
  min_numeric = 4
}
resource "random_string" "own" {
  length           = 30
  upper            = false
  lower            = false
  numeric          = false
  override_special = "é_"
}
resource "random_password" "plain" {
  length = 100
  number = false
}
output "secret" {
  value     = random_password.plain
  sensitive = true
}
output "text" {
  value = random_string.plain.result
}
"##;

#[test]
fn every_resource_draws_a_value_of_the_configured_form() {
    on_every_host(|host| {
        host.config(ALL)?;
        let plan = host.plan()?;
        for change in plan.changes() {
            let known = [
                "result",
                "id",
                "hex",
                "base64",
                "bcrypt_hash",
                "dec",
                "b64_url",
            ];
            for name in known {
                assert!(
                    change.after[name].is_null(),
                    "{}.{name} is known",
                    change.address
                );
            }
        }
        host.apply_plan(&plan)?;
        host.assert_settled()?;
        let state = host.state()?;
        let of = |address: &str| state[address].attributes.clone();
        let text = |address: &str, name: &str| text(&of(address)[name]);

        assert_eq!(
            (
                text("random_bytes.key", "hex").len(),
                text("random_bytes.key", "base64").len()
            ),
            (24, 16)
        );
        let id = of("random_id.plain");
        let number = u64::from_str_radix(id["hex"].as_str().unwrap_or_default(), 16)?;
        assert_eq!(id["dec"], number.to_string());
        assert_eq!(
            (&id["b64_url"], id["id"].as_str().map(str::len)),
            (&id["id"], Some(11))
        );
        assert_eq!(
            text("random_id.prefixed", "b64_url"),
            format!("p,{}", text("random_id.prefixed", "id"))
        );
        let empty = json!({
            "byte_length": 0, "prefix": "", "keepers": null,
            "id": "", "b64_url": "", "b64_std": "", "hex": "", "dec": "0",
        });
        assert_eq!(of("random_id.empty"), empty);

        let two =
            json!({"min": -2, "max": -2, "seed": null, "keepers": null, "result": -2, "id": "-2"});
        assert_eq!(of("random_integer.plain"), two);
        assert_eq!(of("random_integer.seeded")["result"], 10_559);
        assert_eq!(of("random_integer.emptily_seeded")["seed"], "");
        assert_eq!(
            text("random_integer.largest", "id"),
            of("random_integer.largest")["result"].to_string()
        );

        let words = |address, separator| {
            text(address, "id")
                .split(separator)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words("random_pet.plain", '-').len(), 2);
        let prefixed = words("random_pet.prefixed", '+');
        assert_eq!((prefixed.len(), prefixed[0].as_str()), (5, "Pre"));
        assert_eq!(words("random_pet.emptily_prefixed", '-').len(), 2);
        assert_eq!(of("random_pet.emptily_prefixed")["prefix"], "");
        let loud = text("random_pet.loud", "id");
        assert!(
            loud.starts_with("AX")
                && loud[2..].contains('x')
                && loud[2..] == loud[2..].to_lowercase(),
            "{loud}"
        );

        let shuffled = of("random_shuffle.seeded");
        let letters: String = shuffled["result"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(
            (letters.as_str(), &shuffled["id"]),
            ("caebdcbeadce", &json!("-"))
        );
        assert_eq!(of("random_shuffle.null")["result"], json!([null, null]));
        assert_eq!(of("random_shuffle.none")["result"], json!([]));

        for (address, version) in [
            ("random_uuid.any", None),
            ("random_uuid4.four", Some('4')),
            ("random_uuid7.seven", Some('7')),
        ] {
            let id = text(address, "id");
            let parts: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(
                (parts.as_slice(), text(address, "result")),
                (&[8, 4, 4, 4, 12][..], id.clone())
            );
            assert!(
                version.is_none_or(|version| id[14..].starts_with(version)),
                "{id}"
            );
        }

        let count = |text: &str, class: fn(&char) -> bool| text.chars().filter(class).count();
        assert_eq!(text("random_string.plain", "result").len(), 20);
        assert_eq!(
            text("random_string.plain", "id"),
            text("random_string.plain", "result")
        );
        // The one class that may stand anywhere fills what is left.
        let least = text("random_string.least", "result");
        assert_eq!(count(&least, char::is_ascii_uppercase), 2, "{least}");
        assert_eq!(count(&least, char::is_ascii_punctuation), 3, "{least}");
        assert_eq!(count(&least, char::is_ascii_digit), 5, "{least}");
        let own = text("random_string.own", "result");
        assert_eq!(
            (own.chars().count(), count(&own, |c| "é_".contains(*c))),
            (30, 30),
            "{own}"
        );

        let password = of("random_password.plain");
        let secret = password["result"].as_str().unwrap_or_default();
        assert_eq!(
            (secret.len(), count(secret, char::is_ascii_digit)),
            (100, 0)
        );
        assert_eq!(
            (&password["id"], &password["numeric"]),
            (&json!("none"), &json!(false))
        );
        let hash = password["bcrypt_hash"].as_str().unwrap_or_default();
        assert!(hash.starts_with("$2a$10$"), "{hash}");
        assert!(bcrypt::verify(&secret[..72], hash)?);
        Ok(())
    });
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

#[test]
fn secrets_are_not_printed() {
    on_installed_hosts(|host| {
        host.config(
            "resource \"random_password\" \"p\" {\n  length = 40\n}\nresource \"random_bytes\" \"b\" {\n  length = 20\n}\n",
        )?;
        let outcome = host.run(["apply", "-no-color", "-input=false", "-auto-approve"])?;
        let shown = host.run(["show", "-no-color"])?;
        let messages = [outcome.stdout(), outcome.stderr(), shown.stdout()].concat();
        let state = host.state()?;
        for (address, names) in [
            ("random_password.p", ["result", "bcrypt_hash"]),
            ("random_bytes.b", ["base64", "hex"]),
        ] {
            for name in names {
                let secret = text(&state[address].attributes[name]);
                assert!(
                    secret.len() > 20 && !messages.contains(&secret),
                    "{address}.{name}: {messages}"
                );
            }
        }
        assert!(messages.contains("(sensitive value)"), "{messages}");
        Ok(())
    });
}

#[test]
fn impossible_draws_are_reported() {
    on_every_host(|host| {
        host.config(
            r#"
resource "random_integer" "backwards" {
  min = 2
  max = 1
}
"#,
        )?;
        let failure = host.apply().expect_err("there is nothing between");
        let messages = messages(failure.errors(), "random_integer.backwards");
        assert_eq!(messages.len(), 1, "{failure}");
        let (summary, detail) = messages[0];
        assert_eq!(summary, "Create Random Integer Error", "{failure}");
        assert!(detail.contains("smaller than or equal to"), "{failure}");
        Ok(())
    });
}
