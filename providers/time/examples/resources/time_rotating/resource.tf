# After 30 days, the next plan replaces the time and everything that depends on it.
resource "time_rotating" "key" {
  rotation_days = 30
}
