terraform {
  required_providers {
    local = {
      source = "registry.terraform.io/hashicorp/local"
    }
  }
}

resource "local_file" "note" {
  filename = "${path.module}/note.txt"
  content  = "Written by the provider that was just built.\n"
}
