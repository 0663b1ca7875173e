package dev.loomweight.input.text;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The threads of one dump, one by one. Equal stacks share their frames, and a lock that many wait for is one object. */
final class SingleThreads {

    private final List<DumpedThread> threads = new ArrayList<>();
    private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
    private final Map<Lock, Lock> locks = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    // Threads by their place in the list.
    private final List<Integer> inWait = new ArrayList<>();
    private final List<Integer> unknownKind = new ArrayList<>();
    private final Map<Long, Long> carriedBy = new HashMap<>();
    private int deepest;

    boolean isEmpty() {
        return threads.isEmpty();
    }

    Lock lock(String className, String identity) {
        Lock lock = new Lock(names.computeIfAbsent(className, name -> name), identity);
        Lock earlier = locks.putIfAbsent(lock, lock);
        return earlier == null ? lock : earlier;
    }

    void add(OpenThread thread) {
        List<Frame> copy = List.copyOf(thread.frames);
        List<Frame> earlier = stacks.putIfAbsent(copy, copy);
        List<Frame> frames = earlier == null ? copy : earlier;
        deepest = Math.max(deepest, frames.size());
        if (thread.isMounted()) {
            carriedBy.put(thread.carrier.known(), thread.id);
        }
        Boolean virtual = virtual(thread);
        if (virtual == null && !frames.isEmpty()) {
            unknownKind.add(threads.size());
        }
        if (isInUnnamedWait(thread)) {
            inWait.add(threads.size());
        }
        threads.add(new DumpedThread(
                thread.id,
                thread.name,
                virtual,
                thread.state,
                new Running(thread.carrier, thread.carries),
                frames,
                new Locks(
                        thread.blockedOn,
                        thread.waitingOn,
                        thread.parkBlocker,
                        thread.parkBlockerOwner,
                        held(thread),
                        thread.synchronizers,
                        thread.initializing),
                thread.container,
                thread.cpuNanos));
    }

    int size() {
        return threads.size();
    }

    /** Names the container of all threads from a place on: it was not known when they were added. */
    void contain(int from, String container) {
        for (int place = from; place < threads.size(); place++) {
            if (threads.get(place).container().isEmpty()) {
                change(place, thread -> thread.container = container);
            }
        }
    }

    /** JSON of JDK 21 says of no thread that it is virtual; the frames do, except where there are none. */
    private static @Nullable Boolean virtual(OpenThread thread) {
        if (thread.virtual != null || thread.state != null) {
            return Boolean.TRUE.equals(thread.virtual);
        }
        if (thread.runsVirtual()) {
            return true;
        }
        boolean platform = !thread.frames.isEmpty() && OpenThread.beginsThread(thread.frames, false);
        return platform ? Boolean.FALSE : null;
    }

    /**
     * A dump lists the monitor of a thread in {@code Object.wait} among those that its frames have locked, although the
     * thread has released it; and who waits to enter a monitor does not hold it.
     */
    private static List<Held> held(OpenThread thread) {
        if (thread.waitingOn == null && thread.blockedOn == null) {
            return thread.monitors;
        }
        return thread.monitors.stream()
                .filter(held -> !held.monitor().equals(thread.waitingOn)
                        && !held.monitor().equals(thread.blockedOn))
                .toList();
    }

    /**
     * Whether a thread is in {@code Object.wait} of a monitor that the dump lists as held and does not name: JDK 25
     * says so of no thread that was notified, and {@code Thread.print} of none whose call is compiled ({@code <no
     * object reference available>}).
     */
    private static boolean isInUnnamedWait(OpenThread thread) {
        return thread.state != null
                && (thread.state.equals("BLOCKED") || thread.state.endsWith("WAITING"))
                && thread.blockedOn == null
                && thread.waitingOn == null
                && !thread.monitors.isEmpty()
                && thread.isInWait();
    }

    DumpedThreads finish(DumpedThreads.Kind kind, @Nullable Instant time, String runtime) {
        for (int place : unknownKind) {
            // Only the deepest stacks can be cut off before the frame that shows what the thread is.
            if (threads.get(place).frames().size() < deepest) {
                change(place, thread -> thread.virtual = false);
            }
        }
        nameWaits();
        if (!carriedBy.isEmpty()) {
            for (int place = 0; place < threads.size(); place++) {
                Long carried = carriedBy.get(threads.get(place).id());
                if (carried != null && threads.get(place).running().carries() == 0) {
                    change(place, thread -> thread.carries = carried);
                }
            }
        }
        return new DumpedThreads(kind, time, runtime, threads);
    }

