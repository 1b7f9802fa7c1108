//! `cargo terrane pin BINARY`.

use std::io::{BufReader, Read as _};
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::json;
use sha2::{Digest as _, Sha256};
use terrane_composition::ProviderProcess;

use crate::cli::Pin;
use crate::error::Error;
use crate::output::Output;
use crate::program::end;

/// Records the schemas of a binary, and its checksums.
pub(crate) async fn run(arguments: Pin, output: &Output) -> Result<ExitCode, Error> {
    let Pin {
        binary,
        name,
        file,
        also,
        out,
    } = arguments;
    let at = || binary.clone();
    let program = fs_err::canonicalize(&binary)?;
    let step = output.step("recording the schemas and the checksums");
    // The schemas are those of the contents that are pinned, even if the file is replaced meanwhile.
    let sum = checksum(&program)?;
    let builder = ProviderProcess::builder(Command::new(&program)).checksum(sum);
    let process = ProviderProcess::spawn(builder)
        .await
        .map_err(|error| Error::Start(at(), error))?;
    let file = file.unwrap_or_else(|| name.clone());
    let pin = terrane_composition::Pin::record(name, file, &*process.provider()).await;
    end(&program, process).await?;
    let mut pin = pin.map_err(|error| Error::Schemas(at(), error))?;
    pin = pin.checksum(terrane_composition::Pin::platform(), sum);
    let mut checksums = serde_json::Map::new();
    checksums.insert(
        terrane_composition::Pin::platform(),
        json!(hexadecimal(sum)),
    );
    for (platform, path) in also {
        let sum = checksum(&path)?;
        pin = pin.checksum(platform.to_string(), sum);
        checksums.insert(platform.to_string(), json!(hexadecimal(sum)));
    }
    drop(step);
    fs_err::write(&out, pin.to_string())?;
    output.note(&format!("wrote {}", out.display()));
    output.document(json!({ "file": out, "checksums": checksums }));
    Ok(ExitCode::SUCCESS)
}

fn hexadecimal(sum: [u8; 32]) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn checksum(path: &Path) -> Result<[u8; 32], Error> {
    let mut file = BufReader::new(fs_err::File::open(path)?);
    let mut hash = Sha256::new();
    let mut buffer = [0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().into()),
            length => hash.update(&buffer[..length]),
        }
    }
}
