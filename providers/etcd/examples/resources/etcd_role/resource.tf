resource "etcd_role" "app" {
  name = "app"
  permissions = [
    {
      access    = "readwrite"
      key       = "/app/"
      range_end = provider::etcd::prefix_end("/app/")
    },
    {
      access = "read"
      key    = "/settings"
    },
  ]
}
