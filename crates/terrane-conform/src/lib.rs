//! Conformance tests for the program of any Terraform or OpenTofu provider, in any language.
//!
//! [`run`] starts the program as a host does and checks it by numbered [rules](RULES). A check makes requests through
//! [`Provider`](terrane_protocol::Provider), judges the answers, and reports each violation as a [`Finding`] with its rule, place and request. Plans and
//! applied objects are judged by [`terrane_protocol::rules`], which agree with Terraform's own functions.
//!
//! The [`Level`] decides what may happen:
//!
//! | level | requests |
//! |---|---|
//! | [`Level::Basic`] | schemas, validation of generated configurations, and plans of a provider that is not configured |
//! | [`Level::Read`] | also configuration of the provider, data sources, functions, ephemeral resources and list resources |
//! | [`Level::Apply`] | also the whole life of objects of the named resources, which are destroyed at the end, the named actions, and states in the named state stores, which are deleted at the end |
//!
//! ```no_run
//! use terrane_conform::{Options, Severity, run};
//!
//! # async fn check() -> Result<(), terrane_conform::Error> {
//! let report = run(&Options::new("./terraform-provider-zoo")).await?;
//! println!("{}", report.text());
//! assert!(!report.fails(Severity::Error));
//! # Ok(())
//! # }
//! ```

mod asked;
mod changes;
mod checks;
mod configuration;
mod finding;
mod generate;
mod host;
mod log;
mod options;
mod place;
mod report;
mod rule;
mod run;
mod session;
mod subject;

pub use configuration::ConfigurationError;
pub use finding::{Finding, Place, Unchecked};
pub use options::{MovedState, OldState, Options};
pub use report::{Baseline, BaselineError, Group, Report};
pub use rule::{Level, RULES, Rule, Severity, rule};
pub use run::{Error, run};
