# The output of the command is neither in the plan nor in the state.
ephemeral "local_command" "token" {
  command   = "cat"
  arguments = ["/run/secrets/token"]
}
