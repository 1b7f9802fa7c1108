// Program etcd is the Go twin of three resources of providers/etcd: keys, roles and users, with the same behaviour under faults.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

var version = "0.1.0"

func main() {
	serve := func() provider.Provider { return &etcd{version: version} }
	options := providerserver.ServeOpts{Address: "registry.terraform.io/terrane/etcd"}
	if err := providerserver.Serve(context.Background(), serve, options); err != nil {
		log.Fatal(err)
	}
}
