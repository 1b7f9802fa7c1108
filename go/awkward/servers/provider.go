// Package servers is a provider on terraform-plugin-sdk/v2.
package servers

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"terrane/go/awkward/store"
)

// New makes the provider.
func New() *schema.Provider {
	prefix := store.Prefix()
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"folder": {Type: schema.TypeString, Optional: true, Description: "Where objects are kept."},
			"token":  {Type: schema.TypeString, Optional: true, Sensitive: true, Description: "A secret."},
		},
		ConfigureProvider: configure,
		ResourcesMap: map[string]*schema.Resource{
			prefix + "_server": server(),
			prefix + "_blob":   blob(),
		},
		DataSourcesMap: map[string]*schema.Resource{
			prefix + "_lookup": lookup(),
		},
	}
}

// meta is what configuration gives to resources.
type meta struct {
	store.Store
	// problem is an error of the configuration that is reported only when a resource needs it.
	problem diag.Diagnostics
}

func configure(ctx context.Context, req schema.ConfigureProviderRequest, resp *schema.ConfigureProviderResponse) {
	config := req.ResourceData.GetRawConfig()
	token := config.GetAttr("token")
	tflog.Info(ctx, "configured", map[string]any{"token_known": token.IsKnown(), "folder_known": config.GetAttr("folder").IsKnown()})
	made := meta{Store: store.Open(req.ResourceData.Get("folder").(string))}
	if !token.IsKnown() && req.DeferralAllowed {
		resp.Deferred = &schema.Deferred{Reason: schema.DeferredReasonProviderConfigUnknown}
	}
	if token.IsKnown() && !token.IsNull() && token.AsString() == "wrong" {
		made.problem = diag.Errorf("the token is wrong")
	}
	if os.Getenv("AWKWARD_CONFIGURE") == "refuse" {
		resp.Diagnostics = diag.Errorf("the configuration is refused")
	}
	resp.Meta = made
}
