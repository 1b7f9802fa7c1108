// A provider on terraform-plugin-sdk/v2, over protocol 5.
package main

import (
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"terrane/go/awkward/faults"
	"terrane/go/awkward/servers"
)

func main() {
	faults.Serve(map[int]plugin.PluginSet{5: {"provider": &tf5server.GRPCProviderPlugin{
		Name:         "registry.terraform.io/example/awkward",
		GRPCProvider: func() tfprotov5.ProviderServer { return schema.NewGRPCProviderServer(servers.New()) },
	}}})
}
