resource "random_integer" "plain" {
  min = 1
  max = 6
}
resource "random_integer" "all" {
  min     = -1000000000000
  max     = 1000000000000
  seed    = "terrane"
  keepers = { a = "1", b = null }
}
