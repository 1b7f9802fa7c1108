terraform {
  required_providers {
    powerdns = {
      source = "example/powerdns"
    }
  }
}

# The address and the key come from the environment variables PDNS_SERVER_URL and PDNS_API_KEY.
provider "powerdns" {}
