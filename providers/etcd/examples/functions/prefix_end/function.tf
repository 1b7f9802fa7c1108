output "end" {
  value = provider::etcd::prefix_end("/app/")
}
