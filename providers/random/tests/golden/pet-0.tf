resource "random_pet" "plain" {
}
resource "random_pet" "all" {
  length    = 4
  separator = "_"
  prefix    = "Pre"
  keepers   = { a = "1", b = null }
}
resource "random_pet" "none" {
  length    = -1
  separator = ""
  keepers   = {}
}
