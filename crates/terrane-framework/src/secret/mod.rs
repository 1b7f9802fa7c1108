//! Hides secrets in all texts for people: log lines, diagnostics and messages. A secret is found by its value.
//!
//! Secrets are noted when a value of a schema is decoded or encoded. The log hides the secrets of all requests of the process. The last step of the
//! server hides, in each answer, the secrets of the request and of the provider's configuration. If no schema has secrets, nothing is noted and
//! nothing is searched.
//!
//! Only fingerprints of the secrets are kept. A search works on a snapshot of them, so it holds no lock. It takes a text in pieces, decodes each piece
//! layer by layer, and searches all layers.

mod collect;
mod forms;
mod index;
mod process;
mod request;
mod search;
mod set;
mod view;

pub(crate) use self::process::{has_secrets, hide_in, hide_in_panic, hide_printed};
pub use self::request::note;
pub(crate) use self::request::{Noting, OfRequest, each, hide, note_opened, note_stored, noting};
pub(crate) use self::set::{KnownSecrets, MASK, Secrets};

#[cfg(test)]
mod tests;
