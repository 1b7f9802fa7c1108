resource "etcd_lock" "migration" {
  name = "/locks/migration"

  timeouts = {
    create = "2m"
  }
}
