// A provider on terraform-plugin-framework with one fault, which BROKEN chooses by its name. Without BROKEN it is correct.
//
// It is the counterpart in Go of examples/broken: authors make these faults in the code of a resource, where the framework does not find them.
package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

// fault is the name of the fault.
var fault = os.Getenv("BROKEN")

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/broken"}
	if err := providerserver.Serve(context.Background(), newProvider, options); err != nil {
		os.Exit(1)
	}
	if fault == "does-not-exit" {
		select {}
	}
}
