package dev.loomweight.threads.hang;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The carriers as what virtual threads wait for: whether all are held by threads that wait, or one is idle although virtual
 * threads are ready.
 */
final class CarrierShortage {

    private final WaitGraph graph;
    private final Movement movement;
    private final List<Party> mounted = new ArrayList<>();
    private final List<Party> ready = new ArrayList<>();
    private int carriers;
    private int carrying;
    private boolean unmountedWait;
    // Of JDK 22 to 25: they need carriers to see input, as any virtual thread.
    private boolean virtualPollers;
    private boolean ofJdk;

    private CarrierShortage(WaitGraph graph, Movement movement) {
        this.graph = graph;
        this.movement = movement;
    }

    /**
     * That all carriers are held by threads that wait, if it is so.
     *
     * @param parallelism how many carriers run virtual threads at once, or 0 where that is not known
     */
    static Optional<HangVerdict.CarriersExhausted> exhausted(WaitGraph graph, Movement movement, long parallelism) {
        CarrierShortage pool = new CarrierShortage(graph, movement);
        pool.count();
        return Optional.ofNullable(pool.verdict(parallelism));
    }

    private void count() {
        String name = graph.parties().stream()
                .filter(Party::isCarrying)
                .map(CarrierShortage::schedulerOf)
                .filter(scheduler -> !scheduler.isEmpty())
                .findFirst()
                .orElse("");
        ofJdk = graph.parties().stream()
                .filter(Party::isCarrying)
                .anyMatch(party -> !poolOf(party).isEmpty());
        List<Party> pollers = new ArrayList<>();
        for (Party party : graph.parties()) {
            if (party.virtual()) {
                virtualPollers |=
                        !party.mounted() && JvmNames.isPoller(party.thread().name());
                if (party.mounted()) {
                    mounted.add(party);
                } else if (party.state().isReady()) {
                    (JvmNames.isPoller(party.thread().name()) ? pollers : ready).add(party);
                } else {
                    unmountedWait |= !party.waiting().idle();
                }
            } else if (!name.isEmpty() && schedulerOf(party).equals(name)) {
                carriers++;
                carrying += party.isCarrying() ? 1 : 0;
            }
        }
        // Those of the JDK's own are named last.
        ready.addAll(pollers);
    }

    /** The name of the pool that a platform thread works for, by its own name; empty where that tells none. */
    private static String poolOf(Party party) {
        return CarrierNames.poolOf(party.thread().name());
    }

    private static String schedulerOf(Party party) {
        return CarrierNames.schedulerOf(party.thread().name());
    }

    private HangVerdict.@Nullable CarriersExhausted verdict(long parallelism) {
        boolean held = carriers > 0 && carrying == carriers && mounted.size() >= carriers;
        if (!held) {
            return null;
        }
        if (!mounted.stream().allMatch(this::isHeldUp)) {
            return kept();
        }
        // Object.wait of JDK 21 to 23 makes up for the carrier that it holds; dumps of these have no states.
        long compensated = mounted.stream()
                .filter(party -> party.waiting().kind() == WaitKind.NOTIFY
                        && party.thread().state() == null)
                .count();
        // What is known of the number is of the JDK's scheduler, and not of an application's own.
        boolean full = ofJdk && parallelism > 0 && carrying - compensated >= parallelism;
        // Who has become ready since the first dump may get a carrier that is about to start.
        List<Party> waiting = ready.stream().filter(movement::isStill).toList();
        boolean certain = !waiting.isEmpty() || full;
        boolean likely = unmountedWait
                && mounted.stream()
                        .anyMatch(party -> party.waiting().kind() == WaitKind.LOCK
                                || party.waiting().kind() == WaitKind.CONDITION);
        if (!certain && !likely) {
            return null;
        }
        boolean still = mounted.stream().allMatch(movement::isStill);
        boolean blocked = mounted.stream().allMatch(this::isBlocked);
        // Input may come from elsewhere, or from a virtual thread of this process, which has no carrier. So may what
        // native
        // code waits for.
        boolean mayEnd = mounted.stream()
                .anyMatch(party -> (party.waiting().kind() == WaitKind.INPUT && !(virtualPollers && isByPoller(party)))
                        || party.inNative()
                        || party.waiting().mayTimeOut());
        Motion motion = movement.moments() == 1
                ? Motion.ONE_DUMP
                : !still ? Motion.MOVING : blocked && !mayEnd ? Motion.STUCK : Motion.UNDECIDED;
        return motion == Motion.MOVING
                ? null
                : new HangVerdict.CarriersExhausted(
                        carriers,
                        mounted,
                        waiting,
                        virtualPollers
                                ? mounted.stream()
                                        .filter(CarrierShortage::isByPoller)
                                        .toList()
                                : List.of(),
                        certain,
                        motion);
    }

