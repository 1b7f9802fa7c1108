//! Configurations with attributes and blocks of every form, for the kitchen sink.

use crate::cases::{Case, destroy, step};

const PROVIDER: &str = "provider \"sink\" {\n  folder = \"FILES\"\n}\n";

const BLOCKS: &str = "terraform {\n  required_providers {\n    sink = {\n      source = \"hashicorp/sink-blocks\"\n    }\n  }\n}\n";

macro_rules! sink {
    ($text:expr) => {
        &[("main.tf", $text), ("provider.tf", PROVIDER)]
    };
}

macro_rules! blocks {
    ($text:expr) => {
        &[
            ("main.tf", $text),
            ("provider.tf", PROVIDER),
            ("versions.tf", BLOCKS),
        ]
    };
}

pub(crate) const WITH_SINK: &[Case] = &[
    Case {
        name: "attributes of every type",
        steps: &[
            step(sink!(SPICE)),
            step(sink!(OTHER_SPICE)),
            step(sink!(
                "resource \"sink_spice\" \"a\" {\n  name = \"salt\"\n  taste = \"mild\"\n}\n"
            )),
            destroy(sink!(
                "resource \"sink_spice\" \"a\" {\n  name = \"salt\"\n  taste = \"mild\"\n}\n"
            )),
        ],
    },
    Case {
        name: "objects in attributes",
        steps: &[
            step(sink!(LARDER)),
            step(sink!(OTHER_LARDER)),
            destroy(sink!(OTHER_LARDER)),
        ],
    },
    Case {
        name: "nested attributes",
        steps: &[
            step(sink!(RACK)),
            step(sink!(OTHER_RACK)),
            step(sink!(SMALL_RACK)),
            destroy(sink!(SMALL_RACK)),
        ],
    },
    Case {
        name: "nested blocks",
        steps: &[
            step(blocks!(RACK_BLOCKS)),
            step(blocks!(OTHER_RACK_BLOCKS)),
            step(blocks!(SMALL_RACK_BLOCKS)),
            destroy(blocks!(SMALL_RACK_BLOCKS)),
        ],
    },
];

const SPICE: &str = r#"
resource "sink_spice" "a" {
  name     = "chili"
  latin    = "capsicum"
  heat     = "on_fire"
  taste    = "hot"
  for      = "all"
  mixture  = "secret"
  organic  = true
  price    = 12345678901234567890.5
  density  = 1.25
  tiny     = -3
  anything = { a = [1, "x"] }
  dishes   = ["a", "b", "c", "d"]
  gaps     = [1, null, 3]
  cuisines = ["thai", "mexican"]
  grams    = { goulash = 3, "tom yum" = 4.5 }
  blends   = { one = ["a", "b"], two = [] }
  pairings = [["mild"], ["on_fire", "mild"]]
  aliases  = [{ x = true }, { y = false }]
  origin_and_year = ["here", 2020, null]
  secrets  = ["a", "b"]
}
"#;

const OTHER_SPICE: &str = r#"
variable "hidden" {
  default   = "thai"
  sensitive = true
}
resource "sink_spice" "a" {
  name     = "chili"
  heat     = "mild"
  taste    = var.hidden
  for      = ""
  mixture  = "other"
  organic  = false
  price    = 1
  density  = 1.25
  tiny     = -3
  origin   = "Peru"
  anything = [true]
  dishes   = ["a", "c", "d", "e"]
  gaps     = [1, 2, null, 3]
  cuisines = ["thai", "indian"]
  grams    = { goulash = 5, soup = 1 }
  blends   = { one = ["b"], three = ["c"] }
  pairings = [["on_fire", "mild"]]
  aliases  = [{ x = true }, { z = false }]
  origin_and_year = ["there", 2020, true]
  secrets  = ["a", "c"]
}
"#;

