// Command vectors writes what go-cty, the hosts' own value library, makes of many types and values. The Rust tests
// read the file and must come to the same results. The same seed always gives the same file.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/ctystrings"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

type vectors struct {
	Numbers     []number     `json:"numbers"`
	Floats      []float      `json:"floats"`
	Order       []order      `json:"order"`
	Strings     [][2]string  `json:"strings"`
	Prefixes    [][2]string  `json:"prefixes"`
	Values      []value      `json:"values"`
	Refinements []refinement `json:"refinements"`
	JSON        []lenient    `json:"json"`
	Conversions []conversion `json:"conversions"`
	Unify       []unified    `json:"unify"`
}

// value is encoded in every form that it has; JSON has no unknown values.
type value struct {
	Type    json.RawMessage `json:"type"`
	Msgpack string          `json:"msgpack"`
	JSON    string          `json:"json,omitempty"`
}

// refinement is a message with an unknown value, and what remains of it after decoding and encoding.
type refinement struct {
	Type    json.RawMessage `json:"type"`
	Message string          `json:"message"`
	Echo    string          `json:"echo"`
}

// lenient is JSON that is not in the form that encoders write; without a message, go-cty refuses it.
type lenient struct {
	Type    json.RawMessage `json:"type"`
	JSON    string          `json:"json"`
	Msgpack string          `json:"msgpack,omitempty"`
}

// conversion has no result if go-cty refuses it.
type conversion struct {
	From   json.RawMessage `json:"from"`
	Value  string          `json:"value"`
	To     json.RawMessage `json:"to"`
	Result string          `json:"result,omitempty"`
}

type unified struct {
	Types  []json.RawMessage `json:"types"`
	Result json.RawMessage   `json:"result"`
}

func main() {
	random := rand.New(rand.NewSource(20))
	out := vectors{
		Numbers:     numbers(random),
		Floats:      floats(random),
		Order:       orders(random),
		Strings:     strings(),
		Prefixes:    prefixes(),
		Values:      values(random),
		Refinements: refinements(),
		JSON:        lenients(),
		Conversions: conversions(random),
		Unify:       unifications(random),
	}
	check(write(os.Stdout, out))
}

// write puts each vector on a line of its own, so that changes can be read.
func write(to io.Writer, out vectors) error {
	var compact bytes.Buffer
	encoder := json.NewEncoder(&compact)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		return err
	}
	var sections map[string][]json.RawMessage
	if err := json.Unmarshal(compact.Bytes(), &sections); err != nil {
		return err
	}
	separator := "{\n"
	for _, name := range sorted(sections) {
		fmt.Fprintf(to, "%s%q: [\n", separator, name)
		for i, vector := range sections[name] {
			end := ",\n"
			if i == len(sections[name])-1 {
				end = "\n"
			}
			if _, err := fmt.Fprintf(to, "%s%s", vector, end); err != nil {
				return err
			}
		}
		separator = "],\n"
	}
	_, err := fmt.Fprintln(to, "]}")
	return err
}

func typeJSON(ty cty.Type) json.RawMessage {
	bytes, err := ty.MarshalJSON()
	check(err)
	return bytes
}

