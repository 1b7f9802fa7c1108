//! Equal sources give equal archives: built in two folders, at two times, on each platform that this machine builds.

use std::path::Path;

use terrane_release::{Builder, Distribution, Manifest, Package, Platform};

/// Writes the package of a small program, which contains paths of its sources: in a message of a panic.
fn write_package(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "Cargo.toml",
        "[package]\nname = \"terraform-provider-tiny\"\nversion = \"1.2.3\"\nedition = \"2024\"\n",
    );
    write(
        "Cargo.lock",
        "version = 4\n\n[[package]]\nname = \"terraform-provider-tiny\"\nversion = \"1.2.3\"\n",
    );
    write(
        "src/main.rs",
        "fn main() {\n    let count = std::env::args().count();\n    assert!(count > 1, \"{}: expected an argument\", file!());\n}\n",
    );
}

/// Builds and packs the package in a folder, and returns the archive.
fn archive(folder: &Path, platform: Platform) -> Vec<u8> {
    let package = Package::read(folder, None).unwrap();
    let program = Builder::new(&package)
        .build(platform, &folder.join("target"))
        .unwrap();
    let distribution = Distribution::create(
        &folder.join("dist"),
        package.type_name(),
        package.version.clone(),
        Manifest::new(["6.0"]),
        &[program],
        &[],
    )
    .unwrap();
    let file = &distribution.archives()[0].file;
    std::fs::read(folder.join("dist").join(file)).unwrap()
}

/// With TERRANE_REPRODUCE, the folder of a provider such as `providers/local`, that provider is built twice too, which takes minutes for each platform.
/// A relative path starts at the workspace.
#[test]
fn two_builds_in_two_folders_give_equal_archives() {
    for platform in Platform::ALL {
        if let Err(missing) = Builder::strategy(*platform) {
            println!("{platform}: {missing}");
            continue;
        }
        let [first, second] = ["one", "another/folder"].map(|name| {
            let root = tempfile::tempdir().unwrap();
            let folder = root.path().join(name);
            write_package(&folder);
            archive(&folder, *platform)
        });
        assert!(first == second, "{platform}: the archives differ");
        if let Some(folder) = std::env::var_os("TERRANE_REPRODUCE") {
            let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let package = Package::read(&workspace.join(folder), None).unwrap();
            let builder = Builder::new(&package);
            let folder = package.target_folder().join("reproducible");
            let program = builder.build(*platform, &folder).unwrap();
            builder.verify(&program).unwrap();
        }
        println!("{platform}: equal");
    }
}
