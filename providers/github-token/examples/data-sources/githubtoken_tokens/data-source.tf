data "githubtoken_tokens" "writers" {
  permission = "contents"
}
