# The password is drawn anew in each run, and is neither in the plan nor in the state.
ephemeral "random_password" "database" {
  length = 24
}
