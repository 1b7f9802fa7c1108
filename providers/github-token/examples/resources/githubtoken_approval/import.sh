# The id of the token, which the data source githubtoken_tokens shows.
terraform import githubtoken_approval.build 9001
