// Package faults serves a provider that fails where the environment asks for it.
//
// AWKWARD_FAULT has faults that are separated by commas: KIND:WHERE or KIND:WHERE:FILE. With FILE, the fault happens only if this file exists, and removes it: so it
// happens once, also over several processes. WHERE is the name of an RPC in the served protocol, or "start" for the time before the
// handshake. The kinds are:
//
//	crash    panics before the RPC
//	late     exits after the RPC has done its work, without an answer
//	hang     never answers
//	flood    writes a log of 64 MiB, then works as usual
//	garbage  answers bytes that are no message (for start: prints no handshake)
//	refuse   answers a gRPC error
//
// At an orderly end, the process writes the file that AWKWARD_FAREWELL names. Each call appends its name to the file that AWKWARD_CALLS names.
package faults

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// The start of a process, as a place of faults.
const start = "start"

// Serve serves plugins by protocol version, with the requested faults.
func Serve(versions map[int]plugin.PluginSet) {
	if kind, found := due(start); found {
		happen(kind, start)
		if kind == "garbage" {
			fmt.Println("\x00\xff this is no handshake")
			time.Sleep(time.Hour)
		}
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion:  5,
			MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
			MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
		},
		VersionedPlugins: versions,
		Logger:           hclog.New(&hclog.LoggerOptions{Level: hclog.Trace, Output: os.Stderr, JSONFormat: true}),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options,
				grpc.MaxRecvMsgSize(256<<20),
				grpc.MaxSendMsgSize(256<<20),
				grpc.UnaryInterceptor(unary),
				grpc.StreamInterceptor(streaming),
			)...)
		},
	})
	if file := os.Getenv("AWKWARD_FAREWELL"); file != "" {
		if err := os.WriteFile(file, []byte("ended"), 0o600); err != nil {
			panic(err)
		}
	}
}

// record appends the name of an RPC of the provider to the file that AWKWARD_CALLS names.
func record(method string) {
	file := os.Getenv("AWKWARD_CALLS")
	if file == "" || !strings.HasPrefix(method, "/tfplugin") {
		return
	}
	calls, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer calls.Close()
	fmt.Fprintln(calls, path.Base(method))
}

// due returns the kind of fault that is to happen at a place.
func due(place string) (string, bool) {
	for fault := range strings.SplitSeq(os.Getenv("AWKWARD_FAULT"), ",") {
		parts := strings.SplitN(fault, ":", 3)
		if len(parts) < 2 || parts[1] != place {
			continue
		}
		if len(parts) == 2 || os.Remove(parts[2]) == nil {
			return parts[0], true
		}
	}
	return "", false
}

// happen does what a fault does before the work.
func happen(kind, place string) {
	switch kind {
	case "crash":
		fmt.Fprintf(os.Stderr, "about to crash in %s\n", place)
		// A panic in an RPC would be recovered.
		go panic("awkward crash in " + place)
		select {}
	case "hang":
		time.Sleep(time.Hour)
	case "flood":
		line := strings.Repeat("x", 1023) + "\n"
		for range 64 << 10 {
			fmt.Fprint(os.Stderr, line)
		}
	}
}

// garbage returns bytes that are no message of any type.
func garbage() *wrapperspb.BytesValue {
	message := &wrapperspb.BytesValue{}
	message.ProtoReflect().SetUnknown([]byte{0x07})
	return message
}

func unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	place := path.Base(info.FullMethod)
	record(info.FullMethod)
	kind, found := due(place)
	if !found {
		return handler(ctx, req)
	}
	happen(kind, place)
	switch kind {
	case "garbage":
		return garbage(), nil
	case "refuse":
		return nil, status.Error(codes.Internal, "awkward refusal of "+place)
	}
	answer, err := handler(ctx, req)
	if kind == "late" {
		os.Exit(3)
	}
	return answer, err
}

func streaming(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	place := path.Base(info.FullMethod)
	record(info.FullMethod)
	kind, found := due(place)
	if !found {
		return handler(srv, stream)
	}
	happen(kind, place)
	switch kind {
	case "garbage":
		return stream.SendMsg(garbage())
	case "refuse":
		return status.Error(codes.Internal, "awkward refusal of "+place)
	}
	err := handler(srv, stream)
	if kind == "late" {
		os.Exit(3)
	}
	return err
}
