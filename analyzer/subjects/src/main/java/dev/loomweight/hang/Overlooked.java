package dev.loomweight.hang;

import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.WaitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Virtual threads that have no carrier although one is idle. The scheduler's pool wakes an idle carrier for a task; where
 * the wake-up is lost as that carrier goes to sleep, the task stays in its queue until a carrier looks there again
 * (JDK-8373118 is one such case). For a moment this is usual, so one dump never shows it.
 */
final class Overlooked {

    private Overlooked() {}

    /** The threads that were overlooked, if there are any. */
    static Optional<Verdict> of(WaitGraph graph, Movement movement) {
        if (movement.moments() == 1) {
            return Optional.empty();
        }
        Set<String> pools = graph.parties().stream()
                .filter(Party::isCarrying)
                .map(CarrierPool::poolOf)
                .filter(pool -> !pool.isEmpty())
                .collect(Collectors.toSet());
        List<Party> ready = new ArrayList<>();
        List<Party> idle = new ArrayList<>();
        boolean certain = true;
        for (Party party : graph.parties()) {
            if (party.virtual()) {
                if (!party.mounted() && party.waiting().kind() == WaitKind.CARRIER && movement.isStill(party)) {
                    ready.add(party);
                    // One that has begun may have run on another carrier from one dump to the next.
                    certain &= party.thread().frames().isEmpty();
                }
            } else if (isIdle(party) && pools.contains(CarrierPool.poolOf(party)) && movement.isStill(party)) {
                idle.add(party);
                certain &= movement.hasNotRun(party);
            }
        }
        return ready.isEmpty() || idle.isEmpty()
                ? Optional.empty()
                : Optional.of(new Verdict.Overlooked(ready, idle, certain ? Motion.STUCK : Motion.UNDECIDED));
    }

    /** Whether it is a worker of a pool that sleeps until there is work. */
    private static boolean isIdle(Party party) {
        return party.thread().frames().stream()
                .limit(8)
                .anyMatch(frame -> frame.methodName().equals("awaitWork")
                        && frame.className().equals(Juc.FORK_JOIN_POOL));
    }
}
