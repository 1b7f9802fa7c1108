resource "etcd_key" "greeting" {
  key   = "/app/greeting"
  value = "Hello"
}
