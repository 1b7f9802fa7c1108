//! The attributes that an API means by the places in its errors.

use std::fmt;

use percent_encoding::percent_decode_str;
use terrane::{ObjectModel, Path};
use terrane_value::Step;

use crate::pointer::resolve;

/// Finds the attribute for the place of an error in a request.
///
/// An API names a place by a JSON pointer (`/spec/displayName`), or by names with dots and brackets (`spec.displayName`, `tags[0]`). Names that differ
/// from the attribute's in case and separators only are found without [`rename`](Self::rename).
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane_api::Fields;
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// Its name.
///     name: String,
///     /// What it eats.
///     daily_meals: Option<Vec<String>>,
/// }
///
/// let fields = Fields::of::<Pet>().rename("/spec/label", path!(Pet, name)).rename("/spec", terrane::Path::root());
/// assert_eq!(fields.path("spec.label").to_string(), "name");
/// assert_eq!(fields.path("/spec/dailyMeals/1").to_string(), "daily_meals[1]");
/// assert!(fields.path("/spec/unknown").is_root());
/// ```
pub struct Fields {
    find: fn(&str) -> Path,
    renamed: Vec<(String, String)>,
}

impl Fields {
    /// Finds attributes of a model.
    #[must_use]
    pub fn of<M: ObjectModel>() -> Self {
        Self {
            find: |pointer| resolve(M::block(), pointer),
            renamed: Vec::new(),
        }
    }

    /// Sets the attribute for a place, and so for all places below it. The longest place counts.
    #[must_use]
    pub fn rename(mut self, place: &str, path: impl Into<Path>) -> Self {
        self.renamed.push((pointer(place), of_path(&path.into())));
        self
    }

    /// Finds the path of an attribute, or of the last attribute on the way to the place. The root if there is none.
    #[must_use]
    pub fn path(&self, place: &str) -> Path {
        let place = pointer(place);
        let below = |prefix: &str| {
            let rest = place.strip_prefix(prefix)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| rest.to_owned())
        };
        let renamed = self
            .renamed
            .iter()
            .filter_map(|(from, to)| Some((from.len(), to, below(from)?)))
            .max_by_key(|(length, ..)| *length);
        match renamed {
            Some((_, to, rest)) => (self.find)(&format!("{to}{rest}")),
            None => (self.find)(&place),
        }
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fields")
            .field("renamed", &self.renamed)
            .finish_non_exhaustive()
    }
}

/// Writes a place as a JSON pointer.
fn pointer(place: &str) -> String {
    if let Some(fragment) = place.strip_prefix('#') {
        return percent_decode_str(fragment)
            .decode_utf8_lossy()
            .into_owned();
    }
    if place.is_empty() || place.starts_with('/') {
        return place.to_owned();
    }
    place
        .strip_prefix("$.")
        .unwrap_or(place)
        .split(['.', '[', ']'])
        .filter(|token| !token.is_empty())
        .map(|token| format!("/{}", escaped(token.trim_matches(['"', '\'']))))
        .collect()
}

/// Writes the path of an attribute as a JSON pointer. It ends at an element of a set.
fn of_path(path: &Path) -> String {
    path.steps()
        .iter()
        .map_while(|step| match step {
            Step::Attribute(name) => Some(format!("/{}", escaped(name.as_str()))),
            Step::Index(index) => Some(format!("/{index}")),
            Step::Key(key) => Some(format!("/{}", escaped(key.as_str()))),
            Step::Element(_) => None,
        })
        .collect()
}

fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use terrane::prelude::*;

    use super::*;

    /// An animal.
    #[derive(Model)]
    struct Pet {
        /// What all animals have.
        #[tf(flatten)]
        common: Common,
        /// What it eats.
        by_day: std::collections::BTreeMap<String, String>,
    }

    /// What all animals have.
    #[derive(Model)]
    struct Common {
        /// Their number.
        count_of: i64,
    }

    #[test]
    fn a_place_may_be_a_fragment_and_has_no_step_for_a_flattened_field() {
        let fields = Fields::of::<Pet>();
        for (place, path) in [
            ("/countOf", "count_of"),
            ("#/countOf", "count_of"),
            ("#/byDay/a%20b", "by_day[\"a b\"]"),
            ("#", ""),
        ] {
            assert_eq!(fields.path(place).to_string(), path, "{place}");
        }
    }
}
