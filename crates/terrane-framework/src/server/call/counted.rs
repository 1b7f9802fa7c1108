//! The counts of write-only values in one change.
//!
//! A changed count makes author code send the value. So the stored fingerprint is that of the value that was sent last. It is stored only after a
//! successful change: after a failure, the next plan counts the change again.

use terrane_value::Object;

use crate::context::Private;
use crate::fingerprint::Fingerprints;
use crate::planning::{self, Counts};
use crate::schema::Block;

/// The counts of one object.
pub(in crate::server) struct Counted {
    before: Counts,
    after: Counts,
    /// The fingerprints to store after a success.
    fingerprints: Fingerprints,
}

impl Counted {
    /// Counts the changes that the plan could not decide.
    ///
    /// # Errors
    ///
    /// Fails if the system has no random numbers.
    pub(in crate::server) fn of(
        block: &Block,
        config: Option<&Object>,
        prior: Option<&Object>,
        asked: Option<&mut Object>,
        private: &Private,
    ) -> Result<Option<Self>, getrandom::Error> {
        let (true, Some(config), Some(asked)) = (block.facts().counts, config, asked) else {
            return Ok(None);
        };
        // The fingerprints of a replaced object do not apply to the new one.
        let stored = match prior {
            Some(_) => Fingerprints::stored(private),
            None => Fingerprints::default(),
        };
        let before = planning::counts(block, prior);
        planning::count_unknown(block, config, &before, asked, &stored);
        let mut fingerprints = stored.renewed()?;
        let mut after = Counts::new();
        planning::each_count(block, Some(config), asked, &mut |it| {
            let stays = before.get(&it.address) == Some(&*it.count);
            after.insert(it.address.clone(), it.count.clone());
            match stays {
                true => fingerprints.take_over(it.address, &stored),
                false => fingerprints.take(it.address, it.counted, it.configured),
            }
        });
        Ok(Some(Self {
            before,
            after,
            fingerprints,
        }))
    }

    /// Sets the counts of the object that a change returned.
    pub(in crate::server) fn set(&self, block: &Block, object: &mut Object) {
        planning::set_counts(block, &self.after, object);
    }

    /// Sets the counts of the object after a failure: the prior ones, or those of the plan for a new object.
    pub(in crate::server) fn take_back(&self, block: &Block, object: &mut Object) {
        let counts = match self.before.is_empty() {
            true => &self.after,
            false => &self.before,
        };
        planning::set_counts(block, counts, object);
    }

    /// Stores the fingerprints of the values that author code has received.
    pub(in crate::server) fn store(&self, private: &mut Private) {
        self.fingerprints.store(private);
    }
}
