# The id is the number, the minimum and the maximum. A seed may follow.
terraform import random_integer.port 20390,20000,29999
