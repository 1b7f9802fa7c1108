//! Terraform's configuration language: parser, evaluator, functions, formatter and editor.

mod diagnostic;
mod source;
pub mod syntax;
pub mod value;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use source::{Position, Source, SourceId, Sources, Span};
