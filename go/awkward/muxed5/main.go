// Both providers combined by terraform-plugin-mux, over protocol 5.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-mux/tf5muxserver"

	"terrane/go/awkward/faults"
	"terrane/go/awkward/servers"
	"terrane/go/awkward/volumes"
)

func main() {
	muxed, err := tf5muxserver.NewMuxServer(context.Background(),
		servers.New().GRPCProvider,
		providerserver.NewProtocol5(volumes.New(false)),
	)
	if err != nil {
		log.Fatal(err)
	}
	faults.Serve(map[int]plugin.PluginSet{5: {"provider": &tf5server.GRPCProviderPlugin{
		Name:         "registry.terraform.io/example/awkward",
		GRPCProvider: func() tfprotov5.ProviderServer { return muxed.ProviderServer() },
	}}})
}
