# The id is the UUID.
terraform import random_uuid7.cluster 0194d2a7-0c1a-7e5a-bd2f-5c0f9e6a1b2c
