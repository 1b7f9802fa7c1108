//! The counts of write-only values in one change.
//!
//! A count says whether its value is handed over: where it has gone on, the author's code sends the value. So the fingerprint that is stored is
//! that of the value that was handed over last, whatever else was configured since, and only once the change has succeeded: after a failure
//! the next plan counts again.

use terrane_value::Object;

use crate::context::Private;
use crate::fingerprint::Fingerprints;
use crate::planning::{self, Counts};
use crate::schema::Block;

/// What is known of the counts of one object.
pub(super) struct Counted {
    before: Counts,
    after: Counts,
    /// What is stored after a success.
    told: Fingerprints,
}

impl Counted {
    /// Counts what could not be told in the plan.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub(super) fn of(
        block: &Block,
        config: Option<&Object>,
        prior: Option<&Object>,
        asked: Option<&mut Object>,
        private: &Private,
    ) -> Result<Option<Self>, getrandom::Error> {
        let (true, Some(config), Some(asked)) = (block.inside().counts, config, asked) else {
            return Ok(None);
        };
        // What is stored with an object that is replaced says nothing of the new one.
        let stored = match prior {
            Some(_) => Fingerprints::stored(private),
            None => Fingerprints::default(),
        };
        let before = planning::counts(block, prior);
        planning::count_unknown(block, config, &before, asked, &stored);
        let mut told = stored.renewed()?;
        let mut after = Counts::new();
        planning::each_count(block, Some(config), asked, &mut |it| {
            let stays = before.get(&it.address) == Some(&*it.count);
            after.insert(it.address.clone(), it.count.clone());
            match stays {
                true => told.take_over(it.address, &stored),
                false => told.take(it.address, it.counted, it.configured),
            }
        });
        Ok(Some(Self {
            before,
            after,
            told,
        }))
    }

    /// Gives the object that a change returned its counts.
    pub(super) fn set(&self, block: &Block, object: &mut Object) {
        planning::set_counts(block, &self.after, object);
    }

    /// Gives the object that stays after a failure the counts that it had; one that is new has those of its plan.
    pub(super) fn take_back(&self, block: &Block, object: &mut Object) {
        let counts = match self.before.is_empty() {
            true => &self.after,
            false => &self.before,
        };
        planning::set_counts(block, counts, object);
    }

    /// Stores what the author's code was told.
    pub(super) fn store(&self, private: &mut Private) {
        self.told.store(private);
    }
}
