package dev.loomweight.agent;

import dev.loomweight.capture.Cgroup;
import dev.loomweight.capture.NearLimit;
import dev.loomweight.capture.PidsLimits;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Looks at the limits of this process' control groups ten times a second. */
final class LimitWatch {

    private static final long LOOK_MILLIS = 100;

    private final NearLimit near = new NearLimit();
    private final PidsLimits pids = new PidsLimits();
    private final Consumer<NearLimit.Due> take;
    private final Consumer<Map<String, Object>> facts;

    /**
     * Prepares it.
     *
     * @param take takes a snapshot
     * @param facts gets what {@code capture.json} is to have of the limit on threads
     */
    LimitWatch(Consumer<NearLimit.Due> take, Consumer<Map<String, Object>> facts) {
        this.take = take;
        this.facts = facts;
    }

    /** As {@link NearLimit#isNear}. */
    boolean isNear() {
        return near.isNear();
    }

    /** Looks until the application ends. */
    void run(CountDownLatch ended) throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        Cgroup.MemoryLimit memory = Cgroup.memory(pid);
        do {
            if (pids.look(pid)) {
                facts.accept(pids.facts());
            }
            NearLimit.Due due = near.look(memory.chargedShare(), System.nanoTime());
            if (due != NearLimit.Due.NOTHING) {
                take.accept(due);
            }
        } while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    }
}
