// What Go's standard library, on which HashiCorp's types for texts are built, reads from a text: the judge of terrane::types.
module terrane/go/texts

go 1.25.8