    /**
     * That the same threads have had all carriers in several dumps, and stood still as far as these show, while others did not
     * begin: the scheduler would have begun the others before it gave a thread its carrier back. Who moves is busy.
     */
    private HangVerdict.@Nullable CarriersExhausted kept() {
        List<Party> waiting = ready.stream()
                .filter(party -> party.thread().frames().isEmpty() && movement.isStill(party))
                .toList();
        boolean same = mounted.stream()
                .allMatch(party -> movement.isStill(party)
                        && movement.graphs().stream().allMatch(earlier -> {
                            Party then = earlier.ofId(party.id());
                            return then != null && then.mounted();
                        }));
        return movement.moments() == 1 || waiting.isEmpty() || !same
                ? null
                : new HangVerdict.CarriersExhausted(carriers, mounted, waiting, List.of(), true, Motion.UNDECIDED);
    }

    /** Whether a thread waits until a poller has seen its input, and not in a call of the system. */
    private static boolean isByPoller(Party party) {
        return party.waiting().isByPoller(party.thread().stack());
    }

    /** Whether a mounted thread waits for others or for input, is in native code, or stands where it may wait for a monitor. */
    private boolean isHeldUp(Party party) {
        WaitKind kind = party.waiting().kind();
        boolean unknown = kind == WaitKind.NONE && party.thread().state() == null && movement.isStill(party);
        return kind.isForThreads()
                || kind == WaitKind.INPUT
                || (party.inNative() && movement.isStill(party))
                || (unknown && !party.waiting().timed());
    }

    /** Whether it is a fact that it does not run. */
    private boolean isBlocked(Party party) {
        return party.waiting().kind() != WaitKind.NONE || movement.hasNotRun(party);
    }

    /**
     * The virtual threads that have no carrier although one is idle, if there are any. The scheduler's pool wakes an idle
     * carrier for a task; where the wake-up is lost as that carrier goes to sleep, the task stays in its queue until a carrier
     * looks there again (JDK-8373118 is one such case). For a moment this is usual, so one dump never shows it.
     */
    static Optional<HangVerdict> overlooked(WaitGraph graph, Movement movement) {
        if (movement.moments() == 1) {
            return Optional.empty();
        }
        Set<String> pools = graph.parties().stream()
                .filter(Party::isCarrying)
                .map(CarrierShortage::poolOf)
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
            } else if (isIdle(party) && pools.contains(poolOf(party)) && movement.isStill(party)) {
                idle.add(party);
                certain &= movement.hasNotRun(party);
            }
        }
        return ready.isEmpty() || idle.isEmpty()
                ? Optional.empty()
                : Optional.of(new HangVerdict.Overlooked(ready, idle, certain ? Motion.STUCK : Motion.UNDECIDED));
    }

    /** Whether it is a worker of a pool that sleeps until there is work. */
    private static boolean isIdle(Party party) {
        return party.thread().frames().stream()
                .limit(8)
                .anyMatch(frame -> frame.methodName().equals("awaitWork")
                        && frame.className().equals(Juc.FORK_JOIN_POOL));
    }
}
