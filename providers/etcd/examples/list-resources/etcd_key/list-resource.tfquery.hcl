list "etcd_key" "app" {
  provider = etcd

  config {
    prefix = "/app/"
  }
}
