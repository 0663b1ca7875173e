package dev.loomweight.threads.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Pools all of whose threads wait for the results of tasks, where no thread of the process runs a task for which they could
 * wait: those tasks are in the queue, and need one of the threads that wait for them.
 */
final class FullPools {

    private static final String POOL = Juc.THREAD_POOL;
    private static final String TASK = Juc.FUTURE_TASK;

    private FullPools() {}

    /** @param mayGive which threads could go on, and give a result that others wait for */
    static List<HangVerdict> of(WaitGraph graph, Movement movement, Predicate<Party> mayGive) {
        List<HangVerdict> certain = queued(graph, movement);
        if (certain.isEmpty()) {
            certain = certain(graph, movement);
        }
        if (certain.isEmpty()) {
            certain = notBegun(graph, movement);
        }
        return certain.isEmpty() ? possible(graph, movement, mayGive) : certain;
    }

    /**
     * Pools all of whose threads wait for tasks in the queues of such pools, as the agent or a heap dump says: what else the
     * process does is no matter.
     */
    private static List<HangVerdict> queued(WaitGraph graph, Movement movement) {
        Set<List<Long>> full = new LinkedHashSet<>();
        graph.parties().forEach(party -> full.add(queueOf(party, graph, movement)));
        full.remove(List.<Long>of());
        Predicate<Long> waitsForFull = id -> {
            Party party = graph.ofId(id);
            return party != null && full.contains(queueOf(party, graph, movement));
        };
        boolean fewer = true;
        while (fewer) {
            // A pool is full as long as those are whose tasks its threads wait for.
            fewer = full.removeIf(pool -> !pool.stream().allMatch(waitsForFull));
        }
        List<HangVerdict> found = new ArrayList<>();
        full.forEach(pool -> {
            List<Party> workers =
                    pool.stream().map(graph::ofId).filter(Objects::nonNull).toList();
            found.add(new HangVerdict.FullPool(
                    pool(workers.getFirst()), workers, movement.moments() == 1 ? Motion.ONE_DUMP : Motion.STUCK));
        });
        return found;
    }

    /** The threads of the pool in whose queue the task is that a thread waits for, without an end; empty where that is not known. */
    private static List<Long> queueOf(Party party, WaitGraph graph, Movement movement) {
        List<Long> pool = graph.poolOfTask(party);
        return !pool.isEmpty() && !party.waiting().mayTimeOut() && movement.isStill(party) ? pool : List.of();
    }

    /**
     * Pools all of whose threads wait for tasks that no thread has begun, as the agent or a heap dump says of each, while no
     * other pool is at work, which could have them in its queue.
     */
    private static List<HangVerdict> notBegun(WaitGraph graph, Movement movement) {
        Map<String, List<Party>> pools = new LinkedHashMap<>();
        for (Party party : graph.parties()) {
            if (has(party.thread().frames(), POOL, "runWorker")) {
                pools.computeIfAbsent(pool(party), unused -> new ArrayList<>()).add(party);
            }
        }
        // A pool that has a thread with nothing to do has an empty queue.
        pools.values()
                .removeIf(workers ->
                        workers.stream().allMatch(party -> party.waiting().idle()));
        if (movement.moments() == 1 || pools.size() != 1 || graph.moment().hidesVirtual()) {
            return List.of();
        }
        List<HangVerdict> found = new ArrayList<>();
        pools.forEach((pool, workers) -> {
            if (workers.stream().allMatch(party -> waitsForNotBegun(party, graph) && movement.isStill(party))) {
                found.add(new HangVerdict.FullPool(pool, workers, Motion.STUCK));
            }
        });
        return found;
    }

    private static boolean waitsForNotBegun(Party party, WaitGraph graph) {
        Resource resource = graph.waitsFor(party.index());
        LockOwners.Owned owned = resource == null ? null : resource.owned();
        return party.waiting().kind() == WaitKind.TASK
                && !party.waiting().mayTimeOut()
                && owned != null
                && owned.lock().className().equals(TASK)
                && owned.permits() == 0
                && owned.owner() == null;
    }

