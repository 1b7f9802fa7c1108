//! Tests by random cases. The framework does not judge the results itself.
//!
//! - [`live`] tests the life cycle of an object with a random schema and random author code. A model of the host checks each answer from the first plan to
//!   the deletion.
//! - [`differ`] sends the same requests to a provider on Terrane and to its Go twin, and names each class of difference.
//! - [`compare`] sends random calls to the kitchen sink in a mux, an upgrade or a downgrade, whose answers must be those of the sink alone.
//!
//! All use a seed, so a failure can be repeated. The checks use the rules of [`terrane_protocol::rules`], which agree with Terraform's own
//! functions.
#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "what cannot happen ends the test"
)]

mod author;
mod composed;
pub mod differ;
mod host;
mod life;
mod schemas;
mod values;
mod wire;

pub use composed::{Composition, compare};
pub use host::Tampering;
pub use life::{Counts, Failure, STEPS, live};
