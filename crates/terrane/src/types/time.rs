//! Points in time.

use std::time::SystemTime;

use jiff::Timestamp;

use super::text::{equal_by_meaning, text_types};

text_types! {
    /// A point in time in RFC 3339: `2024-02-29T12:00:00Z` or `2024-02-29T12:00:00.5+01:00`.
    Rfc3339(Timestamp), "a time in RFC 3339 format, such as 2024-02-29T12:00:00Z", parse, by_meaning;
}

equal_by_meaning!(Rfc3339);

impl Rfc3339 {
    /// The point in time.
    #[must_use]
    pub fn time(&self) -> SystemTime {
        self.meaning.into()
    }
}

impl TryFrom<SystemTime> for Rfc3339 {
    type Error = crate::error::Error;

    /// Formats a point in time in UTC.
    fn try_from(time: SystemTime) -> Result<Self, Self::Error> {
        let meaning = Timestamp::try_from(time)?;
        let text = meaning.to_string();
        Ok(Self { text, meaning })
    }
}

/// The parser accepts more than RFC 3339, such as a space for the `T`, so the shape is checked first.
fn parse(text: &str) -> Option<Timestamp> {
    let (date, rest) = text.split_at_checked("0000-00-00T00:00:00".len())?;
    let shaped = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text
                .bytes()
                .zip(shape.bytes())
                .all(|(byte, shape)| match shape {
                    b'0' => byte.is_ascii_digit(),
                    shape => byte == shape,
                })
    };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            (zone.len() < fraction.len()).then_some(zone)?
        }
        None => rest,
    };
    let is_zone = zone == "Z" || shaped(zone, "+00:00") || shaped(zone, "-00:00");
    let leap = date.ends_with(":60");
    (shaped(date, "0000-00-00T00:00:00") && is_zone && !leap)
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::{same, takes};
    use super::*;

    #[test]
    fn only_rfc_3339_is_taken() {
        takes::<Rfc3339>(
            &[
                "2024-02-29T12:00:00Z",
                "2024-02-29T12:00:00.123456789+01:00",
                "1969-12-31T23:59:59-08:00",
            ],
            &[
                "",
                "2024-02-29",
                "2023-02-29T12:00:00Z",
                "2024-02-29 12:00:00Z",
                "2024-02-29T12:00:00",
                "2024-02-29T12:00Z",
                "2024-02-29T12:00:00.Z",
                "2024-02-29t12:00:00z",
                "2024-02-29T12:00:60Z",
                "2024-02-29T24:00:00Z",
                "2024-02-29T12:00:00+01:00[Europe/Berlin]",
                "2024-02-29T12:00:00+1",
                "2024-02-29T12:00:é0Z",
                "2024-02-29T12:00:00+99:00",
            ],
        );
    }

    #[test]
    fn forms_of_one_point_in_time_mean_the_same() {
        assert!(same::<Rfc3339>(
            "2024-02-29T12:00:00Z",
            "2024-02-29T12:00:00+00:00"
        ));
        assert!(same::<Rfc3339>(
            "2024-02-29T13:00:00.0+01:00",
            "2024-02-29T12:00:00Z"
        ));
        assert!(!same::<Rfc3339>(
            "2024-02-29T12:00:01Z",
            "2024-02-29T12:00:00Z"
        ));
        let written = Rfc3339::try_from(SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(written.as_str(), "1970-01-01T00:00:00Z");
        assert_eq!(written.time(), SystemTime::UNIX_EPOCH);
    }
}
