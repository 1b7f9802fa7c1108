//! Proofs by random cases, whose judge is not the framework.
//!
//! - [`live`] lives a life: a random schema, a random author and a model of the host, which checks each answer from the first plan of an object to its deletion.
//! - [`differ`] sends the same requests to a provider on Terrane and to its Go twin, and names each class of difference.
//!
//! Both follow from a seed, so a failure can be repeated. The rules of the checks are [`terrane_protocol::rules`], which agree with Terraform's own functions.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what cannot happen ends the test"
)]

mod author;
pub mod differ;
mod host;
mod life;
mod schemas;
mod values;
mod wire;

pub use host::Tampering;
pub use life::{Counts, Failure, STEPS, live};
