output "hours" {
  value = provider::time::duration_parse("2h45m").hours
}
