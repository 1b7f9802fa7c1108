//! The program that hosts start.

fn main() -> std::process::ExitCode {
    broken::serve()
}
