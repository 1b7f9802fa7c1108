//! Repetitions in braces, such as `{2,5}`.

/// The maximum number of repetitions, also of nested ones together.
pub(super) const MAX_REPEAT: u32 = 1000;

/// How often an item may match: `*` is at least 0, and `{2,5}` is 2 to 5.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) min: u32,
    pub(super) max: Option<u32>,
}

impl Counts {
    pub(super) const OPTIONAL: Self = Self {
        min: 0,
        max: Some(1),
    };

    pub(super) const fn at_least(min: u32) -> Self {
        Self { min, max: None }
    }

    fn parse(low: &str, high: Option<&str>) -> Option<Self> {
        let min: u32 = repetition_count(low)?;
        let max = match high {
            None => min,
            Some("") => return Some(Self::at_least(min)),
            Some(high) => repetition_count(high)?,
        };
        (max >= min).then_some(Self {
            min,
            max: Some(max),
        })
    }
}

/// A repetition in braces.
pub(super) struct Braces {
    /// The length with both braces.
    pub(super) length: usize,
    /// `None` if a number is too large, or if the second one is less than the first.
    pub(super) counts: Option<Counts>,
}

impl Braces {
    /// Reads a repetition at the start of a text. Other texts in braces are literals.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let inner = &text[1..text.find('}')?];
        let (low, high) = match inner.split_once(',') {
            Some((low, high)) => (low, Some(high)),
            None => (inner, None),
        };
        let has_numbers =
            is_number(low) && high.is_none_or(|high| high.is_empty() || is_number(high));
        has_numbers.then(|| Self {
            length: inner.len() + 2,
            counts: Counts::parse(low, high),
        })
    }
}

fn is_number(text: &str) -> bool {
    let has_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    has_digits && (text.len() == 1 || !text.starts_with('0'))
}

fn repetition_count(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|count| *count <= MAX_REPEAT)
}
