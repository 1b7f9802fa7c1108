output "is_cloned" {
  value = provider::local::direxists("${path.module}/.git")
}
