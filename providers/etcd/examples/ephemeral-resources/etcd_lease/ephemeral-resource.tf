ephemeral "etcd_lease" "run" {
  ttl = 120
}
