//! Faults that tests inject into the server.

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Adding a pet.
    Add,
    /// Feeding it.
    Feed,
    /// Changing it.
    Change,
    /// Showing it.
    Get,
    /// Showing all.
    List,
    /// Removing it.
    Remove,
    /// Showing a species.
    Species,
}

/// A fault of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The request is not carried out, and the answer has this status.
    Status(u16),
    /// The request is carried out, and never answered.
    Hang,
    /// The request is carried out, and the connection is closed in the middle of the answer.
    Cut,
    /// The request is carried out and answered once [`Server::release`](super::Server::release) is called. It is not carried out if the client
    /// disconnects before.
    Hold,
    /// The request is carried out, and the answer has a pet without meals. Code that divides by the meals panics.
    NoMeals,
}

/// The planned faults.
#[derive(Debug, Default)]
pub(super) struct Schedule(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    call: Call,
    /// How many requests of the kind pass before.
    passing: usize,
    fault: Fault,
}

impl Schedule {
    /// Plans a fault for the n-th request of a kind, counted from 1 and from now.
    pub(super) fn add(&mut self, call: Call, nth: usize, fault: Fault) {
        self.0.push(Entry {
            call,
            passing: nth.saturating_sub(1),
            fault,
        });
    }

    /// Counts a request and takes the fault that was planned for it.
    pub(super) fn next(&mut self, call: Call) -> Option<Fault> {
        let mut due = None;
        for (at, entry) in self
            .0
            .iter_mut()
            .enumerate()
            .filter(|(_, entry)| entry.call == call)
        {
            match entry.passing.checked_sub(1) {
                Some(passing) => entry.passing = passing,
                None => due = due.or(Some(at)),
            }
        }
        due.map(|at| self.0.remove(at).fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_request_of_a_kind_is_hit_and_no_other() {
        let mut faults = Schedule::default();
        faults.add(Call::Feed, 2, Fault::Cut);
        faults.add(Call::Get, 1, Fault::Hang);
        faults.add(Call::Feed, 1, Fault::NoMeals);
        let hit: Vec<_> = [Call::Feed, Call::Add, Call::Feed, Call::Feed, Call::Get]
            .map(|call| faults.next(call))
            .to_vec();
        assert_eq!(
            hit,
            [
                Some(Fault::NoMeals),
                None,
                Some(Fault::Cut),
                None,
                Some(Fault::Hang)
            ]
        );
    }
}
