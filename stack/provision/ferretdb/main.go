// Command ferretdb runs an embedded FerretDB with its SQLite backend on one address.
//
// FerretDB's own command refuses to start when it is built as a dependency (it needs
// version files that only its release build writes); its embeddable package does not.
// The flags are a subset of the official binary's. Clients reach it through a relay that
// makes single-document updates atomic; see serialize.go.
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen-addr", "127.0.0.1:27017", "TCP address")
	data := flag.String("sqlite-url", "file:data/", "directory of the databases, as a SQLite URI")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *listen, *data); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, listen, data string) error {
	// A directory of its own: only this user can enter it, and the path stays below a socket's 104 bytes.
	directory, err := os.MkdirTemp("/tmp", "wf-ferretdb-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(directory) }()
	socket := filepath.Join(directory, "s")
	// At the level below, every refused command is logged with the documents of its answer.
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: socket},
		Logger:    logger,
		Handler:   "sqlite",
		SQLiteURL: data,
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	go func() { failed <- server.Run(ctx) }()
	go func() { failed <- relay(ctx, listener, socket) }()
	return <-failed
}
