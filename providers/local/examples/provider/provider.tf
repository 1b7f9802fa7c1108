# The provider needs no configuration.
provider "local" {}
