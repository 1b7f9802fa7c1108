//! Tests of imports in this process.

use terrane_test::imports_plan_clean;

use crate::provider::Random;

#[tokio::test]
async fn i9_the_generated_configuration_of_a_value_plans_no_change() {
    let objects = [
        ("random_bytes", "AQID"),
        ("random_id", "HOIn"),
        ("random_id", "a,b-,HOIn"),
        ("random_integer", "3,1,5"),
        ("random_integer", "3,1,5,seed"),
        ("random_password", "pas!"),
        ("random_string", "abc"),
        ("random_uuid", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
        ("random_uuid4", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
        ("random_uuid7", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
    ];
    imports_plan_clean(terrane::server::<Random>(), "{}", &objects).await;
}
