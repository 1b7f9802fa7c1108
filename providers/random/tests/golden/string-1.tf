resource "random_string" "v1_plain" {
  length = 16
}
resource "random_string" "v1_all" {
  length           = 12
  lower            = false
  min_numeric      = 3
  min_upper        = 2
  min_special      = 1
  min_lower        = 1
  override_special = "<[{"
  keepers          = { a = "1" }
}
resource "random_string" "v1_old" {
  length  = 80
  number  = false
  special = false
}
resource "random_string" "v1_imported" {
  length = 16
}
