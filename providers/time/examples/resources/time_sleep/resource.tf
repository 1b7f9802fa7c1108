resource "terraform_data" "server" {}

# Resources that depend on the sleep are created 30 seconds after the server.
resource "time_sleep" "started" {
  create_duration = "30s"

  triggers = {
    server = terraform_data.server.id
  }
}
