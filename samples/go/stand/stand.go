// Package stand is how a program in Go talks to the experiment that started it: a line on standard output for each
// figure, a line on standard error and exit status 1 for a failure, and an end when standard input ends.
package stand

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"
)

// EndWithTheParent ends this process when its standard input ends, so that it does not outlive whoever started it.
func EndWithTheParent() {
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
}

// Nanos says that a length of time was measured, and which of the experiment's figures it is.
func Nanos(key string, measured time.Duration) {
	fmt.Println("figure", key, "NANOS", measured.Nanoseconds())
}

// Count says that things were counted, and which of the experiment's figures it is.
func Count(key string, count int) {
	fmt.Println("figure", key, "COUNT", count)
}

// Fail says in one line why this program cannot go on, and ends it with exit status 1.
func Fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

// Number is the argument at an index, counted from 1, of a program that is used as the words say. An argument that is
// missing, no whole number, or below the least ends the program.
func Number(index int, least int, usage string) int {
	if index < len(os.Args) {
		if number, err := strconv.Atoi(os.Args[index]); err == nil && number >= least {
			return number
		}
	}
	Fail("usage: %s", usage)
	return 0
}
