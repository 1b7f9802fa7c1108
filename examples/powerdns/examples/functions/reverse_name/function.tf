output "ptr" {
  value = provider::powerdns::reverse_name("192.0.2.1")
}
