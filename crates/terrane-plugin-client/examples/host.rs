//! A host that starts a guarded plugin and waits for its own end: what the tests of guards kill.

use std::io::Write as _;
use std::process::Command;

use terrane_plugin::guard_plugins;
use terrane_plugin_client::Client;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    guard_plugins();
    let program = std::env::args_os().nth(1).ok_or("expected a program")?;
    // The plugin is started by a thread that ends: it must outlive this thread, and no more than the process.
    let thread = std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let client = runtime.block_on(
            Client::builder(Command::new(program))
                .cookie("TERRANE_EXAMPLE_COOKIE", "greeter")
                .versions([5, 6])
                .guarded()
                .spawn(),
        )?;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>((runtime, client))
    });
    let started = thread.join().map_err(|_| "the thread panicked")?;
    let (runtime, client) = started.map_err(|error| error.to_string())?;
    // The thread has ended, and the plugin still answers.
    runtime.block_on(client.ping())?;
    writeln!(std::io::stdout(), "{}", client.pid())?;
    let status = runtime.block_on(client.exited());
    writeln!(std::io::stdout(), "exited: {status:?}")?;
    Ok(())
}
