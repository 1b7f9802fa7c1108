//! Compares the arithmetic with Go's results, and with a small model of the calendar.

use proptest::prelude::*;

use super::*;

fn at(text: &str) -> Moment {
    text.parse().unwrap()
}

/// Results of Go's `AddDate`.
const DATES: [(&str, (i64, i64, i64), &str); 21] = [
    ("2020-01-31T00:00:00Z", (0, 1, 0), "2020-03-02T00:00:00Z"),
    ("2099-01-31T00:00:00Z", (0, 1, 0), "2099-03-03T00:00:00Z"),
    ("2020-02-29T00:00:00Z", (1, 0, 0), "2021-03-01T00:00:00Z"),
    (
        "2020-02-29T12:30:00+05:30",
        (4, 0, 0),
        "2024-02-29T12:30:00+05:30",
    ),
    ("2020-03-31T00:00:00Z", (0, -1, 0), "2020-03-02T00:00:00Z"),
    ("2021-03-31T00:00:00Z", (0, -1, 0), "2021-03-03T00:00:00Z"),
    (
        "2019-12-31T23:59:59-08:00",
        (0, 0, 1),
        "2020-01-01T23:59:59-08:00",
    ),
    ("2020-01-01T00:00:00Z", (0, 0, -1), "2019-12-31T00:00:00Z"),
    ("2020-10-31T00:00:00Z", (0, -8, 0), "2020-03-02T00:00:00Z"),
    ("2020-08-31T00:00:00Z", (0, 18, 0), "2022-03-03T00:00:00Z"),
    ("1900-02-28T00:00:00Z", (0, 0, 1), "1900-03-01T00:00:00Z"),
    ("2000-02-28T00:00:00Z", (0, 0, 1), "2000-02-29T00:00:00Z"),
    ("0000-01-01T00:00:00Z", (0, 0, -1), "-0001-12-31T00:00:00Z"),
    ("0001-01-31T00:00:00Z", (0, -11, 0), "0000-03-02T00:00:00Z"),
    (
        "2020-02-12T06:36:13Z",
        (0, 0, 1_000_000),
        "4758-01-09T06:36:13Z",
    ),
    (
        "2020-02-12T06:36:13Z",
        (0, -100_000, 0),
        "-6314-10-12T06:36:13Z",
    ),
    (
        "2020-02-12T06:36:13+14:00",
        (7980, 0, 0),
        "10000-02-12T06:36:13+14:00",
    ),
    (
        "2020-05-31T01:02:03-23:59",
        (-1, -13, -400),
        "2017-03-27T01:02:03-23:59",
    ),
    (
        "2020-02-12T06:36:13Z",
        (1_000_000, 0, 0),
        "1002020-02-12T06:36:13Z",
    ),
    (
        "2024-02-29T06:36:13Z",
        (-2025, 1, -29),
        "-0001-02-28T06:36:13Z",
    ),
    ("2023-12-31T06:36:13Z", (0, 2, 31), "2024-04-02T06:36:13Z"),
];

#[test]
fn dates_are_added_as_go_does() {
    for (from, (years, months, days), to) in DATES {
        let moved = at(from).plus_date(years, months, days);
        assert_eq!(moved.to_string(), to, "{from} {years} {months} {days}");
        assert_eq!(at(to), moved, "{to} is read as it is written");
    }
}

/// Results of Go's `Add`, also for durations that overflow 64 bits.
const SPANS: [(&str, i64, i64, &str, i64); 7] = [
    (
        "2020-02-12T06:36:13Z",
        25,
        HOUR,
        "2020-02-13T07:36:13Z",
        1_581_579_373,
    ),
    (
        "2020-02-12T06:36:13.9+02:00",
        -1,
        SECOND,
        "2020-02-12T06:36:12+02:00",
        1_581_482_172,
    ),
    (
        "2020-02-12T06:36:13Z",
        2_562_047,
        HOUR,
        "2312-05-24T05:36:13Z",
        10_804_858_573,
    ),
    (
        "2020-02-12T06:36:13Z",
        2_562_048,
        HOUR,
        "1727-11-03T07:01:39Z",
        -7_641_881_901,
    ),
    (
        "2020-02-12T06:36:13Z",
        i64::MIN,
        MINUTE,
        "2020-02-12T06:36:13Z",
        1_581_489_373,
    ),
    (
        "2020-02-12T06:36:13.5Z",
        i64::MAX,
        SECOND,
        "2020-02-12T06:36:12Z",
        1_581_489_372,
    ),
    (
        "1969-12-31T23:59:59.5Z",
        0,
        SECOND,
        "1969-12-31T23:59:59Z",
        -1,
    ),
];

#[test]
fn spans_are_added_as_go_does() {
    for (from, count, unit, to, unix) in SPANS {
        let moved = at(from).plus(count, unit);
        assert_eq!(moved.to_string(), to, "{from} {count}");
        assert_eq!(moved.shown().unwrap().unix, unix, "{from} {count}");
    }
}

