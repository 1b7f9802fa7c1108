//! The provider: its settings, and its configured value.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use terrane::prelude::*;
use terrane_api::http::header::{ACCEPT, HeaderName, HeaderValue};
use terrane_api::{Client, Credentials, Retry, Token};

use crate::app::App;
use crate::{Approval, Approvals, Denial, InstallationToken, Requests, Tokens, limit, messages};

/// How long a token of an installation is used. GitHub's tokens are valid for an hour.
const TOKEN_AGE: Duration = Duration::from_secs(3000);

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
    pub(crate) api: Client,
    app: Option<Arc<App>>,
    organization: Option<String>,
}

#[provider("registry.terraform.io/terrane/github-token")]
impl Provider for GithubToken {
    const TYPE_PREFIX: Option<&'static str> = Some("githubtoken");

    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        let app = match &config.app_private_key {
            Some(key) => {
                let app = App::new(
                    config.app_id.unwrap_or_default(),
                    config.app_installation_id.unwrap_or_default(),
                    key,
                );
                Some(Arc::new(app.at(path!(Config, app_private_key))?))
            }
            None => None,
        };
        let credentials = match (&config.token, &app) {
            (Some(token), _) => Credentials::bearer(token.expose()),
            (None, Some(app)) => tokens_of(Arc::clone(app)),
            (None, None) => return Err(messages::no_credentials()),
        };
        let wait = Duration::from_secs(config.rate_limit_wait.unsigned_abs());
        let retry = Retry::default()
            .first_delay(Duration::from_millis(200))
            .patience(wait);
        let version = HeaderName::from_static("x-github-api-version");
        let api = Client::builder(&config.url)
            .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .header(
                ACCEPT,
                HeaderValue::from_static("application/vnd.github+json"),
            )
            .header(version, HeaderValue::from_static("2022-11-28"))
            .timeout(Duration::from_secs(30))
            .retry(retry)
            .limited(limit::wait)
            .credentials(credentials)
            .build(cx)?;
        Ok(Self {
            api,
            app,
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

/// A token of an app's installation, which all requests share.
fn tokens_of(app: Arc<App>) -> Credentials {
    Credentials::renewed(move |api, cx| {
        let app = Arc::clone(&app);
        async move {
            let created = app.create_token(&api, &json!({}), &cx).await?;
            Ok(Token::bearer(created.token).valid_for(TOKEN_AGE))
        }
    })
}

impl GithubToken {
    /// Returns the app of the settings.
    pub(crate) fn app(&self) -> Result<&App> {
        self.app.as_deref().ok_or_else(messages::no_app)
    }

    /// Returns the organization of the settings.
    pub(crate) fn organization(&self) -> Result<&str> {
        self.organization
            .as_deref()
            .ok_or_else(messages::no_organization)
    }
}
