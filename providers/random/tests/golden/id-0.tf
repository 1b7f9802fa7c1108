resource "random_id" "plain" {
  byte_length = 8
}
resource "random_id" "all" {
  byte_length = 3
  prefix      = "pre,fix-"
  keepers     = { a = "1", b = null }
}
resource "random_id" "empty" {
  byte_length = 0
  prefix      = ""
}
