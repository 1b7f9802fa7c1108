package main

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"
)

var names = []string{"a", "b", "id", "name", "tags", "very_long_name_of_an_attribute_of_more_than_thirty_two_bytes"}

func randomType(random *rand.Rand, depth int) cty.Type {
	kind := random.Intn(9)
	if depth == 0 {
		kind = random.Intn(3)
	}
	switch kind {
	case 0:
		return cty.String
	case 1:
		return cty.Number
	case 2:
		return cty.Bool
	case 3:
		return cty.DynamicPseudoType
	case 4:
		return cty.List(withoutDynamic(randomType(random, depth-1)))
	case 5:
		return cty.Set(withoutDynamic(randomType(random, depth-1)))
	case 6:
		return cty.Map(withoutDynamic(randomType(random, depth-1)))
	case 7:
		attributes := map[string]cty.Type{}
		for n := random.Intn(5); n > 0; n-- {
			attributes[names[random.Intn(len(names))]] = randomType(random, depth-1)
		}
		return cty.Object(attributes)
	default:
		elements := []cty.Type{}
		for n := random.Intn(4); n > 0; n-- {
			elements = append(elements, randomType(random, depth-1))
		}
		return cty.Tuple(elements)
	}
}

// withoutDynamic closes a type: the elements of a collection all have one type.
func withoutDynamic(ty cty.Type) cty.Type {
	return replace(ty, func(ty cty.Type) cty.Type {
		if ty == cty.DynamicPseudoType {
			return cty.String
		}
		return ty
	})
}

func withoutOptional(ty cty.Type) cty.Type {
	return ty.WithoutOptionalAttributesDeep()
}

func replace(ty cty.Type, change func(cty.Type) cty.Type) cty.Type {
	switch {
	case ty.IsListType():
		return change(cty.List(replace(ty.ElementType(), change)))
	case ty.IsSetType():
		return change(cty.Set(replace(ty.ElementType(), change)))
	case ty.IsMapType():
		return change(cty.Map(replace(ty.ElementType(), change)))
	case ty.IsObjectType():
		attributes := map[string]cty.Type{}
		for _, name := range sorted(ty.AttributeTypes()) {
			attributes[name] = replace(ty.AttributeType(name), change)
		}
		return change(cty.Object(attributes))
	case ty.IsTupleType():
		elements := []cty.Type{}
		for _, element := range ty.TupleElementTypes() {
			elements = append(elements, replace(element, change))
		}
		return change(cty.Tuple(elements))
	default:
		return change(ty)
	}
}

// related makes a type to which values of the given one can sometimes be converted.
func related(random *rand.Rand, ty cty.Type, depth int) cty.Type {
	if random.Intn(12) == 0 {
		return withoutDynamic(randomType(random, depth-1))
	}
	if random.Intn(25) == 0 {
		return cty.DynamicPseudoType
	}
	switch {
	case ty.IsPrimitiveType(), ty == cty.DynamicPseudoType:
		return []cty.Type{ty, ty, cty.String, cty.Number, cty.Bool}[random.Intn(5)]
	case ty.IsListType(), ty.IsSetType():
		return sequence(random, related(random, ty.ElementType(), depth-1))
	case ty.IsTupleType():
		elements := []cty.Type{}
		for _, element := range ty.TupleElementTypes() {
			elements = append(elements, related(random, element, depth-1))
		}
		if random.Intn(2) == 0 {
			return cty.Tuple(elements)
		}
		return sequence(random, one(random, elements))
	case ty.IsMapType():
		element := related(random, ty.ElementType(), depth-1)
		if random.Intn(3) > 0 {
			return cty.Map(element)
		}
		return optionalObject(random, map[string]cty.Type{"a": element, "b": element, "c": element})
	default:
		attributes := map[string]cty.Type{}
		elements := []cty.Type{}
		for _, name := range sorted(ty.AttributeTypes()) {
			attribute := related(random, ty.AttributeType(name), depth-1)
			elements = append(elements, attribute)
			if random.Intn(6) > 0 {
				attributes[name] = attribute
			}
		}
		if random.Intn(3) == 0 {
			return cty.Map(one(random, elements))
		}
		if random.Intn(4) == 0 {
			attributes["extra"] = cty.String
		}
		return optionalObject(random, attributes)
	}
}

func sequence(random *rand.Rand, element cty.Type) cty.Type {
	if random.Intn(2) == 0 {
		return cty.List(element)
	}
	return cty.Set(element)
}

// one picks a type, or leaves it open.
func one(random *rand.Rand, types []cty.Type) cty.Type {
	if len(types) == 0 || random.Intn(4) == 0 {
		return cty.DynamicPseudoType
	}
	if random.Intn(2) == 0 {
		return cty.String
	}
	return types[random.Intn(len(types))]
}

func optionalObject(random *rand.Rand, attributes map[string]cty.Type) cty.Type {
	var optional []string
	for _, name := range sorted(attributes) {
		if random.Intn(3) == 0 {
			optional = append(optional, name)
		}
	}
	return cty.ObjectWithOptionalAttrs(attributes, optional)
}

