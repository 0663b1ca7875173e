package dev.loomweight.input.text;

import dev.loomweight.sample.DumpedThread;
import dev.loomweight.sample.DumpedThread.Held;
import dev.loomweight.sample.DumpedThread.Lock;
import dev.loomweight.sample.DumpedThreads;
import dev.loomweight.sample.Frame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The threads of one dump, one by one. Equal stacks share their frames, and a lock that many wait for is one object. */
final class SingleThreads {

    private final List<DumpedThread> threads = new ArrayList<>();
    private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();
    private final Map<Lock, Lock> locks = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    // Threads by their place in the list.
    private final List<Integer> relocking = new ArrayList<>();
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
        if (thread.carrier != 0) {
            carriedBy.put(thread.carrier, thread.id);
        }
        Boolean virtual = virtual(thread);
        if (virtual == null && !frames.isEmpty()) {
            unknownKind.add(threads.size());
        }
        if (isRelocking(thread)) {
            relocking.add(threads.size());
        }
        threads.add(new DumpedThread(
                thread.id,
                thread.name,
                virtual,
                thread.state,
                thread.carrier,
                thread.carries,
                frames,
                thread.blockedOn,
                thread.waitingOn,
                thread.parkBlocker,
                thread.parkBlockerOwner,
                held(thread),
                thread.synchronizers,
                thread.initializing,
                thread.container,
                thread.cpuNanos));
    }

    int size() {
        return threads.size();
    }

    /** Names the container of all threads from a place on: it was not known when they were added. */
    void contain(int from, String container) {
        threads.subList(from, threads.size())
                .replaceAll(thread -> thread.container().isEmpty()
                        ? copy(
                                thread,
                                container,
                                thread.virtual(),
                                thread.carries(),
                                thread.blockedOn(),
                                thread.monitors())
                        : thread);
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
     * Whether a thread was notified in {@code Object.wait} and waits to enter the monitor again. JDK 25 does not say so,
     * and lists the monitor as held.
     */
    private static boolean isRelocking(OpenThread thread) {
        return "BLOCKED".equals(thread.state)
                && thread.blockedOn == null
                && thread.waitingOn == null
                && !thread.monitors.isEmpty()
                && thread.isInWait();
    }

    DumpedThreads finish(DumpedThreads.Kind kind, @Nullable Instant time, String runtime) {
        for (int place : unknownKind) {
            // Only the deepest stacks can be cut off before the frame that shows what the thread is.
            if (threads.get(place).frames().size() < deepest) {
                threads.set(place, with(threads.get(place), false));
            }
        }
        relock();
        if (!carriedBy.isEmpty()) {
            threads.replaceAll(thread -> {
                Long carried = carriedBy.get(thread.id());
                return carried == null || thread.carries() != 0 ? thread : carrying(thread, carried);
            });
        }
        return new DumpedThreads(kind, time, 0, runtime, threads);
    }

    /**
     * Finds the monitor that a thread wants back: the one that it lists, and of several the one that another lists too,
     * since only one can hold it. If none does, it is that of the innermost frame.
     */
    private void relock() {
        if (relocking.isEmpty()) {
            return;
        }
        Set<Lock> heldByOthers = new HashSet<>();
        Set<Integer> these = new HashSet<>(relocking);
        for (int i = 0; i < threads.size(); i++) {
            if (!these.contains(i)) {
                threads.get(i).monitors().forEach(held -> heldByOthers.add(held.monitor()));
            }
        }
        for (int place : relocking) {
            DumpedThread thread = threads.get(place);
            Lock wanted = thread.monitors().stream()
                    .map(Held::monitor)
                    .filter(heldByOthers::contains)
                    .findFirst()
                    .orElse(thread.monitors().getFirst().monitor());
            threads.set(place, wanting(thread, wanted));
        }
    }

    private static DumpedThread with(DumpedThread thread, boolean virtual) {
        return copy(thread, thread.container(), virtual, thread.carries(), thread.blockedOn(), thread.monitors());
    }

    private static DumpedThread carrying(DumpedThread thread, long carried) {
        return copy(thread, thread.container(), thread.virtual(), carried, thread.blockedOn(), thread.monitors());
    }

    private static DumpedThread wanting(DumpedThread thread, Lock wanted) {
        List<Held> left = thread.monitors().stream()
                .filter(held -> !held.monitor().equals(wanted))
                .toList();
        return copy(thread, thread.container(), thread.virtual(), thread.carries(), wanted, left);
    }

    private static DumpedThread copy(
            DumpedThread thread,
            String container,
            @Nullable Boolean virtual,
            long carries,
            @Nullable Lock blockedOn,
            List<Held> monitors) {
        return new DumpedThread(
                thread.id(),
                thread.name(),
                virtual,
                thread.state(),
                thread.carrier(),
                carries,
                thread.frames(),
                blockedOn,
                thread.waitingOn(),
                thread.parkBlocker(),
                thread.parkBlockerOwner(),
                monitors,
                thread.synchronizers(),
                thread.initializing(),
                container,
                thread.cpuNanos());
    }
}
