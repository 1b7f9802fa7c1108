resource "random_password" "database" {
  length           = 24
  override_special = "!#%&*()-_=+"
}
