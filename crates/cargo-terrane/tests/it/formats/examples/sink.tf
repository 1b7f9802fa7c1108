resource "sink_dish" "plate" {
  name      = "plate"
  leftovers = "peas"

  timeouts {
    read = "1m"
  }
}

resource "sink_spice" "chili" {
  name    = "chili"
  latin   = "capsicum"
  heat    = "mild"
  taste   = "hot"
  for     = "everything"
  mixture = "secret"
  dishes  = ["b", "a"]
  grams   = { jar = 12.5 }
}

data "sink_inspection" "today" {
  cups      = 2
  inspector = "Ada"
  badge     = "123e4567-e89b-12d3-a456-426614174000"
  tools     = ["brush", sink_dish.plate.name]
}

ephemeral "sink_tap" "warm" {
  degrees = 40
}
