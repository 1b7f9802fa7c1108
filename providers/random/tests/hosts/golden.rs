//! States that the Go provider wrote, of every resource and every version of its schema: nothing is left to be done.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{on_every_host, state};

/// Takes all of them over at once.
#[test]
fn golden_states_have_an_empty_plan() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut config = String::new();
    let mut resources = Vec::new();
    let mut files = 0;
    for file in folder.read_dir().expect("the folder exists") {
        let path = file.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("the file can be read");
        if path.extension().is_some_and(|extension| extension == "tf") {
            config.push_str(&text);
            files += 1;
        } else {
            let state: Value = serde_json::from_str(&text).expect("it is a state");
            resources.extend(
                state["resources"]
                    .as_array()
                    .expect("it has resources")
                    .clone(),
            );
        }
    }
    assert_eq!(
        (files, resources.len()),
        (14, 41),
        "a state for each version of each schema"
    );
    on_every_host(|host| {
        host.config(&config)?;
        host.set_state(&state(resources.clone()))?;
        let settled = host.assert_settled()?;
        let mut warnings = settled.warnings().map(|warning| &warning.summary);
        assert!(
            warnings.all(|summary| summary == "Attribute Deprecated"),
            "{}",
            settled.stdout()
        );
        host.refresh()?;
        host.assert_settled()?;
        let refreshed = host.state()?;
        for resource in &resources {
            let address = [&resource["type"], &resource["name"]];
            let address = address
                .map(|part| part.as_str().unwrap_or_default())
                .join(".");
            let before = &resource["instances"][0]["attributes"];
            let after = &refreshed[address.as_str()].attributes;
            for (name, value) in before.as_object().into_iter().flatten() {
                let kept = !value.is_null() && name != "bcrypt_hash";
                assert!(
                    !kept || after[name] == *value,
                    "{address}.{name}: {}",
                    after[name]
                );
            }
        }
        Ok(())
    });
}
