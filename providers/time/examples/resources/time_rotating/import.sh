# The id is the base time, then years, months, days, hours and minutes. Each step may be empty.
terraform import time_rotating.key 2020-02-12T06:36:13Z,,,30,,
