//! Go's language of templates, with the functions of `tfplugindocs`.
//!
//! The text is that of Go's `text/template` version 1.26 for the same data. What is not supported is an error with its name: imaginary numbers, texts that
//! are not UTF-8, the data of a page as a whole, and addresses of lists. Nesting, time and memory are limited.

mod budget;
mod compare;
mod error;
mod escape;
mod evaluator;
mod function;
mod lexer;
mod literal;
mod parser;
mod print;
mod quote;
mod sequence;
mod token;
mod tree;
mod value;

#[cfg(test)]
mod tests;

use std::path::Path;

use self::budget::Budget;
use self::function::Context;
use self::value::Value;

pub(crate) use self::error::GoError;

/// Renders a template. Its files are relative to `folder`.
pub(super) fn render(
    folder: &Path,
    source: &str,
    data: &serde_json::Value,
) -> Result<String, GoError> {
    let template = parser::parse(source)?;
    let context = Context {
        folder,
        budget: Budget::new(),
    };
    evaluator::evaluate(&template, context, Value::of_data(data))
}
