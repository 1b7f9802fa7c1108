resource "local_file" "greeting" {
  content  = "Hello!"
  filename = "${path.module}/greeting.txt"
}
