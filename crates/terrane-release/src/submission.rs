//! The submissions to the public registries, for the first publication of a provider.

use crate::{Address, Distribution, PublicKey};

/// Returns the two submissions to OpenTofu's registry: the provider's and the key's, ready to be sent as issues.
///
/// `repository` is the address of the provider's repository, `terraform-provider-TYPE`, whose releases have the files.
#[must_use]
pub fn opentofu_submission(address: &Address, repository: &str, key: &PublicKey) -> String {
    format!(
        "# Submission to the OpenTofu registry\n\n\
         Send two issues to the repository `opentofu/registry`. Both need an account that is a member of `{namespace}`.\n\n\
         ## Provider: {namespace}/{name}\n\n\
         Form \"Submit new Provider\".\n\n\
         Provider repository: `{repository}`\n\n\
         ## Provider key: {namespace}\n\n\
         Form \"Submit new Provider Signing Key\".\n\n\
         Provider namespace: `{namespace}`\n\n\
         Provider GPG key ({id}):\n\n\
         ```\n{armor}```\n",
        namespace = address.namespace,
        name = address.type_name,
        id = key.key_id(),
        armor = with_line_end(key.armor()),
    )
}

/// Returns the steps that publish a provider on Terraform's registry, with the values that its forms ask for.
#[must_use]
pub fn terraform_submission(
    address: &Address,
    repository: &str,
    distribution: &Distribution,
    key: &PublicKey,
) -> String {
    let files: String = distribution
        .checksums()
        .iter()
        .map(|entry| format!("   - `{}`\n", entry.file))
        .collect();
    format!(
        "# Publication on Terraform's registry\n\n\
         1. Sign in with an account that is a member of `{namespace}`, and add the signing key {id} under the settings of the namespace:\n\n\
         ```\n{armor}```\n\n\
         2. The repository must be public and have the name `terraform-provider-{name}`: `{repository}`.\n\
         3. Create the release `v{version}` with these files:\n\n\
         {files}\
         \x20  - `{sums}`\n\
         \x20  - `{sums}.sig`\n\n\
         4. Publish the provider from the repository. Later releases are found by themselves.\n",
        namespace = address.namespace,
        name = address.type_name,
        id = key.key_id(),
        armor = with_line_end(key.armor()),
        version = distribution.version(),
        sums = distribution
            .checksums_path()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy(),
    )
}

fn with_line_end(text: &str) -> String {
    format!("{}\n", text.trim_end())
}
