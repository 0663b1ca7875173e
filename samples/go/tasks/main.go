// Command tasks runs many short tasks, one goroutine each: each adds the numbers from 0 to 999. It is the counterpart
// of the class Tasks, which does the same on platform and on virtual threads.
//
// Usage: tasks FEW MANY, two numbers of tasks.
package main

import (
	"sync"
	"sync/atomic"
	"time"

	"loomweight/samples/stand"
)

const (
	terms = 1000
	usage = "tasks FEW MANY"
)

// Written by every task, as it is in Java, so that the sum is not optimised away.
var sink atomic.Int64

func main() {
	few := stand.Number(1, 1, usage)
	many := stand.Number(2, 1, usage)
	stand.EndWithTheParent()
	// Once unmeasured: the memory of the first goroutines is asked of the kernel, that of later ones is there.
	run(few)
	stand.Nanos("goFew", run(few))
	stand.Nanos("goMany", run(many))
}

func run(tasks int) time.Duration {
	var done sync.WaitGroup
	done.Add(tasks)
	began := time.Now()
	for i := 0; i < tasks; i++ {
		go func() {
			add()
			done.Done()
		}()
	}
	done.Wait()
	return time.Since(began)
}

func add() {
	var sum int64
	for i := int64(0); i < terms; i++ {
		sum += i
	}
	sink.Store(sum)
}
