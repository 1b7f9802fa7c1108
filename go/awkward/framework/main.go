// A provider on terraform-plugin-framework, over protocol 6, or over protocol 5 with AWKWARD_PROTOCOL=5.
package main

import (
	"os"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"terrane/go/awkward/faults"
	"terrane/go/awkward/volumes"
)

const address = "registry.terraform.io/example/awkward"

func main() {
	nested := os.Getenv("AWKWARD_PROTOCOL") != "5"
	versions := map[int]plugin.PluginSet{5: {"provider": &tf5server.GRPCProviderPlugin{
		Name:         address,
		GRPCProvider: providerserver.NewProtocol5(volumes.New(nested)),
	}}}
	if nested {
		versions = map[int]plugin.PluginSet{6: {"provider": &tf6server.GRPCProviderPlugin{
			Name:         address,
			GRPCProvider: providerserver.NewProtocol6(volumes.New(nested)),
		}}}
	}
	faults.Serve(versions)
}
