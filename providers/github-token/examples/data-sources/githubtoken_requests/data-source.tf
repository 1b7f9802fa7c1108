data "githubtoken_requests" "pending" {}

output "pending" {
  value = [for token in data.githubtoken_requests.pending.tokens : "${token.name} of ${token.owner}"]
}
