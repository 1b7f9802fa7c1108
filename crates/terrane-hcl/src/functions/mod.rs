//! The built-in functions: what they accept, what they return, and how they are called.
//!
//! [`table`] returns the functions of a host, and [`Function::call`] does the work that is the same for all functions: conversion of the arguments, checks
//! for null, unknown values and marks. The functions do no input and output. What they need from outside comes from an
//! [`Environment`](crate::Environment), and what they need from the evaluator from [`Templates`].
//!
//! The reference is Terraform 1.17. Known differences:
//!
//! - `base64gzip` returns other bytes for longer texts, because compressors choose differently. They decompress to the same text.
//! - `textencodebase64` and `textdecodebase64` know the encodings of the web, not the code pages of IBM.
//! - `pow` with a fraction as exponent may differ in the last digit.
//! - `fileset` treats special characters in its first argument as part of a name.
//! - Paths have slashes on all systems.

mod call;
mod collection;
mod conversion;
mod crypto;
mod encoding;
mod file;
mod float;
mod format;
mod invoke;
mod json;
mod messages;
mod network;
mod number;
mod provider;
mod regex;
mod signature;
mod table;
mod template;
mod text;
mod time;
mod yaml;

pub(crate) use call::{Context, Template, Templates};
pub(crate) use signature::{Function, Parameter, Version};
pub(crate) use table::{Product, functions_of, provider_function};
