package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
)

// FerretDB's SQLite backend reads a document, changes it and writes it back in separate steps, so
// of updates that run at the same time all but one are lost: 200 concurrent increments made 6.
// MongoDB promises that an update of one document is atomic, and everything that counts or claims
// rests on that promise. This relay keeps it by letting one write through at a time.

const (
	headerSize      = 16
	maxMessage      = 48_000_000
	opMessage       = 2013
	flagMoreToCome  = 1 << 1
	firstSectionAt  = headerSize + 4
	firstDocumentAt = firstSectionAt + 1
)

// reads are the commands that change nothing; everything else waits its turn.
var reads = map[string]bool{
	"aggregate": true, "buildInfo": true, "buildinfo": true, "count": true, "distinct": true, "endSessions": true,
	"explain": true, "find": true, "getMore": true, "getParameter": true, "hello": true, "isMaster": true,
	"ismaster": true, "killCursors": true, "listCollections": true, "listDatabases": true, "listIndexes": true,
	"ping": true, "serverStatus": true, "whatsmyuri": true,
}

// relay accepts connections until the context ends and passes their messages to the backend's socket.
func relay(ctx context.Context, listener net.Listener, backend string) error {
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	var writes sync.Mutex
	for {
		client, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		go serveClient(ctx, client, backend, &writes)
	}
}

func serveClient(ctx context.Context, client net.Conn, backend string, writes *sync.Mutex) {
	server, err := net.Dial("unix", backend)
	if err != nil {
		slog.Error("backend away", "error", err)
		_ = client.Close()
		return
	}
	stop := context.AfterFunc(ctx, func() { _ = client.Close(); _ = server.Close() })
	defer func() { stop(); _ = client.Close(); _ = server.Close() }()
	for {
		request, err := readMessage(client)
		if err == nil {
			err = exchange(request, client, server, writes)
		}
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
				slog.Error("connection ended", "error", err)
			}
			return
		}
	}
}

// exchange passes one request on and its reply back; a write holds the turn until its reply is there.
func exchange(request []byte, client, server net.Conn, writes *sync.Mutex) error {
	if !isRead(request) {
		writes.Lock()
		defer writes.Unlock()
	}
	if _, err := server.Write(request); err != nil {
		return err
	}
	if opCode(request) == opMessage && flags(request)&flagMoreToCome != 0 {
		return nil
	}
	reply, err := readMessage(server)
	if err != nil {
		return err
	}
	_, err = client.Write(reply)
	return err
}

func readMessage(from io.Reader) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(from, size[:]); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length < headerSize || length > maxMessage {
		return nil, fmt.Errorf("a message of %d bytes", length)
	}
	message := make([]byte, length)
	copy(message, size[:])
	_, err := io.ReadFull(from, message[len(size):])
	return message, err
}

// isRead tells whether a message changes nothing; one that it does not understand counts as a write.
func isRead(message []byte) bool {
	if opCode(message) != opMessage {
		// Only the handshake still comes as an OP_QUERY.
		return opCode(message) == 2004
	}
	return reads[commandName(message)]
}

// commandName is the first key of the first section's document.
func commandName(message []byte) string {
	const nameAt = firstDocumentAt + 4 + 1
	if len(message) <= nameAt || message[firstSectionAt] != 0 {
		return ""
	}
	for end := nameAt; end < len(message); end++ {
		if message[end] == 0 {
			return string(message[nameAt:end])
		}
	}
	return ""
}

func opCode(message []byte) uint32 { return binary.LittleEndian.Uint32(message[12:16]) }

func flags(message []byte) uint32 {
	if len(message) < firstSectionAt {
		return 0
	}
	return binary.LittleEndian.Uint32(message[headerSize:firstSectionAt])
}
