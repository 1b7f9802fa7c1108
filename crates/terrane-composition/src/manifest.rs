//! The manifest of a provider in a registry.

use serde_json::{Value, json};

use terrane_protocol::{EmptyRequest, Provider, RpcError, Version};

/// The reason why a manifest cannot be made, or is wrong.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ManifestError(#[from] Problem);

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("the provider does not report its schemas: {0}")]
    Schemas(#[source] RpcError),
    #[error(
        "the provider serves no protocol version, because only protocol 5 is offered and its schemas need protocol 6"
    )]
    ServesNone,
    #[error("the manifest is not JSON: {0}")]
    Syntax(#[source] serde_json::Error),
    #[error("the manifest contains {found}, expected {expected}, which the provider serves")]
    Versions { found: String, expected: String },
}

/// Makes the file `terraform-registry-manifest.json` of a provider that offers these protocol versions, or checks an existing file.
///
/// The manifest states the versions that the provider really serves: a provider with a nested attribute or a computed block does not serve protocol 5.
/// An existing file is returned unchanged if its `protocol_versions` are these.
///
/// # Errors
///
/// Fails if the existing file states other versions, or if the provider does not report its schemas.
///
/// # Examples
///
/// ```
/// use terrane_composition::registry_manifest;
/// use terrane_protocol::{Provider, Request, ResponseFuture, Version};
///
/// /// A provider without types.
/// struct Zoo;
///
/// impl Provider for Zoo {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         Box::pin(async move { Ok(request.unchanged()) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let manifest = registry_manifest(&Zoo, Version::ALL, None).await.unwrap();
/// assert!(registry_manifest(&Zoo, Version::ALL, Some(&manifest)).await.is_ok());
/// assert!(registry_manifest(&Zoo, [Version::V6], Some(&manifest)).await.is_err());
/// # }
/// ```
pub async fn registry_manifest(
    provider: &dyn Provider,
    offered: impl IntoIterator<Item = Version>,
    existing: Option<&str>,
) -> Result<String, ManifestError> {
    let schemas = provider
        .get_provider_schema(EmptyRequest::default())
        .await
        .map_err(Problem::Schemas)?;
    let needs_6 = !schemas.protocol_6_needs().is_empty();
    let mut served: Vec<Version> = offered
        .into_iter()
        .filter(|version| *version == Version::V6 || !needs_6)
        .collect();
    served.sort_unstable();
    served.dedup();
    if served.is_empty() {
        return Err(Problem::ServesNone.into());
    }
    let versions: Vec<Value> = served
        .iter()
        .map(|version| format!("{}.0", version.number()).into())
        .collect();
    let protocol_versions = Value::Array(versions);
    let Some(existing) = existing else {
        let manifest =
            json!({ "version": 1, "metadata": { "protocol_versions": protocol_versions } });
        return Ok(format!("{manifest:#}\n"));
    };
    let manifest: Value = serde_json::from_str(existing).map_err(Problem::Syntax)?;
    let found = &manifest["metadata"]["protocol_versions"];
    if manifest["version"] == 1 && *found == protocol_versions {
        return Ok(existing.to_owned());
    }
    Err(Problem::Versions {
        found: format!("version {} and {found}", manifest["version"]),
        expected: format!("version 1 and {protocol_versions}"),
    }
    .into())
}
