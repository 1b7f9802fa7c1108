//! Times that are taken over, in this process.

use terrane_test::imports_plan_clean;

use crate::provider::Time;

#[tokio::test]
async fn i9_the_configuration_that_is_written_of_a_time_changes_nothing() {
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
