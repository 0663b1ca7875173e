package dev.loomweight.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pools all of whose threads wait for the results of tasks, where no thread of the process runs a task for which they could
 * wait: those tasks are in the queue, and need one of the threads that wait for them.
 */
final class FullPools {

    private static final String POOL = Juc.THREAD_POOL;
    private static final String TASK = Juc.FUTURE_TASK;

    private FullPools() {}

    static List<Verdict> of(WaitGraph graph, Movement movement) {
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
        List<Verdict> found = new ArrayList<>();
        if (runs) {
            return found;
        }
        pools.forEach((pool, workers) -> {
            if (workers.stream().allMatch(FullPools::waits)) {
                boolean still = workers.stream().allMatch(movement::isStill);
                Motion motion = movement.moments() == 1 ? Motion.ONE_DUMP : still ? Motion.STUCK : Motion.MOVING;
                if (motion != Motion.MOVING) {
                    found.add(new Verdict.FullPool(pool, workers, motion));
                }
            }
        });
        return found;
    }

    /** Whether a thread runs a task and waits in it, without an end, for another that a pool is to run. */
    private static boolean waits(Party party) {
        List<Frame> frames = party.thread().frames();
        return party.waiting().kind() == WaitKind.TASK
                && !party.waiting().timed()
                && frames.stream()
                        .limit(Math.max(party.waiting().site(), 0))
                        .anyMatch(frame -> frame.className().equals(TASK))
                && has(frames, TASK, "run");
    }

    private static String pool(Party party) {
        String container = party.thread().container();
        return container.isEmpty() ? "of " + party.thread().name().replaceAll("\\d+$", "N") : container;
    }

    private static boolean has(List<Frame> frames, String type, String method) {
        return frames.stream()
                .anyMatch(frame ->
                        frame.methodName().equals(method) && frame.className().equals(type));
    }
}
