//! Records the calls of a Terraform or OpenTofu run to a provider, and replays them against another build of the provider.
//!
//! A [`Recorder`] starts a provider in any language and stands between it and a host. The calls become a [`Recording`], which is text. [`replay`] sends
//! its requests to another build, and returns the first answer that differs. So a run that once worked becomes a test without a host, and, for a provider
//! that calls no other system, without a network.
//!
//! - Secrets become placeholders: the values of attributes that the schema calls sensitive or write-only, and texts that the caller names. Equal secrets have
//!   equal placeholders. A secret in another form, such as Base64, is not found.
//! - Values that differ between runs are named in [`Recording::differs`], by hand or by [`Recording::add_differences`]. In later requests, the value of the
//!   replay takes the place of the recorded one.
//! - Calls are replayed one after the other, in the order in which the host began them.
//! - Fields that this version of the protocol does not have are not recorded.

mod channel;
mod compare;
mod message;
mod observe;
mod recorder;
mod recording;
mod replay;
mod secrets;
mod twice;
mod value;

pub use observe::{ObserveError, Observed, ObservedCall, REATTACH};
pub use recorder::Recorder;
pub use recording::{Call, Failure, ParseError, Recording};
pub use replay::{Difference, ReplayError, replay};
