//! The `github-token` provider: fine-grained personal access tokens of the members of an organization.
//!
//! [`GithubToken`] is the provider. [`Approval`] is the approval of a member's token, as a resource and as a list; [`Tokens`] and [`Requests`] are data
//! sources; [`Denial`] is an action; [`InstallationToken`] is an ephemeral resource.

mod api;
mod app;
mod approval;
mod approvals;
mod denial;
mod installation_token;
mod limit;
mod messages;
mod permissions;
mod provider;
mod tokens;

pub use self::approval::Approval;
pub use self::approvals::Approvals;
pub use self::denial::Denial;
pub use self::installation_token::InstallationToken;
pub use self::provider::{Config, GithubToken};
pub use self::tokens::{Requests, Token, Tokens};
