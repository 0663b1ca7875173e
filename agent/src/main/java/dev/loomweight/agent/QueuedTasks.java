package dev.loomweight.agent;

import dev.loomweight.jvm.Juc;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results of tasks that are in the queues of thread pools, each with all threads of its pool: who of these waits for one
 * needs a thread of its own pool. A pool is found by the tasks that its threads were started with, as the JDK starts them; one
 * of whose threads some were started otherwise is left out.
 */
final class QueuedTasks {

    /** No queue is followed further: it changes meanwhile. */
    private static final int MAX_TASKS = 100_000;

    private final JdkFields fields;
    private final IdentityHashMap<Object, Set<Long>> pools = new IdentityHashMap<>();

    QueuedTasks(JdkFields fields) {
        this.fields = fields;
    }

    /** Looks whether a thread is one of a pool. */
    void add(Thread thread) {
        Object task = thread.isVirtual() ? at(thread, "cont", "target", "val$task") : at(thread, "holder", "task");
        Object pool = task != null && task.getClass().getName().equals(Juc.POOL_WORKER) ? at(task, "this$0") : null;
        if (pool != null) {
            pools.computeIfAbsent(pool, unused -> new TreeSet<>()).add(thread.threadId());
        }
    }

    /** Passes on what threads are parked for until such a task has run, with the ids of the threads of its pool. */
    void eachResult(BiConsumer<Object, List<Long>> to) {
        pools.forEach((pool, threads) -> {
            if (Juc.poolSize(fields.number(pool, "ctl")) == threads.size()) {
                List<Long> ids = List.copyOf(threads);
                for (Object task : tasks(at(pool, "workQueue"))) {
                    results(task).forEach(result -> to.accept(result, ids));
                }
            }
        });
    }

    private @Nullable Object at(Object from, String... path) {
        Object at = from;
        for (int i = 0; at != null && i < path.length; i++) {
            at = fields.reference(at, path[i]);
        }
        return at;
    }

    /** What is in a queue of the JDK, which keeps an array or a chain of nodes. */
    private List<Object> tasks(@Nullable Object queue) {
        List<Object> tasks = new ArrayList<>();
        for (String array : List.of("items", "queue")) {
            if (queue != null && at(queue, array) instanceof Object[] elements) {
                Stream.of(elements).filter(Objects::nonNull).limit(MAX_TASKS).forEach(tasks::add);
            }
        }
        for (String first : List.of("head", "first")) {
            chain(queue == null ? null : at(queue, first)).stream()
                    .map(node -> at(node, "item"))
                    .filter(Objects::nonNull)
                    .forEach(tasks::add);
        }
        return tasks;
    }

    private List<Object> chain(@Nullable Object first) {
        List<Object> nodes = new ArrayList<>();
        for (Object node = first; node != null && nodes.size() < MAX_TASKS; node = at(node, "next")) {
            nodes.add(node);
        }
        return nodes;
    }

    /** What threads are parked for that wait for a task; nothing where its result may come without it, at a time limit. */
    private List<Object> results(Object task) {
        if (task instanceof FutureTask<?>) {
            return List.of(task);
        }
        Object future = Juc.isAsyncTask(task.getClass().getName()) ? at(task, "dep") : null;
        List<Object> waiting = future == null ? List.of() : chain(at(future, "stack"));
        boolean limited = waiting.stream()
                .map(completion -> at(completion, "fn"))
                .anyMatch(function ->
                        function != null && Juc.isCanceller(function.getClass().getName()));
        return limited
                ? List.of()
                : waiting.stream()
                        .filter(completion -> completion.getClass().getName().equals(Juc.SIGNALLER))
                        .toList();
    }
}
