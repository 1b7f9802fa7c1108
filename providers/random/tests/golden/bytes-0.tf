resource "random_bytes" "plain" {
  length = 16
}
resource "random_bytes" "kept" {
  length  = 1
  keepers = { a = "1", b = null }
}
