package dev.loomweight.threads.hang;

import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong, the worst kind first. */
sealed interface HangVerdict {

    /** Its key in machine-readable forms. */
    default String id() {
        return switch (this) {
            case Deadlock deadlock -> "deadlock";
            case CarriersExhausted exhausted -> "carriersExhausted";
            case CarriersKept kept -> "carriersKept";
            case Overlooked overlooked -> "overlooked";
            case LostWakeup lost -> "lostWakeup";
            case LostOwner lost -> "lostOwner";
            case FullPool pool -> "fullPool";
            case PoolExhausted pool -> "poolExhausted";
            case Held held -> held.isOfClasses() ? "classLoading" : "heldLock";
            case OwnerUnknown unknown -> "ownerUnknown";
            case Unanswered unanswered -> "unanswered";
        };
    }

    /** Whether it is a hang, as far as the dumps show; otherwise it is worth to be said, and no more. */
    default boolean isHang() {
        return motion() == Motion.STUCK;
    }

    /** Whether it is about carriers, and not about a lock or a signal. */
    default boolean isOfCarriers() {
        return this instanceof CarriersExhausted || this instanceof Overlooked;
    }

    /** What several dumps show of it. */
    Motion motion();

    /** Whether it looks like a hang, and the dumps do not suffice to call it one. */
    default boolean isOpen() {
        return !isHang()
                && (isOfCarriers()
                        || this instanceof Deadlock
                        || this instanceof FullPool
                        || this instanceof LostWakeup
                        || (this instanceof PoolExhausted && motion() == Motion.UNDECIDED)
                        || (this instanceof Held && motion() == Motion.UNDECIDED)
                        || (this instanceof OwnerUnknown unknown
                                && motion() == Motion.UNDECIDED
                                && (unknown.mayOwn() == 0
                                        || (!unknown.suspects().isEmpty() && unknown.inside() == 0))));
    }

    /** How many threads wait, directly or through others; those that it is about, where it follows no others. */
    default long waiting() {
        return parties().size();
    }

    /** The threads that are drawn: those that the verdict is about. */
    default List<Party> parties() {
        return switch (this) {
            case Deadlock deadlock ->
                deadlock.cycle().stream().map(Link::waiter).toList();
            case CarriersExhausted exhausted -> exhausted.mounted();
            case CarriersKept kept -> kept.threads();
            case Overlooked overlooked -> overlooked.ready();
            case LostWakeup lost -> lost.waiters();
            case LostOwner lost -> lost.waiters();
            case FullPool pool -> pool.workers();
            case PoolExhausted pool -> pool.waiters();
            case Held held -> held.waiters();
            case OwnerUnknown unknown -> unknown.waiters();
            case Unanswered unanswered -> unanswered.waiters();
        };
    }

    /**
     * A thread of a circle, and what it waits for.
     *
     * @param waiter the thread
     * @param resource what it waits for
     * @param holder who holds that: the next of the circle
     * @param fact whether both are facts
     */
    record Link(Party waiter, Resource resource, Holder holder, boolean fact) {}

    /**
     * Threads that wait for each other in a circle; where one of them waits with a time, until that is over.
     *
     * @param cycle each waits for what the next holds, and the last for what the first holds
     * @param waiting how many threads wait, those of the circle among them
     * @param certain whether all of it are facts; otherwise, class files or frames say that it may be so
     * @param open whether other subtasks of a scope that it goes through can still end that scope, and with it the circle
     * @param seenIn in how many of the dumps it was there
     * @param seen whether it was there at one moment: where the JVM stood still, or unchanged in two dumps
     * @param motion what several dumps show
     */
    record Deadlock(
            List<Link> cycle, long waiting, boolean certain, boolean open, int seenIn, boolean seen, Motion motion)
            implements HangVerdict {
        @Override
        public boolean isHang() {
            boolean mayTimeOut =
                    cycle.stream().anyMatch(link -> link.waiter().waiting().mayTimeOut());
            return !isTimed() && !open && seen && ((certain && !mayTimeOut) || motion == Motion.STUCK);
        }

        /** Whether it ends by itself: the wait of one of the threads does. */
        boolean isTimed() {
            return cycle.stream().anyMatch(link -> link.waiter().waiting().timed());
        }

        /** Whether each of its threads waits until another has initialized a class. */
        boolean isOfInitializers() {
            return cycle.stream().allMatch(link -> link.resource().kind() == WaitKind.INITIALIZER);
        }

        /** Whether it is made of locks alone: otherwise, threads of it wait for the end or the result of another. */
        boolean isOfLocks() {
            return cycle.stream()
                    .allMatch(link -> link.waiter().waiting().kind().isExclusive());
        }
    }

