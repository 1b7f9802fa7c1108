resource "etcd_lease" "day" {
  ttl = 86400
}

resource "etcd_key" "session" {
  key   = "/app/session"
  value = "open"
  lease = etcd_lease.day.id
}
