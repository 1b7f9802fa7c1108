//! Signatures and arguments of functions.

use serde_json::Value;

use super::types;
use crate::docs::markdown::Item;

/// Returns the signature of a function as a block of code.
pub(crate) fn signature(name: &str, function: &Value) -> String {
    let parameters = function["parameters"].as_array().into_iter().flatten();
    let mut all: Vec<String> = parameters.map(parameter_markdown).collect();
    if let Some(variadic) = function.get("variadic_parameter") {
        all.push(format!("{}...", parameter_markdown(variadic)));
    }
    let returns = types::in_signature(&function["return_type"]);
    format!("```text\n{name}({}) {returns}\n```", all.join(", "))
}

fn parameter_markdown(parameter: &Value) -> String {
    let name = parameter["name"].as_str().unwrap_or_default();
    format!("{name} {}", types::in_signature(&parameter["type"]))
}

/// Returns the list of a function's arguments.
pub(crate) fn arguments(function: &Value) -> String {
    let parameters = function["parameters"].as_array().into_iter().flatten();
    let arguments: Vec<String> = parameters.map(|it| argument_in_signature(it, "")).collect();
    arguments.join("\n")
}

/// Returns the argument that may be repeated, if the function has one.
pub(crate) fn variadic_argument(function: &Value) -> Option<String> {
    Some(argument_in_signature(
        function.get("variadic_parameter")?,
        "Variadic, ",
    ))
}

fn argument_in_signature(parameter: &Value, before: &str) -> String {
    let text = |key: &str| parameter[key].as_str().unwrap_or_default().trim();
    let nullable = if parameter["is_nullable"] == true {
        ", Nullable"
    } else {
        ""
    };
    let start = format!(
        "`{}` ({before}{}{nullable})",
        text("name"),
        types::title(&parameter["type"])
    );
    match text("description") {
        // The space is the one of `tfplugindocs`.
        "" => format!("1. {start} "),
        description => {
            let mut item = Item::new("1. ", &start);
            item.add(description);
            item.finish().trim_end().to_owned()
        }
    }
}
