resource "random_uuid7" "cluster" {}
