resource "githubtoken_approval" "build" {
  owner      = "mona"
  token_name = "build"
  reason     = "The build needs it."

  allowed_permissions = {
    contents = "read"
  }
}
