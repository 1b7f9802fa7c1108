//! The syntax: trees, parsers, formatter and editor.

pub mod ast;
mod content;
mod edit;
mod format;
mod json;
mod lexer;
mod messages;
mod origin;
mod overrides;
mod parser;
mod quote;
mod statics;
#[cfg(test)]
mod tests;
mod visit;

pub(crate) use json::{
    decode_string as decode_json_string, is_number as is_json_number, string_len as json_string_len,
};
pub(crate) use parser::json_template;
pub(crate) use quote::quoted;

pub use content::{BodySchema, Content};
pub use edit::{BlockMut, Document};
pub use format::format;
pub use json::{parse_json_expression, parse_json_file};
pub use parser::{
    Parsed, is_identifier, parse_expression, parse_file, parse_template, parse_traversal,
};
pub use statics::{
    file_references, instance_reference, keyword, list, pairs, references, traversal,
};
pub use visit::{Visitor, visit_body, visit_expression};
