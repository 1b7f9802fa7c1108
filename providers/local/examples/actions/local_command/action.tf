action "local_command" "restart" {
  config {
    command   = "systemctl"
    arguments = ["restart", "nginx"]
  }
}
