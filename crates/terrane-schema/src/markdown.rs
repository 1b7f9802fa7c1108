//! A reference of a provider in Markdown, on one page.

use std::fmt::{self, Display, Write};

use serde_json::Value;
use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::section;

use crate::members::members;

/// Returns a reference of a provider: its settings, its types and its functions. `provider` is its [entry](terrane_protocol::schema::json::provider).
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use terrane_schema::markdown;
///
/// let pet = json!({ "block": { "attributes": { "name": { "type": "string", "required": true } } } });
/// let text = markdown("registry.terraform.io/example/zoo", &json!({ "resource_schemas": { "zoo_pet": pet } }));
/// assert!(text.contains("- `name` (string, required)"));
/// ```
pub fn markdown(address: &str, provider: &Value) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = write_page(&mut text, address, provider);
    text
}

fn write_page(page: &mut String, address: &str, provider: &Value) -> fmt::Result {
    writeln!(page, "# {address}")?;
    let settings = &provider["provider"]["block"];
    if members(&settings["attributes"]).next().is_some()
        || members(&settings["block_types"]).next().is_some()
    {
        writeln!(page, "\n## Settings")?;
        write_type(page, &provider["provider"])?;
    }
    for kind in TypeKind::ALL {
        for (name, ty) in members(&provider[section(kind)]) {
            writeln!(page, "\n## {name} ({})", kind.name())?;
            write_type(page, ty)?;
            let identity = &provider["resource_identity_schemas"][name]["attributes"];
            if kind == TypeKind::Resource && !identity.is_null() {
                let parts: Vec<String> = members(identity)
                    .map(|(name, part)| {
                        let optional = part["optional_for_import"] == true;
                        format!("`{name}`{}", if optional { " (optional)" } else { "" })
                    })
                    .collect();
                writeln!(page, "\nIdentity: {}.", parts.join(", "))?;
            }
            let import = &ty["import"];
            let forms: Vec<String> = import["ids"]
                .as_array()
                .into_iter()
                .flatten()
                .chain(import.get("id_attribute"))
                .filter_map(|form| Some(format!("`{}`", form.as_str()?)))
                .collect();
            if !forms.is_empty() {
                writeln!(page, "\nImport by id: {}.", forms.join(" or "))?;
            }
        }
    }
    for functions in ["functions", "configured_functions"] {
        for (name, function) in members(&provider[functions]) {
            write_function(page, name, function)?;
        }
    }
    Ok(())
}

fn write_type(page: &mut String, ty: &Value) -> fmt::Result {
    let block = &ty["block"];
    write_paragraph(page, block)?;
    writeln!(page)?;
    write_members(page, block, 0)?;
    for relation in block["relations"].as_array().into_iter().flatten() {
        let kind = relation["kind"].as_str().unwrap_or_default();
        let names: Vec<String> = relation["members"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|name| Some(format!("`{}`", name.as_str()?)))
            .collect();
        let noun = kind.replace('_', " ");
        writeln!(page, "\nRelation: {noun} {}.", names.join(", "))?;
    }
    Ok(())
}

/// Writes the description and the deprecation of a type.
fn write_paragraph(page: &mut String, described: &Value) -> fmt::Result {
    if let Some(text) = described["description"].as_str() {
        writeln!(page, "\n{text}")?;
    }
    if described["deprecated"] == true {
        let reason = described["deprecation_message"].as_str();
        writeln!(page, "\n**Deprecated.** {}", reason.unwrap_or_default())?;
    }
    if let Some(version) = described["since"].as_str() {
        writeln!(page, "\nSince version {version}.")?;
    }
    Ok(())
}

