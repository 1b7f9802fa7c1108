//! Comparison of two recordings of the same command.

use crate::compare::{Comparison, Pattern};
use crate::recording::{Call, Recording};
use crate::replay::first_difference;

impl Recording {
    /// Adds the places of answers that another recording of the same command has with other values, such as times and random values.
    ///
    /// Hosts call in another order each time. So a call is compared with the first one of the other recording that has the same RPC and type, and, if
    /// possible, the same request.
    pub fn add_differences(&mut self, other: &Self) {
        let mut comparison = Comparison::default();
        let mut rest: Vec<_> = other.calls.iter().collect();
        for call in &self.calls {
            let Some(position) = counterpart_of_call(&comparison, call, &rest) else {
                continue;
            };
            for pattern in differing_patterns(&mut comparison, call, rest.remove(position)) {
                let place = pattern.to_string();
                if !self.differs.contains(&place) {
                    self.differs.push(place);
                }
            }
        }
    }
}

/// Returns the places at which two answers differ, without those that the others explain, and adds them to the comparison.
fn differing_patterns(comparison: &mut Comparison, call: &Call, other: &Call) -> Vec<Pattern> {
    let differs = |patterns: &[Pattern]| {
        let mut with_ids = comparison.clone();
        patterns.iter().cloned().for_each(|it| with_ids.allow(it));
        // If only one of them failed, no place of an answer explains that.
        let place = first_difference(&mut with_ids, call, other);
        place.filter(|place| !place.path.is_empty())
    };
    let mut found = Vec::new();
    while let Some(place) = differs(&found) {
        found.push(Pattern::new(&call.rpc, &place));
    }
    let mut position = 0;
    while position < found.len() {
        let pattern = found.remove(position);
        if differs(&found).is_some() {
            found.insert(position, pattern);
            position += 1;
        }
    }
    found.iter().cloned().for_each(|it| comparison.allow(it));
    first_difference(comparison, call, other);
    found
}

fn counterpart_of_call(comparison: &Comparison, call: &Call, others: &[&Call]) -> Option<usize> {
    let is_alike = |other: &&Call| other.rpc == call.rpc && other.type_name() == call.type_name();
    let request = comparison.translate(&call.request);
    let mut alike = others
        .iter()
        .enumerate()
        .filter(|(_, other)| is_alike(other));
    let same = alike.clone().find(|(_, other)| other.request == request);
    let (position, _) = same.or_else(|| alike.next())?;
    Some(position)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};
    use terrane_protocol::Version;

    use super::*;

    fn recording(ids: [&str; 2]) -> Recording {
        let call = |rpc: &str, request: Json, response: Json| Call {
            rpc: rpc.to_owned(),
            request,
            response: Some(response),
            error: None,
        };
        let created = ids.map(|id| {
            let name = id.split_once('-').map(|(name, _)| name);
            call(
                "ApplyResourceChange",
                json!({"type_name": "zoo_pet", "config": {"name": name}}),
                json!({"new_state": {"id": id, "greeting": format!("I am {id}"), "name": name}}),
            )
        });
        let read = ids.map(|id| {
            call(
                "ReadResource",
                json!({"type_name": "zoo_pet", "current_state": {"id": id}}),
                json!({"new_state": {"id": id}}),
            )
        });
        Recording::new(
            "a/b/c".to_owned(),
            Version::V6,
            created.into_iter().chain(read).collect(),
        )
    }

    #[test]
    fn only_the_first_place_of_a_value_that_differs_is_named() {
        let mut first = recording(["rex-12345", "tim-67890"]);
        first.add_differences(&recording(["rex-abcde", "tim-fghij"]));
        assert_eq!(first.differs, ["ApplyResourceChange: new_state.id"]);
    }

    #[test]
    fn calls_in_another_order_do_not_differ() {
        let mut first = recording(["rex-12345", "tim-67890"]);
        first.add_differences(&recording(["tim-67890", "rex-12345"]));
        assert!(first.differs.is_empty(), "{:?}", first.differs);
    }
}
