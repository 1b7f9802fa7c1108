// Package store keeps objects as JSON files in a folder, so that they outlive the process and tests can change them.
package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Prefix is the prefix of the names of types: AWKWARD_PREFIX, or "awkward".
func Prefix() string {
	if prefix := os.Getenv("AWKWARD_PREFIX"); prefix != "" {
		return prefix
	}
	return "awkward"
}

// Store is a folder of objects.
type Store struct{ Folder string }

// Open returns the store in a folder. The default is AWKWARD_FOLDER, or the working directory.
func Open(folder string) Store {
	if folder == "" {
		folder = os.Getenv("AWKWARD_FOLDER")
	}
	return Store{folder}
}

// Write stores an object.
func (s Store) Write(name string, object any) error {
	data, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return os.WriteFile(s.path(name), data, 0o600)
}

// Read reads an object, and returns whether it exists.
func (s Store) Read(name string, object any) (bool, error) {
	data, err := os.ReadFile(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, json.Unmarshal(data, object)
}

// Delete removes an object.
func (s Store) Delete(name string) error {
	if err := os.Remove(s.path(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Names returns the names of all objects.
func (s Store) Names() ([]string, error) {
	files, err := filepath.Glob(s.path("*"))
	for index, file := range files {
		files[index] = file[len(s.path(""))-len(".json") : len(file)-len(".json")]
	}
	return files, err
}

func (s Store) path(name string) string { return filepath.Join(s.Folder, name+".json") }
