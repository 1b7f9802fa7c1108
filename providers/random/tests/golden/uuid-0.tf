resource "random_uuid" "plain" {
}
resource "random_uuid" "kept" {
  keepers = { a = "1", b = null }
}
