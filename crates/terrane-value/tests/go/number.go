package main

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// number is a text, what it is written as in JSON, and how it is sent.
type number struct {
	Text    string `json:"text"`
	JSON    string `json:"json"`
	Msgpack string `json:"msgpack"`
}

// float is a message with a float, what it is written as in JSON, and how it is sent again.
type float struct {
	Message string `json:"message"`
	JSON    string `json:"json"`
	Echo    string `json:"echo"`
}

// order says which of two numbers is greater, or that they are equal.
type order struct {
	A   string `json:"a"`
	B   string `json:"b"`
	Cmp int    `json:"cmp"`
}

func numbers(random *rand.Rand) []number {
	var out []number
	seen := map[string]bool{}
	for _, text := range numberTexts(random) {
		if seen[text] {
			continue
		}
		seen[text] = true
		v := cty.MustParseNumberVal(text)
		bytes, err := ctyjson.Marshal(v, cty.Number)
		check(err)
		out = append(out, number{text, string(bytes), pack(v, cty.Number)})
	}
	return out
}

func numberTexts(random *rand.Rand) []string {
	out := []string{
		"0", "1", "-1", "0.1", "0.5", "1.5", "1e2", "1E2", "1e+2", "1e-2", "-1.25e-3", "007", "+5", ".5", "5.", "1e22", "1e23",
		"1e100", "1e300", "1e-300", "1e400", "1e-400", "3.0", "100.0", "1.10", "18446744073709551615", "9223372036854775808",
		"123456789.123456789", "0.000001", "1e21", "1e20", "0.3333333333333333333333333333333333333333",
	}
	for bit := 0; bit < 130; bit++ {
		power := new(big.Int).Lsh(big.NewInt(1), uint(bit))
		for delta := int64(-1); delta <= 1; delta++ {
			around := new(big.Int).Add(power, big.NewInt(delta))
			out = append(out, around.String(), "-"+around.String())
		}
	}
	for places := 1; places < 60; places++ {
		fraction := new(big.Float).SetMantExp(big.NewFloat(1), -places)
		out = append(out, fraction.Text('f', places), "-"+fraction.Text('f', places), fmt.Sprintf("1e%d", places), fmt.Sprintf("-25e-%d", places))
	}
	for n := 0; n < 400; n++ {
		exact := math.Float64frombits(random.Uint64())
		if math.IsNaN(exact) || math.IsInf(exact, 0) || math.Abs(exact) > 1e100 || math.Abs(exact) < 1e-40 {
			exact = random.NormFloat64()
		}
		out = append(out, strconv.FormatFloat(exact, 'g', -1, 64))
		if text := big.NewFloat(exact).Text('g', 154); len(text) < 150 {
			out = append(out, text)
		}
	}
	for n := 0; n < 1500; n++ {
		digits := 1 + random.Intn(20)
		if n%3 == 0 {
			digits = 1 + random.Intn(154)
		}
		text := ""
		if random.Intn(2) == 0 {
			text = "-"
		}
		point := random.Intn(2 * digits)
		text += string(rune('1' + random.Intn(9)))
		for i := 1; i < digits; i++ {
			if i == point {
				text += "."
			}
			text += string(rune('0' + random.Intn(10)))
		}
		if random.Intn(3) == 0 {
			text += fmt.Sprintf("e%d", random.Intn(80)-40)
		}
		out = append(out, text)
	}
	return out
}

func floats(random *rand.Rand) []float {
	all := []float64{
		0, math.Copysign(0, -1), 0.1, 0.5, -0.25, 1, 3, 1e15, 1e18, 1e22, 1e23, 1 << 53, 1<<53 + 2, 1 << 62, -(1 << 63), 1 << 63,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 2.2250738585072014e-308, 1.0 / 3, math.Pi, 0.1 + 0.2, 1e-7, 123456.789,
	}
	for n := 0; n < 600; n++ {
		one := math.Float64frombits(random.Uint64())
		if math.IsNaN(one) || math.IsInf(one, 0) || n%2 == 0 {
			one = random.NormFloat64() * math.Pow(10, float64(random.Intn(20)-10))
		}
		all = append(all, one)
	}
	var out []float
	for _, one := range all {
		message := fmt.Sprintf("cb%016x", math.Float64bits(one))
		out = append(out, floatVector(message))
		if n := len(out); n%10 == 0 {
			out = append(out, floatVector(fmt.Sprintf("ca%08x", math.Float32bits(float32(random.NormFloat64())))))
		}
	}
	return out
}

func floatVector(message string) float {
	bytes, err := hex.DecodeString(message)
	check(err)
	v, err := msgpack.Unmarshal(bytes, cty.Number)
	check(err)
	text, err := ctyjson.Marshal(v, cty.Number)
	check(err)
	return float{message, string(text), pack(v, cty.Number)}
}

func orders(random *rand.Rand) []order {
	texts := numberTexts(random)
	var out []order
	for n := 0; n < 500; n++ {
		a, b := texts[random.Intn(len(texts))], texts[random.Intn(len(texts))]
		cmp := cty.MustParseNumberVal(a).AsBigFloat().Cmp(cty.MustParseNumberVal(b).AsBigFloat())
		out = append(out, order{a, b, cmp})
	}
	return out
}