    /**
     * Finds the monitors that threads in {@code Object.wait} have released: of those that such a thread lists, the one that
     * another lists too, since only one can hold it. If none does, it is that of the innermost frame, but none that another
     * waits to enter: this thread must hold it.
     */
    private void nameWaits() {
        if (inWait.isEmpty()) {
            return;
        }
        Set<Lock> heldByOthers = new HashSet<>();
        Set<Lock> wanted = new HashSet<>();
        Set<Integer> these = new HashSet<>(inWait);
        for (int i = 0; i < threads.size(); i++) {
            DumpedThread thread = threads.get(i);
            if (!these.contains(i)) {
                thread.locks().monitors().forEach(held -> heldByOthers.add(held.monitor()));
            }
            if (thread.locks().blockedOn() != null) {
                wanted.add(thread.locks().blockedOn());
            }
        }
        for (int place : inWait) {
            DumpedThread thread = threads.get(place);
            List<Lock> listed =
                    thread.locks().monitors().stream().map(Held::monitor).toList();
            Lock released = listed.stream()
                    .filter(heldByOthers::contains)
                    .findFirst()
                    .or(() -> listed.stream()
                            .filter(lock -> !wanted.contains(lock))
                            .findFirst())
                    .orElse(listed.getFirst());
            change(place, changed -> {
                changed.monitors.removeIf(held -> held.monitor().equals(released));
                if ("BLOCKED".equals(thread.state())) {
                    changed.blockedOn = released;
                } else {
                    changed.waitingOn = released;
                }
            });
        }
        inWait.clear();
    }

    /**
     * Takes what the JVM's own list of deadlocks says of the threads.
     *
     * @return the names of owners of which it is a guess that they are these threads
     */
    Set<String> own(List<List<DeadlockText.Entry>> circles) {
        nameWaits();
        Deadlocks deadlocks = new Deadlocks(threads, circles);
        deadlocks
                .entering()
                .forEach((place, monitor) ->
                        change(place, thread -> thread.blockedOn = lock(monitor.className(), monitor.identity())));
        for (Deadlocks.Owner owner : deadlocks.owners()) {
            change(owner.thread(), thread -> {
                if (!owner.monitor()) {
                    thread.own(owner.lock());
                } else if (thread.monitors.stream()
                        .noneMatch(held -> held.monitor().equals(owner.lock()))) {
                    thread.monitors.add(new Held(Held.UNKNOWN_DEPTH, owner.lock()));
                }
            });
        }
        return deadlocks.alike();
    }

    private void change(int place, Consumer<ChangedThread> change) {
        ChangedThread changed = new ChangedThread(threads.get(place));
        change.accept(changed);
        threads.set(place, changed.made());
    }

    /** A thread of a dump of which lines after its own say more. */
    private static final class ChangedThread {

        private final DumpedThread thread;
        String container;

        @Nullable
        Boolean virtual;

        long carries;

        @Nullable
        Lock blockedOn;

        @Nullable
        Lock waitingOn;

        final List<Held> monitors;
        final List<Lock> synchronizers;

        ChangedThread(DumpedThread thread) {
            this.thread = thread;
            container = thread.container();
            virtual = thread.virtual();
            carries = thread.running().carries();
            blockedOn = thread.locks().blockedOn();
            waitingOn = thread.locks().waitingOn();
            monitors = new ArrayList<>(thread.locks().monitors());
            synchronizers = new ArrayList<>(thread.locks().synchronizers());
        }

        /** Adds a lock that it owns, once. */
        void own(Lock lock) {
            if (!synchronizers.contains(lock)) {
                synchronizers.add(lock);
            }
        }

        DumpedThread made() {
            Locks locks = thread.locks();
            return new DumpedThread(
                    thread.id(),
                    thread.name(),
                    virtual,
                    thread.state(),
                    new Running(thread.running().carrier(), carries),
                    thread.frames(),
                    new Locks(
                            blockedOn,
                            waitingOn,
                            locks.parkBlocker(),
                            locks.parkBlockerOwner(),
                            monitors,
                            synchronizers,
                            locks.initializing()),
                    container,
                    thread.cpuNanos());
        }
    }
}
