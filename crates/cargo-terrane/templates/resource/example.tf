resource "acme_widget" "example" {
  name        = "example"
  description = "It shows every argument."
}
