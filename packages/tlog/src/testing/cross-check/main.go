// Command cross-check verifies a log with Go's own implementation of notes and trees, golang.org/x/mod/sumdb, which shares
// no code with this package. It reads a request from the standard input, and writes a reply to the standard output. It ends
// with status 1 and a sentence on the standard error for the first thing that is wrong.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a hash in base64.
type Hash = tlog.Hash

type request struct {
	// Prefix is the log's address, or a folder with its files.
	Prefix string
	// Key and Witnesses are verifier keys. All witnesses must have cosigned.
	Key       string
	Witnesses []string
	// AllEntries says whether the whole tree is built from the entries.
	AllEntries bool
	Inclusion  []struct {
		Index  int64
		Hashes []Hash
	}
	Consistency []struct {
		Size   int64
		Root   Hash
		Hashes []Hash
	}
	// Proofs are texts of tlog-proof.
	Proofs []struct {
		Text string
		Leaf []byte
	}
}

type reply struct {
	Size int64
	Root Hash
	// Times are those of the witnesses' cosignatures.
	Times []uint64
	// Inclusion and Consistency are the proofs that Go makes from the same tiles.
	Inclusion   [][]Hash
	Consistency [][]Hash
	// Note is a note that Go signed with a new key.
	Note string
	Key  string
}

func fetch(prefix, path string) ([]byte, error) {
	if !strings.HasPrefix(prefix, "http") {
		return os.ReadFile(prefix + "/" + path)
	}
	response, err := http.Get(prefix + "/" + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, response.Status)
	}
	return io.ReadAll(response.Body)
}

// pathOf turns the path of a tile of package tlog (tile/8/0/001) into that of tlog-tiles (tile/0/001).
func pathOf(tile tlog.Tile) string {
	return "tile/" + strings.TrimPrefix(tile.Path(), "tile/8/")
}

// tiles reads the tiles of a log; package tlog verifies them against the root.
type tiles struct{ prefix string }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		data, err := fetch(t.prefix, pathOf(tile))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// witness verifies cosignatures (tlog-cosignature), which package note leaves to its users.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
	time uint64
}

func newWitness(vkey string) (*witness, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return nil, errors.New("a verifier key has three parts")
	}
	id, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 33 || key[0] != 4 {
		return nil, errors.New("the key of a witness has the type 4")
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if binary.BigEndian.Uint32(sum[:]) != uint32(id) {
		return nil, errors.New("the id of a witness is not that of its key")
	}
	return &witness{name: parts[0], hash: uint32(id), key: key[1:]}, nil
}

func (w *witness) Name() string    { return w.name }
func (w *witness) KeyHash() uint32 { return w.hash }
func (w *witness) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	w.time = binary.BigEndian.Uint64(sig)
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", w.time, msg)
	return ed25519.Verify(w.key, []byte(signed), sig[8:])
}

// open verifies all signatures of a checkpoint, and reads its tree.
func open(text []byte, key string, witnesses []*witness) (tlog.Tree, error) {
	log, err := note.NewVerifier(key)
	if err != nil {
		return tlog.Tree{}, err
	}
	verifiers := []note.Verifier{log}
	for _, one := range witnesses {
		verifiers = append(verifiers, one)
	}
	opened, err := note.Open(text, note.VerifierList(verifiers...))
	if err != nil {
		return tlog.Tree{}, err
	}
	if len(opened.Sigs) != len(verifiers) {
		return tlog.Tree{}, fmt.Errorf("%d of %d signed", len(opened.Sigs), len(verifiers))
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != log.Name() {
		return tlog.Tree{}, errors.New("the origin is not the key's name")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// rebuild builds the tree of all entries, as a monitor does.
func rebuild(prefix string, size int64) (Hash, error) {
	var hashes []Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		found := make([]Hash, len(indexes))
		for i, index := range indexes {
			found[i] = hashes[index]
		}
		return found, nil
	})
	for at := int64(0); at < size; {
		width := size - at
		if width > 256 {
			width = 256
		}
		path := pathOf(tlog.Tile{H: 8, L: -1, N: at / 256, W: int(width)})
		data, err := fetch(prefix, strings.Replace(path, "tile/data/", "tile/entries/", 1))
		if err != nil {
			return Hash{}, err
		}
		for ; width > 0; width-- {
			if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
				return Hash{}, fmt.Errorf("the entry %d is cut off", at)
			}
			length := int(binary.BigEndian.Uint16(data))
			stored, err := tlog.StoredHashes(at, data[2:2+length], reader)
			if err != nil {
				return Hash{}, err
			}
			hashes = append(hashes, stored...)
			data = data[2+length:]
			at++
		}
		if len(data) > 0 {
			return Hash{}, fmt.Errorf("%s has more entries than its width", path)
		}
	}
	return tlog.TreeHash(size, reader)
}

