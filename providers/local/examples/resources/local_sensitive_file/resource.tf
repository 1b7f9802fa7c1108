variable "password" {
  type      = string
  sensitive = true
}

resource "local_sensitive_file" "password" {
  content         = var.password
  filename        = "${path.module}/password.txt"
  file_permission = "0600"
}
