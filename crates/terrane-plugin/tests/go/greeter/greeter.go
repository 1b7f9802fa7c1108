// Package greeter is the small gRPC service that the test host and the test plugin share.
//
// Its messages are protobuf's well-known wrappers and its service description is written by hand, so that no protobuf
// compiler is needed to build the two programs.
package greeter

import (
	"context"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Handshake is what host and plugin must agree on.
var Handshake = plugin.HandshakeConfig{
	MagicCookieKey:   "TERRANE_EXAMPLE_COOKIE",
	MagicCookieValue: "greeter",
}

// Server is the plugin's side of the service.
type Server interface {
	Greet(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error)
	Print(context.Context, *wrapperspb.StringValue) (*emptypb.Empty, error)
	CallBack(context.Context, *wrapperspb.UInt32Value) (*wrapperspb.StringValue, error)
	Offer(context.Context, *emptypb.Empty) (*wrapperspb.UInt32Value, error)
	Version(context.Context, *emptypb.Empty) (*wrapperspb.UInt32Value, error)
}

const service = "example.Greeter"

// Register adds the service to a gRPC server.
func Register(s *grpc.Server, server Server) {
	s.RegisterService(&grpc.ServiceDesc{
		ServiceName: service,
		HandlerType: (*Server)(nil),
		Methods: []grpc.MethodDesc{
			unary("Greet", Server.Greet),
			unary("Print", Server.Print),
			unary("CallBack", Server.CallBack),
			unary("Offer", Server.Offer),
			unary("Version", Server.Version),
		},
	}, server)
}

func unary[Req, Resp any](name string, method func(Server, context.Context, *Req) (Resp, error)) grpc.MethodDesc {
	return grpc.MethodDesc{
		MethodName: name,
		Handler: func(srv any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			req := new(Req)
			if err := decode(req); err != nil {
				return nil, err
			}
			return method(srv.(Server), ctx, req)
		},
	}
}

// Call makes one unary call of the service.
func Call(ctx context.Context, conn grpc.ClientConnInterface, method string, req, resp proto.Message) error {
	return conn.Invoke(ctx, "/"+service+"/"+method, req, resp)
}

// Greet calls the method of that name.
func Greet(ctx context.Context, conn grpc.ClientConnInterface, name string) (string, error) {
	resp := new(wrapperspb.StringValue)
	err := Call(ctx, conn, "Greet", wrapperspb.String(name), resp)
	return resp.GetValue(), err
}
