//! Functions for which the evaluator works: templates, and the special forms whose arguments are not evaluated first.

use terrane_value::Type;

use crate::value::Value;

use super::call::{Call, CallError, Template};
use super::file::read_text;
use super::signature::{ArgumentType, Function, Parameter, Returns, any, string};

const ANY: Returns = Returns::ArgumentType(ArgumentType::Any);

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "can",
        "Returns whether an expression has a value.",
        &[Parameter::everything("expression")],
        Returns::ArgumentType(ArgumentType::Bool),
        special,
    )
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
        &[
            string("path").unknowns().marks(),
            any("vars").unknowns().marks(),
        ],
        ANY,
        template_file,
    )
    .maybe_null(),
    Function::new(
        "templatestring",
        "Renders a string as a template.",
        &[Parameter::everything("template"), any("vars")],
        Returns::ArgumentType(ArgumentType::String),
        template_string,
    )
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
    let (path, variables) = (call.value(0), call.value(1));
    let (unmarked_variables, mut marks) = variables.clone().unmark_deep();
    marks.merge(path.marks());
    if path.is_unknown() || unmarked_variables.is_unknown() {
        return Ok(call.unknown().with_marks(&marks));
    }
    let text = read_text(call)?;
    let template = Template {
        function: "templatefile",
        name: call.text(0),
        text: &text,
    };
    let rendered = call
        .context
        .templates
        .render(&template, &unmarked_variables)?;
    Ok(rendered.with_marks(&marks))
}

fn template_string(call: &Call<'_>) -> Result<Value, CallError> {
    let template = call.value(0);
    if template.is_unknown() {
        // As in Terraform, without the marks of the template: the next evaluation has them.
        return Ok(call.unknown());
    }
    if *template.ty() != Type::String || template.is_null() {
        let message = "invalid template value: a string is required";
        return Err(CallError::argument(0, message));
    }
    let template = Template {
        function: "templatestring",
        name: "<templatestring argument>",
        text: call.text(0),
    };
    let rendered = call
        .context
        .templates
        .render(&template, call.value(1))?
        .convert(&Type::String)
        .map_err(|error| CallError::new(format!("invalid template result: {error}")))?;
    Ok(rendered.with_marks(call.value(0).marks()))
}
