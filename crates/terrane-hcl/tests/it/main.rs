//! The configuration language: the parser, the evaluator, functions and edits.

mod call;
mod console;
mod cty;
mod decode;
mod deep;
mod deferred;
mod edit;
mod evaluate;
mod evaluation_limits;
mod example;
mod format;
mod functions;
mod go;
mod json;
mod limits;
mod opentofu;
mod parse;
mod rename;
mod statics;
mod support;
mod types;
