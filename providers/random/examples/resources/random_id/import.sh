# The id is the value in URL-safe base64. A prefix and a comma may precede it.
terraform import random_id.server server-,p-9hUg
