resource "random_id" "server" {
  byte_length = 8

  # Another image needs another name.
  keepers = {
    image = "debian-13"
  }
}
