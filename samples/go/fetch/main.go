// Command fetch gets one address many times by a pool of goroutines, over connections that are kept open.
//
// Usage: fetch URL GETS WORKERS. 0 workers are two for each processor.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"loomweight/samples/stand"
)

const (
	usage = "fetch URL GETS WORKERS"
	// A service that says nothing for so long is taken for dead.
	patience = time.Minute
)

func main() {
	gets := stand.Number(2, 1, usage)
	workers := stand.Number(3, 0, usage)
	if workers == 0 {
		workers = 2 * runtime.GOMAXPROCS(0)
	}
	url := os.Args[1]
	stand.EndWithTheParent()

	// Without a proxy: what is measured is the service that is named.
	client := &http.Client{
		Timeout:   patience,
		Transport: &http.Transport{MaxIdleConns: workers, MaxIdleConnsPerHost: workers},
	}
	took, failed, first := run(gets, workers, func() error { return get(client, url) })
	if failed > 0 {
		stand.Fail("%d of %d GETs failed, the first of them: %v", failed, gets, first)
	}
	stand.Count("goWorkers", workers)
	stand.Nanos("goPool", took)
}

// Runs a task as often as told, by so many goroutines; returns how long all took, how many failed, and why the first
// of these did.
func run(tasks int, workers int, task func() error) (took time.Duration, failed int64, first error) {
	var pool sync.WaitGroup
	var begun, failures atomic.Int64
	var once sync.Once
	pool.Add(workers)
	began := time.Now()
	for i := 0; i < workers; i++ {
		go func() {
			defer pool.Done()
			for begun.Add(1) <= int64(tasks) {
				if err := task(); err != nil {
					failures.Add(1)
					once.Do(func() { first = err })
				}
			}
		}()
	}
	pool.Wait()
	return time.Since(began), failures.Load(), first
}

// A body that is not read to its end keeps its connection from being used again.
func get(client *http.Client, url string) error {
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, response.Status)
	}
	return nil
}
