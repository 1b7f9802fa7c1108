# The bytes are drawn anew in each run, and are neither in the plan nor in the state.
ephemeral "random_bytes" "key" {
  length = 32
}
