# The id is the duration at creation and the one at destruction. One of them may be empty.
terraform import time_sleep.started 30s,
