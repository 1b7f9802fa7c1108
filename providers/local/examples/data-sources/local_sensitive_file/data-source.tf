data "local_sensitive_file" "password" {
  filename = "${path.module}/password.txt"
}

output "password" {
  value     = data.local_sensitive_file.password.content
  sensitive = true
}
