action "githubtoken_denial" "old" {
  config {
    owner      = "mona"
    token_name = "old"
    reason     = "Use the app."
  }
}
