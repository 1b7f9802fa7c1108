//! Tests that all providers of the benchmark have the same schema.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use bench_provider::Bench;
use terrane_composition::ProviderProcess;
use terrane_protocol::schema::Schemas;
use terrane_protocol::{EmptyRequest, GetProviderSchemaResponse, Provider};
use terrane_test::go;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

async fn schemas(provider: &dyn Provider) -> TestResult<Schemas> {
    let request = EmptyRequest {};
    let schemas = provider.get_provider_schema(request).await?;
    assert!(schemas.diagnostics.is_empty(), "{:?}", schemas.diagnostics);
    Ok(schemas)
}

/// The schemas of the provider on the toolkit.
async fn ours() -> TestResult<Schemas> {
    schemas(&*terrane::server::<Bench>()).await
}

/// The schemas of a provider in a process of its own.
async fn of_process(program: impl AsRef<Path>) -> TestResult<Schemas> {
    let command = Command::new(program.as_ref());
    let process = ProviderProcess::launch(command).await?;
    let schemas = schemas(&*process.provider()).await?;
    process.kill().await?;
    Ok(schemas)
}

fn assert_same(one: &GetProviderSchemaResponse, other: &GetProviderSchemaResponse) {
    assert_eq!(one.provider, other.provider);
    for (name, schema) in &one.resource_schemas {
        assert_eq!(Some(schema), other.resource_schemas.get(name), "{name}");
    }
    assert_eq!(one.resource_schemas.len(), other.resource_schemas.len());
    assert_eq!(one.data_source_schemas, other.data_source_schemas);
    assert_eq!(one.functions, other.functions);
}

#[tokio::test]
async fn the_schema_is_a_large_one() -> TestResult {
    let schemas = ours().await?;
    assert_eq!(schemas.resource_schemas.len(), 204);
    assert_eq!(schemas.data_source_schemas.len(), 1);
    assert_eq!(schemas.functions.len(), 1);
    Ok(())
}

/// `cargo xtask bench --floor-schema` updates the floor's answer.
#[tokio::test]
async fn the_floor_answers_with_the_schema_of_the_toolkit() -> TestResult {
    let floor = of_process(env!("CARGO_BIN_EXE_terrane-floor")).await?;
    assert_same(&*ours().await?, &floor);
    Ok(())
}

#[tokio::test]
async fn the_go_twin_has_the_schema_of_the_toolkit() -> TestResult {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/bench");
    if let Some(program) = go::program(module, "terrane/go/bench") {
        assert_same(&*ours().await?, &*of_process(program).await?);
    }
    Ok(())
}
