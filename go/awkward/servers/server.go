package servers

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// server has a customised diff, timeouts, older schema versions, nested sets of blocks, an identity and partial errors.
func server() *schema.Resource {
	attributes := map[string]*schema.Schema{
		"name":     {Type: schema.TypeString, Required: true, ForceNew: true, Description: "The name, which is also the id."},
		"size":     {Type: schema.TypeInt, Optional: true, Default: 1},
		"ratio":    {Type: schema.TypeFloat, Optional: true},
		"password": {Type: schema.TypeString, Optional: true, Sensitive: true},
		"zone":     {Type: schema.TypeString, Optional: true, Computed: true},
		"revision": {Type: schema.TypeInt, Computed: true},
		"tags":     {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"tags_all": {Type: schema.TypeMap, Computed: true, Elem: &schema.Schema{Type: schema.TypeString}},
		"fail":     {Type: schema.TypeString, Optional: true, Description: "The operation that fails: create, update, delete or read."},
		"delay":    {Type: schema.TypeInt, Optional: true, Description: "How long creation takes, in seconds."},
		"rule": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"port":  {Type: schema.TypeInt, Required: true},
			"cidrs": {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"match": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
				"header": {Type: schema.TypeString, Required: true},
				"value":  {Type: schema.TypeString, Optional: true, Default: "*"},
			}}},
		}}},
		"disk": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: map[string]*schema.Schema{
			"size":   {Type: schema.TypeInt, Required: true},
			"serial": {Type: schema.TypeString, Computed: true},
		}}},
	}
	if os.Getenv("AWKWARD_SCHEMA") == "other" {
		attributes["added"] = &schema.Schema{Type: schema.TypeString, Optional: true}
	}
	return &schema.Resource{
		Description:   "A server that is only a file.",
		SchemaVersion: 2,
		Schema:        attributes,
		Identity: &schema.ResourceIdentity{
			Version: 1,
			SchemaFunc: func() map[string]*schema.Schema {
				return map[string]*schema.Schema{"name": {Type: schema.TypeString, RequiredForImport: true}}
			},
		},
		Timeouts: &schema.ResourceTimeout{
			Create: schema.DefaultTimeout(10 * time.Minute),
			Delete: schema.DefaultTimeout(5 * time.Minute),
		},
		StateUpgraders: []schema.StateUpgrader{
			{Version: 0, Type: version0().CoreConfigSchema().ImpliedType(), Upgrade: func(_ context.Context, raw map[string]any, _ any) (map[string]any, error) {
				size := 0
				if _, err := fmt.Sscan(fmt.Sprint(raw["size"]), &size); err != nil {
					return nil, fmt.Errorf("size of version 0: %w", err)
				}
				raw["size"] = size
				return raw, nil
			}},
			{Version: 1, Type: version1().CoreConfigSchema().ImpliedType(), Upgrade: func(_ context.Context, raw map[string]any, _ any) (map[string]any, error) {
				if label, found := raw["label"].(string); found {
					raw["tags"] = map[string]any{"label": label}
				}
				delete(raw, "label")
				return raw, nil
			}},
		},
		Importer: &schema.ResourceImporter{StateContext: importServer},
		CustomizeDiff: customdiff.All(
			func(_ context.Context, diff *schema.ResourceDiff, _ any) error {
				all := map[string]any{"managed": "true"}
				for key, value := range diff.Get("tags").(map[string]any) {
					all[key] = value
				}
				return diff.SetNew("tags_all", all)
			},
			customdiff.ComputedIf("revision", func(_ context.Context, diff *schema.ResourceDiff, _ any) bool {
				return diff.Id() != "" && diff.HasChanges("size", "rule", "disk")
			}),
			customdiff.ForceNewIfChange("size", func(_ context.Context, old, new, _ any) bool { return new.(int) < old.(int) }),
		),
		CreateContext: createServer,
		ReadContext:   readServer,
		UpdateContext: updateServer,
		DeleteContext: deleteServer,
	}
}

func version0() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{
		"name":  {Type: schema.TypeString, Required: true},
		"size":  {Type: schema.TypeString, Optional: true},
		"label": {Type: schema.TypeString, Optional: true},
	}}
}

func version1() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{
		"name":  {Type: schema.TypeString, Required: true},
		"size":  {Type: schema.TypeInt, Optional: true},
		"label": {Type: schema.TypeString, Optional: true},
	}}
}

// file is a server in the store.
type file struct {
	Size     int
	Revision int
	Zone     string
}

func importServer(_ context.Context, data *schema.ResourceData, _ any) ([]*schema.ResourceData, error) {
	if data.Id() == "" {
		identity, err := data.Identity()
		if err != nil {
			return nil, err
		}
		data.SetId(identity.Get("name").(string))
	}
	return []*schema.ResourceData{data}, data.Set("name", data.Id())
}

func createServer(ctx context.Context, data *schema.ResourceData, m any) diag.Diagnostics {
	made := m.(meta)
	if made.problem.HasError() {
		return made.problem
	}
	select {
	case <-time.After(time.Duration(data.Get("delay").(int)) * time.Second):
	case <-ctx.Done():
		return diag.Errorf("creation was interrupted: %s", ctx.Err())
	}
	name := data.Get("name").(string)
	tflog.Info(ctx, "creating a server", map[string]any{"name": name})
	data.SetId(name)
	return keep(ctx, data, made, 1, "create")
}

func updateServer(ctx context.Context, data *schema.ResourceData, m any) diag.Diagnostics {
	revision := data.Get("revision").(int)
	return keep(ctx, data, m.(meta), revision+1, "update")
}

// keep writes the file, then fails if this is asked for: so the object exists, and the answer has an error.
func keep(ctx context.Context, data *schema.ResourceData, made meta, revision int, operation string) diag.Diagnostics {
	zone := data.Get("zone").(string)
	if zone == "" {
		zone = "zone-1"
	}
	object := file{Size: data.Get("size").(int), Revision: revision, Zone: zone}
	if err := made.Store.Write(data.Id(), object); err != nil {
		return diag.FromErr(err)
	}
	problems := readServer(ctx, data, made)
	if data.Get("fail").(string) == operation {
		problems = append(problems, diag.Diagnostic{Severity: diag.Error, Summary: "Failed as requested", Detail: "after " + operation})
	}
	return problems
}

func readServer(_ context.Context, data *schema.ResourceData, m any) diag.Diagnostics {
	if data.Get("fail").(string) == "read" {
		return diag.Errorf("reading fails as requested")
	}
	var object file
	found, err := m.(meta).Store.Read(data.Id(), &object)
	if err != nil {
		return diag.FromErr(err)
	}
	if !found {
		data.SetId("")
		return nil
	}
	disks := data.Get("disk").([]any)
	for index, disk := range disks {
		disk.(map[string]any)["serial"] = fmt.Sprintf("%s-%d", data.Id(), index)
	}
	identity, err := data.Identity()
	if err != nil {
		return diag.FromErr(err)
	}
	for _, err := range []error{
		identity.Set("name", data.Id()),
		data.Set("name", data.Id()),
		data.Set("size", object.Size),
		data.Set("revision", object.Revision),
		data.Set("zone", object.Zone),
		data.Set("disk", disks),
	} {
		if err != nil {
			return diag.FromErr(err)
		}
	}
	return nil
}

func deleteServer(_ context.Context, data *schema.ResourceData, m any) diag.Diagnostics {
	if data.Get("fail").(string) == "delete" {
		return diag.Errorf("deletion fails as requested")
	}
	return diag.FromErr(m.(meta).Store.Delete(data.Id()))
}
