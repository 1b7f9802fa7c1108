//! From the start of a process to the handshake and the schema.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bytes::Bytes;
use terrane_bench::workload::Error;
use terrane_protocol::COOKIE;

use crate::options::Options;
use crate::peer::{Peer, Peers};
use crate::process::{self, Memory, OneProcessor, cpu_time};
use crate::raw;
use crate::results::{Quantity, Results};

/// Subjects.
pub(crate) const HANDSHAKE: &str = "start to handshake";
pub(crate) const SCHEMA: &str = "start to schema";
pub(crate) const WARM_SCHEMA: &str = "schema again";
pub(crate) const SIZE: &str = "binary";
pub(crate) const SMALL_SIZE: &str = "binary, small profile";

/// The number of further requests for the schema.
const WARM: u32 = 10;

/// Records the sizes of the programs.
pub(crate) fn sizes(options: &Options, results: &mut Results) -> Result<(), Error> {
    let mut add = |subject, peer, path| {
        let size = std::fs::metadata(path)?.len();
        results.add(subject, Quantity::Size, peer, size as f64);
        Ok::<_, Error>(())
    };
    add(SIZE, Peer::Terrane, &options.terrane)?;
    add(SIZE, Peer::Floor, &options.floor)?;
    if let Some(go) = &options.go {
        add(SIZE, Peer::GoQuiet, go)?;
    }
    if let Some(small) = &options.small {
        add(SMALL_SIZE, Peer::Terrane, small)?;
    }
    Ok(())
}

/// Starts every provider in turn, many times.
pub(crate) async fn measure(
    options: &Options,
    peers: &Peers,
    results: &mut Results,
) -> Result<(), Error> {
    if !options.wants("start") {
        return Ok(());
    }
    let certificate = certificate()?;
    let rounds = 6 * options.rounds();
    for round in 0..rounds {
        for peer in freshly_copied(peers, round)? {
            let (command, sockets) = (peers.command(peer), peers.sockets());
            handshake(command, sockets, &certificate, HANDSHAKE, peer, results)?;
        }
    }
    for round in 0..rounds {
        for peer in freshly_copied(peers, round)? {
            to_schema(peers, peer, results).await?;
        }
    }
    Ok(())
}

/// The providers in the order of a round. Their programs are copied again before every few rounds.
fn freshly_copied(peers: &Peers, round: usize) -> Result<Vec<Peer>, Error> {
    let order = peers.in_round(round);
    if round.is_multiple_of(order.len()) {
        peers.copy_again()?;
    }
    Ok(order)
}

/// The schema in the answer of the toolkit's provider.
pub(crate) async fn schema(peers: &Peers) -> Result<Bytes, Error> {
    let process = peers.launch(Peer::Terrane).await?;
    let schema = raw::schema(&process).await?;
    process.kill().await?;
    Ok(schema)
}

/// A process that is killed when it is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A certificate of the client.
fn certificate() -> Result<String, Error> {
    let certificate = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
    Ok(certificate.cert.pem())
}

/// Records the size of each program, and its times from the start to the handshake. The programs start in turn, each of them `starts` times.
pub(crate) fn sizes_and_handshakes(
    programs: &[(&str, &PathBuf)],
    starts: usize,
    sockets: &Path,
    results: &mut Results,
) -> Result<(), Error> {
    for (name, program) in programs {
        let size = std::fs::metadata(program)?.len();
        let subject = format!("{SIZE} of {name}");
        results.add(&subject, Quantity::Size, Peer::Terrane, size as f64);
    }
    let certificate = certificate()?;
    for _ in 0..starts {
        for (name, program) in programs {
            let subject = format!("{HANDSHAKE} of {name}");
            let command = process::provider(program);
            let peer = Peer::Terrane;
            handshake(command, sockets, &certificate, &subject, peer, results)?;
        }
    }
    Ok(())
}

/// Starts a provider and reads its handshake.
fn handshake(
    mut command: Command,
    sockets: &Path,
    certificate: &str,
    subject: &str,
    peer: Peer,
    results: &mut Results,
) -> Result<(), Error> {
    command
        .env(COOKIE.key, COOKIE.value)
        .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
        .env("PLUGIN_CLIENT_CERT", certificate)
        .env("PLUGIN_UNIX_SOCKET_DIR", sockets)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = Killed(command.spawn()?);
    let mut line = String::new();
    // Kept open until the end, because a provider exits when its host stops reading.
    let mut stdout = BufReader::new(child.0.stdout.take().ok_or("no standard output")?);
    stdout.read_line(&mut line)?;
    let wall = start.elapsed();
    if !line.starts_with("1|6|unix|") {
        return Err(format!("{} prints {line:?} for {subject}", peer.name()).into());
    }
    let (pid, mut add) = (child.0.id(), |quantity, sample| {
        results.add(subject, quantity, peer, sample);
    });
    add(Quantity::Wall, milliseconds(wall));
    add(Quantity::Cpu, cpu_time(pid)?.as_secs_f64() * 1e6);
    let memory = Memory::of(pid)?;
    add(Quantity::Resident, memory.resident.into());
    add(Quantity::Peak, memory.peak.into());
    Ok(())
}

async fn to_schema(peers: &Peers, peer: Peer, results: &mut Results) -> Result<(), Error> {
    let start = Instant::now();
    let process = peers.launch(peer).await?;
    let schema = raw::schema(&process).await?;
    let wall = start.elapsed();
    let pid = process.client().pid();
    let cpu = cpu_time(pid)?;
    let memory = Memory::of(pid)?;
    let mut add = |subject, quantity, sample| results.add(subject, quantity, peer, sample);
    add(SCHEMA, Quantity::Wall, milliseconds(wall));
    add(SCHEMA, Quantity::Cpu, cpu.as_secs_f64() * 1e6);
    add(SCHEMA, Quantity::Resident, memory.resident.into());
    add(SCHEMA, Quantity::Peak, memory.peak.into());
    let kept = OneProcessor::keep([pid])?;
    let before = cpu_time(pid)?;
    let mut walls = Vec::new();
    for _ in 0..WARM {
        let start = Instant::now();
        // Maps can be encoded in any order, so only the length is compared.
        if raw::schema(&process).await?.len() != schema.len() {
            return Err(format!("{} answers with another schema", peer.name()).into());
        }
        walls.push(start.elapsed());
    }
    let cpu = cpu_time(pid)?.saturating_sub(before) / WARM;
    drop(kept);
    walls.sort_unstable();
    let middle = walls.get(walls.len() / 2).copied().unwrap_or_default();
    add(WARM_SCHEMA, Quantity::Wall, milliseconds(middle));
    add(WARM_SCHEMA, Quantity::Cpu, cpu.as_secs_f64() * 1e6);
    process.kill().await?;
    Ok(())
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
