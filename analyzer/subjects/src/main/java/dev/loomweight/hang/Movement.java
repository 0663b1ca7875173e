package dev.loomweight.hang;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What changed from one moment to the next: a thread whose stack is the same in all of them is still. */
final class Movement {

    /** A thread walks its own stack for a dump: that takes some of its processor time, and less than this. */
    private static final long OF_DUMPS_NANOS = 2_000_000;

    private final List<WaitGraph> graphs;
    private final @Nullable Boolean[] still;
    private @Nullable Map<Long, Long> carriers;

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
            known = true;
            for (int i = 0; known && i < graphs.size() - 1; i++) {
                WaitGraph graph = graphs.get(i);
                known = isSame(graph.ofId(party.id()), party) && !hasCarrierRun(graph, party);
            }
            still[party.index()] = known;
        }
        return known;
    }

    private boolean isSame(@Nullable Party earlier, Party party) {
        if (earlier == null) {
            return false;
        }
        DumpedThread before = earlier.thread();
        DumpedThread now = party.thread();
        return earlier.waiting().kind() == party.waiting().kind()
                && before.frames().equals(now.frames())
                && Objects.equals(before.state(), now.state())
                && isSame(before.blockedOn(), now.blockedOn())
                && isSame(before.parkBlocker(), now.parkBlocker())
                && !hasRun(before, now);
    }

    /** Whether both are one object, as far as dumps agree on names: an address is of its dump alone. */
    private static boolean isSame(@Nullable Lock before, @Nullable Lock now) {
        return before == null || now == null || now.identity().startsWith("0x") || before.equals(now);
    }

    private boolean hasCarrierRun(WaitGraph graph, Party party) {
        if (!party.mounted()) {
            return false;
        }
        long carrier = carrierOf(party);
        Party before = graph.ofId(carrier);
        Party now = graphs.getLast().ofId(carrier);
        return before != null && now != null && hasRun(before.thread(), now.thread());
    }

    /** Whether the processor time of a thread shows that it has run. */
    private boolean hasRun(DumpedThread before, DumpedThread now) {
        return isKnown(before, now) && now.cpuNanos() - before.cpuNanos() > graphs.size() * OF_DUMPS_NANOS;
    }

    private static boolean isKnown(DumpedThread before, DumpedThread now) {
        return before.cpuNanos() != DumpedThread.UNKNOWN && now.cpuNanos() != DumpedThread.UNKNOWN;
    }

    /** Whether it is a fact that a thread has not run between the first and the last moment, also where frames say nothing. */
    boolean hasNotRun(Party party) {
        if (moments() < 2 || !isStill(party)) {
            return false;
        }
        Party first = graphs.getFirst().ofId(carrierOf(party));
        Party last = graphs.getLast().ofId(carrierOf(party));
        return first != null && last != null && isKnown(first.thread(), last.thread()) && isStill(last);
    }

    /** The thread whose processor time counts: of a mounted virtual thread, its carrier. */
    private long carrierOf(Party party) {
        if (!party.virtual()) {
            return party.id();
        }
        return party.thread().carrier() > 0
                ? party.thread().carrier()
                : carriers().getOrDefault(party.id(), 0L);
    }

    private Map<Long, Long> carriers() {
        Map<Long, Long> known = carriers;
        if (known == null) {
            known = new HashMap<>();
            for (Party party : graphs.getLast().parties()) {
                if (party.thread().carries() != 0) {
                    known.put(party.thread().carries(), party.id());
                }
            }
            carriers = known;
        }
        return known;
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
                    Party party = graph.ofId(waiter.id());
                    Resource resource = party == null ? null : graph.waitsFor(party.index());
                    return resource != null
                            && resource.holders().stream()
                                    .anyMatch(holding ->
                                            graph.party(holding.thread()).id() == holder.id());
                })
                .count();
    }
}
