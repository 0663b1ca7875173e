package dev.loomweight.agent;

import dev.loomweight.capture.OwnerOnly;
import dev.loomweight.capture.OwnersText;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.VirtualThreads;
import java.io.IOException;
import java.io.Writer;
import java.lang.instrument.Instrumentation;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who owns the {@code java.util.concurrent} locks that threads of this JVM are parked for, who waits for them, and which
 * virtual threads were woken and have no carrier: what no thread dump up to JDK 25 has. Read from the fields of the JDK's
 * classes while the application runs, so a lock that changes hands meanwhile may be shown with its next owner, or with none:
 * it is looked at twice, and who waits or owns otherwise the second time is named. No method of the application's objects is
 * called.
 */
public final class LockOwners {

    private static final String COMPLETABLE = Juc.COMPLETABLE_FUTURE;

    /** Between two looks: longer than most locks are held, and no longer than a user waits. */
    private static final long BETWEEN_NANOS = 100_000_000;

    private static final Found NONE = new Found();

    private final AllThreads threads;
    private final JdkFields fields;
    private final IdentityHashMap<Object, Found> locks = new IdentityHashMap<>();
    private final Set<Long> woken = new TreeSet<>();
    private final QueuedTasks tasks;

    private static final class Found {
        private @Nullable Thread owner;
        // By the thread, its node in the queue, or the lock itself where it is in none.
        private final Map<Long, Object> waiters = new TreeMap<>();
        private final Set<Long> signalled = new TreeSet<>();
        private List<Long> pool = List.of();
    }

    private LockOwners(Instrumentation instrumentation, JdkFields fields) {
        this.fields = fields;
        this.threads = new AllThreads(instrumentation);
        this.tasks = new QueuedTasks(fields);
    }

    /**
     * Writes the owners to a new file ({@link OwnersText}), which only its user can read.
     *
     * @param instrumentation opens the JDK's classes to the agent
     * @param file must not exist
     * @throws IOException if it exists or cannot be written
     */
    public static void write(Instrumentation instrumentation, Path file) throws IOException {
        JdkFields fields = new JdkFields(instrumentation);
        LockOwners first = new LockOwners(instrumentation, fields);
        first.look();
        pause();
        Instant time = Instant.now();
        LockOwners owners = new LockOwners(instrumentation, fields);
        owners.look();
        Set<Long> moved = owners.movedSince(first);
        List<OwnersText.Lock> locks = owners.texts(moved);
        Set<StandardOpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (WritableByteChannel channel = Files.newByteChannel(file, create, OwnerOnly.file(file));
                Writer out = Channels.newWriter(channel, StandardCharsets.UTF_8)) {
            OwnersText.write(new OwnersText.Read(time, locks, owners.woken, moved), out);
        }
    }