    /**
     * All carriers of a scheduler have a virtual thread that waits, so that no other can run; or all are kept by threads of which
     * some run.
     *
     * @param own the carriers, where they are those of an application's own scheduler, or of several such as event loops, of
     *     which some may have no thread of these; empty for the JDK's
     * @param carriers how many carriers there are
     * @param mounted the threads that have them
     * @param ready virtual threads that are ready to run and have no carrier; empty where the dumps do not show any
     * @param forPollers those of the mounted threads that wait for input which a poller is to see that needs a carrier itself
     * @param certain whether it is a fact that there is no carrier for another thread
     * @param motion what several dumps show
     */
    record CarriersExhausted(
            List<Party> own,
            int carriers,
            List<Party> mounted,
            List<Party> ready,
            List<Party> forPollers,
            boolean certain,
            Motion motion)
            implements HangVerdict {
        @Override
        public long waiting() {
            return mounted.size() + (long) ready.size();
        }

        /** How many of the threads on carriers wait for input, which may come from elsewhere. */
        long forInput() {
            return mounted.stream()
                    .filter(party -> party.waiting().kind() == WaitKind.INPUT && !forPollers.contains(party))
                    .count();
        }

        /** Whether some of the carriers are not held: each may be a scheduler of its own. */
        boolean isInPart() {
            return mounted.size() < carriers;
        }

        /** How many of them run, as far as the dumps show. */
        long running() {
            return mounted.stream()
                    .filter(party -> party.waiting().kind() == WaitKind.NONE && !party.inNative())
                    .count();
        }

        /** How many of them are in native code, which may end. */
        long inNative() {
            return mounted.stream().filter(Party::inNative).count();
        }

        /** How many of the others wait with a time. */
        long timed() {
            return others(ThreadWait.Limit.TIME);
        }

        /** How many of the others wait, and it is not known whether with a time. */
        long perhapsTimed() {
            return others(ThreadWait.Limit.UNKNOWN);
        }

        private long others(ThreadWait.Limit limit) {
            return mounted.stream()
                    .filter(party -> party.waiting().kind() != WaitKind.INPUT
                            && party.waiting().limit() == limit)
                    .count();
        }
    }

    /**
     * Virtual threads that keep their carriers while others of these are free: no hang, and a carrier less for all others.
     *
     * @param threads those that had the same carrier in all dumps, and ran in one method, or in native code
     */
    record CarriersKept(List<Party> threads) implements HangVerdict {
        @Override
        public Motion motion() {
            return Motion.UNDECIDED;
        }
    }

    /**
     * Virtual threads that have no carrier although one is idle: the scheduler has not noticed them.
     *
     * @param ready virtual threads that are ready to run, or have not begun, in all dumps
     * @param idle carriers that had nothing to run in all dumps
     * @param motion stuck where it is a fact that none of them has run; undecided where they may have run between the dumps
     */
    record Overlooked(List<Party> ready, List<Party> idle, Motion motion) implements HangVerdict {}

