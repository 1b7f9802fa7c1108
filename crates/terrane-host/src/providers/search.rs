//! The search for a package among mirrors.

use super::mirror::{self, Package};
use super::{FindError, LockFile, LockedProvider, Mirror, package};
use crate::address::Provider;
use crate::version::{Constraints, Version, VersionError};

/// The search for the best package of a provider.
pub(super) struct Search<'a> {
    provider: &'a Provider,
    constraints: Vec<Constraints>,
    locked: Option<&'a LockedProvider>,
    /// Each folder with what it has, for the error message.
    places: Vec<String>,
    best: Option<Package>,
}

impl<'a> Search<'a> {
    pub(super) fn new<'b>(
        provider: &'a Provider,
        locked: Option<&'a LockedProvider>,
        constraints: impl IntoIterator<Item = &'b str>,
    ) -> Result<Self, FindError> {
        Ok(Self {
            provider,
            constraints: parse_constraints(constraints)?,
            locked,
            places: Vec::new(),
            best: None,
        })
    }

    /// Searches a mirror. Of packages with equal versions the first one wins.
    pub(super) fn add_mirror(&mut self, mirror: &Mirror) -> Result<(), FindError> {
        let folder = mirror::folder(&mirror.path, self.provider);
        if !mirror.serves(self.provider) {
            let place = format!("{folder:?}: excluded by the configuration file of the host");
            self.places.push(place);
            return Ok(());
        }
        let found = mirror::packages(&mirror.path, self.provider);
        let packages = found.map_err(|error| FindError::File {
            path: folder.clone(),
            error,
        })?;
        let versions: Vec<String> = packages.iter().map(|it| it.version.to_string()).collect();
        self.places.push(match versions.as_slice() {
            [] => format!("{folder:?}: no package for {}", mirror::platform()),
            versions => format!("{folder:?}: version {}", versions.join(", ")),
        });
        for package in packages {
            let is_better = |best: &Package| package.version.compare(&best.version).is_gt();
            if self.accepts(&package.version) && self.best.as_ref().is_none_or(is_better) {
                self.best = Some(package);
            }
        }
        Ok(())
    }

    /// Returns the best package, which has one of the locked hashes.
    pub(super) fn finish(mut self) -> Result<Package, FindError> {
        match self.best.take() {
            Some(package) => self.check_hashes(&package).map(|()| package),
            None => Err(self.not_found()),
        }
    }

    /// Returns whether a version meets the constraints, and is the locked one if there is a lock. Without a lock, a constraint must name a prerelease exactly.
    fn accepts(&self, version: &Version) -> bool {
        if !self.constraints.iter().all(|it| it.allow(version)) {
            return false;
        }
        if let Some(locked) = self.locked {
            return locked.version.compare(version).is_eq();
        }
        if version.prerelease().is_empty() {
            return true;
        }
        let mut all = self.constraints.iter().flat_map(|it| &it.0);
        all.any(|it| it.version().compare(version).is_eq())
    }

    /// Checks that a package has one of the locked hashes.
    fn check_hashes(&self, package: &Package) -> Result<(), FindError> {
        let Some(locked) = self.locked.filter(|locked| !locked.hashes.is_empty()) else {
            return Ok(());
        };
        let found = package::hashes(package).map_err(|error| FindError::File {
            path: package.path.clone(),
            error,
        })?;
        if found.iter().any(|hash| locked.hashes.contains(hash)) {
            return Ok(());
        }
        Err(FindError::Hash {
            provider: Box::new(self.provider.clone()),
            path: package.path.clone(),
            found: found.join(", "),
        })
    }

    /// Creates the error for a provider without an accepted package.
    fn not_found(self) -> FindError {
        let mut wanted: Vec<String> = self.constraints.iter().map(ToString::to_string).collect();
        if let Some(locked) = self.locked {
            wanted.push(format!("= {} of {}", locked.version, LockFile::NAME));
        }
        FindError::NotFound {
            provider: Box::new(self.provider.clone()),
            wanted,
            places: self.places,
        }
    }
}

/// Parses constraints on the version of a provider.
pub(super) fn parse_constraints<'b>(
    constraints: impl IntoIterator<Item = &'b str>,
) -> Result<Vec<Constraints>, FindError> {
    let parsed: Result<Vec<Constraints>, VersionError> =
        constraints.into_iter().map(str::parse).collect();
    parsed.map_err(|error| FindError::Constraint(error.to_string()))
}
