output "year" {
  value = provider::time::unix_timestamp_parse(1690328596).year
}
