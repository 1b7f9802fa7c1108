terraform {
  required_providers {
    acme = {
      source = "my-namespace/acme"
    }
  }
}

# The address of the API and the token come from the environment variables ACME_URL and ACME_TOKEN.
provider "acme" {}
