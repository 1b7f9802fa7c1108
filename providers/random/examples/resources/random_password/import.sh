# The id is the password.
terraform import random_password.database securepassword
