//! A provider of leases and tickets.

use std::time::{Duration, SystemTime};

use terrane::prelude::*;

#[derive(Default)]
pub(crate) struct Vault;

#[provider("registry.terraform.io/example/vault")]
impl Provider for Vault {
    fn register(registry: &mut Registry<Self>) {
        registry.ephemeral::<Lease>().ephemeral::<Ticket>();
    }
}

/// A secret for some time.
#[derive(Model)]
pub(crate) struct Lease {
    /// The path of the secret.
    path: String,
    /// The duration.
    #[tf(default = 43_200, validate(range(1..)))]
    seconds: i64,
    /// The secret.
    secret: Computed<Sensitive<String>>,
}

pub(crate) fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

impl Ephemeral for Lease {
    type Provider = Vault;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config
            .path
            .known()
            .is_some_and(|path| path.starts_with('/'))
        {
            cx.error(path!(Lease, path), "Path starts with a slash");
        }
        Ok(())
    }

    async fn open(config: Self, _: &Vault, cx: &mut OpenContext) -> Result<Self> {
        cx.private_mut().set("path", &config.path);
        match config.path.as_str() {
            "sealed" => return Err(Error::new("Vault is sealed", "Unseal it.")),
            "panics" => panic!("the vault fell over"),
            "loud" => {
                let path = "LOUD".to_owned();
                let lease = Lease { path, ..config };
                return Ok(lease.with_computed(LeaseComputed {
                    secret: "s".to_owned().into(),
                }));
            }
            "late" => return Ok(config),
            _ => {}
        }
        if config.path == "told" {
            cx.warn(
                "Opened",
                format!("{} seconds, s3cret-lease", config.seconds),
            );
            return Ok(config.with_computed(LeaseComputed {
                secret: "s3cret-lease".to_owned().into(),
            }));
        }
        cx.renew_at(at(config.seconds.unsigned_abs()));
        Ok(config.with_computed(LeaseComputed {
            secret: "s".to_owned().into(),
        }))
    }

    async fn renew(_: &Vault, cx: &mut RenewContext) -> Result<()> {
        let path: Option<String> = cx.private().get("path")?;
        if path.as_deref() == Some("gone") {
            return Err(Error::new("Lease is gone", "Open a new one."));
        }
        cx.private_mut().set("renewals", &1);
        if path.as_deref() != Some("last") {
            cx.renew_at(at(1000));
        }
        Ok(())
    }

    async fn close(_: &Vault, cx: &mut CloseContext) -> Result<()> {
        let path: Option<String> = cx.private().get("path")?;
        Err(Error::new("Cannot forget", path.unwrap_or_default()))
    }
}

/// One that is neither renewed nor closed.
#[derive(Model)]
pub(crate) struct Ticket {
    /// Its number.
    number: Computed<i64>,
}

impl Ephemeral for Ticket {
    type Provider = Vault;

    async fn open(config: Self, _: &Vault, _: &mut OpenContext) -> Result<Self> {
        Ok(config.with_computed(TicketComputed { number: 7 }))
    }
}
