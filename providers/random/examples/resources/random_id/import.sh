# The id is the value in base64 for URLs. A prefix stands before it with a comma.
terraform import random_id.server server-,p-9hUg
