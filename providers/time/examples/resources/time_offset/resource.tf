resource "time_offset" "expiry" {
  offset_days = 30
}

output "expiry" {
  value = time_offset.expiry.rfc3339
}
