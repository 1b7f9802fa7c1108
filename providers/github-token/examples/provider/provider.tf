terraform {
  required_providers {
    githubtoken = {
      source = "terrane/github-token"
    }
  }
}

# The id, the installation and the private key of the app come from the environment variables GITHUB_APP_ID,
# GITHUB_APP_INSTALLATION_ID and GITHUB_APP_PRIVATE_KEY.
provider "githubtoken" {
  organization = "acme"
}
