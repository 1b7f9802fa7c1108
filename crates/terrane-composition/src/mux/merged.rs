//! The answers of all members as one.

use std::collections::BTreeMap;

use super::messages;
use terrane_protocol::{Diagnostic, Diagnostics, Rpc, RpcCode, RpcError};

/// Whether any member has answered an RPC, or none implements it.
#[derive(Default)]
pub(super) struct Outcome {
    is_answered: bool,
    unimplemented: Option<RpcError>,
}

impl Outcome {
    pub(super) fn answered(&mut self) {
        self.is_answered = true;
    }

    pub(super) fn note(&mut self, error: RpcError) {
        match error.code {
            RpcCode::Unimplemented => self.unimplemented = Some(error),
            _ => self.is_answered = true,
        }
    }

    /// Returns a diagnostic for a member that has not answered, unless it does not implement the RPC.
    pub(super) fn failed(&mut self, member: &str, rpc: Rpc, error: RpcError) -> Option<Diagnostic> {
        let is_problem = error.code != RpcCode::Unimplemented;
        let problem = is_problem.then(|| messages::no_answer(member, rpc, &error));
        self.note(error);
        problem
    }

    /// Returns the answer, or the error of an RPC that no member implements.
    pub(super) fn finish<T>(self, answer: T) -> Result<T, RpcError> {
        match self.unimplemented {
            Some(error) if !self.is_answered => Err(error),
            _ => Ok(answer),
        }
    }
}

/// Items of all members by name. If several members have an item, the first one counts.
pub(super) struct Merged<'a, T> {
    pub(super) items: BTreeMap<String, T>,
    owners: BTreeMap<String, Vec<&'a str>>,
}

impl<T> Default for Merged<'_, T> {
    fn default() -> Self {
        Self {
            items: BTreeMap::new(),
            owners: BTreeMap::new(),
        }
    }
}

impl<'a, T> Merged<'a, T> {
    /// Adds the items of a member.
    pub(super) fn add(&mut self, member: &'a str, items: impl Iterator<Item = (String, T)>) {
        for (name, item) in items {
            self.owners.entry(name.clone()).or_default().push(member);
            self.items.entry(name).or_insert(item);
        }
    }

    /// Returns an error for each item of several members, by its name and theirs.
    pub(super) fn conflicts(&self, error: impl Fn(&str, &[&str]) -> Diagnostic) -> Diagnostics {
        let several = self.owners.iter().filter(|(_, members)| members.len() > 1);
        several
            .map(|(name, members)| error(name, members))
            .collect()
    }
}
