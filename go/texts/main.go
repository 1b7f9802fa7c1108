// Reads texts, one JSON object a line, and prints what Go makes of each: a JSON string with the meaning, or null for a text that Go refuses.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"
)

type question struct {
	Kind  string
	Text  string
	Other string
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		meaning, err := asked.meaning()
		if err != nil {
			fmt.Fprintln(output, "null")
			continue
		}
		quoted, _ := json.Marshal(meaning)
		fmt.Fprintln(output, string(quoted))
	}
}

func (asked question) meaning() (string, error) {
	switch asked.Kind {
	case "time":
		read, err := time.Parse(time.RFC3339, asked.Text)
		return fmt.Sprintf("%d %d", read.Unix(), read.Nanosecond()), err
	case "duration":
		read, err := time.ParseDuration(asked.Text)
		return fmt.Sprint(read.Nanoseconds()), err
	case "mac":
		read, err := net.ParseMAC(asked.Text)
		return hex.EncodeToString(read), err
	case "ip":
		read, err := netip.ParseAddr(asked.Text)
		return hex.EncodeToString(read.AsSlice()), err
	case "cidr":
		read, err := netip.ParsePrefix(asked.Text)
		return fmt.Sprintf("%s/%d", hex.EncodeToString(read.Addr().AsSlice()), read.Bits()), err
	case "json":
		text, err := normalized(asked.Text)
		if err != nil {
			return "", err
		}
		other, err := normalized(asked.Other)
		return fmt.Sprint(text == other), err
	}
	return "", errors.New("unknown kind")
}

// normalized writes JSON as jsontypes of the plugin framework does before it compares.
func normalized(text string) (string, error) {
	if !json.Valid([]byte(text)) {
		return "", errors.New("not JSON")
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", err
	}
	written, err := json.Marshal(&value)
	return string(written), err
}
