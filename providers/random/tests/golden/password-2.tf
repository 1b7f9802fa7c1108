resource "random_password" "v2_plain" {
  length = 16
}
resource "random_password" "v2_all" {
  length           = 12
  lower            = false
  min_numeric      = 3
  min_upper        = 2
  min_special      = 1
  min_lower        = 1
  override_special = "<[{"
  keepers          = { a = "1" }
}
resource "random_password" "v2_old" {
  length  = 80
  number  = false
  special = false
}
resource "random_password" "v2_imported" {
  length = 16
}
