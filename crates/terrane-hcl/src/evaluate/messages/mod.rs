//! The diagnostics of the evaluator.
//!
//! The summaries are HashiCorp's, because users search for them. The details are ours.

pub(super) mod access;
pub(super) mod call;
pub(super) mod collection;
pub(super) mod conditional;
pub(super) mod iteration;
pub(super) mod limits;
pub(super) mod operator;
pub(super) mod template;
pub(super) mod types;

/// Returns a hint at the first name that is similar to a wrong one.
fn suggestion<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let mut candidates = names.into_iter();
    match candidates.find(|name| is_similar(wrong, name)) {
        Some(name) => format!(" Did you mean \"{name}\"?"),
        None => String::new(),
    }
}

/// Returns whether at most two insertions, deletions or replacements of characters make one name of the other.
fn is_similar(a: &str, b: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if left.len().abs_diff(right.len()) > 2 {
        return false;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.iter().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()] <= 2
}
