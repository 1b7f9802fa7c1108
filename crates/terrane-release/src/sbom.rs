//! The bill of materials of a program.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, PackageId};
use cyclonedx_bom::external_models::spdx::SpdxExpression;
use cyclonedx_bom::models::component::{Classification, Component, Components};
use cyclonedx_bom::models::dependency::{Dependencies, Dependency};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::models::metadata::Metadata;
use cyclonedx_bom::prelude::{Bom, NormalizedString, Purl, SpecVersion, Validate as _};

use crate::Package;
use crate::error::{Error, ErrorKind};

/// Returns the CycloneDX 1.5 document, as JSON, of the crates that a provider's program contains.
///
/// It has no time and no random number, so the same sources give the same document.
///
/// # Errors
///
/// Fails if the document would not follow CycloneDX's specification.
pub fn sbom(package: &Package) -> Result<Vec<u8>, Error> {
    let metadata = &package.metadata;
    let Some(root) = metadata
        .packages
        .iter()
        .find(|candidate| candidate.name.as_str() == package.name)
    else {
        return Err(ErrorKind::Sbom("the package is missing".to_owned()).into());
    };
    let edges = dependency_edges(metadata);
    let contained = reachable(&root.id, &edges);
    let by_id: BTreeMap<&PackageId, &cargo_metadata::Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let mut components = Vec::new();
    let mut dependencies = Vec::new();
    for id in &contained {
        let Some(package) = by_id.get(id) else {
            continue;
        };
        if *id != &root.id {
            components.push(sbom_component(package, Classification::Library)?);
        }
        let mut names = Vec::new();
        for id in edges.get(id).into_iter().flatten() {
            if let Some(package) = by_id.get(id) {
                names.push(sbom_reference(package));
            }
        }
        names.sort();
        dependencies.push(Dependency {
            dependency_ref: sbom_reference(package),
            dependencies: names,
        });
    }
    components.sort_by(|a, b| a.bom_ref.cmp(&b.bom_ref));
    dependencies.sort_by(|a, b| a.dependency_ref.cmp(&b.dependency_ref));
    let bom = Bom {
        serial_number: None,
        metadata: Some(Metadata {
            component: Some(sbom_component(root, Classification::Application)?),
            ..Metadata::default()
        }),
        components: Some(Components(components)),
        dependencies: Some(Dependencies(dependencies)),
        ..Bom::default()
    };
    let result = bom.validate_version(SpecVersion::V1_5);
    if !result.passed() {
        return Err(ErrorKind::Sbom(format!("{result:?}")).into());
    }
    let mut json = Vec::new();
    bom.output_as_json_v1_5(&mut json)
        .map_err(|error| ErrorKind::Sbom(error.to_string()))?;
    Ok(json)
}

/// Returns the dependencies of each package that end up in programs: not those of tests and build scripts.
fn dependency_edges(
    metadata: &cargo_metadata::Metadata,
) -> BTreeMap<&PackageId, BTreeSet<&PackageId>> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    nodes
        .map(|node| {
            let normal = node.deps.iter().filter(|dependency| {
                dependency
                    .dep_kinds
                    .iter()
                    .any(|kind| kind.kind == DependencyKind::Normal)
            });
            (&node.id, normal.map(|dependency| &dependency.pkg).collect())
        })
        .collect()
}

fn reachable<'a>(
    root: &'a PackageId,
    edges: &BTreeMap<&'a PackageId, BTreeSet<&'a PackageId>>,
) -> BTreeSet<&'a PackageId> {
    let mut found = BTreeSet::from([root]);
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        for dependency in edges.get(id).into_iter().flatten() {
            if found.insert(dependency) {
                open.push(dependency);
            }
        }
    }
    found
}

fn sbom_component(
    package: &cargo_metadata::Package,
    classification: Classification,
) -> Result<Component, Error> {
    let version = package.version.to_string();
    let purl = Purl::new("cargo", package.name.as_str(), &version)
        .map_err(|error| ErrorKind::Sbom(format!("{}: {error}", package.name)))?;
    let mut component = Component::new(
        classification,
        package.name.as_str(),
        &version,
        Some(sbom_reference(package)),
    );
    component.purl = Some(purl);
    component.description = package.description.as_deref().map(NormalizedString::new);
    component.licenses = package
        .license
        .as_deref()
        // Old packages separate licences by a slash.
        .map(|licence| licence.replace(" / ", " OR ").replace('/', " OR "))
        .filter(|licence| SpdxExpression::try_from(licence.clone()).is_ok())
        .map(|licence| {
            Licenses(vec![LicenseChoice::Expression(SpdxExpression::new(
                &licence,
            ))])
        });
    Ok(component)
}

/// Returns the name by which the document refers to a package. It contains no path of this machine.
fn sbom_reference(package: &cargo_metadata::Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}
