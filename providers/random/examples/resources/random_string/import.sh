# The id is the text.
terraform import random_string.suffix k3x9ab
