package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.Party;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What changed from one moment to the next: a thread whose stack is the same in all of them is still. */
final class Movement {

    /** A thread walks its own stack for a dump: that takes some of its processor time, and less than this. */
    private static final long OF_DUMPS_NANOS = 2_000_000;

    private final List<WaitGraph> graphs;
    private final @Nullable Boolean[] still;

    /** @param graphs in the order of time, at least one; the last is judged */
    Movement(List<WaitGraph> graphs) {
        this.graphs = graphs;
        this.still = new @Nullable Boolean[graphs.getLast().parties().size()];
    }

    /** How many moments there are. */
    int moments() {
        return graphs.size();
    }

    List<WaitGraph> graphs() {
        return graphs;
    }

    /** Whether a thread of the last moment had the same stack, and waited for the same, in all moments. */
    boolean isStill(Party party) {
        Boolean known = still[party.index()];
        if (known == null) {
            // Of who is not in the dumps of the last moment, nothing is known of it.
            known = graphs.stream().noneMatch(graph -> graph.hasMoved(party.id()))
                    && (graphs.size() == 1
                            || !graphs.getLast().moment().unseen().contains(party.id()));
            for (int i = 0; known && i < graphs.size() - 1; i++) {
                WaitGraph graph = graphs.get(i);
                known = isSame(graph.ofId(party.id()), party);
            }
            known = known && !hasRun(party);
            still[party.index()] = known;
        }
        return known;
    }

    /** The same of the last two moments alone; of one, nothing is known. */
    boolean isStillLately(Party party) {
        return graphs.size() > 1
                && !graphs.get(graphs.size() - 2).hasMoved(party.id())
                && !graphs.getLast().moment().unseen().contains(party.id())
                && isSame(graphs.get(graphs.size() - 2).ofId(party.id()), party)
                && !hasRun(party, graphs.subList(graphs.size() - 2, graphs.size()));
    }

    /**
     * Whether a virtual thread had a carrier in all of several moments, the same as far as these show, and ran in one method or
     * stood still meanwhile: nothing shows that it has released it. Who waits again and again where it is pinned is busy.
     */
    boolean keepsCarrier(Party party) {
        boolean runs = party.waiting().kind() == WaitKind.NONE;
        return moments() > 1
                && party.mounted()
                && (runs || isStill(party))
                && graphs.stream().allMatch(graph -> {
                    Party then = graph.ofId(party.id());
                    return then != null
                            && then.mounted()
                            && isSame(graph.carrierOf(then), carrierOf(party))
                            && (!runs || isInSameMethod(then, party));
                });
    }

    private static boolean isInSameMethod(Party before, Party now) {
        Frame then = before.siteFrame();
        Frame site = now.siteFrame();
        return before.waiting().kind() == now.waiting().kind()
                && ((then == null || site == null)
                        ? before.thread().frames().equals(now.thread().frames())
                        : then.method().equals(site.method()));
    }

    /** Of a carrier, 0 is not known. */
    private static boolean isSame(long before, long now) {
        return before == 0 || now == 0 || before == now;
    }

    private boolean isSame(@Nullable Party earlier, Party party) {
        if (earlier == null) {
            return false;
        }
        DumpedThread before = earlier.thread();
        DumpedThread now = party.thread();
        return earlier.waiting().kind() == party.waiting().kind()
                && before.frames().equals(now.frames())
                && (before.state() == null
                        || now.state() == null
                        || before.state().equals(now.state()))
                && isSame(before.locks().blockedOn(), now.locks().blockedOn())
                && isSame(before.locks().parkBlocker(), now.locks().parkBlocker());
    }

    /** Whether both are one object, as far as dumps agree on names: an address is of its dump alone. */
    private static boolean isSame(@Nullable Lock before, @Nullable Lock now) {
        return before == null || now == null || isAddress(before) || isAddress(now) || before.equals(now);
    }

    private static boolean isAddress(Lock lock) {
        return lock.identity().startsWith("0x");
    }

    /** Whether the processor time of a thread, or of its carrier, shows that it has run. */
    boolean hasRun(Party party) {
        return hasRun(party, graphs);
    }

