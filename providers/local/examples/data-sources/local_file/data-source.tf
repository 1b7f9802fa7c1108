data "local_file" "greeting" {
  filename = "${path.module}/greeting.txt"
}

output "greeting" {
  value = data.local_file.greeting.content
}
