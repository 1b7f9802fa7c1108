resource "random_password" "plain" {
  length = 16
}
resource "random_password" "all" {
  length           = 12
  lower            = false
  numeric          = true
  number           = true
  min_numeric      = 3
  min_upper        = 2
  min_special      = 1
  min_lower        = 1
  override_special = "é_"
  keepers          = { a = "1", b = null }
}
resource "random_password" "old" {
  length           = 80
  number           = false
  special          = false
  override_special = ""
}
