// The test plugin: a go-plugin server for the Rust client, with knobs (environment variables) to misbehave.
//
//	GREETER_SLEEP   time to wait before the handshake ("3s")
//	GREETER_STDERR  text written to stderr before anything else
//	GREETER_EXIT    exit code, before the handshake
//	GREETER_LINE    line printed instead of the handshake; the process then lives on
//	GREETER_LINGER  any value: the process outlives the server that was shut down
//	GREETER_TLS     "wrong-certificate", "wrong-key" or "none": impersonate, see impostor.go
//	GREETER_LISTEN  "tcp": as go-plugin listens on Windows
//	GREETER_TEST    any value: go-plugin's test mode, the reattach configuration goes to stdout as JSON
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"example.org/greeter/greeter"
)

var logger = hclog.New(&hclog.LoggerOptions{
	Name:       "greeter",
	Level:      hclog.Trace,
	Output:     os.Stderr,
	JSONFormat: true,
})

type greeterPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	version uint32
}

func (p *greeterPlugin) GRPCServer(broker *plugin.GRPCBroker, s *grpc.Server) error {
	greeter.Register(s, &server{broker: broker, version: p.version})
	return nil
}

func (*greeterPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("this program is a plugin only")
}

type server struct {
	broker  *plugin.GRPCBroker
	version uint32
}

// Greet greets, unless the name is one of the orders to misbehave.
func (s *server) Greet(ctx context.Context, name *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	switch order, argument, _ := strings.Cut(name.GetValue(), ":"); order {
	case "panic":
		go panic(argument)
		time.Sleep(time.Minute)
	case "exit":
		code, _ := strconv.Atoi(argument)
		os.Exit(code)
	case "sleep":
		pause, _ := time.ParseDuration(argument)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			logger.Warn("call cancelled")
			return nil, ctx.Err()
		}
	case "log":
		logger.Named("sub").Info(argument, "answer", 42, "list", []string{"a", "b"})
	case "big":
		size, _ := strconv.Atoi(argument)
		return wrapperspb.String(strings.Repeat("x", size)), nil
	case "env":
		return wrapperspb.String(os.Getenv(argument)), nil
	}
	return wrapperspb.String("hello, " + name.GetValue()), nil
}

func (s *server) Print(_ context.Context, text *wrapperspb.StringValue) (*emptypb.Empty, error) {
	fmt.Fprintln(os.Stdout, text.GetValue())
	fmt.Fprintln(os.Stderr, text.GetValue())
	return &emptypb.Empty{}, nil
}

func (s *server) CallBack(ctx context.Context, id *wrapperspb.UInt32Value) (*wrapperspb.StringValue, error) {
	conn, err := s.broker.Dial(id.GetValue())
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	answer, err := greeter.Greet(ctx, conn, "plugin")
	return wrapperspb.String(answer), err
}

func (s *server) Offer(context.Context, *emptypb.Empty) (*wrapperspb.UInt32Value, error) {
	id := s.broker.NextId()
	go s.broker.AcceptAndServe(id, func(options []grpc.ServerOption) *grpc.Server {
		brokered := grpc.NewServer(options...)
		greeter.Register(brokered, s)
		return brokered
	})
	return wrapperspb.UInt32(id), nil
}

func (s *server) Version(context.Context, *emptypb.Empty) (*wrapperspb.UInt32Value, error) {
	return wrapperspb.UInt32(s.version), nil
}

func config() *plugin.ServeConfig {
	versions := map[int]plugin.PluginSet{}
	for _, version := range []int{5, 6} {
		versions[version] = plugin.PluginSet{"greeter": &greeterPlugin{version: uint32(version)}}
	}
	return &plugin.ServeConfig{
		HandshakeConfig:  greeter.Handshake,
		VersionedPlugins: versions,
		GRPCServer:       plugin.DefaultGRPCServer,
		Logger:           logger,
	}
}

func main() {
	fmt.Fprint(os.Stderr, os.Getenv("GREETER_STDERR"))
	if pause, err := time.ParseDuration(os.Getenv("GREETER_SLEEP")); err == nil {
		time.Sleep(pause)
	}
	if code, err := strconv.Atoi(os.Getenv("GREETER_EXIT")); err == nil {
		os.Exit(code)
	}
	if line, ok := os.LookupEnv("GREETER_LINE"); ok {
		fmt.Println(line)
		time.Sleep(time.Hour)
	}
	if deceit := os.Getenv("GREETER_TLS"); deceit != "" {
		impersonate(deceit)
	}
	if os.Getenv("GREETER_LISTEN") == "tcp" {
		serveTCP()
	}

	serve := config()
	if os.Getenv("GREETER_TEST") != "" {
		reattach := make(chan *plugin.ReattachConfig)
		serve.Test = &plugin.ServeTestConfig{Context: context.Background(), ReattachConfigCh: reattach}
		go func() {
			config := <-reattach
			_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
				"Protocol":        config.Protocol,
				"ProtocolVersion": config.ProtocolVersion,
				"Pid":             config.Pid,
				"Test":            config.Test,
				"Addr":            map[string]string{"Network": config.Addr.Network(), "String": config.Addr.String()},
			})
		}()
	}
	plugin.Serve(serve)
	if os.Getenv("GREETER_LINGER") != "" {
		time.Sleep(time.Hour)
	}
}
