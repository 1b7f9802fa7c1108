resource "random_uuid" "cluster" {}
