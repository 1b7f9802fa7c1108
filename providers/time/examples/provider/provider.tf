# The provider needs no configuration.
provider "time" {}
