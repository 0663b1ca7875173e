package dev.loomweight.threads.waits;

import dev.loomweight.jvm.Juc;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.threads.judge.ThreadJudge;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folds one dump to a {@link WaitSample}. */
final class WaitSampler {

    private static final StackLines NO_STACK = new StackLines(StackTrace.NONE);

    private final DumpedThreads dump;
    // Of each thread, in the dump's order.
    private final List<Wait> waits;
    // Equal stacks share one list of frames.
    private final IdentityHashMap<List<Frame>, StackLines> stacks = new IdentityHashMap<>();
    private final Map<Waiting, Long> counts = new HashMap<>();
    private final Map<Holding.Held, Holding> holders = new HashMap<>();

    private WaitSampler(DumpedThreads dump) {
        this.dump = dump;
        this.waits = ThreadJudge.of(dump.threads()).stream().map(Wait::of).toList();
    }

    /** What the threads of a dump wait for. */
    static WaitSample of(Origin origin, DumpedThreads dump) {
        WaitSampler sampler = new WaitSampler(dump);
        sampler.count();
        sampler.hold();
        Origin.SnapshotId moment = origin.moment();
        return new WaitSample(
                origin.file(),
                moment == null ? 0 : moment.index(),
                dump.kind(),
                dump.time() == null && moment != null ? moment.time() : dump.time(),
                dump.tookNanos(),
                dump.pausedNanos(),
                dump.runtime(),
                sampler.counts,
                sampler.holders);
    }

    private void count() {
        for (int i = 0; i < waits.size(); i++) {
            DumpedThread thread = dump.threads().get(i);
            boolean virtual = thread.isVirtual();
            // The JVM's own threads have no frames; of those of unknown kind nothing can be said.
            if (!virtual && (thread.frames().isEmpty() || thread.virtual() == null)) {
                continue;
            }
            if (thread.facts().isOfAgent(thread.stack())) {
                continue;
            }
            Wait wait = waits.get(i);
            counts.merge(
                    new Waiting(
                            virtual,
                            wait.kind(),
                            wait.lock(),
                            identity(wait),
                            wait.kind().hasSites() ? lines(thread.frames()) : NO_STACK,
                            wait.frame()),
                    1L,
                    Long::sum);
        }
    }

    // Of the others there are as many as threads, and the addresses of Thread.print change with each collection.
    private @Nullable String identity(Wait wait) {
        return dump.kind() == DumpedThreads.Kind.JSON ? wait.identity() : null;
    }

    private StackLines lines(List<Frame> frames) {
        return stacks.computeIfAbsent(frames, some -> new StackLines(new StackTrace(some, false)));
    }

    /** Finds who has what others wait for: within one dump, an address identifies a lock as well. */
    private void hold() {
        Map<Lock, Set<Holding.Held>> wanted = new HashMap<>();
        Map<Long, Set<Holding.Held>> named = new HashMap<>();
        for (int i = 0; i < waits.size(); i++) {
            DumpedThread thread = dump.threads().get(i);
            if (thread.locks().blockedOn() == null && thread.locks().parkBlocker() == null) {
                continue;
            }
            Wait wait = waits.get(i);
            if (wait.identity() != null) {
                String identity = identity(wait);
                Holding.Held held = new Holding.Held(
                        wait.kind(),
                        wait.lock(),
                        identity,
                        identity == null ? lines(thread.frames()) : NO_STACK,
                        identity == null ? wait.frame() : 0);
                wanted.computeIfAbsent(new Lock(held.lock(), wait.identity()), lock -> new HashSet<>())
                        .add(held);
                if (thread.locks().parkBlockerOwner() != 0) {
                    named.computeIfAbsent(thread.locks().parkBlockerOwner(), id -> new HashSet<>())
                            .add(held);
                }
            }
        }
        for (int i = 0; i < waits.size(); i++) {
            hold(dump.threads().get(i), waits.get(i), wanted, named);
        }
    }

    private void hold(
            DumpedThread thread, Wait doing, Map<Lock, Set<Holding.Held>> wanted, Map<Long, Set<Holding.Held>> named) {
        for (DumpedThread.Held monitor : thread.locks().monitors()) {
            // One that enters again what it has waited on still lists it.
            if (!monitor.monitor().equals(thread.locks().blockedOn())) {
                put(thread, doing, wanted.getOrDefault(named(monitor.monitor()), Set.of()), monitor.depth());
            }
        }
        for (Lock lock : thread.locks().synchronizers()) {
            put(thread, doing, wanted.getOrDefault(named(lock), Set.of()), -1);
        }
        put(thread, doing, named.getOrDefault(thread.id(), Set.of()), -1);
    }

    /** A lock as people name it: what waits for it and what has it are printed with the same. */
    private static Lock named(Lock lock) {
        return new Lock(Juc.lockOf(lock.className()), lock.identity());
    }

    private void put(DumpedThread thread, Wait doing, Set<Holding.Held> locks, int depth) {
        if (locks.isEmpty()) {
            return;
        }
        int frame = depth < thread.frames().size() ? depth : -1;
        Holding holding = new Holding(thread.isVirtual(), doing.kind(), lines(thread.frames()), frame, doing.frame());
        locks.forEach(held -> holders.put(held, Holding.first(holders.get(held), holding)));
    }
}
