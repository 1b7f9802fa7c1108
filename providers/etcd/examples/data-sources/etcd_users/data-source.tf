data "etcd_users" "all" {}

output "users" {
  value = data.etcd_users.all.names
}
