//! Tests that files cannot be imported, because their content is not read again.

use terrane_test::imports_plan_clean;

use crate::provider::Local;

#[tokio::test]
async fn i2_no_file_can_be_imported() {
    imports_plan_clean(terrane::server::<Local>(), "{}", &[]).await;
}
