//! Pairs of elements in two lists.

use std::collections::HashMap;

/// The number of cells up to which a table finds the longest common subsequence. Longer lists are cut at their start first.
const MOST_CELLS: usize = 4_000_000;

/// The positions of an element in the list before and the list after.
pub(super) type Pair = (Option<usize>, Option<usize>);

/// Pairs the elements of two lists, whose keys are equal for equal elements.
///
/// Elements of a longest common subsequence are pairs. Between two of them, elements before come first, and then elements after, unless both are
/// objects: these are pairs in their order.
pub(super) fn pairs(
    before: &[String],
    after: &[String],
    are_objects: impl Fn(usize, usize) -> bool,
) -> Vec<Pair> {
    let (before, after) = numbered(before, after);
    let common = common(&before, &after);
    let mut pairs = Vec::with_capacity(before.len().max(after.len()));
    let (mut left, mut right) = (0, 0);
    let mut rest = common.iter().peekable();
    while left < before.len() || right < after.len() {
        let next = rest.peek().copied();
        while left < before.len() && Some(&before[left]) != next {
            if right < after.len() && Some(&after[right]) != next && are_objects(left, right) {
                pairs.push((Some(left), Some(right)));
                right += 1;
            } else {
                pairs.push((Some(left), None));
            }
            left += 1;
        }
        while right < after.len() && Some(&after[right]) != next {
            pairs.push((None, Some(right)));
            right += 1;
        }
        if rest.next().is_some() {
            pairs.push((Some(left), Some(right)));
            left += 1;
            right += 1;
        }
    }
    pairs
}

/// Gives equal elements equal numbers.
fn numbered(before: &[String], after: &[String]) -> (Vec<usize>, Vec<usize>) {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut all = Vec::with_capacity(before.len() + after.len());
    for key in before.iter().chain(after) {
        let next = numbers.len();
        all.push(*numbers.entry(key).or_insert(next));
    }
    let after = all.split_off(before.len());
    (all, after)
}

/// Returns a longest common subsequence.
fn common(before: &[usize], after: &[usize]) -> Vec<usize> {
    let pairs = before.iter().rev().zip(after.iter().rev());
    let end = pairs.take_while(|(left, right)| left == right).count();
    let (before, last) = before.split_at(before.len() - end);
    let after = &after[..after.len() - end];
    let is_large = before.len().saturating_mul(after.len()) > MOST_CELLS;
    let start = if is_large {
        let pairs = before.iter().zip(after);
        pairs.take_while(|(left, right)| left == right).count()
    } else {
        0
    };
    let mut found = before[..start].to_vec();
    found.extend(table(&before[start..], &after[start..]));
    found.extend(last);
    found
}

/// Finds the subsequence with a table of the lengths of those of all beginnings.
fn table(before: &[usize], after: &[usize]) -> Vec<usize> {
    let width = before.len() + 1;
    let mut lengths = vec![0_u32; width * (after.len() + 1)];
    for (row, right) in after.iter().enumerate() {
        for (column, left) in before.iter().enumerate() {
            let at = (row + 1) * width + column + 1;
            lengths[at] = if left == right {
                lengths[row * width + column] + 1
            } else {
                lengths[at - 1].max(lengths[at - width])
            };
        }
    }
    let (mut row, mut column) = (after.len(), before.len());
    let mut found = Vec::new();
    while row > 0 && column > 0 {
        let at = row * width + column;
        if before[column - 1] == after[row - 1] {
            found.push(before[column - 1]);
            row -= 1;
            column -= 1;
        } else if lengths[at - 1] > lengths[at - width] {
            column -= 1;
        } else {
            row -= 1;
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str, are_objects: bool) -> String {
        let split = |text: &str| -> Vec<String> { text.chars().map(String::from).collect() };
        let (before, after) = (split(before), split(after));
        let shown = pairs(&before, &after, |_, _| are_objects).into_iter();
        let shown = shown.map(|pair| match pair {
            (Some(left), Some(right)) if before[left] == after[right] => before[left].clone(),
            (Some(left), Some(right)) => format!("{}>{}", before[left], after[right]),
            (Some(left), None) => format!("-{}", before[left]),
            (None, Some(right)) => format!("+{}", after[right]),
            (None, None) => "?".to_owned(),
        });
        shown.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn removed_elements_come_before_added_ones() {
        assert_eq!(shown("abc", "axc", false), "a -b +x c");
        assert_eq!(shown("ab", "ba", false), "-a b +a");
        assert_eq!(shown("", "ab", false), "+a +b");
        assert_eq!(shown("ab", "", false), "-a -b");
        assert_eq!(shown("abcd", "bd", false), "-a b -c d");
    }

    #[test]
    fn objects_between_equal_elements_are_pairs() {
        assert_eq!(shown("abc", "axc", true), "a b>x c");
        assert_eq!(shown("abc", "xyzc", true), "a>x b>y +z c");
        assert_eq!(shown("abc", "c", true), "-a -b c");
    }
}
