resource "random_bytes" "key" {
  length = 32
}