const LARDER: &str = r#"
resource "sink_larder" "a" {
  hams = [
    { name = "a", kilos = 1, smoke = { woods = ["oak"], heat = "mild" } },
    { name = "b", kilos = 2, smoke = null },
    { name = "c", kilos = 3, smoke = null },
    { name = "d", kilos = 4, smoke = null },
  ]
  best = { name = "a", kilos = null, smoke = null }
  old  = [{ name = "o", kilos = 1, smoke = null }, { name = "p", kilos = 1, smoke = null }]
  shelves = { top = [{ name = "t", kilos = 1, smoke = null }], low = [] }
  rows = [[{ name = "r", kilos = 1, smoke = null }], []]
  hidden = [{ name = "h", kilos = 1, smoke = null }]
}
"#;

const OTHER_LARDER: &str = r#"
resource "sink_larder" "a" {
  hams = [
    { name = "a", kilos = 1, smoke = { woods = ["oak", "elm"], heat = "mild" } },
    { name = "x", kilos = 2, smoke = null },
    { name = "d", kilos = 4, smoke = null },
  ]
  best = { name = "b", kilos = 5, smoke = { woods = [], heat = "mild" } }
  old  = [{ name = "o", kilos = 1, smoke = null }, { name = "q", kilos = 1, smoke = null }]
  shelves = { top = [{ name = "t", kilos = 2, smoke = null }], new = [] }
  rows = [[{ name = "r", kilos = 1, smoke = null }, { name = "s", kilos = 1, smoke = null }]]
  hidden = [{ name = "i", kilos = 1, smoke = null }]
  fire = { woods = ["ash"], heat = "on_fire" }
}
"#;

const RACK: &str = r#"
resource "sink_rack" "a" {
  corner = { name = "c", holds = 3 }
  spare  = { name = "s", mount = "wall" }
  frame {
    height = 3
  }
  hooks = [{ name = "a" }, { name = "b", material = "brass" }, { name = "d" }]
  bins  = [{ litres = 1 }]
  rows  = { top = { hooks = [{ name = "r" }] }, "the low one" = { holds = "cups" } }
}
"#;

const OTHER_RACK: &str = r#"
resource "sink_rack" "a" {
  corner = { name = "c", holds = 4 }
  spare  = { name = "s", mount = "floor" }
  frame {
    material = "steel"
  }
  hooks = [{ name = "a" }, { name = "d", holds = 1 }]
  bins  = [{ litres = 3 }]
  rows  = { top = { hooks = [{ name = "r" }, { name = "q" }] }, new = {} }
}
"#;

const SMALL_RACK: &str = r#"
variable "load" {
  default   = 2
  sensitive = true
}
resource "sink_rack" "a" {
  corner = { name = "c", holds = var.load }
  frame {
  }
}
"#;

const RACK_BLOCKS: &str = r#"
resource "sink_rack" "a" {
  corner {
    name  = "c"
    holds = 3
  }
  spare {
    name  = "s"
    mount = "wall"
  }
  frame {
    height = 3
  }
  hooks {
    name = "a"
  }
  hooks {
    name     = "b"
    material = "brass"
  }
  bins {
    litres = 1
  }
  rows "top" {
    hooks {
      name = "r"
    }
  }
}
"#;

const OTHER_RACK_BLOCKS: &str = r#"
resource "sink_rack" "a" {
  corner {
    name  = "c"
    holds = 4
  }
  spare {
    name  = "s"
    mount = "floor"
  }
  frame {
    material = "steel"
  }
  hooks {
    name = "a"
  }
  hooks {
    name  = "d"
    holds = 1
  }
  hooks {
    name = "e"
  }
  bins {
    litres = 3
  }
}
"#;

const SMALL_RACK_BLOCKS: &str = r#"
variable "load" {
  default   = 2
  sensitive = true
}
resource "sink_rack" "a" {
  corner {
    name  = "c"
    holds = var.load
  }
  frame {
  }
}
"#;
