// The test host: go-plugin's client, which drives a plugin binary given on the command line through one scenario and
// prints what happened as one JSON object. Steps that fail say so in "errors"; the Rust tests judge.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"example.org/greeter/greeter"
)

// report is what the program prints.
type report struct {
	Version    int               `json:"version"`
	Address    string            `json:"address"`
	Greeting   string            `json:"greeting"`
	Big        int               `json:"big"`
	CallBack   string            `json:"callback"`
	Offer      string            `json:"offer"`
	Stdout     string            `json:"stdout"`
	Stderr     string            `json:"stderr"`
	Log        string            `json:"log"`
	Intruders  map[string]string `json:"intruders"`
	KillMillis int64             `json:"kill_millis"`
	Exited     bool              `json:"exited"`
	SocketLeft bool              `json:"socket_left"`
	Errors     map[string]string `json:"errors"`
}

func (r *report) try(step string, action func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := action(ctx); err != nil {
		r.Errors[step] = err.Error()
		return false
	}
	return true
}

func main() {
	mtls := flag.Bool("mtls", true, "AutoMTLS")
	multiplex := flag.Bool("multiplex", false, "multiplex the broker's connections")
	versions := flag.String("versions", "5,6", "protocol versions to offer")
	timeout := flag.Duration("start-timeout", 20*time.Second, "time that the plugin has to start")
	cookie := flag.String("cookie", greeter.Handshake.MagicCookieValue, "magic cookie's value")
	group := flag.String("group", "", "group that owns the socket")
	intrude := flag.Bool("intrude", false, "try to connect with a wrong certificate, with none and in plaintext")
	stubborn := flag.String("kill-with", "", "name to greet, without waiting for the answer, before the kill")
	flag.Parse()

	r := &report{Errors: map[string]string{}, Intruders: map[string]string{}}
	var stdout, stderr, log buffer
	sets := map[int]plugin.PluginSet{}
	for _, text := range strings.Split(*versions, ",") {
		version, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		sets[version] = plugin.PluginSet{"greeter": &greeterPlugin{}}
	}
	config := &plugin.ClientConfig{
		HandshakeConfig:     greeter.Handshake,
		VersionedPlugins:    sets,
		Cmd:                 exec.Command(flag.Arg(0), flag.Args()[1:]...),
		AllowedProtocols:    []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:            *mtls,
		GRPCBrokerMultiplex: *multiplex,
		StartTimeout:        *timeout,
		SyncStdout:          &stdout,
		SyncStderr:          &stderr,
		Logger:              hclog.New(&hclog.LoggerOptions{Level: hclog.Trace, Output: &log, JSONFormat: true}),
	}
	config.MagicCookieValue = *cookie
	if *group != "" {
		config.UnixSocketConfig = &plugin.UnixSocketConfig{Group: *group}
	}
	client := plugin.NewClient(config)

	var address net.Addr
	if r.try("start", func(context.Context) (err error) { address, err = client.Start(); return err }) {
		r.Version, r.Address = client.NegotiatedVersion(), address.String()
		r.try("drive", func(context.Context) error { return drive(r, client, &stdout, &stderr) })
		if *intrude {
			intruders(r, address)
		}
		if *stubborn != "" {
			go func() { _, _ = greeter.Greet(context.Background(), dispensed(client), *stubborn) }()
			time.Sleep(200 * time.Millisecond)
		}
	}

	begin := time.Now()
	client.Kill()
	r.KillMillis = time.Since(begin).Milliseconds()
	r.Exited = client.Exited()
	if address != nil && address.Network() == "unix" {
		_, err := os.Stat(address.String())
		r.SocketLeft = !errors.Is(err, os.ErrNotExist)
	}
	r.Stdout, r.Stderr, r.Log = stdout.String(), stderr.String(), log.String()
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		panic(err)
	}
}

// drive goes through everything that a host does with a live plugin.
func drive(r *report, client *plugin.Client, stdout, stderr *buffer) error {
	protocol, err := client.Client()
	if err != nil {
		return err
	}
	r.try("ping", func(context.Context) error { return protocol.Ping() })
	raw, err := protocol.Dispense("greeter")
	if err != nil {
		return err
	}
	plugged := raw.(*dispensedPlugin)
	r.try("greet", func(ctx context.Context) (err error) {
		r.Greeting, err = greeter.Greet(ctx, plugged.conn, "host")
		return err
	})
	r.try("version", func(ctx context.Context) error {
		served := new(wrapperspb.UInt32Value)
		err := greeter.Call(ctx, plugged.conn, "Version", &emptypb.Empty{}, served)
		if err == nil && int(served.GetValue()) != client.NegotiatedVersion() {
			err = fmt.Errorf("the plugin serves version %d", served.GetValue())
		}
		return err
	})
	r.try("big", func(ctx context.Context) error {
		answer, err := greeter.Greet(ctx, plugged.conn, strings.Repeat("x", 8<<20))
		r.Big = len(answer)
		return err
	})
	r.try("callback", func(ctx context.Context) error {
		id := plugged.broker.NextId()
		go plugged.broker.AcceptAndServe(id, func(options []grpc.ServerOption) *grpc.Server {
			s := grpc.NewServer(options...)
			greeter.Register(s, hostGreeter{})
			return s
		})
		answer := new(wrapperspb.StringValue)
		err := greeter.Call(ctx, plugged.conn, "CallBack", wrapperspb.UInt32(id), answer)
		r.CallBack = answer.GetValue()
		return err
	})
	r.try("offer", func(ctx context.Context) error {
		id := new(wrapperspb.UInt32Value)
		if err := greeter.Call(ctx, plugged.conn, "Offer", &emptypb.Empty{}, id); err != nil {
			return err
		}
		conn, err := plugged.broker.Dial(id.GetValue())
		if err != nil {
			return err
		}
		defer conn.Close()
		r.Offer, err = greeter.Greet(ctx, conn, "broker")
		return err
	})
	r.try("print", func(ctx context.Context) error {
		if err := greeter.Call(ctx, plugged.conn, "Print", wrapperspb.String("printed"), &emptypb.Empty{}); err != nil {
			return err
		}
		for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			if strings.Contains(stdout.String(), "printed\n") && strings.Contains(stderr.String(), "printed\n") {
				return nil
			}
		}
		return errors.New("what was printed never arrived")
	})
	return nil
}

// hostGreeter is the greeter that the host serves to the plugin through the broker.
type hostGreeter struct{ greeter.Server }

func (hostGreeter) Greet(_ context.Context, name *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	return wrapperspb.String("host greets " + name.GetValue()), nil
}

type dispensedPlugin struct {
	broker *plugin.GRPCBroker
	conn   *grpc.ClientConn
}

func dispensed(client *plugin.Client) *grpc.ClientConn {
	protocol, err := client.Client()
	if err != nil {
		panic(err)
	}
	raw, err := protocol.Dispense("greeter")
	if err != nil {
		panic(err)
	}
	return raw.(*dispensedPlugin).conn
}

type greeterPlugin struct{ plugin.NetRPCUnsupportedPlugin }

func (*greeterPlugin) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error {
	return errors.New("this program is a host only")
}

func (*greeterPlugin) GRPCClient(_ context.Context, broker *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return &dispensedPlugin{broker, conn}, nil
}

// buffer collects what several goroutines write.
type buffer struct {
	mutex sync.Mutex
	bytes bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.bytes.Write(p)
}

func (b *buffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.bytes.String()
}
