# The id is the base time, then years, months, days, hours, minutes and seconds. Each step may be empty.
terraform import time_offset.expiry 2020-02-12T06:36:13Z,,,30,,,
