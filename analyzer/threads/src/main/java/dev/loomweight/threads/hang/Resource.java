package dev.loomweight.threads.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What threads wait for: a monitor, a lock, the initialization of a class, a latch; with who waits and who holds it. */
final class Resource {

    /** What a monitor is called that no dump shows. */
    static final String UNNAMED = "a monitor";

    /** What the keys of scopes begin with. */
    static final String SCOPE = "subtasks of ";

    private final String key;
    private final WaitKind kind;
    private final String name;
    private final boolean identified;
    private final @Nullable Lock lock;
    private final List<Integer> waiters = new ArrayList<>();
    private final List<Holder> holders = new ArrayList<>();
    private final Map<Integer, Integer> placeOfHolder = new HashMap<>();
    private LockOwners.@Nullable Owned owned;
    private LockOwners.@Nullable From from;
    private @Nullable Integer next;

    /**
     * A resource for which nobody waits yet.
     *
     * @param key what it is known by within its moment
     * @param kind what it is
     * @param name what it is called in sentences
     * @param identified whether it is one object: otherwise, what threads wait for at one place, which can be several
     * @param lock the object, or null where no dump shows it
     */
    Resource(String key, WaitKind kind, String name, boolean identified, @Nullable Lock lock) {
        this.key = key;
        this.kind = kind;
        this.name = name;
        this.identified = identified;
        this.lock = lock;
    }

    /**
     * Who holds it, or may.
     *
     * @param thread the place of the thread in the graph
     * @param depth the frame that holds it, from 0, or -1 where that is not known
     * @param source how that is known
     */
    record Holder(int thread, int depth, Source source) {}

    /** How an owner is known. */
    enum Source {
        /** A dump says so. */
        DUMP("thread dump"),
        /** A heap dump says so. */
        HEAP("heap dump"),
        /** The agent in the process says so. */
        AGENT("agent"),
        /** A frame can hold it, by class files. */
        CLASS_FILES("class files"),
        /** A frame can hold it, by its method. */
        FRAMES("frames");

        private final String words;

        Source(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        /** Whether it is a fact. */
        boolean isFact() {
            return this == DUMP || this == HEAP || this == AGENT;
        }
    }

    String key() {
        return key;
    }

    WaitKind kind() {
        return kind;
    }

    String name() {
        return name;
    }

    boolean isIdentified() {
        return identified;
    }

    @Nullable
    Lock lock() {
        return lock;
    }

    /** The places of the threads that wait for it. */
    List<Integer> waiters() {
        return waiters;
    }

    List<Holder> holders() {
        return holders;
    }

    /** Whether it is the end of all threads of a scope: its holders are these, and all of them are waited for. */
    boolean isScope() {
        return key.startsWith(SCOPE);
    }

    /** Adds a holder, once; a fact stands for what is only possible. */
    void heldBy(int thread, int depth, Source source) {
        Integer known = placeOfHolder.putIfAbsent(thread, holders.size());
        if (known == null) {
            holders.add(new Holder(thread, depth, source));
        } else if (source.isFact() && !holders.get(known).source().isFact()) {
            holders.set(known, new Holder(thread, depth, source));
        }
    }

    /** What a heap dump or the agent says of it, or null. */
    LockOwners.@Nullable Owned owned() {
        return owned;
    }

    LockOwners.@Nullable From from() {
        return from;
    }

    /** Whether it is a lock that a heap dump shows, which looks once. */
    boolean isLockOfHeap() {
        return kind == WaitKind.LOCK && from == LockOwners.From.HEAP;
    }

    /** Whether it is a lock that no thread owned when its owner was read. */
    boolean isFree() {
        return kind == WaitKind.LOCK
                && owned != null
                && owned.owner() == null
                && owned.permits() == 0
                && holders.isEmpty();
    }

    /** Whether what threads wait for was there when it was read, so that they could go on. */
    boolean isGiven() {
        return isFree() || (owned != null && Juc.isGiven(owned.lock().className(), owned.permits()));
    }

    /** Whether a thread that waits for it was unparked when it was read, and had not set out to park again. */
    boolean isSignalled(Party waiter) {
        return owned != null && owned.signalled().contains(waiter.id());
    }

    /** The place of the thread that was woken to take it and has no carrier, or null where there is none. */
    @Nullable
    Integer next() {
        return next;
    }

    void next(int thread) {
        next = thread;
    }

    /** How often it is held for reading, as a heap dump or the agent says; 0 where they do not, or it is no such lock. */
    long readHolds() {
        return owned == null ? 0 : Juc.readHolds(owned.lock().className(), owned.permits());
    }

    /** What is known of who has a lock without an owner; empty where nothing is. */
    String holds() {
        long reads = readHolds();
        if (owned == null || (reads == 0 && owned.permits() == 0)) {
            return "";
        }
        boolean stamped = owned.lock().className().equals(Juc.STAMPED_LOCK);
        String held = reads == 0 ? "held for writing" : "held for reading " + (reads == 1 ? "once" : reads + " times");
        if (stamped) {
            return held
                    + ", and a StampedLock keeps no owner and is not reentrant: a thread that waits for it may hold it";
        }
        return reads == 0
                ? ""
                : held + ", and it keeps no names of several readers: one that waits to write may hold it for reading";
    }

    void owned(LockOwners.Owned by, LockOwners.From where) {
        owned = by;
        from = where;
    }

    /** The one that holds it for sure, or null: none is known, or the dump shows several. */
    @Nullable
    Holder owner() {
        Holder found = null;
        for (Holder holder : holders) {
            if (holder.source().isFact()) {
                if (found != null) {
                    return null;
                }
                found = holder;
            }
        }
        return found;
    }

    /** Whether who holds it is a fact. */
    boolean isOwnerKnown() {
        return owner() != null;
    }
}
