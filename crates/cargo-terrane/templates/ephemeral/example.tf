ephemeral "acme_widget" "example" {
  name = "example"
}
