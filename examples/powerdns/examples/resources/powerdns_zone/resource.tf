resource "powerdns_zone" "example" {
  name        = "example.org."
  kind        = "Master"
  nameservers = ["ns1.example.org.", "ns2.example.org."]
}
