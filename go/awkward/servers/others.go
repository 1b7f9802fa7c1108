package servers

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// blob has values of any size.
func blob() *schema.Resource {
	fill := func(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
		data.SetId("blob")
		return diag.FromErr(data.Set("data", strings.Repeat("x", data.Get("size").(int))))
	}
	return &schema.Resource{
		Description: "A text of any size.",
		Schema: map[string]*schema.Schema{
			"size": {Type: schema.TypeInt, Required: true, ForceNew: true, Description: "Its size in bytes."},
			"data": {Type: schema.TypeString, Computed: true},
		},
		CreateContext: fill,
		ReadContext:   schema.NoopContext,
		DeleteContext: schema.NoopContext,
	}
}

// lookup reads a server.
func lookup() *schema.Resource {
	return &schema.Resource{
		Description: "Looks a server up.",
		Schema: map[string]*schema.Schema{
			"name": {Type: schema.TypeString, Required: true},
			"size": {Type: schema.TypeInt, Computed: true},
		},
		ReadContext: func(_ context.Context, data *schema.ResourceData, m any) diag.Diagnostics {
			name := data.Get("name").(string)
			var object file
			found, err := m.(meta).Store.Read(name, &object)
			if err != nil {
				return diag.FromErr(err)
			}
			if !found {
				return diag.Errorf("there is no server %q", name)
			}
			data.SetId(name)
			return diag.FromErr(data.Set("size", object.Size))
		},
	}
}
