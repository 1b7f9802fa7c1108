//! The syntax: trees, parsers, formatter and editor.

pub mod ast;
mod lexer;
mod messages;
mod parser;

pub use parser::{
    Parsed, is_identifier, parse_expression, parse_file, parse_template, parse_traversal,
};
