data "acme_widget" "example" {
  id = "1"
}
