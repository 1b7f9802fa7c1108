resource "random_pet" "server" {
  prefix = "server"
  length = 2
}