func pack(v cty.Value, ty cty.Type) string {
	bytes, err := msgpack.Marshal(v, ty)
	check(err)
	return hex.EncodeToString(bytes)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// control holds what JSON escapes.
const control = "<&>\"\\/\b\f\n\r\t\x00\x1f\x7f"

var texts = []string{
	"", "a", "hello", "e\u0301", "\u00e9", "\u1100\u1161\u11a8", "A\u030a", "\u212b", "q\u0307\u0323", "q\u0323\u0307",
	"\u2028\u2029", "\U0001F469\u200d\U0001F4BB", "\u0958", "\ufb01", "true", "1", "0",
	"false", "12.50", "1e3", "-0", "\u1e9b\u0323", "\uac01", "\u0344", "ami-0123456789abcdef", "https://example.com/",
	"0123456789012345678901234567890", "01234567890123456789012345678901", "\u0bd7", "a\u0315\u0300\u05ae\u0300b",
}

func strings() [][2]string {
	var out [][2]string
	for _, text := range texts {
		out = append(out, [2]string{text, cty.NormalizeString(text)})
	}
	return out
}

func prefixes() [][2]string {
	var out [][2]string
	for _, text := range append([]string{"a-", "a:", "a=", "a\n", "x-\u0301", "\r", "a\r", "a\r\n", "\U0001F1E6\U0001F1E7\U0001F1E8", "ab", "{\"a\"", "\u0e01\u0e33"}, texts...) {
		text = cty.NormalizeString(text)
		out = append(out, [2]string{text, ctystrings.SafeKnownPrefix(text)})
	}
	return out
}

func values(random *rand.Rand) []value {
	var out []value
	seen := map[string]bool{}
	for len(out) < 1500 {
		ty := randomType(random, 3)
		v := randomValue(random, ty, random.Intn(2) == 0)
		one := value{Type: typeJSON(ty), Msgpack: pack(v, ty)}
		if v.IsWhollyKnown() {
			text, err := ctyjson.Marshal(v, ty)
			check(err)
			one.JSON = string(text)
		}
		key := string(one.Type) + one.Msgpack
		if !seen[key] {
			seen[key] = true
			out = append(out, one)
		}
	}
	return out
}

func conversions(random *rand.Rand) []conversion {
	var out []conversion
	for len(out) < 3000 {
		from := withoutDynamic(randomType(random, 3))
		to := related(random, from, 3)
		v := randomValue(random, from, random.Intn(2) == 0)
		one := conversion{From: typeJSON(from), Value: pack(v, from), To: typeJSON(to)}
		result, err, panicked := tryConvert(v, to)
		if panicked || err != nil && !v.IsWhollyKnown() {
			// go-cty gives the list that it makes of a set with unknown elements the type of the set's elements.
			continue
		}
		if err == nil {
			packed, err := msgpack.Marshal(result, to.WithoutOptionalAttributesDeep())
			if err != nil {
				continue
			}
			one.Result = hex.EncodeToString(packed)
		}
		out = append(out, one)
	}
	return out
}

// tryConvert says what go-cty panics at.
func tryConvert(v cty.Value, to cty.Type) (result cty.Value, err error, panicked bool) {
	defer func() {
		panicked = recover() != nil
	}()
	result, err = convert.Convert(v, to)
	return result, err, false
}

func unifications(random *rand.Rand) []unified {
	var out []unified
	for len(out) < 1500 {
		first := randomType(random, 2)
		types := []cty.Type{first}
		for n := random.Intn(3); n >= 0; n-- {
			types = append(types, withoutOptional(related(random, first, 2)))
		}
		one := unified{}
		for _, ty := range types {
			one.Types = append(one.Types, typeJSON(ty))
		}
		result, _ := convert.Unify(types)
		if result != cty.NilType {
			one.Result = typeJSON(result)
		}
		out = append(out, one)
	}
	return out
}

func lenients() []lenient {
	object := cty.Object(map[string]cty.Type{"a": cty.String, "b": cty.Number})
	var out []lenient
	for _, one := range []struct {
		ty   cty.Type
		text string
	}{
		{cty.String, `1.50`}, {cty.String, `true`}, {cty.String, `"\ud83d\ude00"`}, {cty.String, `"\ud83d"`},
		{cty.String, `"\ud83d\u0041"`}, {cty.String, `[]`}, {cty.String, `"\u0000"`}, {cty.String, `1E+2`},
		{cty.Number, `"1.50"`}, {cty.Number, `"x"`}, {cty.Number, `1e2`}, {cty.Number, `-0`}, {cty.Number, `true`},
		{cty.Number, `.5`}, {cty.Number, `"0x10"`}, {cty.Number, `"1_000"`}, {cty.Number, `""`},
		{cty.Bool, `"true"`}, {cty.Bool, `"1"`}, {cty.Bool, `"True"`}, {cty.Bool, `1`}, {cty.Bool, `"0"`},
		{object, `{}`}, {object, `{"b": 1}`}, {object, `{"b":1,"a":"x","b":2}`}, {object, `{"c":1}`}, {object, `[]`},
		{cty.List(cty.String), ` [ "a" , null ] `}, {cty.List(cty.String), `{}`}, {cty.List(cty.String), `["a",]`},
		{cty.Set(cty.Number), `[1,1.0,"1",2]`}, {cty.Map(cty.Bool), `{"a":true,"a":false}`},
		{cty.Map(cty.Bool), `{"e\u0301":true}`},
		{cty.Tuple([]cty.Type{cty.String}), `["a"]`}, {cty.DynamicPseudoType, `{"type":"string","value":"a"}`},
		{cty.DynamicPseudoType, `{"value":["a"],"type":["list","string"]}`}, {cty.DynamicPseudoType, `{"type":"string"}`},
		{cty.DynamicPseudoType, `null`}, {cty.DynamicPseudoType, `"a"`}, {cty.DynamicPseudoType, `{"type":"number","value":null}`},
		{cty.DynamicPseudoType, `{"type":"string","value":"a","more":1}`},
	} {
		entry := lenient{Type: typeJSON(one.ty), JSON: one.text}
		if v, err := ctyjson.Unmarshal([]byte(one.text), one.ty); err == nil {
			entry.Msgpack = pack(v, one.ty)
		}
		out = append(out, entry)
	}
	return out
}
