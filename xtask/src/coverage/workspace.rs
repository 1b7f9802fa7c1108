//! The packages of the workspace, and the binaries that cargo builds from their tests.

use std::path::{Path, PathBuf};

use cargo_metadata::{MetadataCommand, Target, TargetKind};

use crate::Result;

/// The packages and their parts.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) packages: Vec<Package>,
}

#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) binaries: Vec<Binary>,
}

/// One test binary of a package.
#[derive(Debug)]
pub(super) struct Binary {
    /// The name of its file, without the hash.
    pub(super) name: String,
    /// Whether it is the package's own code with its unit tests, or one of the folder `tests`.
    pub(super) is_unit: bool,
    pub(super) root: PathBuf,
}

impl Workspace {
    pub(super) fn read(root: &Path) -> Result<Self> {
        let metadata = MetadataCommand::new()
            .current_dir(root)
            .no_deps()
            .other_options(["--offline".to_owned()])
            .exec()?;
        let packages = metadata.packages.into_iter().map(|package| Package {
            name: package.name.to_string(),
            folder: package
                .manifest_path
                .parent()
                .map(Into::into)
                .unwrap_or_default(),
            binaries: package.targets.iter().filter_map(Binary::of).collect(),
        });
        Ok(Self {
            packages: packages.collect(),
        })
    }

    /// The package of a binary of unit tests.
    pub(super) fn of_unit_tests(&self, binary: &str) -> Option<&Package> {
        self.packages.iter().find(|package| {
            let mut binaries = package.binaries.iter();
            binaries.any(|known| known.is_unit && known.name == binary)
        })
    }

    /// The file of a case, such as `terrane/ui/fail/needs/group.rs`, if it and the files that it needs exist.
    pub(super) fn case(&self, case: &str) -> Option<PathBuf> {
        let (package, file) = case.split_once('/')?;
        let package = self.packages.iter().find(|known| known.name == package)?;
        let file = package.folder.join("tests").join(file);
        let says_why = !case.contains("/fail/") || file.with_extension("stderr").is_file();
        (file.is_file() && says_why).then_some(file)
    }
}

impl Package {
    /// The prefix of the names of a binary's tests in the book, before `::`.
    pub(super) fn prefix(&self, binary: &Binary) -> String {
        if binary.is_unit {
            self.name.clone()
        } else {
            format!("{}/{}", self.name, binary.name)
        }
    }
}

impl Binary {
    fn of(target: &Target) -> Option<Self> {
        let is_unit = target.kind.iter().any(|kind| {
            matches!(
                kind,
                TargetKind::Lib | TargetKind::Bin | TargetKind::ProcMacro
            )
        });
        let is_test = target.kind.contains(&TargetKind::Test);
        (is_unit || is_test).then(|| Self {
            name: target.name.replace('-', "_"),
            is_unit,
            root: target.src_path.clone().into(),
        })
    }
}
