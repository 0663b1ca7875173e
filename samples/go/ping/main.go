// Command ping is an HTTP service on fasthttp that answers GET /ping with "pong", on this machine alone.
//
// Usage: ping PORT. Port 0 is any that is free; the line "port N" on standard output says that it listens, and where.
package main

import (
	"fmt"
	"net"

	"github.com/valyala/fasthttp"

	"loomweight/samples/stand"
)

const usage = "ping PORT"

func main() {
	port := stand.Number(1, 0, usage)
	stand.EndWithTheParent()
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		stand.Fail("cannot listen: %v", err)
	}
	fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
	server := &fasthttp.Server{Handler: answer, Name: "fasthttp"}
	if err := server.Serve(listener); err != nil {
		stand.Fail("cannot serve: %v", err)
	}
}

func answer(request *fasthttp.RequestCtx) {
	if !request.IsGet() || string(request.Path()) != "/ping" {
		request.Error("not found", fasthttp.StatusNotFound)
		return
	}
	request.SetContentType("text/plain")
	request.SetBodyString("pong")
}
