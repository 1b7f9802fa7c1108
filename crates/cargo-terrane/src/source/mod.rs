//! Where the schemas of a provider come from: a binary, a file with its schemas, or a Go module.

mod described;
pub(crate) mod git;
mod go;
mod own;

use std::path::{Path, PathBuf};

use terrane_protocol::schema::json::ProviderSchemas;
use terrane_release::{Address, Builder, Package};

use crate::error::Error;
use crate::output::Output;
use crate::program::{end, start};

pub(crate) use described::Described;

/// The schemas of a provider, and its address.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) address: String,
    pub(crate) schemas: ProviderSchemas,
}

/// Where a source was found.
enum Origin {
    /// A file with schemas.
    Text(PathBuf, Vec<u8>),
    Program(Program),
}

/// The program of a provider.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    /// The address, as far as the source names it.
    address: String,
    /// The folder of a program that was built for this command alone.
    _built: Option<go::Built>,
}

impl Program {
    /// Asks the program for its description.
    pub(crate) async fn describe(&self, output: &Output) -> Result<Described, Error> {
        let _step = output.step(format!("describing {}", name(&self.path)));
        Described::of_program(&self.path, &self.address).await
    }
}

/// Returns the folder of the package that a folder names: itself, or the nearest folder above it, as for cargo. The folder of a Go module is no package.
pub(crate) fn package_folder(folder: &Path) -> Option<PathBuf> {
    if folder.is_dir() && !folder.join("go.mod").is_file() || folder.join("Cargo.toml").is_file() {
        Package::find_folder(folder)
    } else {
        None
    }
}

/// Reads a package. Cargo may download its dependencies for that.
pub(crate) fn package(
    folder: &Path,
    name: Option<&str>,
    output: &Output,
) -> Result<Package, Error> {
    let _step = output.step("reading the package");
    Ok(Package::read_unlocked(folder, name)?)
}

/// Finds a source: a file if one exists at the path, otherwise a Go module. Programs are built from packages and modules.
fn find(from: &str, output: &Output) -> Result<Origin, Error> {
    let path = Path::new(from);
    if let Some(folder) = package_folder(path) {
        let package = package(&folder, None, output)?;
        return Ok(Origin::Program(built(&package, output)?));
    }
    if path.is_file() {
        // A file of schemas is text, which begins with a brace. No program does.
        let bytes = fs_err::read(path)?;
        if bytes.trim_ascii_start().first() == Some(&b'{') {
            return Ok(Origin::Text(path.to_owned(), bytes));
        }
        return Ok(Origin::Program(existing(path)));
    }
    let step = output.step(format!("building {from} by go"));
    let built = if path.is_dir() {
        go::build_folder(path)?
    } else {
        go::build_module(from)?
    };
    drop(step);
    Ok(Origin::Program(Program {
        path: built.program.clone(),
        address: built.address.clone(),
        _built: Some(built),
    }))
}

/// Finds the program of a source, and builds it if needed.
pub(crate) fn program(from: &str, output: &Output) -> Result<Program, Error> {
    match find(from, output)? {
        Origin::Text(path, _) => Err(Error::NoProgram(path)),
        Origin::Program(program) => Ok(program),
    }
}

/// Returns the program in a file. The name of the file contains the name of the provider.
pub(crate) fn existing(path: &Path) -> Program {
    let name = provider_name(path).unwrap_or_else(|| without_version(&name(path)).to_owned());
    Program {
        path: path.to_owned(),
        address: format!("registry.terraform.io/example/{name}"),
        _built: None,
    }
}

/// Returns the name of the provider in the name of its program: `zoo` of `terraform-provider-zoo_v1.2.3.exe`.
pub(crate) fn provider_name(program: &Path) -> Option<String> {
    let file = program.file_name()?.to_str()?;
    let name_and_version = file.strip_prefix("terraform-provider-")?;
    let name = without_version(name_and_version);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the part of a program's name before its version and the ending of its file.
fn without_version(name: &str) -> &str {
    name.split(['_', '.']).next().unwrap_or(name)
}

/// Asks a program for the address of its provider. Programs of Terrane know it.
pub(crate) async fn address(program: &Path, output: &Output) -> Result<Address, Error> {
    let described = existing(program).describe(output).await?;
    if described.is_complete {
        Ok(described.address.parse::<Address>()?)
    } else {
        Err(Error::NoAddress(program.display().to_string()))
    }
}

/// Returns the name of a program.
fn name(program: &Path) -> String {
    let file = program.file_name().unwrap_or_default();
    file.to_string_lossy().into_owned()
}

/// Builds the program of a package as cargo does by default.
pub(crate) fn built(package: &Package, output: &Output) -> Result<Program, Error> {
    let _step = output.step_of_program(format!("building {}", package.program));
    let builder = Builder::new(package).profile("dev");
    let program = builder.quiet(output.is_quiet()).build_native()?;
    Ok(existing(&program))
}

/// Reads a source as a host does.
pub(crate) async fn read(from: &str, output: &Output) -> Result<Source, Error> {
    match find(from, output)? {
        Origin::Text(path, bytes) => file(&path, &bytes),
        Origin::Program(program) => {
            let _step = output.step(format!("describing {}", name(&program.path)));
            binary(&program.path, program.address.clone()).await
        }
    }
}

/// Reads a source with everything that it describes, and returns the program, if the source is one.
pub(crate) async fn describe(
    from: &str,
    output: &Output,
) -> Result<(Described, Option<Program>), Error> {
    match find(from, output)? {
        Origin::Text(path, bytes) => {
            let text =
                std::str::from_utf8(&bytes).map_err(|error| Error::NotUtf8(path.clone(), error))?;
            Ok((Described::read(text, &path)?, None))
        }
        Origin::Program(program) => Ok((program.describe(output).await?, Some(program))),
    }
}

/// Reads the output of `terraform providers schema -json`, which must have one provider.
fn file(path: &Path, bytes: &[u8]) -> Result<Source, Error> {
    let at = || path.to_owned();
    let text = std::str::from_utf8(bytes).map_err(|error| Error::NotUtf8(at(), error))?;
    let providers = terrane_schema::read(text).map_err(|error| Error::Json(at(), error))?;
    let count = providers.len();
    match (providers.into_iter().next(), count) {
        (Some((address, schemas)), 1) => Ok(Source { address, schemas }),
        _ => Err(Error::Providers(at(), count)),
    }
}

/// Starts the provider in this file, and asks for its schemas.
async fn binary(binary: &Path, address: String) -> Result<Source, Error> {
    let program = fs_err::canonicalize(binary)?;
    let process = start(&program).await?;
    let schemas = ProviderSchemas::of(&*process.provider()).await;
    end(&program, process).await?;
    Ok(Source {
        address,
        schemas: schemas.map_err(|error| Error::Schemas(program, error))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_provider_is_in_the_name_of_its_program() {
        for (program, name) in [
            ("dist/terraform-provider-zoo", Some("zoo")),
            ("terraform-provider-big-zoo_v1.2.3_x5", Some("big-zoo")),
            ("terraform-provider-zoo.exe", Some("zoo")),
            ("terraform-provider-", None),
            ("zoo", None),
        ] {
            assert_eq!(
                provider_name(Path::new(program)).as_deref(),
                name,
                "{program}"
            );
        }
    }
}
