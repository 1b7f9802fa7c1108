# The id is the UUID.
terraform import random_uuid4.cluster 77e7e3f5-9c04-4d4e-8d0c-8b3c7a3f0f6e
