//! Tests of imports in this process.

use terrane_test::{imports_are_refused, imports_plan_clean};

use crate::provider::Time;

#[tokio::test]
async fn i9_the_generated_configuration_of_a_time_plans_no_change() {
    let objects = [
        ("time_static", "2020-02-12T06:36:13Z"),
        ("time_offset", "2020-02-12T06:36:13Z,,,1,,,"),
        ("time_rotating", "2119-02-12T06:36:13Z,,,1,2,"),
        (
            "time_rotating",
            "2119-02-12T06:36:13Z,2120-02-12T06:36:13+01:00",
        ),
        ("time_sleep", "30s,"),
    ];
    imports_plan_clean(terrane::server::<Time>(), "{}", &objects).await;
}

#[tokio::test]
async fn errors_in_an_id_are_reported() {
    const FORM: &str = "Unexpected Format of ID";
    const STATIC: &str = "Import time static error";
    const OFFSET: &str = "Import time offset error";
    const ROTATING: &str = "Import time rotating error";
    let ids = [
        ("time_static", "2020", STATIC),
        ("time_static", "12020-02-12T06:36:13Z", STATIC),
        ("time_offset", "2020-02-12T06:36:13Z", FORM),
        ("time_offset", "2020-02-12T06:36:13Z,,,,,,", FORM),
        ("time_offset", ",1,,,,,", FORM),
        ("time_offset", "2020-02-12T06:36:13Z,,,one,,,", OFFSET),
        ("time_offset", "2020,,,1,,,", "Create time offset error"),
        ("time_rotating", "2020-02-12T06:36:13Z", FORM),
        ("time_rotating", "2020-02-12T06:36:13Z,", FORM),
        ("time_rotating", "2020-02-12T06:36:13Z,,,,,", FORM),
        ("time_rotating", "2119-02-12T06:36:13Z,2119", ROTATING),
        ("time_rotating", "2119,1,,,,", ROTATING),
        ("time_rotating", "2119-02-12T06:36:13Z,1.5,,,,", ROTATING),
        ("time_sleep", "30s", FORM),
        ("time_sleep", ",", FORM),
        ("time_sleep", "30s,1d", "Import time sleep error"),
    ];
    imports_are_refused(terrane::server::<Time>(), "{}", &ids).await;
}
