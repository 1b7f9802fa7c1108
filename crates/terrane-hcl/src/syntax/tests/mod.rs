//! The parser against other parsers, by the forms of expressions, which only this crate can see.

mod hcl_edit;
mod other;
mod shape;
mod words;

#[path = "../../../tests/it/support/files.rs"]
mod files;
#[path = "../../../tests/it/support/generator.rs"]
mod generator;
#[path = "../../../tests/it/support/texts.rs"]
mod texts;
