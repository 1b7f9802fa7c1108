use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

use proptest::collection::vec;
use proptest::prelude::*;
use terrane_value::{Set, Type, Value};

use crate::properties::strategy::{Knowledge, ty, value};

fn elements() -> impl Strategy<Value = Vec<Value>> {
    ty().prop_flat_map(|ty| vec(value(&ty, Knowledge::Partial), 0..6))
}

proptest! {
    #[test]
    fn order_does_not_matter(elements in elements().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))) {
        let (set, shuffled): (Set, Set) = (elements.0.iter().cloned().collect(), elements.1.into_iter().collect());
        prop_assert_eq!(&set, &shuffled);
        let hasher = RandomState::new();
        prop_assert_eq!(hasher.hash_one(&set), hasher.hash_one(&shuffled));
        prop_assert!(elements.0.iter().all(|element| set.contains(element)));
    }

    #[test]
    fn one_element_more_makes_another_set(elements in elements(), more in value(&Type::String, Knowledge::Partial)) {
        let mut set: Set = elements.into_iter().collect();
        let before = set.clone();
        let had = set.contains(&more) && more.is_wholly_known();
        prop_assert_eq!(set.insert(more.clone()), !had);
        prop_assert_eq!(set == before, had);
        prop_assert!(set.contains(&more));
    }

    #[test]
    fn known_elements_are_unique(numbers in vec(0_i64..5, 0..20)) {
        let set: Set = numbers.iter().copied().collect();
        let unique: BTreeSet<i64> = numbers.iter().copied().collect();
        prop_assert_eq!(set.len(), unique.len());
        let back: BTreeSet<i64> = set.iter().map(|value| value.as_number().unwrap().to_i64().unwrap()).collect();
        prop_assert_eq!(back, unique);
    }
}
