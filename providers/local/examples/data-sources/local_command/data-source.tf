data "local_command" "version" {
  command   = "git"
  arguments = ["--version"]
}

output "version" {
  value = data.local_command.version.stdout
}
