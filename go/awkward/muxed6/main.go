// Both providers combined by terraform-plugin-mux, over protocol 6.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-mux/tf5to6server"
	"github.com/hashicorp/terraform-plugin-mux/tf6muxserver"

	"terrane/go/awkward/faults"
	"terrane/go/awkward/servers"
	"terrane/go/awkward/volumes"
)

func main() {
	ctx := context.Background()
	upgraded, err := tf5to6server.UpgradeServer(ctx, servers.New().GRPCProvider)
	if err != nil {
		log.Fatal(err)
	}
	muxed, err := tf6muxserver.NewMuxServer(ctx,
		func() tfprotov6.ProviderServer { return upgraded },
		providerserver.NewProtocol6(volumes.New(true)),
	)
	if err != nil {
		log.Fatal(err)
	}
	faults.Serve(map[int]plugin.PluginSet{6: {"provider": &tf6server.GRPCProviderPlugin{
		Name:         "registry.terraform.io/example/awkward",
		GRPCProvider: func() tfprotov6.ProviderServer { return muxed.ProviderServer() },
	}}})
}
