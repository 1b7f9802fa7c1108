//! The providers that are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use terrane_bench::workload::{self, Error};
use terrane_composition::ProviderProcess;

use crate::options::Options;
use crate::process;

/// One of the providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Peer {
    /// The Go framework with its default settings.
    Go,
    /// The Go framework with its log off.
    GoQuiet,
    Terrane,
    Floor,
}

impl Peer {
    pub(crate) const ALL: [Self; 4] = [Self::Go, Self::GoQuiet, Self::Terrane, Self::Floor];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Go => "Go",
            Self::GoQuiet => "Go, log off",
            Self::Terrane => "Terrane",
            Self::Floor => "floor",
        }
    }
}

/// The programs of the providers, and the folders for their copies and for their sockets.
pub(crate) struct Peers {
    programs: Vec<(Peer, PathBuf)>,
    copies: TempDir,
    sockets: TempDir,
}

impl Peers {
    /// Copies the programs, as their installation does. A linker writes a program in small pieces, and the system maps such a file more slowly than
    /// one that is written in order.
    pub(crate) fn new(options: &Options) -> Result<Self, Error> {
        let program = |peer| match peer {
            Peer::Go | Peer::GoQuiet => options.go.clone(),
            Peer::Terrane => Some(options.terrane.clone()),
            Peer::Floor => Some(options.floor.clone()),
        };
        let programs = Peer::ALL
            .into_iter()
            .filter_map(|peer| Some((peer, program(peer)?)));
        let peers = Self {
            programs: programs.collect(),
            copies: tempfile::tempdir()?,
            sockets: process::socket_folder()?,
        };
        peers.copy_again()?;
        Ok(peers)
    }

    /// Replaces the copies of the programs. How fast a program starts depends on where the system keeps the pages of its file.
    pub(crate) fn copy_again(&self) -> Result<(), Error> {
        for (peer, program) in &self.programs {
            let (copy, next) = (self.copy(*peer), self.copies.path().join("next"));
            fs::copy(program, &next)?;
            fs::rename(next, copy)?;
        }
        Ok(())
    }

    /// The copy of a program.
    fn copy(&self, peer: Peer) -> PathBuf {
        self.copies.path().join(peer.name())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Peer> {
        self.programs.iter().map(|(peer, _)| *peer)
    }

    /// The providers in the order of a round. In as many rounds as there are providers, each follows each other one once (a Williams design): a provider
    /// starts more slowly after a large one, whose exit and whose use of the caches disturb it.
    pub(crate) fn in_round(&self, round: usize) -> Vec<Peer> {
        let peers: Vec<Peer> = self.iter().collect();
        let zigzag = (0..peers.len()).map(|at| {
            if at.is_multiple_of(2) {
                peers.len() - at / 2
            } else {
                at.div_ceil(2)
            }
        });
        zigzag.map(|at| peers[(at + round) % peers.len()]).collect()
    }

    /// The folder for sockets, which is removed at the end.
    pub(crate) fn sockets(&self) -> &Path {
        self.sockets.path()
    }

    /// The command that starts a provider.
    pub(crate) fn command(&self, peer: Peer) -> Command {
        let mut command = process::provider(&self.copy(peer));
        if peer == Peer::GoQuiet {
            command.env("TF_LOG_SDK", "OFF");
        }
        command
    }

    /// Starts a provider.
    pub(crate) async fn launch(&self, peer: Peer) -> Result<ProviderProcess, Error> {
        let builder = ProviderProcess::builder(self.command(peer)).socket_folder(self.sockets());
        Ok(ProviderProcess::spawn(builder).await?)
    }

    /// Starts a provider and configures it.
    pub(crate) async fn start(&self, peer: Peer) -> Result<ProviderProcess, Error> {
        let process = self.launch(peer).await?;
        workload::configure(&*process.provider())
            .await
            .map_err(|error| format!("{}: {error}", peer.name()))?;
        Ok(process)
    }
}
