//! The sink and the cellar as one provider: the sink serves the resources, and the cellar lists towels.

fn main() -> std::process::ExitCode {
    sink::serve_with_cellar()
}
