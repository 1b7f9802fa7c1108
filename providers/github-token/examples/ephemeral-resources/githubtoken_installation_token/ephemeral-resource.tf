ephemeral "githubtoken_installation_token" "site" {
  repositories = ["site"]

  permissions = {
    contents = "read"
  }
}
