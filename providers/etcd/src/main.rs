//! The `etcd` provider.

fn main() -> std::process::ExitCode {
    terrane::serve::<etcd::Etcd>()
}
