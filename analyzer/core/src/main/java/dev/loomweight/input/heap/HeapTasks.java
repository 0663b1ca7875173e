package dev.loomweight.input.heap;

import dev.loomweight.jvm.Juc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The results of tasks that are in the queues of thread pools, each with all threads of its pool: who of these waits for one
 * needs a thread of its own pool.
 */
final class HeapTasks {

    /** The queues of the JDK that keep their elements in arrays, and the field. */
    private static final Map<String, String> ARRAYS = Map.of(
            Juc.PACKAGE + "ArrayBlockingQueue", "items",
            Juc.PACKAGE + "PriorityBlockingQueue", "queue",
            Juc.SCHEDULED_POOL + "$DelayedWorkQueue", "queue");

    /** Those that keep them in nodes, and the field that has the first. */
    private static final Map<String, String> NODES = Map.of(
            Juc.PACKAGE + "LinkedBlockingQueue", "head",
            Juc.PACKAGE + "LinkedBlockingDeque", "first");

    private final HeapObjects objects;
    private final HeapThreads threads;
    private final Map<Integer, Set<Long>> pools = new TreeMap<>();

    HeapTasks(HeapObjects objects, HeapThreads threads) {
        this.objects = objects;
        this.threads = threads;
    }

    /** Adds a thread to its pool, by the task that it was started with. */
    void add(int worker) {
        int pool = objects.reference(worker, Juc.POOL_WORKER, "this$0");
        int thread = objects.reference(worker, Juc.POOL_WORKER, "thread");
        if (pool != HeapObjects.NONE && threads.isAlive(thread)) {
            pools.computeIfAbsent(pool, unused -> new TreeSet<>()).add(threads.id(thread));
        }
    }

    /** Passes on what threads are parked for until such a task has run, with the ids of the threads of its pool. */
    void eachResult(BiConsumer<Integer, List<Long>> to) {
        pools.forEach((pool, ids) -> {
            int control = objects.reference(pool, Juc.THREAD_POOL, "ctl");
            long size = Juc.poolSize(objects.number(control, Juc.POOL_CONTROL, "value"));
            if (size == ids.size()) {
                for (int task : tasks(objects.reference(pool, Juc.THREAD_POOL, "workQueue"))) {
                    results(task).forEach(result -> to.accept(result, List.copyOf(ids)));
                }
            }
        });
    }

    private List<Integer> tasks(int queue) {
        List<Integer> tasks = new ArrayList<>();
        ARRAYS.forEach((type, field) -> {
            int array = objects.reference(queue, type, field);
            if (array != HeapObjects.NONE) {
                objects.eachReference(array, address -> add(objects.at(address), tasks));
            }
        });
        NODES.forEach((type, field) -> {
            for (int node : chain(objects.reference(queue, type, field), type + "$Node")) {
                add(objects.reference(node, type + "$Node", "item"), tasks);
            }
        });
        return tasks;
    }

    private static void add(int task, List<Integer> to) {
        if (task != HeapObjects.NONE) {
            to.add(task);
        }
    }

    private List<Integer> chain(int first, String type) {
        Set<Integer> seen = new HashSet<>();
        List<Integer> nodes = new ArrayList<>();
        for (int node = first;
                node != HeapObjects.NONE && seen.add(node);
                node = objects.reference(node, type, "next")) {
            nodes.add(node);
        }
        return nodes;
    }

    /** What threads are parked for that wait for a task; nothing where its result may come without it, at a time limit. */
    private List<Integer> results(int task) {
        String type = name(task);
        if (!Juc.isAsyncTask(type)) {
            // Who waits for a FutureTask is parked for the task itself.
            return List.of(task);
        }
        int future = objects.reference(task, type, "dep");
        int first = objects.reference(future, Juc.COMPLETABLE_FUTURE, "stack");
        List<Integer> waiting = chain(first, Juc.COMPLETABLE_FUTURE + "$Completion");
        boolean limited = waiting.stream()
                .anyMatch(completion -> Juc.isCanceller(name(objects.reference(completion, name(completion), "fn"))));
        return limited
                ? List.of()
                : waiting.stream()
                        .filter(completion -> name(completion).equals(Juc.SIGNALLER))
                        .toList();
    }

    private String name(int object) {
        HeapType type = object == HeapObjects.NONE ? null : objects.type(object);
        return type == null ? "" : type.name();
    }
}
