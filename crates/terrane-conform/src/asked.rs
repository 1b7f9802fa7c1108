//! Requests, as findings show them.

use std::fmt;

use serde_json::{Value as Json, json};
use terrane_protocol::Rpc;

use crate::finding::Place;

/// A request, for findings about its answer.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) place: Place,
    pub(crate) rpc: Rpc,
    /// The contents of the request, for people.
    pub(crate) contents: Json,
    /// Whether a provider may lack the RPC.
    pub(crate) is_optional: bool,
    /// Whether the request may take long.
    pub(crate) is_long: bool,
    /// Whether no host makes the request, because the provider may need to be configured first. Then a failure is no finding.
    pub(crate) is_probe: bool,
}

impl Asked {
    pub(crate) fn new(rpc: Rpc, place: &Place, contents: Json) -> Self {
        Self {
            place: place.clone(),
            rpc,
            contents,
            is_optional: false,
            is_long: false,
            is_probe: false,
        }
    }

    pub(crate) fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    pub(crate) fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    /// Returns the same request, for a finding about a part of its answer.
    pub(crate) fn at(&self, path: impl fmt::Display) -> Self {
        Self {
            place: self.place.at(path),
            ..self.clone()
        }
    }

    /// Returns the request as findings show it.
    pub(crate) fn request(&self) -> Json {
        json!({ "rpc": self.rpc.name(), "contents": self.contents })
    }
}
