//! The provider: its settings, and its configured value.

use std::time::Duration;

use terrane::prelude::*;

use crate::app::App;
use crate::client::{Client, Credentials};
use crate::{Approval, Approvals, Denial, InstallationToken, Requests, Tokens, messages};

/// Settings of the provider: an organization, and a GitHub App that is installed in it.
///
/// GitHub accepts only apps for fine-grained personal access tokens. The app needs the organization permissions
/// *Personal access tokens* and *Personal access token requests* (write). Set the app's id, installation and private key, or a token of its installation.
#[derive(Debug, Model)]
#[tf(exactly_one_of(token, app_private_key))]
#[tf(requires(app_private_key, app_id, app_installation_id))]
pub struct Config {
    /// The name of the organization. Everything except `githubtoken_installation_token` needs it.
    #[tf(env = ["GITHUB_ORGANIZATION", "GITHUB_OWNER"])]
    organization: Option<String>,
    /// A token of the app's installation.
    #[tf(env = "GITHUB_TOKEN")]
    token: Option<Sensitive<String>>,
    /// The id or the client id of the app.
    #[tf(env = "GITHUB_APP_ID")]
    app_id: Option<String>,
    /// The id of the app's installation in the organization.
    #[tf(env = "GITHUB_APP_INSTALLATION_ID")]
    app_installation_id: Option<String>,
    /// The private key of the app, as the PEM file that GitHub generates.
    #[tf(env = "GITHUB_APP_PRIVATE_KEY")]
    app_private_key: Option<Sensitive<String>>,
    /// The address of the API. Enterprise Server has it at `https://HOST/api/v3`.
    #[tf(
        env = "GITHUB_API_URL",
        default = "https://api.github.com",
        validate(matches("^https?://", "a URL that starts with https:// or http://"))
    )]
    url: String,
    /// The maximum time that a request waits for GitHub's rate limit, in seconds.
    #[tf(default = 120, validate(range(0..=3600)))]
    rate_limit_wait: i64,
}

/// The configured provider, which all items share.
#[derive(Debug)]
pub struct GithubToken {
    pub(crate) client: Client,
    organization: Option<String>,
}

#[provider("registry.terraform.io/terrane/github-token")]
impl Provider for GithubToken {
    const TYPE_PREFIX: Option<&'static str> = Some("githubtoken");

    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let credentials = match (config.token, config.app_private_key) {
            (Some(token), _) => Credentials::Token(token),
            (None, Some(key)) => {
                let app = App::new(
                    config.app_id.unwrap_or_default(),
                    config.app_installation_id.unwrap_or_default(),
                    &key,
                );
                Credentials::App(Box::new(app.at(path!(Config, app_private_key))?))
            }
            (None, None) => return Err(messages::no_credentials()),
        };
        let wait = Duration::from_secs(config.rate_limit_wait.unsigned_abs());
        Ok(Self {
            client: Client::new(&config.url, credentials, wait),
            organization: config.organization,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Approval>()
            .list::<Approvals>()
            .data_source::<Requests>()
            .data_source::<Tokens>()
            .ephemeral::<InstallationToken>()
            .action::<Denial>();
    }
}

impl GithubToken {
    /// Returns the organization of the settings.
    pub(crate) fn organization(&self) -> Result<&str> {
        self.organization
            .as_deref()
            .ok_or_else(messages::no_organization)
    }
}