// checkProof verifies a tlog-proof of a leaf.
func checkProof(text string, leaf []byte, key string, witnesses []*witness) error {
	parts := strings.SplitN(text, "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if len(parts) != 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("no tlog-proof")
	}
	lines = lines[1:]
	if strings.HasPrefix(lines[0], "extra ") {
		extra, err := base64.StdEncoding.DecodeString(lines[0][len("extra "):])
		if err != nil || !bytes.Equal(extra, leaf) {
			return errors.New("the extra line is not the leaf")
		}
		lines = lines[1:]
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[1:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		proof = append(proof, hash)
	}
	tree, err := open([]byte(parts[1]), key, witnesses)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leaf))
}

func run(asked request) (reply, error) {
	fail := func(what string, err error) (reply, error) { return reply{}, fmt.Errorf("%s: %w", what, err) }
	var witnesses []*witness
	for _, vkey := range asked.Witnesses {
		one, err := newWitness(vkey)
		if err != nil {
			return fail("witness", err)
		}
		witnesses = append(witnesses, one)
	}
	text, err := fetch(asked.Prefix, "checkpoint")
	if err != nil {
		return fail("checkpoint", err)
	}
	tree, err := open(text, asked.Key, witnesses)
	if err != nil {
		return fail("checkpoint", err)
	}
	answer := reply{Size: tree.N, Root: tree.Hash}
	for _, one := range witnesses {
		answer.Times = append(answer.Times, one.time)
	}
	if asked.AllEntries {
		root, err := rebuild(asked.Prefix, tree.N)
		if err == nil && root != tree.Hash {
			err = errors.New("they have another root")
		}
		if err != nil {
			return fail("entries", err)
		}
	}
	reader := tlog.TileHashReader(tree, tiles{asked.Prefix})
	for _, one := range asked.Inclusion {
		proof, err := tlog.ProveRecord(tree.N, one.Index, reader)
		if err != nil {
			return fail("tiles", err)
		}
		hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, one.Index)})
		if err != nil {
			return fail("tiles", err)
		}
		// Go's reader does not verify every tile (module x/mod 0.7), so this does.
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, one.Index, hashes[0]); err != nil {
			return fail("tiles", err)
		}
		if err := tlog.CheckRecord(one.Hashes, tree.N, tree.Hash, one.Index, hashes[0]); err != nil {
			return fail(fmt.Sprintf("inclusion of %d", one.Index), err)
		}
		answer.Inclusion = append(answer.Inclusion, proof)
	}
	for _, one := range asked.Consistency {
		proof, err := tlog.ProveTree(tree.N, one.Size, reader)
		if err != nil {
			return fail("tiles", err)
		}
		root, err := tlog.TreeHash(one.Size, reader)
		if err == nil {
			err = tlog.CheckTree(proof, tree.N, tree.Hash, one.Size, root)
		}
		if err != nil {
			return fail("tiles", err)
		}
		if err := tlog.CheckTree(one.Hashes, tree.N, tree.Hash, one.Size, one.Root); err != nil {
			return fail(fmt.Sprintf("consistency with %d", one.Size), err)
		}
		answer.Consistency = append(answer.Consistency, proof)
	}
	for at, one := range asked.Proofs {
		if err := checkProof(one.Text, one.Leaf, asked.Key, witnesses); err != nil {
			return fail(fmt.Sprintf("proof %d", at), err)
		}
	}
	private, public, err := note.GenerateKey(rand.Reader, "go.example/log")
	if err != nil {
		return fail("key", err)
	}
	signer, err := note.NewSigner(private)
	if err != nil {
		return fail("key", err)
	}
	signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("go.example/log\n%d\n%v\n", tree.N, tree.Hash)}, signer)
	answer.Note, answer.Key = string(signed), public
	return answer, err
}

func main() {
	var asked request
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		var answer reply
		if answer, err = run(asked); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(answer)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
