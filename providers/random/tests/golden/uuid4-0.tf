resource "random_uuid4" "plain" {
}
resource "random_uuid4" "kept" {
  keepers = { a = "1", b = null }
}
