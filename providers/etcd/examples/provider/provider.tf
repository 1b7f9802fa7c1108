terraform {
  required_providers {
    etcd = {
      source = "registry.terraform.io/terrane/etcd"
    }
  }
}

provider "etcd" {
  endpoint = "https://etcd.example.com:2379"
  username = "terraform"
  # The environment variable ETCD_PASSWORD has the password.
}
