//! The settings of the provider.
//!
//! `cargo terrane generate` updates this file, and keeps what was edited by hand.
//! A comment with questions names the options of `#[tf(..)]` that no schema shows: add those that apply, and delete the comment.

use terrane::prelude::*;

#[derive(Clone, Debug, Model)]
#[tf(plain)]
pub struct Config {
    /// Where objects are kept.
    // env? validate?
    pub folder: Option<String>,
    /// A secret.
    // env? validate?
    pub token: Option<Sensitive<String>>,
}
