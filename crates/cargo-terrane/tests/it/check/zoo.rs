//! The description of a provider without faults, and changes of it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

const ADDRESS: &str = "registry.terraform.io/example/zoo";

/// The provider's entry in the document.
pub(crate) fn entry() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let attribute = |description: &str, more: Value| {
        let mut attribute = text(description);
        let members = attribute.as_object_mut().unwrap();
        members.extend(more.as_object().unwrap().clone());
        attribute
    };
    let pet = json!({
        "id": attribute("The number of the pet.", json!({ "computed": true, "keeps": true })),
        "name": attribute("What it is called.", json!({ "required": true, "key": true, "identity": "name", "replaces": "changed" })),
        "species": attribute("Its kind.", json!({ "optional": true, "validators": ["one of `cat`, `dog`"], "environment_variables": ["ZOO_SPECIES"] })),
        "legs": attribute("How many legs it has.", json!({ "type": "number", "optional": true, "computed": true, "default": 4, "validators": ["at least 0 and at most 8"] })),
        "weight": attribute("Its weight.", json!({ "type": "number", "optional": true })),
        "tags": attribute("Words to find it.", json!({ "type": ["set", "string"], "optional": true })),
        "facts": attribute("What is known of it.", json!({ "type": ["object", { "age": "number" }], "computed": true, "keeps": true })),
        "meals": {
            "description": "What it eats, by name.",
            "optional": true,
            "nested_type": {
                "nesting_mode": "map",
                "attributes": { "hour": attribute("When it eats.", json!({ "type": "number", "required": true })) },
            },
        },
    });
    json!({
        "version": "1.2.0",
        "provider": { "version": 0, "block": {
            "description": "A zoo with animals.",
            "attributes": {
                "url": attribute("Where the zoo is.", json!({ "optional": true })),
                "token": attribute("The key of the gate.", json!({ "optional": true, "sensitive": true, "environment_variables": ["ZOO_TOKEN"] })),
            },
        } },
        "resource_schemas": { "zoo_pet": {
            "version": 1,
            "upgrades_from": [0],
            "import": { "identity": true, "id_attribute": "name" },
            "moves_from": [{ "type": "zoo_animal", "provider": ADDRESS }],
            "block": { "description": "An animal.", "attributes": pet },
        } },
        "data_source_schemas": { "zoo_pet": { "version": 0, "block": {
            "description": "An animal that exists.",
            "attributes": {
                "name": attribute("What it is called.", json!({ "required": true })),
                "legs": attribute("How many legs it has.", json!({ "type": "number", "computed": true })),
            },
        } } },
        "functions": { "count_legs": {
            "description": "Counts the legs of animals.",
            "summary": "Count legs.",
            "return_type": "number",
            "parameters": [{ "name": "species", "description": "The kind of animal.", "type": "string" }],
        } },
        "resource_identity_schemas": { "zoo_pet": { "version": 0, "attributes": {
            "name": { "type": "string", "description": "What it is called.", "required_for_import": true },
        } } },
    })
}

/// Sets members by their paths in the entry. A value of null removes the member.
pub(crate) fn with(edits: &[(&str, Value)]) -> Value {
    let mut entry = entry();
    for (path, value) in edits {
        let (parent, name) = path.rsplit_once('/').unwrap();
        let mut place = &mut entry;
        for step in parent.split('/') {
            if place[step].is_null() {
                place[step] = json!({});
            }
            place = &mut place[step];
        }
        let members = place.as_object_mut().unwrap();
        match value {
            Value::Null => {
                members.remove(name).unwrap();
            }
            value => {
                members.insert(name.to_owned(), value.clone());
            }
        }
    }
    entry
}

/// Writes the document with an entry.
pub(crate) fn write(folder: &Path, name: &str, entry: &Value) -> PathBuf {
    let document = json!({
        "format_version": "1.0",
        "terrane_format_version": "1.0",
        "provider_schemas": { ADDRESS: entry },
    });
    let path = folder.join(name);
    fs::write(&path, document.to_string()).unwrap();
    path
}

/// Examples of everything, by their paths.
pub(crate) const EXAMPLES: [(&str, &str); 5] = [
    (
        "provider/provider.tf",
        "provider \"zoo\" {\n  url = \"https://example.com\"\n}\n",
    ),
    (
        "resources/zoo_pet/resource.tf",
        "resource \"zoo_pet\" \"rex\" {\n  name = \"Rex\"\n}\n",
    ),
    (
        "resources/zoo_pet/import.sh",
        "terraform import zoo_pet.rex Rex\n",
    ),
    (
        "data-sources/zoo_pet/data-source.tf",
        "data \"zoo_pet\" \"rex\" {\n  name = \"Rex\"\n}\n",
    ),
    (
        "functions/count_legs/function.tf",
        "output \"legs\" {\n  value = provider::zoo::count_legs(\"cat\")\n}\n",
    ),
];
