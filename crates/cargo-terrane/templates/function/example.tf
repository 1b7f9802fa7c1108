output "example" {
  value = provider::acme::widget("Blue", "Sky")
}
