resource "zoo_pet" "rex" {
  name = "Rex"
  tags = ["old", "calm"]
  toys = { ball = 1 }
  diet = {
    kcal  = 300
    avoid = ["onions"]
  }
}
