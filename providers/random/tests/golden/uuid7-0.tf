resource "random_uuid7" "plain" {
}
resource "random_uuid7" "kept" {
  keepers = { a = "1", b = null }
}
