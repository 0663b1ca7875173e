package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.hang.HangVerdict.Link;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a circle was seen as a whole while the JVM stood still, in {@code Thread.print} or a heap dump: then it was, and will
 * be. {@code Thread.dump_to_file} and the agent look at one thread after another, so that threads which take the same locks
 * over and over may seem to wait for each other.
 */
final class OneLook {

    private final List<DumpedThreads> looks = new ArrayList<>();
    private @Nullable List<WaitGraph> printed;

    /** @param graphs the moments of a process, with the prints that were taken with them */
    OneLook(List<WaitGraph> graphs) {
        for (WaitGraph graph : graphs) {
            graph.moment().looks().stream()
                    .filter(look -> !looks.contains(look))
                    .forEach(looks::add);
        }
    }

    /** Whether all of a circle was in one such look, or it can only have been if all of it was seen at any time. */
    boolean has(List<Link> circle) {
        return circle.stream().allMatch(OneLook::isForGood)
                || circle.stream().allMatch(OneLook::isOfHeap)
                || printed().stream().anyMatch(graph -> circle.stream().allMatch(link -> has(graph, link, circle)));
    }

    /** Who ends a thread or initializes a class does so once: a thread that waits for another waits until that has. */
    private static boolean isForGood(Link link) {
        WaitKind kind = link.resource().kind();
        return link.fact() && (kind == WaitKind.INITIALIZER || kind == WaitKind.JOIN);
    }

    private static boolean isOfHeap(Link link) {
        LockOwners.Owned owned = link.resource().owned();
        return owned != null
                && link.resource().from() == LockOwners.From.HEAP
                && link.holder().source() == Resource.Source.HEAP
                && owned.waiters().contains(link.waiter().id());
    }

    private static boolean has(WaitGraph graph, Link link, List<Link> circle) {
        Party waiter = graph.ofId(link.waiter().id());
        Resource resource = waiter == null ? null : graph.waitsFor(waiter.index());
        long next =
                circle.get((circle.indexOf(link) + 1) % circle.size()).waiter().id();
        return resource != null
                && resource.holders().stream()
                        .anyMatch(holder -> holder.source().isFact()
                                && graph.party(holder.thread()).id() == next);
    }

    private List<WaitGraph> printed() {
        List<WaitGraph> known = printed;
        if (known == null) {
            known = looks.stream()
                    .map(print -> WaitGraph.of(Moment.of(List.of(print)).getFirst(), List.of(), FrameLocks.NONE))
                    .toList();
            printed = known;
        }
        return known;
    }
}
