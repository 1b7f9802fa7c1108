data "etcd_keys" "app" {
  prefix = "/app/"
}

output "settings" {
  value = data.etcd_keys.app.values
}
