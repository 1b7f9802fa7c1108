resource "random_shuffle" "plain" {
  input = ["a", "b", "c"]
}
resource "random_shuffle" "all" {
  input        = ["a", null, "c", "d", "e"]
  result_count = 12
  seed         = "terrane"
  keepers      = { a = "1", b = null }
}
resource "random_shuffle" "empty" {
  input = []
  seed  = ""
}
