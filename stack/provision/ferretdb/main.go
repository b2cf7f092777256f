// Command ferretdb runs an embedded FerretDB with its SQLite backend on one address.
//
// FerretDB's own command refuses to start when it is built as a dependency (it needs
// version files that only its release build writes); its embeddable package does not.
// The flags are a subset of the official binary's. It is built with the patches of
// ../mongo.ts, without which updates of one document are not atomic.
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen-addr", "127.0.0.1:27017", "TCP address")
	data := flag.String("sqlite-url", "file:data/", "directory of the databases, as a SQLite URI")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// At the level below, every refused command is logged with the documents of its answer.
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: *listen},
		Logger:    logger,
		Handler:   "sqlite",
		SQLiteURL: *data,
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
