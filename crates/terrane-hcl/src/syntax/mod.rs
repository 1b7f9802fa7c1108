//! The syntax: trees, parsers, formatter and editor.

pub mod ast;
mod format;
mod lexer;
mod messages;
mod parser;
mod quote;

pub use format::format;
pub use parser::{
    Parsed, is_identifier, json_template, parse_expression, parse_file, parse_template,
    parse_traversal,
};