    private static void pause() {
        long end = System.nanoTime() + BETWEEN_NANOS;
        for (long left = BETWEEN_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The threads that waited or owned otherwise before: each has run. */
    // One node of a queue is one wait.
    @SuppressWarnings("ReferenceEquality")
    private Set<Long> movedSince(LockOwners first) {
        Set<Long> moved = new TreeSet<>();
        IdentityHashMap<Object, Found> all = new IdentityHashMap<>(first.locks);
        all.putAll(locks);
        for (Object lock : all.keySet()) {
            Found before = first.locks.getOrDefault(lock, NONE);
            Found now = locks.getOrDefault(lock, NONE);
            if (before.owner != now.owner) {
                addId(before.owner, moved);
                addId(now.owner, moved);
            }
            before.waiters.forEach((id, node) -> {
                if (now.waiters.get(id) != node) {
                    moved.add(id);
                }
            });
            now.waiters.keySet().stream()
                    .filter(id -> !before.waiters.containsKey(id))
                    .forEach(moved::add);
        }
        return moved;
    }

    private static void addId(@Nullable Thread owner, Set<Long> to) {
        if (owner != null) {
            to.add(owner.threadId());
        }
    }

    private void look() {
        List<Thread> latches = new ArrayList<>();
        List<Thread> platform = new ArrayList<>();
        threads.each(thread -> {
            Object blocker = LockSupport.getBlocker(thread);
            if (blocker != null && !isIn(VirtualThreads.RUNNING, thread)) {
                found(blocker).waiters.put(thread.threadId(), blocker);
            }
            (thread.isVirtual() ? latches : platform).add(thread);
            tasks.add(thread);
            if (isIn(VirtualThreads.WOKEN, thread)) {
                woken.add(thread.threadId());
            }
        });
        for (Object lock : List.copyOf(locks.keySet())) {
            addQueue(lock);
        }
        latches.forEach(this::addJoined);
        addJoined(platform);
        if (!latches.isEmpty()) {
            platform.forEach(this::addJoinable);
        }
        tasks.eachResult((result, pool) -> {
            Found found = locks.get(result);
            if (found != null) {
                found.pool = pool;
            }
        });
    }

    private List<OwnersText.Lock> texts(Set<Long> moved) {
        List<OwnersText.Lock> all = new ArrayList<>();
        locks.forEach((lock, found) -> {
            found.signalled.removeAll(moved);
            all.add(text(lock, found));
        });
        all.sort((a, b) -> (a.className() + "@" + a.hash()).compareTo(b.className() + "@" + b.hash()));
        return all;
    }

    /** Whether it is a virtual thread in one of some states, by the names of their constants. */
    private boolean isIn(Set<String> states, Thread thread) {
        long state = thread.isVirtual() ? fields.number(thread, VirtualThreads.STATE) : 0;
        return state != 0 && states.stream().anyMatch(name -> fields.number(thread, name) == state);
    }

    private Found found(Object lock) {
        return locks.computeIfAbsent(lock, object -> new Found());
    }

    // A thread that has been signalled, but has not run since, is parked for the condition and queued for its lock.
    private void addQueue(Object lock) {
        if (lock instanceof AbstractOwnableSynchronizer) {
            addSynchronizer(lock);
        } else if (lock.getClass().getName().endsWith("Synchronizer$ConditionObject")) {
            Object of = fields.reference(lock, "this$0");
            if (of != null && !locks.containsKey(of)) {
                Found found = new Found();
                addWaiters(found, fields.reference(of, "head"), "next", "waiter");
                found.owner = ownerOf(of);
                if (!found.waiters.isEmpty()) {
                    locks.put(of, found);
                }
            }
        } else if (lock instanceof java.util.concurrent.FutureTask<?>) {
            Found found = found(lock);
            found.owner = fields.reference(lock, "runner") instanceof Thread runner ? runner : null;
            addWaiters(found, fields.reference(lock, "waiters"), "next", "thread");
        }
    }

    private void addSynchronizer(Object lock) {
        Found found = found(lock);
        found.owner = ownerOf(lock);
        addWaiters(found, fields.reference(lock, "head"), "next", "waiter");
        // Of the readers of a lock, it keeps the first alone: where that has all holds, there is no other.
        long reads = Juc.readHolds(lock.getClass().getName(), fields.number(lock, "state"));
        if (reads > 0
                && reads == fields.number(lock, "firstReaderHoldCount")
                && fields.reference(lock, "firstReader") instanceof Thread reader) {
            found.owner = reader;
        }
    }

    private @Nullable Thread ownerOf(Object synchronizer) {
        return fields.reference(synchronizer, "exclusiveOwnerThread") instanceof Thread owner ? owner : null;
    }

    // The queue changes while it is followed: not further than there can be threads.
    private void addWaiters(Found found, @Nullable Object first, String link, String thread) {
        Object node = first;
        for (long i = 0; node != null && i <= threads.count() + 1; i++) {
            if (fields.reference(node, thread) instanceof Thread waiter && !isIn(VirtualThreads.RUNNING, waiter)) {
                found.waiters.put(waiter.threadId(), node);
                // Whoever unparks a thread of a synchronizer's queue takes its status back; it is set again before a
                // park.
                if (thread.equals("waiter") && fields.number(node, "status") == 0) {
                    found.signalled.add(waiter.threadId());
                }
            }
            node = fields.reference(node, link);
        }
    }

    /** Who joins a virtual thread waits for a latch that its end counts down. */
    private void addJoined(Thread virtual) {
        Object latch = fields.reference(virtual, "termination");
        Object sync = latch == null ? null : fields.reference(latch, "sync");
        Found found = sync == null ? null : locks.get(sync);
        if (found != null) {
            found.owner = virtual;
        }
    }

    /** Who joins a platform thread waits to be notified on it: asked without stacks, which stops no thread. */
    private void addJoined(List<Thread> platform) {
        Map<String, Thread> byName = new HashMap<>();
        platform.forEach(thread -> byName.put(name(thread), thread));
        long[] ids = platform.stream().mapToLong(Thread::threadId).toArray();
        for (ThreadInfo info : ManagementFactory.getThreadMXBean().getThreadInfo(ids, 0)) {
            LockInfo lock = info == null ? null : info.getLockInfo();
            Thread joined = lock == null ? null : byName.get(lock.toString());
            if (joined != null) {
                Found found = found(joined);
                found.owner = joined;
                found.waiters.put(info.getThreadId(), joined);
            }
        }
    }

    /** A virtual thread that joins a platform thread waits on it, and it is a dump that names what it waits on. */
    private void addJoinable(Thread platform) {
        found(platform).owner = platform;
    }

    /** As {@link LockInfo} has it. */
    private static String name(Object object) {
        return object.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(object));
    }

    private OwnersText.Lock text(Object lock, Found found) {
        Thread owner = found.owner;
        return new OwnersText.Lock(
                lock.getClass().getName(),
                Integer.toHexString(System.identityHashCode(lock)),
                state(lock),
                owner == null ? 0 : owner.threadId(),
                owner != null && owner.getState() == Thread.State.TERMINATED,
                owner == null ? "" : owner.getName(),
                List.copyOf(found.waiters.keySet()),
                List.copyOf(found.signalled),
                found.pool);
    }

    private long state(Object lock) {
        if (lock.getClass().getName().equals(Juc.SIGNALLER)) {
            // It forgets its thread when it has unparked that.
            return fields.reference(lock, "thread") == null ? 1 : 0;
        }
        return lock instanceof Thread || lock.getClass().getName().startsWith(COMPLETABLE)
                ? 0
                : fields.number(lock, "state");
    }
}