#[test]
fn times_are_parsed_exactly_as_by_go() {
    for (text, same) in [
        ("2020-02-12T06:36:13Z", "2020-02-12T06:36:13Z"),
        ("2020-02-12T06:36:13.999999999999Z", "2020-02-12T06:36:13Z"),
        ("2020-02-12T06:36:13,5+00:00", "2020-02-12T06:36:13Z"),
        ("2020-02-12T6:36:13-00:00", "2020-02-12T06:36:13Z"),
        ("2020-02-12T06:36:13+24:60", "2020-02-12T06:36:13+25:00"),
        ("0000-02-29T23:59:59-23:59", "0000-02-29T23:59:59-23:59"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ] {
        assert_eq!(written(text).unwrap().to_string(), same, "{text}");
        assert_eq!(rfc3339(text), Ok(()));
    }
    for text in [
        "",
        "2020",
        "2020-02-12",
        "2020-02-12T06:36Z",
        "2020-02-12T06:36:13",
        "2020-02-12 06:36:13Z",
        "2020-02-12t06:36:13Z",
        "2020-02-12T06:36:13z",
        "2020-02-30T06:36:13Z",
        "2023-02-29T06:36:13Z",
        "1900-02-29T06:36:13Z",
        "2020-13-12T06:36:13Z",
        "2020-00-12T06:36:13Z",
        "2020-02-00T06:36:13Z",
        "2020-02-12T24:36:13Z",
        "2020-02-12T06:60:13Z",
        "2020-02-12T06:36:60Z",
        "2020-02-12T06:36:13.Z",
        "2020-02-12T06:36:13+25:00",
        "2020-02-12T06:36:13+00:61",
        "2020-02-12T06:36:13+0100",
        "2020-02-12T06:36:13+1:00",
        "2020-2-12T06:36:13Z",
        "2020-02-12T06:6:13Z",
        "2020-02-12T06:36:13Z ",
        " 2020-02-12T06:36:13Z",
        "12020-02-12T06:36:13Z",
        "-2020-02-12T06:36:13Z",
        "2020-02-12T06:36:13Z\n",
        "٢٠٢٠-02-12T06:36:13Z",
        "9999999999999-01-01T00:00:00Z",
    ] {
        let error = written(text).expect_err(text);
        assert!(
            error.starts_with("expected ") && error.contains(&format!("{text:?}")),
            "{error}"
        );
        let violation = rfc3339(text).unwrap_err();
        assert!(
            violation
                .detail()
                .contains(&format!("Given Value: {text}\nError: expected "))
        );
    }
}

#[test]
fn a_time_out_of_range_is_reported() {
    let far = at("2020-02-12T06:36:13Z").plus_date(i64::MAX, i64::MIN, i64::MAX);
    for moment in [
        far,
        far.plus_date(i64::MAX, 0, 0),
        Moment::ZERO.plus_date(i64::MIN, i64::MIN, i64::MIN),
    ] {
        let error = moment.shown().err().unwrap().to_string();
        assert!(error.starts_with("Timestamp out of range"), "{error}");
    }
    let last = Moment::unix(i64::MAX).shown().unwrap();
    assert_eq!((last.year, last.unix), (292_277_026_596, i64::MAX));
}

#[test]
fn only_times_before_now_are_past() {
    assert!(Moment::now().plus(-1, SECOND).is_past());
    assert!(!Moment::now().plus(1, MINUTE).is_past());
    assert!(Moment::ZERO.is_past());
    assert_eq!(Moment::ZERO.to_string(), "0001-01-01T00:00:00Z");
}

/// The length of a month, by the rule that everybody knows.
fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Adds to a date step by step: months first, then the days that they do not have, then day by day.
fn stepped(year: i64, month: i64, day: i64, months: i64, days: i64) -> (i64, i64, i64) {
    let count = year * 12 + month - 1 + months;
    let (mut year, mut month, mut day) =
        (count.div_euclid(12), count.rem_euclid(12) + 1, day + days);
    while day > days_in(year, month) {
        day -= days_in(year, month);
        (year, month) = if month == 12 {
            (year + 1, 1)
        } else {
            (year, month + 1)
        };
    }
    while day < 1 {
        (year, month) = if month == 1 {
            (year - 1, 12)
        } else {
            (year, month - 1)
        };
        day += days_in(year, month);
    }
    (year, month, day)
}

proptest! {
    #[test]
    fn dates_are_added_as_step_by_step(
        (year, month, day) in (0..9999_i64, 1..=12_i64, 1..=31_i64),
        (years, months, days) in (-20_000..20_000_i64, -500..500_i64, -2_000..2_000_i64),
        zone in prop::sample::select(vec!["Z", "+05:30", "-12:00"]),
    ) {
        prop_assume!(day <= days_in(year, month));
        let moved = at(&format!("{year:04}-{month:02}-{day:02}T23:59:58{zone}")).plus_date(years, months, days);
        let (year, month, day) = stepped(year, month, day, years * 12 + months, days);
        let shown = moved.shown().unwrap();
        prop_assert_eq!((shown.year, shown.civil.month().into(), shown.civil.day().into()), (year, month, day));
        let clock = format!("T23:59:58{zone}");
        prop_assert!(moved.to_string().ends_with(&clock));
        prop_assert_eq!(at(&moved.to_string()), moved);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-+0-9TZ:.,]{0,30}|\\PC*") {
        if let Ok(moment) = text.parse::<Moment>() {
            let _ = moment.shown();
            let _ = moment.to_string();
        }
    }
}
