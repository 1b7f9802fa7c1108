action "acme_widget" "example" {
  config {
    target = "7"
  }
}
