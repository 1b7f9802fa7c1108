//! Sets, whose elements have no address: which applied element may have come from which planned one (rules K2 and K3).

use std::convert::Infallible;

use foldhash::{HashMap, HashSet};
use terrane_value::{Data, Path, Set, Value};

use super::{Check, Rule};

impl Check {
    /// Compares an applied set with the planned set. Two elements agree if `compare` finds no violation. `equal_agree` means that `compare` never
    /// finds one in equal elements.
    ///
    /// Equal elements and wholly known planned elements are looked up by hash. For the other planned elements, the applied elements are hashed
    /// without the parts that were unknown. This happens once for each pattern of unknown places, so the work stays linear.
    pub(super) fn set(
        &mut self,
        planned: &Set,
        actual: &Set,
        rule: Rule,
        equal_agree: bool,
        compare: impl Fn(&mut Check, &Value, &Value),
    ) {
        if actual.len() > planned.len() {
            let (planned, actual) = (planned.len(), actual.len());
            return self.find(
                rule,
                format!("expected at most the {planned} planned elements, found {actual}"),
            );
        }
        let agree = |planned: &Value, actual: &Value| {
            let mut check = Check::default();
            compare(&mut check, planned, actual);
            check.findings.is_empty()
        };
        let mut reached: HashSet<&Value> = HashSet::default();
        let mut lost = false;
        let mut by_pattern = Patterns::new(actual);
        for element in planned {
            let equal = actual
                .get(element)
                .filter(|found| equal_agree || agree(element, found));
            if let Some(found) = equal {
                reached.insert(found);
                if element.is_wholly_known() {
                    continue;
                }
            }
            let mut found: Vec<&Value> = by_pattern
                .candidates(element)
                .filter(|candidate| agree(element, candidate))
                .collect();
            if found.is_empty() && equal.is_none() {
                // Elements with nested blocks may agree although their known parts differ.
                found.extend(actual.iter().filter(|it| agree(element, it)));
                lost |= found.is_empty();
            }
            if lost {
                break;
            }
            reached.extend(found);
        }
        let comes_from_none = |element: &Value| {
            !reached.contains(element) && !planned.iter().any(|it| agree(it, element))
        };
        if lost || actual.iter().any(comes_from_none) {
            self.find(
                rule,
                "expected the planned elements, found one that was not planned, or none for one that was",
            );
        }
    }
}

/// The applied elements, indexed by their content without the places that are unknown in a planned element.
struct Patterns<'a> {
    elements: &'a Set,
    by_pattern: HashMap<Vec<Path>, HashMap<Value, Vec<&'a Value>>>,
}

impl<'a> Patterns<'a> {
    fn new(elements: &'a Set) -> Self {
        Self {
            elements,
            by_pattern: HashMap::default(),
        }
    }

    /// Returns the applied elements that equal a planned element in all its known parts.
    fn candidates(&mut self, planned: &Value) -> impl Iterator<Item = &'a Value> {
        let mut unknown = Vec::new();
        planned.walk(|path, value| {
            // Values inside a set have no path, so a set with unknown parts is left out of the comparison as a whole.
            let blind = value.is_unknown()
                || matches!(value, Value::Known(Data::Set(_)) if !value.is_wholly_known());
            if blind {
                unknown.push(path.clone());
            }
            !blind
        });
        let rest = without(planned, &unknown);
        let elements = self.elements;
        let by_rest = self
            .by_pattern
            .entry(unknown)
            .or_insert_with_key(|unknown| {
                let mut by_rest: HashMap<Value, Vec<&Value>> = HashMap::default();
                for element in elements {
                    by_rest
                        .entry(without(element, unknown))
                        .or_default()
                        .push(element);
                }
                by_rest
            });
        by_rest.get(&rest).cloned().unwrap_or_default().into_iter()
    }
}

/// Returns the value with null in the given places.
fn without(value: &Value, places: &[Path]) -> Value {
    let Ok(value) = value.clone().transform(|path, value| {
        Ok::<_, Infallible>(if places.contains(path) {
            Value::Null
        } else {
            value
        })
    });
    value
}
