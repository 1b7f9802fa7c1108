//! Identities of resources, and the forms of an import.

use serde_json::Value;

use super::types;
use crate::docs::markdown::Item;

/// Returns the section with the attributes of an identity.
pub(crate) fn identity(schema: &Value) -> String {
    let mut text = "### Identity Schema\n\n".to_owned();
    let attributes: Vec<(&String, &Value)> = identity_attributes(schema).collect();
    for title in ["Required", "Optional"] {
        let own: Vec<_> = attributes
            .iter()
            .filter(|(_, it)| (it["required_for_import"] == true) == (title == "Required"))
            .collect();
        if !own.is_empty() {
            text.push_str(&format!("#### {title}\n\n"));
        }
        for (name, attribute) in own {
            let ty = types::title(&attribute["type"]);
            let mut item = Item::new("- ", &format!("`{name}` ({ty})"));
            item.add(attribute["description"].as_str().unwrap_or_default());
            text.push_str(&item.finish());
        }
        if title == "Required" {
            text.push('\n');
        }
    }
    text
}

fn identity_attributes(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["attributes"].as_object().into_iter().flatten()
}

/// The forms in which a resource can be imported, as examples.
#[derive(Debug, Default)]
pub(crate) struct ImportForms {
    /// An `import` block with an identity.
    pub(crate) by_identity: Option<String>,
    /// An `import` block with an id.
    pub(crate) by_id: Option<String>,
    /// The command.
    pub(crate) command: Option<String>,
}

/// Returns the forms in which a resource can be imported. `import` is the annotation of the resource with the forms of its ids.
pub(crate) fn import_forms(
    resource: &str,
    identity: Option<&Value>,
    import: &Value,
) -> ImportForms {
    let start = format!("import {{\n  to = {resource}.example\n");
    let by_identity = identity.map(|schema| {
        let width = identity_attributes(schema)
            .map(|(name, _)| name.len())
            .max();
        let max_width = width.unwrap_or_default();
        let assignments: Vec<String> = identity_attributes(schema)
            .map(|(name, it)| {
                format!(
                    "    {name:max_width$} = {}",
                    identity_placeholder(name, &it["type"])
                )
            })
            .collect();
        format!(
            "{start}  identity = {{\n{}\n  }}\n}}",
            assignments.join("\n")
        )
    });
    let forms = import["ids"].as_array().into_iter().flatten();
    let mut ids: Vec<String> = forms.filter_map(Value::as_str).map(str::to_owned).collect();
    if ids.is_empty() {
        ids.extend(
            import["id_attribute"]
                .as_str()
                .map(|name| format!("<{name}>")),
        );
    }
    let by_id = ids
        .first()
        .map(|id| format!("{start}  id = {}\n}}", Value::from(id.as_str())));
    let commands: Vec<String> = ids
        .iter()
        .map(|id| format!("terraform import {resource}.example '{id}'"))
        .collect();
    ImportForms {
        by_identity,
        by_id,
        command: (!commands.is_empty()).then(|| commands.join("\n")),
    }
}

/// Returns a value of a type that a user replaces.
fn identity_placeholder(name: &str, ty: &Value) -> String {
    match (ty.as_str(), ty[0].as_str()) {
        (Some("number"), _) => "0".to_owned(),
        (Some("bool"), _) => "false".to_owned(),
        (None, Some("list" | "set")) => format!("[{}]", identity_placeholder(name, &ty[1])),
        _ => format!("\"<{name}>\""),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_values_of_an_identity_have_the_form_of_their_types() {
        let schema = json!({ "attributes": {
            "id": { "type": "string" },
            "is_open": { "type": "bool" },
            "port": { "type": "number" },
            "numbers": { "type": ["set", "number"] },
            "zones": { "type": ["list", "string"] },
        } });
        let block = import_forms("zoo_pet", Some(&schema), &Value::Null).by_identity;
        let block = block.unwrap();
        for line in [
            "    id      = \"<id>\"\n",
            "    is_open = false\n",
            "    port    = 0\n",
            "    numbers = [0]\n",
            "    zones   = [\"<zones>\"]\n",
        ] {
            assert!(block.contains(line), "{line}{block}");
        }
    }

    #[test]
    fn an_id_is_that_of_the_author_or_an_attribute() {
        let forms = |import: Value| {
            let forms = import_forms("zoo_pet", None, &import);
            (forms.by_id, forms.command)
        };
        let block = |id: &str| format!("import {{\n  to = zoo_pet.example\n  id = \"{id}\"\n}}");
        assert_eq!(
            forms(json!({ "ids": ["NAME", "ZONE/NAME"], "id_attribute": "id" })),
            (
                Some(block("NAME")),
                Some(
                    "terraform import zoo_pet.example 'NAME'\nterraform import zoo_pet.example 'ZONE/NAME'"
                        .to_owned()
                )
            )
        );
        assert_eq!(
            forms(json!({ "id_attribute": "name" })),
            (
                Some(block("<name>")),
                Some("terraform import zoo_pet.example '<name>'".to_owned())
            )
        );
        assert_eq!(forms(Value::Null), (None, None));
    }

    #[test]
    fn optional_attributes_of_an_identity_follow_the_required_ones() {
        let schema = json!({ "attributes": {
            "account": { "type": "string", "optional_for_import": true, "description": "The owner." },
            "name": { "type": "string", "required_for_import": true },
        } });
        assert_eq!(
            identity(&schema),
            "### Identity Schema\n\n#### Required\n\n- `name` (String)\n\n#### Optional\n\n- `account` (String) The owner.\n"
        );
    }
}
