# The provider needs no configuration.
provider "random" {}
