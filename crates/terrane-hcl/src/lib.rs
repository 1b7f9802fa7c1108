//! Terraform's configuration language: parser, evaluator, functions, formatter and editor.

mod call;
pub mod decode;
mod diagnostic;
mod evaluate;
mod scope;
mod source;
pub mod syntax;
pub mod value;

pub use call::{CallError, Caller, Function, Functions, Parameter, Signature};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use evaluate::{evaluate, type_constraint};
pub use scope::Scope;
pub use source::{Position, Source, SourceId, Sources, Span};
