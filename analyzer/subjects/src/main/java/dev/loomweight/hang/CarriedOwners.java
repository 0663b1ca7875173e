package dev.loomweight.hang;

import dev.loomweight.hang.Resource.Holder;
import dev.loomweight.jvm.WaitKind;
import java.util.List;

/**
 * Owners of locks that one dump of several names: {@code Thread.print -l} stops all threads while the JVM searches its heap,
 * so a capture takes it once. A thread that owned a lock then, and has not moved since, owns it in the other dumps as well.
 */
final class CarriedOwners {

    private CarriedOwners() {}

    /**
     * Adds them.
     *
     * @param graphs of the moments of a process, in the order of time
     */
    static void add(List<WaitGraph> graphs) {
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
                            .forEach(waiter -> add(movement, graph.party(waiter).id(), now.id(), owner));
                }
            }
        }
    }

    private static void add(Movement movement, long waiter, long owner, Holder by) {
        Party waiting = movement.graphs().getLast().ofId(waiter);
        if (waiting == null || !movement.isStill(waiting)) {
            return;
        }
        for (WaitGraph graph : movement.graphs()) {
            Party waits = graph.ofId(waiter);
            Party owns = graph.ofId(owner);
            Resource resource = waits == null ? null : graph.waitsFor(waits.index());
            if (owns != null && resource != null && resource.kind() == WaitKind.LOCK && !resource.isOwnerKnown()) {
                resource.heldBy(owns.index(), by.depth(), by.source());
            }
        }
    }
}
