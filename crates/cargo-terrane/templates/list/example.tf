list "acme_widget" "example" {
  provider = acme

  config {
    prefix = "west"
  }
}
