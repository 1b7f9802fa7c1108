//! The formats of `formatdate`.

use super::timestamp::Timestamp;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Writes a timestamp in a format, or describes the error in the format.
pub(super) fn format(format: &str, time: &Timestamp) -> Result<String, String> {
    let mut text = String::with_capacity(format.len());
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => quoted(rest, &mut text)?,
            first if first.is_ascii_alphabetic() => {
                let length = rest.chars().take_while(|it| *it == first).count();
                text += &verb(&rest[..length], time)?;
                length
            }
            other => {
                text.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Ok(text)
}

/// Writes the quoted text at the start of a format. Returns its length with the quotes.
fn quoted(format: &str, text: &mut String) -> Result<usize, String> {
    if format.starts_with("''") {
        text.push('\'');
        return Ok(2);
    }
    let mut start = 1;
    loop {
        let Some(length) = format[start..].find('\'') else {
            // Hosts take the second of two quotes at the end for the closing one, and write it too.
            return if start > 1 && start == format.len() {
                Ok(start)
            } else {
                Err("unterminated literal '".to_owned())
            };
        };
        *text += &format[start..start + length];
        start += length + 1;
        if !format[start..].starts_with('\'') {
            return Ok(start);
        }
        text.push('\'');
        start += 1;
    }
}

fn verb(verb: &str, time: &Timestamp) -> Result<String, String> {
    let local = &time.local;
    let number = |number: i8, names: &str| match verb.len() {
        1 => Ok(number.to_string()),
        2 => Ok(format!("{number:02}")),
        _ => Err(wrong(verb, names)),
    };
    let half = local.hour() % 12;
    match verb.as_bytes()[0] {
        b'Y' => match verb.len() {
            2 => Ok(format!("{:02}", local.year() % 100)),
            4 => Ok(format!("{:04}", local.year())),
            _ => Err(wrong(verb, "year must either be \"YY\" or \"YYYY\"")),
        },
        b'M' => {
            let index = usize::try_from(local.month() - 1).unwrap_or(0);
            let name = MONTHS.get(index).copied().unwrap_or_default();
            match verb.len() {
                3 => Ok(name[..3].to_owned()),
                4 => Ok(name.to_owned()),
                _ => number(
                    local.month(),
                    "month must be \"M\", \"MM\", \"MMM\", or \"MMMM\"",
                ),
            }
        }
        b'D' => number(local.day(), "day of month must either be \"D\" or \"DD\""),
        b'E' => {
            let index = local.weekday().to_monday_zero_offset();
            let position = usize::try_from(index).unwrap_or(0);
            let name = DAYS.get(position).copied().unwrap_or_default();
            match verb.len() {
                3 => Ok(name[..3].to_owned()),
                4 => Ok(name.to_owned()),
                _ => Err(wrong(
                    verb,
                    "day of week must either be \"EEE\" or \"EEEE\"",
                )),
            }
        }
        b'h' => number(local.hour(), "24-hour must either be \"h\" or \"hh\""),
        b'H' => number(
            if half == 0 { 12 } else { half },
            "12-hour must either be \"H\" or \"HH\"",
        ),
        b'A' | b'a' if verb.len() == 2 => {
            let half = if local.hour() < 12 { "AM" } else { "PM" };
            Ok(match verb {
                "AA" => half.to_owned(),
                _ => half.to_ascii_lowercase(),
            })
        }
        b'A' => Err(wrong(verb, "must be \"AA\"")),
        b'a' => Err(wrong(verb, "must be \"aa\"")),
        b'm' => number(local.minute(), "minute must either be \"m\" or \"mm\""),
        b's' => number(local.second(), "second must either be \"s\" or \"ss\""),
        b'Z' => match (verb.len(), time.offset) {
            (1, 0) => Ok("Z".to_owned()),
            (3, 0) => Ok("UTC".to_owned()),
            (1 | 5, _) => Ok(time.zone(":")),
            (3 | 4, _) => Ok(time.zone("")),
            _ => Err(wrong(verb, "timezone must be Z, ZZZZ, or ZZZZZ")),
        },
        _ => Err(format!("invalid date format verb \"{verb}\"")),
    }
}

fn wrong(verb: &str, expected: &str) -> String {
    format!("invalid date format verb \"{verb}\": {expected}")
}
