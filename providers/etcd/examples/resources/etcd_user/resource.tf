variable "password" {
  type      = string
  ephemeral = true
}

resource "etcd_user" "ann" {
  name     = "ann"
  password = var.password
  roles    = ["app"]
}
