//! The syntax: trees, parsers, formatter and editor.

pub mod ast;
