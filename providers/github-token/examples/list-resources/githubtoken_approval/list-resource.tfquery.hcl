list "githubtoken_approval" "all" {
  provider = githubtoken
}
