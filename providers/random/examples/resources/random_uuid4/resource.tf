resource "random_uuid4" "cluster" {}