/// Writes attributes and nested blocks as a list.
fn write_members(page: &mut String, block: &Value, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for (name, attribute) in members(&block["attributes"]) {
        let nested = &attribute["nested_type"];
        let ty = match nested["nesting_mode"].as_str() {
            Some("single") => "object".to_owned(),
            Some(mode) => format!("{mode} of objects"),
            None => shown_type(&attribute["type"]),
        };
        let mut notes = vec![ty];
        for note in [
            "required",
            "optional",
            "computed",
            "sensitive",
            "write_only",
        ] {
            if attribute[note] == true {
                notes.push(note.replace('_', "-"));
            }
        }
        write!(page, "{indent}- `{name}` ({})", notes.join(", "))?;
        write_facts(page, attribute, attribute)?;
        writeln!(page)?;
        write_members(page, nested, depth + 1)?;
    }
    for (name, nested) in members(&block["block_types"]) {
        let mode = nested["nesting_mode"].as_str().unwrap_or_default();
        let mut notes = vec![match mode {
            "single" | "group" => "block".to_owned(),
            mode => format!("{mode} of blocks"),
        }];
        for (key, note) in [("min_items", "at least"), ("max_items", "at most")] {
            if let Some(limit) = nested[key].as_u64() {
                notes.push(format!("{note} {limit}"));
            }
        }
        write!(page, "{indent}- `{name}` ({})", notes.join(", "))?;
        write_facts(page, &nested["block"], nested)?;
        writeln!(page)?;
        write_members(page, &nested["block"], depth + 1)?;
    }
    Ok(())
}

/// Writes the description of a member, and the facts that hosts do not print.
fn write_facts(page: &mut String, described: &Value, annotated: &Value) -> fmt::Result {
    if let Some(text) = described["description"].as_str() {
        write!(page, ": {}", text.replace('\n', " "))?;
    }
    if described["deprecated"] == true {
        let reason = described["deprecation_message"].as_str();
        write!(page, " Deprecated. {}", reason.unwrap_or_default())?;
    }
    if let Some(default) = annotated.get("default") {
        write!(page, " Default: `{default}`.")?;
    }
    write_list(page, " Allowed: ", &annotated["validators"], "")?;
    write_list(
        page,
        " Environment variables: ",
        &annotated["environment_variables"],
        "`",
    )?;
    match annotated["replaces"].as_str() {
        Some("sometimes") => write!(page, " Some changes replace the object.")?,
        Some(_) => write!(page, " A change replaces the object.")?,
        None => {}
    }
    if let Some(version) = annotated["since"].as_str() {
        write!(page, " Since version {version}.")?;
    }
    Ok(())
}

fn write_list(page: &mut String, title: &str, list: &Value, quote: &str) -> fmt::Result {
    let texts: Vec<String> = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|text| Some(format!("{quote}{}{quote}", text.as_str()?)))
        .collect();
    if texts.is_empty() {
        Ok(())
    } else {
        write!(page, "{title}{}.", texts.join("; "))
    }
}

fn write_function(page: &mut String, name: &str, function: &Value) -> fmt::Result {
    let parameters = function["parameters"].as_array().into_iter().flatten();
    let mut shown: Vec<String> = parameters.map(|it| parameter_markdown(it, "")).collect();
    if let Some(variadic) = function.get("variadic_parameter") {
        shown.push(parameter_markdown(variadic, "..."));
    }
    let returns = shown_type(&function["return_type"]);
    writeln!(
        page,
        "\n## {name} (function)\n\n`{name}({}) {returns}`",
        shown.join(", ")
    )?;
    write_paragraph(page, function)
}

fn parameter_markdown(parameter: &Value, more: impl Display) -> String {
    let name = parameter["name"].as_str().unwrap_or_default();
    format!("{name}{more} {}", shown_type(&parameter["type"]))
}

/// Returns a type as the configuration language writes it.
fn shown_type(ty: &Value) -> String {
    let (Some(kind), argument) = (ty[0].as_str(), &ty[1]) else {
        return match ty.as_str() {
            Some("dynamic") => "any".to_owned(),
            name => name.unwrap_or_default().to_owned(),
        };
    };
    match kind {
        "object" => {
            let attributes: Vec<String> = members(argument)
                .map(|(name, ty)| format!("{name} = {}", shown_type(ty)))
                .collect();
            format!("object({{ {} }})", attributes.join(", "))
        }
        "tuple" => {
            let elements: Vec<String> = argument
                .as_array()
                .into_iter()
                .flatten()
                .map(shown_type)
                .collect();
            format!("tuple([{}])", elements.join(", "))
        }
        _ => format!("{kind}({})", shown_type(argument)),
    }
}
