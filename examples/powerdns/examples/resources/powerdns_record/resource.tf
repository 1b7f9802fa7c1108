resource "powerdns_zone" "example" {
  name        = "example.org."
  nameservers = ["ns1.example.org."]
}

resource "powerdns_record" "www" {
  zone    = powerdns_zone.example.name
  name    = "www.example.org."
  type    = "A"
  ttl     = 300
  records = ["192.0.2.1", "192.0.2.2"]
}
