//! The counters of write-only values while one change is applied.
//!
//! Author code sends a write-only value when its counter changes. The private state has the fingerprint of the value that was sent last. It is stored
//! only after a successful change: after a failure, the next plan counts the change again.

use terrane_value::Object;

use crate::context::Private;
use crate::fingerprint::Fingerprints;
use crate::planning::{self, Counts};
use crate::schema::Block;

/// The counters of one object.
pub(crate) struct Counted {
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
    pub(crate) fn of(
        block: &Block,
        config: Option<&Object>,
        prior: Option<&Object>,
        planned: Option<&mut Object>,
        private: &Private,
    ) -> Result<Option<Self>, getrandom::Error> {
        let (true, Some(config), Some(planned)) = (block.facts().counts, config, planned) else {
            return Ok(None);
        };
        // The fingerprints of a replaced object do not apply to the new one.
        let stored = match prior {
            Some(_) => Fingerprints::stored(private),
            None => Fingerprints::default(),
        };
        let before = planning::counts(block, prior);
        planning::count_unknown(block, config, &before, planned, &stored);
        let mut fingerprints = stored.renewed()?;
        let mut after = Counts::new();
        planning::each_count(block, Some(config), planned, &mut |it| {
            let stays = before.get(&it.address) == Some(&*it.count);
            after.insert(it.address.clone(), it.count.clone());
            if stays {
                fingerprints.take_over(it.address, &stored)
            } else {
                fingerprints.take(it.address, it.counted, it.configured)
            }
        });
        Ok(Some(Self {
            before,
            after,
            fingerprints,
        }))
    }

    /// Sets the counters of the object that a change returned.
    pub(crate) fn set(&self, block: &Block, object: &mut Object) {
        planning::set_counts(block, &self.after, object);
    }

    /// Restores the prior counters of the object after a failure. A new object gets those of the plan.
    pub(crate) fn restore(&self, block: &Block, object: &mut Object) {
        let counts = if self.before.is_empty() {
            &self.after
        } else {
            &self.before
        };
        planning::set_counts(block, counts, object);
    }

    /// Stores the fingerprints of the values that author code has received.
    pub(crate) fn store(&self, private: &mut Private) {
        self.fingerprints.store(private);
    }
}
