package main

import (
	"errors"
	"fmt"
	"math/big"
	"net"

	"github.com/apparentlymart/go-cidr/cidr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/gocty"
)

// The functions of networks as Terraform builds them on go-cidr, except that addresses have no leading zeros.

var (
	cidrHost = networkFunction(1, func(network *net.IPNet, numbers []*big.Int) (string, error) {
		address, err := cidr.HostBig(network, numbers[0])
		return address.String(), err
	})

	cidrNetmask = networkFunction(0, func(network *net.IPNet, _ []*big.Int) (string, error) {
		if network.IP.To4() == nil {
			return "", errors.New("IPv6 addresses cannot have a netmask")
		}
		return net.IP(network.Mask).String(), nil
	})

	cidrSubnet = networkFunction(2, func(network *net.IPNet, numbers []*big.Int) (string, error) {
		if !numbers[0].IsInt64() {
			return "", errors.New("the number of bits is too large")
		}
		subnet, err := cidr.SubnetBig(network, int(numbers[0].Int64()), numbers[1])
		if err != nil {
			return "", err
		}
		return subnet.String(), nil
	})

	cidrSubnets = function.New(&function.Spec{
		Params:   []function.Parameter{{Name: "prefix", Type: cty.String}},
		VarParam: &function.Parameter{Name: "newbits", Type: cty.Number},
		Type:     function.StaticReturnType(cty.List(cty.String)),
		Impl:     subnets,
	})
)

// networkFunction returns a function of a prefix and of a number of whole numbers.
func networkFunction(count int, body func(*net.IPNet, []*big.Int) (string, error)) function.Function {
	parameters := []function.Parameter{{Name: "prefix", Type: cty.String}}
	for range count {
		parameters = append(parameters, function.Parameter{Name: "number", Type: cty.Number})
	}
	return function.New(&function.Spec{
		Params: parameters,
		Type:   function.StaticReturnType(cty.String),
		Impl: func(arguments []cty.Value, _ cty.Type) (cty.Value, error) {
			numbers := make([]*big.Int, count)
			for i := range numbers {
				if err := gocty.FromCtyValue(arguments[i+1], &numbers[i]); err != nil {
					return cty.NilVal, err
				}
			}
			_, network, err := net.ParseCIDR(arguments[0].AsString())
			if err != nil {
				return cty.NilVal, err
			}
			result, err := body(network, numbers)
			if err != nil {
				return cty.NilVal, err
			}
			return cty.StringVal(result), nil
		},
	})
}

func subnets(arguments []cty.Value, _ cty.Type) (cty.Value, error) {
	_, network, err := net.ParseCIDR(arguments[0].AsString())
	if err != nil {
		return cty.NilVal, err
	}
	if len(arguments) == 1 {
		return cty.ListValEmpty(cty.String), nil
	}
	start, _ := network.Mask.Size()
	var results []cty.Value
	var current *net.IPNet
	for _, argument := range arguments[1:] {
		var length int
		if err := gocty.FromCtyValue(argument, &length); err != nil {
			return cty.NilVal, err
		}
		if current == nil {
			current, _ = cidr.PreviousSubnet(network, start+length)
		}
		if length < 1 || length > 32 || start+length > len(network.IP)*8 {
			return cty.NilVal, fmt.Errorf("cannot extend the prefix by %d bits", length)
		}
		next, rollover := cidr.NextSubnet(current, start+length)
		if rollover || !network.Contains(next.IP) {
			return cty.NilVal, errors.New("not enough remaining address space")
		}
		current = next
		results = append(results, cty.StringVal(current.String()))
	}
	return cty.ListVal(results), nil
}
