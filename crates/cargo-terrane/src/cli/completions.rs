//! The arguments of `cargo terrane completions`.

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
#[command(
    after_help = "The script completes `cargo-terrane`, which takes the same arguments as `cargo terrane`. In zsh, it completes `cargo terrane` too.\n\n\
    bash: cargo terrane completions bash > ~/.local/share/bash-completion/completions/cargo-terrane\n\
    zsh:  cargo terrane completions zsh > \"${fpath[1]}/_cargo-terrane\"\n\
    fish: cargo terrane completions fish > ~/.config/fish/completions/cargo-terrane.fish"
)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
