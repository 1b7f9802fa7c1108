resource "random_shuffle" "zones" {
  input        = ["europe-west1-b", "europe-west1-c", "europe-west1-d"]
  result_count = 2
}
