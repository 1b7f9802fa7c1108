resource "time_static" "created" {}

output "created" {
  value = time_static.created.rfc3339
}
