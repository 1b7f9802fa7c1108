//! All functions by their names.

use super::signature::{Function, Version};
use super::{
    collection, conversion, crypto, encoding, file, format, json, network, number, provider, regex,
    template, text, time, yaml,
};

/// The groups of functions.
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
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Product {
    /// Terraform of HashiCorp.
    Terraform,
    /// OpenTofu of the Linux Foundation.
    OpenTofu,
}

/// The built-in functions of a product, or of all products.
///
/// Names have no namespace here: `core::upper` is `upper`.
///
/// ```
/// use terrane_hcl::functions::{Product, Table};
///
/// let old = Table::of(Product::Terraform, (1, 6, 0));
/// assert!(old.find("upper").is_some());
/// assert!(old.find("templatestring").is_none(), "Terraform 1.9 brought this function");
/// assert!(old.find("cidrcontains").is_none(), "only OpenTofu has this function");
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    /// The functions in the order of their names.
    functions: Vec<&'static Function>,
    product: Option<Product>,
}

impl Table {
    /// Returns the functions of all products in their newest versions.
    pub fn newest() -> Self {
        Self::with(None, |_| true)
    }

    /// Returns the functions of a version of a product.
    pub fn of(product: Product, version: Version) -> Self {
        Self::with(Some(product), |function| {
            let availability = function.availability;
            let first = match product {
                Product::Terraform => availability.terraform,
                Product::OpenTofu => availability.opentofu,
            };
            first.is_some_and(|first| first <= version)
        })
    }

    fn with(product: Option<Product>, is_available: impl Fn(&Function) -> bool) -> Self {
        let all = GROUPS
            .iter()
            .flat_map(|groups| groups.iter())
            .flat_map(|group| group.iter());
        let mut functions: Vec<_> = all.filter(|function| is_available(function)).collect();
        functions.sort_by_key(|function| function.name());
        Self { functions, product }
    }

    /// Returns the product, unless these are the functions of all products.
    pub(crate) fn product(&self) -> Option<Product> {
        self.product
    }

    /// Returns a function.
    pub fn find(&self, name: &str) -> Option<&'static Function> {
        let index = self.functions.binary_search_by(|it| it.name().cmp(name));
        index.ok().map(|index| self.functions[index])
    }

    /// Iterates over all functions in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &'static Function> + '_ {
        self.functions.iter().copied()
    }

    /// Iterates over the names of all functions in their order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.iter().map(Function::name)
    }
}

/// Returns a function of the provider that is built into hosts, such as `encode_expr` of `provider::terraform::encode_expr`.
pub fn provider_function(name: &str) -> Option<&'static Function> {
    provider::FUNCTIONS
        .iter()
        .find(|function| function.name() == name)
}
