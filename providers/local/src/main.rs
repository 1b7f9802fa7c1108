//! A drop-in replacement for HashiCorp's `local` provider.

fn main() -> std::process::ExitCode {
    terraform_provider_local::serve()
}
