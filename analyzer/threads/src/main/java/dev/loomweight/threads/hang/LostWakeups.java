package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Virtual threads that wait for what is there: a latch whose count is 0, a lock without an owner, permits of a semaphore that
 * has some, the result of a task that is done, a monitor that no thread holds after {@code Object.wait}. Such a wait ends
 * within the time that a carrier needs to take the thread up; where it is the same in all dumps, the JDK has lost the wake-up.
 */
final class LostWakeups {

    private final WaitGraph graph;
    private final Movement movement;
    private final Predicate<Party> mayRelease;

    /** @param mayRelease which threads could hold a lock between a look at it and the dumps */
    LostWakeups(WaitGraph graph, Movement movement, Predicate<Party> mayRelease) {
        this.graph = graph;
        this.movement = movement;
        this.mayRelease = mayRelease;
    }

    /** One verdict for each kind of waiting; one dump shows none, since for a moment such waits are usual. */
    List<HangVerdict.LostWakeup> verdicts() {
        if (movement.moments() == 1) {
            return List.of();
        }
        Map<WaitKind, List<Resource>> free = new LinkedHashMap<>();
        for (Resource resource : graph.resources()) {
            if (isFree(resource) && !lost(resource).isEmpty() && !isTakenSince(resource)) {
                free.computeIfAbsent(resource.kind(), unused -> new ArrayList<>())
                        .add(resource);
            }
        }
        List<HangVerdict.LostWakeup> verdicts = new ArrayList<>();
        free.forEach((kind, resources) -> {
            List<Party> waiters = resources.stream()
                    .flatMap(resource -> lost(resource).stream())
                    .toList();
            verdicts.add(new HangVerdict.LostWakeup(resources, waiters, motion(resources, waiters)));
        });
        return verdicts;
    }

    private Motion motion(List<Resource> resources, List<Party> waiters) {
        // Before JDK 25, a thread that is ready looks like one that is parked: it may wait for a carrier.
        boolean mayBeReady = waiters.stream().anyMatch(party -> party.thread().state() == null)
                && graph.parties().stream().anyMatch(Party::mounted);
        // The agent looks twice; a heap dump may be of the moment at which a lock was released.
        boolean once = resources.stream().anyMatch(Resource::isLockOfHeap)
                && graph.parties().stream().anyMatch(mayRelease);
        return mayBeReady || once ? Motion.UNDECIDED : Motion.STUCK;
    }

    private boolean isFree(Resource resource) {
        return switch (resource.kind()) {
            case MONITOR -> isFreeMonitor(resource);
            // Whoever releases a lock unparks a waiter right after that.
            case LOCK ->
                resource.isFree()
                        && resource.waiters().stream().map(graph::party).anyMatch(resource::isSignalled);
            default -> resource.isGiven();
        };
    }

    /** Whether others take a lock in turns that a heap dump, which looks once, shows without an owner. */
    private boolean isTakenSince(Resource resource) {
        return resource.isLockOfHeap()
                && (movement.hasLostWaiters(resource)
                        || new WaitedLock(graph, List.of(resource), graph.parties())
                                .inside(resource).stream().anyMatch(party -> !movement.isStill(party)));
    }

    /** Whether dumps that show all monitors show it with no holder, at any moment. */
    private boolean isFreeMonitor(Resource resource) {
        return resource.lock() != null
                && resource.isIdentified()
                && movement.graphs().stream().allMatch(graph -> {
                    Resource same = graph.resource(resource.key());
                    return same != null && same.holders().isEmpty();
                });
    }

    /** Who waits for it, and should not. */
    private List<Party> lost(Resource resource) {
        return resource.waiters().stream()
                .map(graph::party)
                .filter(party ->
                        party.virtual() && !party.mounted() && !party.waiting().timed())
                .filter(party -> !party.isWoken())
                .filter(party -> resource.kind() != WaitKind.MONITOR || isAfterWait(party))
                // Who waits for a semaphore may want more permits than it has: who was unparked asks again.
                .filter(party -> resource.kind() != WaitKind.SEMAPHORE || resource.isSignalled(party))
                .filter(movement::isStill)
                .toList();
    }

    private static boolean isAfterWait(Party party) {
        List<Frame> frames = party.thread().frames();
        return "BLOCKED".equals(party.thread().state())
                && frames.size() > 1
                && frames.getFirst().className().equals("java.lang.Object")
                && frames.getFirst().methodName().startsWith("wait");
    }
}