    /**
     * Virtual threads that wait for what is free: the JDK has lost their wake-up.
     *
     * @param resources what they wait for, all of one kind
     * @param waiters the threads
     * @param motion stuck, or undecided where it may have been free for a moment, or they may wait for a carrier
     */
    record LostWakeup(List<Resource> resources, List<Party> waiters, Motion motion) implements HangVerdict {}

    /**
     * A lock whose owner has ended.
     *
     * @param resource the lock
     * @param owner who owned it, or null where nothing but its tid is known
     * @param ownerId its tid
     * @param waiters who waits
     * @param waiting how many threads wait, directly or through others
     */
    record LostOwner(
            Resource resource, LockOwners.@Nullable Owner owner, long ownerId, List<Party> waiters, long waiting)
            implements HangVerdict {
        @Override
        public Motion motion() {
            return Motion.STUCK;
        }
    }

    /**
     * A pool all of whose threads wait for tasks that no thread runs.
     *
     * @param pool its name, or that of one of its threads
     * @param workers its threads
     * @param motion what several dumps show
     */
    record FullPool(String pool, List<Party> workers, Motion motion) implements HangVerdict {}

    /**
     * A pool whose objects are all lent, so that threads wait for one.
     *
     * @param resource the pool
     * @param waiters who waits for an object
     * @param nested those of them that may hold one: they stand further on in code in which others wait for one
     * @param holders other threads that may hold one, for the same reason
     * @param others all other threads that did not move in code of the application's
     * @param mayReturn how many threads could go on and return one: of the application's, those that run, or wait for what
     *     is outside of the process
     * @param someOfThem some of these
     * @param motion what several dumps show
     */
    record PoolExhausted(
            Resource resource,
            List<Party> waiters,
            List<Party> nested,
            List<Party> holders,
            List<Party> others,
            long mayReturn,
            List<Party> someOfThem,
            Motion motion)
            implements HangVerdict {}

    /**
     * A lock with its holder, which is in no circle. Each lock of one holder is one verdict.
     *
     * @param resource the lock
     * @param holder who holds it
     * @param holding how
     * @param holderWaitsFor what that thread waits for itself, or null
     * @param waiters who waits for the lock
     * @param waiting how many threads wait for it, directly or through others
     * @param motion what several dumps show
     */
    record Held(
            Resource resource,
            Party holder,
            Holder holding,
            @Nullable Resource holderWaitsFor,
            List<Party> waiters,
            long waiting,
            Motion motion)
            implements HangVerdict {

        /** Whether a class loader or an initializer waits. */
        boolean isOfClasses() {
            return resource.kind() == WaitKind.LOADER || resource.kind() == WaitKind.INITIALIZER;
        }
    }

    /**
     * A lock that threads wait for and whose owner is in no dump.
     *
     * @param resource the lock, or what is waited for at one place
     * @param waiters who waits for it
     * @param waiting how many threads wait, directly or through others
     * @param mayOwn how many threads could own it and release it: those that run, or wait for what is outside of the process
     * @param inside how many threads are in the method in which the threads wait for it and may own it, whatever they wait for
     * @param someOfThem some of all these, who is in that method first
     * @param suspects threads that wait for those who wait for it: if one of them owns it, it is a deadlock
     * @param candidates whether a thread of the dumps may own it: one of those, one in the method in which the threads wait
     *     for it, or one that waits for another lock without a known owner
     * @param motion what several dumps show
     */
    record OwnerUnknown(
            Resource resource,
            List<Party> waiters,
            long waiting,
            long mayOwn,
            int inside,
            List<Party> someOfThem,
            List<Party> suspects,
            boolean candidates,
            Motion motion)
            implements HangVerdict {}

    /**
     * Threads that wait for a signal, which any thread may give: no hang that a dump could show.
     *
     * @param resource what they wait for
     * @param waiters who waits
     * @param motion whether they waited so in all dumps
     */
    record Unanswered(Resource resource, List<Party> waiters, Motion motion) implements HangVerdict {
        @Override
        public boolean isHang() {
            return false;
        }
    }
}
