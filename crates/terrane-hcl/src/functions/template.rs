//! Functions for which the evaluator works: templates, and the special forms whose arguments are not evaluated first.

use terrane_value::Type;

use crate::syntax::is_identifier;
use crate::value::Value;

use super::call::{Call, CallError, Template};
use super::file::read_text;
use super::signature::{Function, Kind, Parameter, Returns, any, string};

const VARIABLES: Parameter = any("vars").unknowns().marks();
const ANY: Returns = Returns::Kind(Kind::Any);

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "can",
        "Returns whether an expression has a value.",
        &[Parameter::everything("expression")],
        Returns::Kind(Kind::Bool),
        special,
    )
    .special()
    .maybe_null()
    .since((0, 12, 20)),
    Function::new(
        "convert",
        "Converts a value to a type.",
        &[
            Parameter::everything("value"),
            Parameter::everything("type"),
        ],
        ANY,
        special,
    )
    .special()
    .maybe_null()
    .only_terraform((1, 15, 0)),
    Function::new(
        "list",
        "Fails: the function was replaced by tolist([...]).",
        &[],
        Returns::By(|_| Err(CallError::new(LIST))),
        special,
    )
    .and_more(Parameter::everything("vals")),
    Function::new(
        "map",
        "Fails: the function was replaced by tomap({...}).",
        &[],
        Returns::By(|_| Err(CallError::new(MAP))),
        special,
    )
    .and_more(Parameter::everything("vals")),
    Function::new(
        "templatefile",
        "Renders a file as a template.",
        &[string("path").unknowns().marks(), VARIABLES],
        ANY,
        template_file,
    )
    .maybe_null(),
    Function::new(
        "templatestring",
        "Renders a string as a template.",
        &[string("template").unknowns().marks(), VARIABLES],
        ANY,
        |call| {
            render(
                call,
                "templatestring",
                "<templatestring argument>",
                |call| Ok(call.text(0).to_owned()),
            )
        },
    )
    .maybe_null()
    .since((1, 9, 0))
    .since_opentofu((1, 7, 0)),
    Function::new(
        "try",
        "Returns the value of the first expression that has one.",
        &[],
        ANY,
        special,
    )
    .and_more(Parameter::everything("expressions"))
    .special()
    .maybe_null()
    .since((0, 12, 20)),
]];

const LIST: &str = "the \"list\" function was deprecated in Terraform v0.12 and is no longer available; use tolist([ ... ]) syntax to write a literal list";

const MAP: &str = "the \"map\" function was deprecated in Terraform v0.12 and is no longer available; use tomap({ ... }) syntax to write a literal map";

fn special(_: &Call<'_>) -> Result<Value, CallError> {
    Err(CallError::new(
        "the arguments of this function are expressions, which only the evaluator has",
    ))
}

fn template_file(call: &Call<'_>) -> Result<Value, CallError> {
    render(call, "templatefile", call.text(0), read_text)
}

fn render(
    call: &Call<'_>,
    function: &str,
    name: &str,
    text: fn(&Call<'_>) -> Result<String, CallError>,
) -> Result<Value, CallError> {
    let (template, variables) = (call.value(0), call.value(1));
    let mut marks = template.marks().clone();
    marks.merge(variables.marks());
    if template.is_unknown() || variables.is_unknown() {
        return Ok(call.unknown().with_marks(&marks));
    }
    if !matches!(variables.ty(), Type::Map(_) | Type::Object(_)) {
        return Err(CallError::argument(1, "invalid vars value: must be a map"));
    }
    let mut names = variables.keys().unwrap_or_default().iter();
    if let Some(wrong) = names.find(|name| !is_identifier(name.as_str())) {
        return Err(CallError::argument(
            1,
            format!(
                "invalid template variable name \"{}\": must start with a letter, followed by zero or more letters, digits, and underscores",
                wrong.as_str()
            ),
        ));
    }
    let text = text(call)?;
    let template = Template {
        function,
        name,
        text: &text,
    };
    let (variables, _) = variables.clone().unmark();
    let rendered = call.context.templates.render(&template, &variables);
    Ok(rendered.map_err(CallError::new)?.with_marks(&marks))
}
