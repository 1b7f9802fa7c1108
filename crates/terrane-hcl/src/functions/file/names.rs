//! Functions on paths that read no files.

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Parameter, Returns, string};
use crate::value::Value;

use super::path;

const PATH: &[Parameter] = &[string("path")];
const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "abspath",
        "Returns the absolute form of a path.",
        PATH,
        TEXT,
        absolute,
    )
    .since((0, 12, 4)),
    Function::new(
        "basename",
        "Returns the last part of a path.",
        PATH,
        TEXT,
        |call| Ok(path::base(call.text(0)).into()),
    ),
    Function::new(
        "dirname",
        "Returns a path without its last part.",
        PATH,
        TEXT,
        |call| Ok(path::directory(call.text(0)).into()),
    ),
    Function::new(
        "pathexpand",
        "Replaces a tilde at the start of a path by the home directory.",
        PATH,
        TEXT,
        |call| {
            let home = call.environment().home_directory();
            let expanded = path::expand(call.text(0), home.as_deref());
            Ok(expanded.map_err(CallError::new)?.into())
        },
    ),
];

fn absolute(call: &Call<'_>) -> Result<Value, CallError> {
    let path = call.text(0);
    if path.starts_with('/') {
        return Ok(path::clean(path).into());
    }
    let directory = call.environment().working_directory();
    let working_directory =
        directory.ok_or_else(|| CallError::new("the working directory is not known"))?;
    Ok(path::join(&working_directory, path).into())
}
