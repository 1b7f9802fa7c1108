//! A state, read from the file that every host writes.

use std::collections::BTreeMap;
use std::ops::Index;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

/// One object in a state.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Instance {
    /// The attributes; write-only ones are null.
    pub attributes: Value,
    /// The identity, or null.
    pub identity: Value,
    /// The provider's private data, empty if there is none.
    pub private: Vec<u8>,
    /// The version of the schema that wrote the attributes.
    pub schema_version: u64,
    /// Whether the object is tainted: its creation did not complete.
    pub tainted: bool,
    /// The provider's full address, as in `provider["registry.terraform.io/example/zoo"]`.
    pub provider: String,
    /// The file's own JSON of the object.
    pub json: Value,
}

/// The state of a workspace: objects by address, and outputs.
///
/// Addresses are the host's own, such as `zoo_pet.rex`, `data.zoo_species.dog` and `module.farm.zoo_pet.all["a"]`. An object that
/// still has to be destroyed after its replacement is listed in [`deposed`](Self::deposed) only.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    instances: BTreeMap<String, Instance>,
    deposed: Vec<(String, Instance)>,
    json: Value,
}

impl State {
    /// Reads the text of a state file; an empty text is the state of a workspace without objects.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let json: Value =
            serde_json::from_str(text).map_err(|error| format!("the state is no JSON: {error}"))?;
        if json["version"] != 4 {
            return Err(format!(
                "the state has version {}, expected 4",
                json["version"]
            ));
        }
        let mut state = Self {
            json,
            ..Self::default()
        };
        let resources = state.json["resources"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for resource in &resources {
            let address = address_of(resource);
            for json in resource["instances"].as_array().into_iter().flatten() {
                let key = &json["index_key"];
                let full_address = if key.is_null() {
                    address.clone()
                } else {
                    format!("{address}[{key}]")
                };
                let instance = Instance::from_json(resource, json);
                if json["deposed"].is_string() {
                    state.deposed.push((full_address, instance));
                } else {
                    state.instances.insert(full_address, instance);
                }
            }
        }
        Ok(state)
    }

    /// Returns the object at an address.
    #[must_use]
    pub fn get(&self, address: &str) -> Option<&Instance> {
        self.instances.get(address)
    }

    /// Returns all addresses and objects, by address.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Instance)> {
        self.instances
            .iter()
            .map(|(address, instance)| (address.as_str(), instance))
    }

    /// Returns the objects that were replaced and are still to be destroyed.
    #[must_use]
    pub fn deposed(&self) -> &[(String, Instance)] {
        &self.deposed
    }

    /// Returns whether the state holds no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty() && self.deposed.is_empty()
    }

    /// Returns an output's value, or null.
    #[must_use]
    pub fn output(&self, name: &str) -> &Value {
        &self.json["outputs"][name]["value"]
    }

    /// Returns the file's own JSON.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.json
    }
}

/// Panics if the state does not have the address. The message lists the addresses that it has.
impl Index<&str> for State {
    type Output = Instance;

    #[track_caller]
    fn index(&self, address: &str) -> &Instance {
        self.get(address).unwrap_or_else(|| {
            let addresses: Vec<&str> = self.iter().map(|(address, _)| address).collect();
            panic!("the state has no {address}, only: {}", addresses.join(", "))
        })
    }
}

impl Instance {
    fn from_json(resource: &Value, json: &Value) -> Self {
        let private = json["private"].as_str().unwrap_or_default();
        Self {
            attributes: json["attributes"].clone(),
            identity: json["identity"].clone(),
            private: BASE64_STANDARD.decode(private).unwrap_or_default(),
            schema_version: json["schema_version"].as_u64().unwrap_or_default(),
            tainted: json["status"] == "tainted",
            provider: resource["provider"].as_str().unwrap_or_default().to_owned(),
            json: json.clone(),
        }
    }
}

fn address_of(resource: &Value) -> String {
    let text = |key: &str| resource[key].as_str().unwrap_or_default();
    let module = match text("module") {
        "" => String::new(),
        module => format!("{module}."),
    };
    let mode = if text("mode") == "data" { "data." } else { "" };
    format!("{module}{mode}{}.{}", text("type"), text("name"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> State {
        let text = json!({ "version": 4, "outputs": { "legs": { "value": 4, "type": "number" } }, "resources": [
            { "mode": "managed", "type": "zoo_pet", "name": "rex", "provider": "p", "instances": [
                { "schema_version": 2, "attributes": { "legs": 4 }, "private": "e30=", "status": "tainted" },
                { "schema_version": 1, "attributes": { "legs": 3 }, "deposed": "abcd1234" },
            ]},
            { "module": "module.farm", "mode": "data", "type": "zoo_species", "name": "all", "instances": [
                { "index_key": "a", "attributes": {} }, { "index_key": 0, "attributes": {} },
            ]},
        ]});
        State::parse(&text.to_string()).unwrap()
    }

    #[test]
    fn objects_have_the_hosts_addresses() {
        let state = sample();
        let addresses: Vec<&str> = state.iter().map(|(address, _)| address).collect();
        let data = "module.farm.data.zoo_species.all";
        assert_eq!(
            addresses,
            [
                &format!("{data}[\"a\"]"),
                &format!("{data}[0]"),
                "zoo_pet.rex"
            ]
        );
        assert_eq!(state.deposed()[0].0, "zoo_pet.rex");
        assert_eq!(state.deposed()[0].1.attributes["legs"], 3);
        assert_eq!(*state.output("legs"), 4);
        assert!(state.output("none").is_null());
    }

    #[test]
    fn an_object_has_its_parts() {
        let state = sample();
        let rex = &state["zoo_pet.rex"];
        assert_eq!(
            (rex.schema_version, rex.tainted, rex.private.as_slice()),
            (2, true, b"{}".as_slice())
        );
        assert_eq!(rex.attributes["legs"], 4);
        assert!(rex.identity.is_null());
    }

    #[test]
    #[should_panic(expected = "the state has no zoo_pet.tom, only: module.farm")]
    fn a_missing_address_lists_the_existing_ones() {
        let _ = &sample()["zoo_pet.tom"];
    }

    #[test]
    fn an_empty_file_is_an_empty_state_and_another_version_is_refused() {
        assert!(State::parse("").unwrap().is_empty());
        assert!(
            State::parse("{\"version\": 3}")
                .unwrap_err()
                .contains("expected 4")
        );
        assert!(State::parse("{").unwrap_err().contains("no JSON"));
    }
}
