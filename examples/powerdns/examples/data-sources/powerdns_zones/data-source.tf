data "powerdns_zones" "all" {}

output "names" {
  value = data.powerdns_zones.all.zones[*].name
}