    private boolean hasRun(Party party, List<WaitGraph> in) {
        return hasRun(party.id(), in) || (party.mounted() && hasRun(carrierOf(party), in));
    }

    private static boolean hasRun(long thread, List<WaitGraph> in) {
        long[] cpu = cpuNanos(thread, in);
        return cpu.length > 1 && cpu[cpu.length - 1] - cpu[0] > in.size() * OF_DUMPS_NANOS;
    }

    /** The processor time that a thread has used, of the moments that show it. */
    private static long[] cpuNanos(long thread, List<WaitGraph> in) {
        return in.stream()
                .map(graph -> graph.ofId(thread))
                .flatMapToLong(party -> party == null ? LongStream.empty() : party.thread().cpuNanos().value().stream())
                .toArray();
    }

    /**
     * Whether it is a fact that a thread has not run between the first and the last moment that show its processor time, also
     * where frames say nothing.
     */
    boolean hasNotRun(Party party) {
        Party last = graphs.getLast().ofId(carrierOf(party));
        return last != null && isStill(party) && cpuNanos(last.id(), graphs).length > 1 && isStill(last);
    }

    /** The thread whose processor time counts: of a mounted virtual thread, its carrier. */
    private long carrierOf(Party party) {
        return party.virtual() ? graphs.getLast().carrierOf(party) : party.id();
    }

    /** Whether a thread that waited for it earlier no longer does: whoever had it has released it. */
    boolean hasLostWaiters(Resource resource) {
        Set<Long> now = new HashSet<>();
        resource.waiters()
                .forEach(waiter -> now.add(graphs.getLast().party(waiter).id()));
        return graphs.stream().anyMatch(earlier -> {
            Resource same = earlier.resource(resource.key());
            return same != null
                    && same.waiters().stream()
                            .anyMatch(waiter ->
                                    !now.contains(earlier.party(waiter).id()));
        });
    }

    /** In how many moments a thread waits for what the same thread holds. */
    int momentsOf(Party waiter, Party holder) {
        return (int) graphs.stream()
                .filter(graph -> {
                    Set<Long> unseen = graph.moment().unseen();
                    boolean seen = !unseen.contains(waiter.id()) && !unseen.contains(holder.id());
                    Party party = seen ? graph.ofId(waiter.id()) : null;
                    Resource resource = party == null ? null : graph.waitsFor(party.index());
                    return resource != null
                            && resource.holders().stream()
                                    .anyMatch(holding ->
                                            graph.party(holding.thread()).id() == holder.id());
                })
                .count();
    }

    /**
     * Adds owners of locks that one dump of several names: {@code Thread.print -l} stops all threads while the JVM searches its
     * heap, so a capture takes it once. A thread that owned a lock then, and has not moved since, owns it in the other dumps as
     * well.
     *
     * @param graphs of the moments of a process, in the order of time
     */
    static void carryOwners(List<WaitGraph> graphs) {
        if (graphs.size() < 2) {
            return;
        }
        Movement movement = new Movement(graphs);
        for (WaitGraph graph : graphs) {
            for (Resource resource : graph.resources()) {
                Holder owner = resource.kind() == WaitKind.LOCK ? resource.owner() : null;
                Party now = owner == null
                        ? null
                        : graphs.getLast().ofId(graph.party(owner.thread()).id());
                if (owner != null && now != null && movement.isStill(now)) {
                    resource.waiters()
                            .forEach(waiter ->
                                    movement.carryOwner(graph.party(waiter).id(), now.id(), owner));
                }
            }
        }
    }

    private void carryOwner(long waiter, long owner, Holder by) {
        Party waiting = graphs.getLast().ofId(waiter);
        if (waiting == null || !isStill(waiting)) {
            return;
        }
        for (WaitGraph graph : graphs) {
            Party waits = graph.ofId(waiter);
            Party owns = graph.ofId(owner);
            Resource resource = waits == null ? null : graph.waitsFor(waits.index());
            if (owns != null && resource != null && resource.kind() == WaitKind.LOCK && !resource.isOwnerKnown()) {
                resource.heldBy(owns.index(), by.depth(), by.source());
            }
        }
    }
}
