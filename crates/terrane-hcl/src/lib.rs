//! Terraform's configuration language: parser, evaluator, formatter and editor.
//!
//! The crate can be used alone. It reads no files and starts no threads: the caller gives it source texts, variables and functions.
//!
//! | task | where |
//! |---|---|
//! | parse a file, an expression or a template | [`syntax::parse_file`], [`syntax::parse_expression`], [`syntax::parse_template`] |
//! | parse JSON syntax | [`syntax::parse_json_file`] |
//! | read the arguments and blocks of a body | [`syntax::ast::Body::content`] |
//! | evaluate an expression | [`evaluate`], with a [`Scope`] |
//! | evaluate a body by a schema with types | [`decode::decode`] |
//! | read the type of a variable | [`type_constraint`] |
//! | call the built-in functions of Terraform and OpenTofu | [`Builtins`] |
//! | call own functions | [`Function`], [`Functions`] |
//! | call functions of providers, without blocking a thread | [`DeferredFunctions`] |
//! | show an error with the lines of the source | [`Diagnostic::render`] |
//! | format a file as `terraform fmt` does | [`syntax::format`] |
//! | visit all expressions of a body | [`syntax::Visitor`], [`syntax::visit_body`] |
//! | change a file and keep its comments and layout | [`syntax::Document`] |
//! | choose the files of a configuration | [`ConfigFile`] |
//! | refuse files and syntax that only OpenTofu has | [`opentofu_file`], [`opentofu_syntax`] |
//!
//! # Parse, evaluate, and show an error
//!
//! ```
//! use terrane_hcl::value::Value;
//! use terrane_hcl::{Scope, Sources, evaluate, syntax};
//!
//! let mut sources = Sources::new();
//! let source = sources.add(
//!     "main.tf",
//!     "url  = \"https://${host}:${port + 1}\"\nbad  = host + 1\n",
//! );
//! let file = syntax::parse_file(&source).into_result()?;
//! let (arguments, _) = file.body.just_attributes();
//!
//! let scope = Scope::new()
//!     .with_variable("host", "example.com")
//!     .with_variable("port", 8080_i64);
//!
//! let (url, diagnostics) = evaluate(&arguments[0].expression, &scope);
//! assert!(diagnostics.is_empty());
//! assert_eq!(url, Value::from("https://example.com:8081"));
//!
//! let (_, diagnostics) = evaluate(&arguments[1].expression, &scope);
//! assert_eq!(
//!     diagnostics[0].render(&sources),
//!     "\
//! Error: Invalid operand
//!
//!   on main.tf line 2:
//!    2: bad  = host + 1
//!              ^^^^
//!
//! The type of the left operand does not fit the operator: expected a number, found other text.
//! "
//! );
//! # Ok::<(), terrane_hcl::Diagnostics>(())
//! ```
//!
//! # Unknown values and marks
//!
//! A [`value::Value`] may be unknown: it will be known later, as an address that a server assigns. Operations on unknown values are unknown, but
//! their known properties stay: their type, that they are not null, a prefix, a range. A value may also carry [`value::Marks`], such as
//! "sensitive". The results of operators and functions have the marks of everything that they are computed from.
//!
//! ```
//! use terrane_hcl::value::{Mark, Value};
//! use terrane_hcl::{Scope, Source, evaluate, syntax};
//! use terrane_value::Type;
//!
//! let scope = Scope::new()
//!     .with_variable("id", Value::unknown(Type::String))
//!     .with_variable("password", Value::from("hunter2").with_mark(Mark::Sensitive));
//! let source = Source::detached("x", "[\"bucket-${id}\", password == \"\"]");
//! let (value, _) = evaluate(&syntax::parse_expression(&source).into_result()?, &scope);
//! let elements = value.elements().unwrap();
//! assert_eq!(elements[0].as_unknown().unwrap().string_prefix().unwrap(), "bucket-");
//! assert!(elements[1].marks().contains(&Mark::Sensitive));
//! # Ok::<(), terrane_hcl::Diagnostics>(())
//! ```

mod budget;
mod builtins;
mod call;
pub mod decode;
mod deferred;
mod diagnostic;
mod environment;
mod evaluate;
mod functions;
mod opentofu;
mod scope;
mod source;
mod stack;
pub mod syntax;
pub mod value;

pub use builtins::Builtins;
pub use call::{CallError, Caller, Function, Functions, Parameter, Signature};
pub use deferred::{DeferredCall, DeferredFunction, DeferredFunctions};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use environment::{
    DirectoryEntry, Environment, FileError, FileKind, NoEnvironment, ResultLimits,
};
pub use evaluate::{evaluate, type_constraint};
pub use opentofu::{ConfigFile, opentofu_file, opentofu_syntax};
pub use scope::Scope;
pub use source::{Position, Source, SourceId, Sources, Span};
pub use terrane_value::{Text, Type};

// The support of the tests in `tests` names the crate.
#[cfg(test)]
extern crate self as terrane_hcl;
