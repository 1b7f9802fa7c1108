//! All functions, and the products and versions that have them.

use super::signature::{Function, Version};
use super::{
    collection, conversion, crypto, encoding, file, format, json, network, number, provider, regex,
    template, text, time, yaml,
};

/// The functions of each module, in groups.
static GROUPS: &[&[&[Function]]] = &[
    collection::FUNCTIONS,
    conversion::FUNCTIONS,
    crypto::FUNCTIONS,
    encoding::FUNCTIONS,
    file::FUNCTIONS,
    format::FUNCTIONS,
    json::FUNCTIONS,
    network::FUNCTIONS,
    number::FUNCTIONS,
    regex::FUNCTIONS,
    template::FUNCTIONS,
    text::FUNCTIONS,
    time::FUNCTIONS,
    yaml::FUNCTIONS,
];

/// A product that evaluates configurations.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Product {
    /// Terraform of HashiCorp.
    Terraform,
    /// OpenTofu of the Linux Foundation.
    OpenTofu,
}

/// Returns the functions of a version of a product, or those of all products in their newest versions.
pub(crate) fn functions_of(
    product: Option<(Product, Version)>,
) -> impl Iterator<Item = &'static Function> {
    let all = GROUPS
        .iter()
        .flat_map(|groups| groups.iter())
        .flat_map(|group| group.iter());
    all.filter(move |function| {
        let Some((product, version)) = product else {
            return true;
        };
        let availability = function.availability;
        let first = match product {
            Product::Terraform => availability.terraform,
            Product::OpenTofu => availability.opentofu,
        };
        first.is_some_and(|first| first <= version)
    })
}

/// Returns a function of the provider that is built into hosts, such as `encode_expr` of `provider::terraform::encode_expr`.
pub(crate) fn provider_function(name: &str) -> Option<&'static Function> {
    provider::FUNCTIONS
        .iter()
        .find(|function| function.name() == name)
}