func randomValue(random *rand.Rand, ty cty.Type, unknowns bool) cty.Value {
	if random.Intn(10) == 0 {
		return cty.NullVal(ty)
	}
	if unknowns && random.Intn(8) == 0 {
		return randomUnknown(random, ty)
	}
	switch {
	case ty == cty.String:
		return cty.StringVal(append(texts, control)[random.Intn(len(texts)+1)])
	case ty == cty.Number:
		switch random.Intn(4) {
		case 0:
			return cty.NumberFloatVal(float64(random.Intn(1000)) / 8)
		case 1:
			return cty.MustParseNumberVal(fmt.Sprintf("%d.%d", random.Intn(1000), random.Intn(1000)))
		case 2:
			return cty.NumberIntVal(random.Int63() - random.Int63())
		default:
			return cty.NumberIntVal(int64(random.Intn(400) - 200))
		}
	case ty == cty.Bool:
		return cty.BoolVal(random.Intn(2) == 0)
	case ty == cty.DynamicPseudoType:
		inner := withoutDynamic(randomType(random, 1))
		return randomValue(random, inner, unknowns)
	case ty.IsListType(), ty.IsSetType():
		var elements []cty.Value
		for n := random.Intn(5); n > 0; n-- {
			elements = append(elements, randomValue(random, ty.ElementType(), unknowns))
		}
		switch {
		case len(elements) == 0 && ty.IsListType():
			return cty.ListValEmpty(ty.ElementType())
		case len(elements) == 0:
			return cty.SetValEmpty(ty.ElementType())
		case ty.IsListType():
			return cty.ListVal(elements)
		default:
			return cty.SetVal(elements)
		}
	case ty.IsMapType():
		elements := map[string]cty.Value{}
		for n := random.Intn(4); n > 0; n-- {
			key := append([]string{"a", "b", "c"}, texts...)[random.Intn(len(texts)+3)]
			elements[cty.NormalizeString(key)] = randomValue(random, ty.ElementType(), unknowns)
		}
		if len(elements) == 0 {
			return cty.MapValEmpty(ty.ElementType())
		}
		return cty.MapVal(elements)
	case ty.IsObjectType():
		attributes := map[string]cty.Value{}
		for _, name := range sorted(ty.AttributeTypes()) {
			attributes[name] = randomValue(random, ty.AttributeType(name), unknowns)
		}
		return cty.ObjectVal(attributes)
	default:
		var elements []cty.Value
		for _, element := range ty.TupleElementTypes() {
			elements = append(elements, randomValue(random, element, unknowns))
		}
		return cty.TupleVal(elements)
	}
}

func randomUnknown(random *rand.Rand, ty cty.Type) cty.Value {
	unknown := cty.UnknownVal(ty)
	if ty == cty.DynamicPseudoType || random.Intn(2) == 0 {
		return unknown
	}
	builder := unknown.Refine()
	if random.Intn(2) == 0 {
		builder = builder.NotNull()
	}
	switch {
	case ty == cty.String:
		long := ""
		for n := random.Intn(40); n > 0; n-- {
			long += "abc-e\u0301 "
		}
		builder = builder.StringPrefixFull(long)
	case ty == cty.Number:
		lower := cty.NumberFloatVal(float64(random.Intn(100)) / 4)
		if random.Intn(2) == 0 {
			builder = builder.NumberRangeLowerBound(lower, random.Intn(2) == 0)
		}
		if random.Intn(2) == 0 {
			builder = builder.NumberRangeUpperBound(lower.Add(cty.NumberIntVal(int64(1+random.Intn(3)))), random.Intn(2) == 0)
		}
	case ty.IsCollectionType():
		lower := random.Intn(3)
		builder = builder.CollectionLengthLowerBound(lower)
		if random.Intn(2) == 0 {
			builder = builder.CollectionLengthUpperBound(lower + random.Intn(3))
		}
	}
	return builder.NewValue()
}

func refinements() []refinement {
	list, set, mapping := cty.List(cty.String), cty.Set(cty.String), cty.Map(cty.String)
	var out []refinement
	for _, one := range []struct {
		ty      cty.Type
		message string
	}{
		{cty.String, "d40000"}, {cty.String, "c70000"}, {cty.String, "d40c00"}, {cty.String, "d47f01"}, {cty.String, "d50c8000"},
		{cty.String, "c7030c8101c2"}, {cty.String, "c7030c8101c3"}, {cty.String, "c7040c8102a161"},
		{cty.String, "c7060c8201c202a161"}, {cty.String, "c7050c8102c40161"}, {cty.Bool, "c7030c8101c2"},
		{cty.Number, "c7050c81039201c3"}, {cty.Number, "c7090c82039201c3049202c2"}, {cty.Number, "c70b0c8301c2039201c3049201c3"},
		{cty.Number, "c7080c810392a3302e31c3"}, {cty.Number, "c7090c82039201c3049201c3"},
		{list, "c7030c810500"}, {list, "c7030c810502"}, {list, "c7050c8205020602"}, {list, "c7070c8301c205020602"},
		{list, "c7070c8301c205000600"}, {set, "c7070c8301c205010601"}, {set, "c7070c8301c205020602"},
		{set, "c7070c8301c205000600"}, {mapping, "c7070c8301c205000600"}, {mapping, "c7070c8301c205010601"},
		{cty.DynamicPseudoType, "c7030c8101c2"}, {cty.DynamicPseudoType, "d40000"}, {cty.EmptyObject, "c7030c8101c2"},
		{cty.EmptyTuple, "c7030c8101c2"}, {cty.String, "c7050c8101c2ffff"},
	} {
		bytes, err := hex.DecodeString(one.message)
		check(err)
		v, err := msgpack.Unmarshal(bytes, one.ty)
		check(err)
		out = append(out, refinement{typeJSON(one.ty), one.message, pack(v, one.ty)})
	}
	return out
}
func sorted[V any](all map[string]V) []string {
	return slices.Sorted(maps.Keys(all))
}
