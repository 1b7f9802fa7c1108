# The id is the UUID.
terraform import random_uuid.cluster aabbccdd-eeff-0011-2233-445566778899