    /**
     * Pools all of whose threads wait for results that any thread could give, as those of a {@code CompletableFuture}, or of tasks
     * of which it is not known whether they have begun, while no thread goes on that could: such a result may be that of a task in
     * the queue of the same pool. By the names of their threads, since Reactor's workers are executors of one thread each.
     */
    private static List<HangVerdict> possible(WaitGraph graph, Movement movement, Predicate<Party> mayGive) {
        Map<String, List<Party>> pools = new LinkedHashMap<>();
        for (Party party : graph.parties()) {
            if (has(party.thread().frames(), POOL, "runWorker")) {
                pools.computeIfAbsent(named(party), unused -> new ArrayList<>()).add(party);
            } else if (mayGive.test(party)) {
                return List.of();
            }
        }
        List<HangVerdict> found = new ArrayList<>();
        boolean gives = false;
        for (Map.Entry<String, List<Party>> pool : pools.entrySet()) {
            List<Party> workers = pool.getValue();
            boolean all = workers.stream().allMatch(party -> waitsForResult(party) && movement.isStill(party));
            gives |= !all && workers.stream().anyMatch(mayGive);
            if (all && workers.size() > 1 && movement.moments() > 1) {
                found.add(new HangVerdict.FullPool(pool.getKey(), workers, Motion.UNDECIDED));
            }
        }
        return gives ? List.of() : found;
    }

    /** Whether a thread waits, without an end, for a result of which it is not known who computes it. */
    private static boolean waitsForResult(Party party) {
        return party.waiting().kind() == WaitKind.TASK
                && !party.waiting().mayTimeOut()
                && party.waiting().site() >= 0;
    }

    private static List<HangVerdict> certain(WaitGraph graph, Movement movement) {
        Map<String, List<Party>> pools = new LinkedHashMap<>();
        boolean runs = false;
        for (Party party : graph.parties()) {
            List<Frame> frames = party.thread().frames();
            boolean waits = waits(party);
            if (has(frames, POOL, "runWorker")) {
                pools.computeIfAbsent(pool(party), unused -> new ArrayList<>()).add(party);
            }
            runs |= has(frames, TASK, "run") && !waits;
        }
        List<HangVerdict> found = new ArrayList<>();
        if (runs) {
            return found;
        }
        pools.forEach((pool, workers) -> {
            if (workers.stream().allMatch(FullPools::waits)) {
                boolean still = workers.stream().allMatch(movement::isStill);
                Motion motion = movement.moments() == 1
                        ? Motion.ONE_DUMP
                        : !still
                                ? Motion.MOVING
                                // A virtual thread may run the tasks.
                                : graph.moment().hidesVirtual() ? Motion.UNDECIDED : Motion.STUCK;
                if (motion != Motion.MOVING) {
                    found.add(new HangVerdict.FullPool(pool, workers, motion));
                }
            }
        });
        return found;
    }

    /** Whether a thread runs a task and waits in it, without an end, for another that a pool is to run. */
    private static boolean waits(Party party) {
        List<Frame> frames = party.thread().frames();
        return party.waiting().kind() == WaitKind.TASK
                && !party.waiting().mayTimeOut()
                && frames.stream()
                        .limit(Math.max(party.waiting().site(), 0))
                        .anyMatch(frame -> frame.className().equals(TASK))
                && has(frames, TASK, "run");
    }

    private static String pool(Party party) {
        String container = party.thread().container();
        return container.isEmpty() ? named(party) : container;
    }

    private static String named(Party party) {
        return "of " + party.thread().name().replaceAll("\\d+$", "N");
    }

    private static boolean has(List<Frame> frames, String type, String method) {
        return frames.stream()
                .anyMatch(frame ->
                        frame.methodName().equals(method) && frame.className().equals(type));
    }
}
