//! The comparison of permissions: what a token requests, and what may be approved.

use std::collections::BTreeMap;

/// The levels of a permission, from the lowest to the highest.
pub(crate) const LEVELS: [&str; 3] = ["read", "write", "admin"];

/// Returns the requested permissions that exceed the allowed ones, such as `contents: write`.
pub(crate) fn excess(
    requested: &BTreeMap<String, String>,
    allowed: &BTreeMap<String, String>,
) -> Vec<String> {
    let is_allowed = |name: &str, wanted: &str| {
        let allowed = allowed.get(name).and_then(|allowed| level(allowed));
        // A level that is unknown here may be higher than every known one.
        match (level(wanted), allowed) {
            (Some(wanted), Some(allowed)) => wanted <= allowed,
            _ => false,
        }
    };
    requested
        .iter()
        .filter(|(name, wanted)| !is_allowed(name, wanted))
        .map(|(name, wanted)| format!("{name}: {wanted}"))
        .collect()
}

fn level(name: &str) -> Option<usize> {
    LEVELS.iter().position(|level| *level == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permissions(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = pairs
            .iter()
            .map(|(name, level)| ((*name).to_owned(), (*level).to_owned()));
        owned.collect()
    }

    #[test]
    fn a_higher_level_includes_the_lower_ones() {
        let allowed = permissions(&[("contents", "write"), ("issues", "read")]);
        let fine = permissions(&[("contents", "read"), ("issues", "read")]);
        assert_eq!(excess(&fine, &allowed), Vec::<String>::new());
        let more = permissions(&[
            ("contents", "admin"),
            ("issues", "write"),
            ("members", "read"),
        ]);
        assert_eq!(
            excess(&more, &allowed),
            ["contents: admin", "issues: write", "members: read"]
        );
    }

    #[test]
    fn an_unknown_level_is_never_allowed() {
        let unknown = permissions(&[("contents", "maintain")]);
        assert_eq!(excess(&unknown, &unknown), ["contents: maintain"]);
    }
}
