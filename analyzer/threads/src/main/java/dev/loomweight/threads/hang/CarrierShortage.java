package dev.loomweight.threads.hang;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.jvm.Juc;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.threads.hang.Schedulers.Scheduler;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.Comparator;
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
    private final long parallelism;
    private final List<Scheduler> schedulers;
    private final List<Party> ready = new ArrayList<>();
    private boolean unmountedWait;
    // Of JDK 22 to 25: they need carriers to see input, as any virtual thread.
    private boolean virtualPollers;

    /**
     * The carriers of the last moment.
     *
     * @param parallelism how many carriers of the JDK's run virtual threads at once, or 0 where that is not known
     * @param virtualPollers whether pollers are known to be virtual threads, where no dump may show them
     */
    CarrierShortage(WaitGraph graph, Movement movement, long parallelism, boolean virtualPollers) {
        this.graph = graph;
        this.movement = movement;
        this.parallelism = parallelism;
        this.virtualPollers = virtualPollers;
        this.schedulers = Schedulers.ofLast(movement);
        List<Party> pollers = new ArrayList<>();
        for (Party party : graph.parties()) {
            if (party.virtual() && !party.mounted()) {
                boolean poller = JvmNames.isPoller(party.thread().name());
                this.virtualPollers |= poller;
                if (party.state().isReady()) {
                    (poller ? pollers : ready).add(party);
                } else {
                    unmountedWait |= !party.waiting().idle();
                }
            }
        }
        // Those of the JDK's own are named last.
        ready.addAll(pollers);
    }

    /** Of each scheduler, that all carriers are held by threads that wait, or kept while others do not begin, if it is so. */
    List<HangVerdict.CarriersExhausted> exhausted() {
        List<HangVerdict.CarriersExhausted> found = new ArrayList<>();
        for (Scheduler scheduler : schedulers) {
            HangVerdict.CarriersExhausted verdict = !scheduler.isHeld() && !hasOnlySpare(scheduler)
                    ? keptInPart(scheduler)
                    : scheduler.mounted().stream().allMatch(this::isHeldUp)
                            ? held(scheduler)
                            : kept(scheduler, scheduler.mounted(), isOnlyHeld(scheduler));
            if (verdict != null) {
                found.add(verdict);
            }
        }
        // Where threads that run may have kept the carriers of one scheduler, those that wait are what is known better.
        found.sort(Comparator.comparing(verdict -> verdict.running() > 0));
        return found;
    }

    private HangVerdict.@Nullable CarriersExhausted held(Scheduler scheduler) {
        List<Party> mounted = scheduler.mounted();
        boolean full = isFull(scheduler);
        // Who has become ready since the first dump may get a carrier that is about to start.
        List<Party> waiting = ready.stream().filter(movement::isStill).toList();
        boolean certain = (!waiting.isEmpty() && isOnlyHeld(scheduler)) || full;
        boolean likely = !waiting.isEmpty()
                || (unmountedWait
                        && mounted.stream()
                                .anyMatch(party -> party.waiting().kind() == WaitKind.LOCK
                                        || party.waiting().kind() == WaitKind.CONDITION));
        if (!certain && !likely) {
            return null;
        }
        boolean still = mounted.stream().allMatch(movement::isStill);
        boolean blocked = mounted.stream().allMatch(this::isBlocked);
        List<Party> forPollers = forPollers(scheduler);
        // Input may come from elsewhere, or from a virtual thread of this process, which has no carrier. So may what
        // native
        // code waits for.
        boolean mayEnd = mounted.stream()
                .anyMatch(party -> (party.waiting().kind() == WaitKind.INPUT && !forPollers.contains(party))
                        || party.inNative()
                        || party.waiting().mayTimeOut());
        Motion motion = movement.moments() == 1
                ? Motion.ONE_DUMP
                : !still
                        ? Motion.MOVING
                        : blocked && !mayEnd && (certain || scheduler.ofJdk()) ? Motion.STUCK : Motion.UNDECIDED;
        return motion == Motion.MOVING
                ? null
                : new HangVerdict.CarriersExhausted(
                        own(scheduler), scheduler.carrying().size(), mounted, waiting, forPollers, certain, motion);
    }

    /** Whether as many threads as can run at once have carriers. What is known of the number is of the JDK's scheduler alone. */
    private boolean isFull(Scheduler scheduler) {
        // Object.wait of JDK 21 to 23 makes up for the carrier that it holds; dumps of these have no states.
        long compensated = scheduler.mounted().stream()
                .filter(CarrierShortage::isMadeUpFor)
                .count();
        return scheduler.ofJdk() && parallelism > 0 && scheduler.carrying().size() - compensated >= parallelism;
    }

    /** Whether the carriers that have no thread are spare ones, which the pool lets sleep while as many as it may have work. */
    private boolean hasOnlySpare(Scheduler scheduler) {
        return isFull(scheduler)
                && scheduler.mounted().size() >= scheduler.carrying().size()
                && scheduler.carriers().stream()
                        .allMatch(carrier -> scheduler.carrying().contains(carrier) || isIdle(carrier));
    }

    /** Whether threads without a carrier can be of no other scheduler that has none for them: no dump shows whose they are. */
    private boolean isOnlyHeld(Scheduler scheduler) {
        return schedulers.stream().allMatch(other -> other.equals(scheduler) || !other.isHeld());
    }

    private static List<Party> own(Scheduler scheduler) {
        return scheduler.ofJdk() ? List.of() : scheduler.carriers();
    }

    /**
     * That the same threads have kept all carriers in several dumps while others did not begin, though some of them run: the
     * scheduler would have begun the others before it gave a thread its carrier back.
     */
    private HangVerdict.@Nullable CarriersExhausted kept(Scheduler scheduler, List<Party> mounted, boolean certain) {
        List<Party> waiting = ready.stream()
                .filter(party -> party.thread().frames().isEmpty() && movement.isStill(party))
                .toList();
        return waiting.isEmpty() || !mounted.stream().allMatch(movement::keepsCarrier)
                ? null
                : new HangVerdict.CarriersExhausted(
                        own(scheduler),
                        scheduler.carriers().size(),
                        mounted,
                        waiting,
                        forPollers(scheduler),
                        certain,
                        Motion.UNDECIDED);
    }

    /** The same of some carriers of an application's own: each may be a scheduler of its own, as event loops are. */
    private HangVerdict.@Nullable CarriersExhausted keptInPart(Scheduler scheduler) {
        List<Party> keeping =
                scheduler.mounted().stream().filter(movement::keepsCarrier).toList();
        return scheduler.ofJdk() || keeping.isEmpty() || !isOnlyHeld(scheduler)
                ? null
                : kept(scheduler, keeping, false);
    }

    /**
     * The virtual threads that keep their carriers though they wait for nothing, as far as several dumps show. One that stands
     * still at a line may wait for a monitor where dumps have no states.
     */
    List<Party> keeping() {
        return schedulers.stream()
                .flatMap(scheduler -> scheduler.mounted().stream())
                .filter(party -> party.waiting().kind() == WaitKind.NONE
                        && (party.thread().state() != null || party.inNative() || movement.hasRun(party))
                        && movement.keepsCarrier(party))
                .toList();
    }

    private static boolean isMadeUpFor(Party party) {
        return party.waiting().kind() == WaitKind.NOTIFY && party.thread().state() == null;
    }

    /** Those that wait for pollers which need a carrier of the JDK's scheduler themselves. */
    private List<Party> forPollers(Scheduler scheduler) {
        return virtualPollers && scheduler.ofJdk()
                ? scheduler.mounted().stream()
                        .filter(CarrierShortage::isByPoller)
                        .toList()
                : List.of();
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
     *
     * @param starved those of which it is known that they wait for carriers of another scheduler
     */
    Optional<HangVerdict> overlooked(Set<Integer> starved) {
        if (movement.moments() == 1) {
            return Optional.empty();
        }
        Set<String> pools = graph.parties().stream()
                .filter(Party::isCarrying)
                .map(party -> CarrierNames.poolOf(party.thread().name()))
                .filter(pool -> !pool.isEmpty())
                .collect(Collectors.toSet());
        // A thread that has not begun may be of a scheduler of the application's own whose carriers are busy.
        if (!movement.graphs().stream()
                .flatMap(moment -> Schedulers.of(moment).stream())
                .allMatch(Scheduler::ofJdk)) {
            return Optional.empty();
        }
        if (schedulers.stream().anyMatch(this::hasOnlySpare)) {
            return Optional.empty();
        }
        List<Party> overlooked = new ArrayList<>();
        List<Party> idle = new ArrayList<>();
        boolean certain = true;
        for (Party party : graph.parties()) {
            if (party.virtual()) {
                if (!party.mounted()
                        && party.waiting().kind() == WaitKind.CARRIER
                        && !starved.contains(party.index())
                        && movement.isStill(party)) {
                    overlooked.add(party);
                    // One that has begun may have run on another carrier from one dump to the next.
                    certain &= party.thread().frames().isEmpty();
                }
            } else if (isIdle(party)
                    && pools.contains(CarrierNames.poolOf(party.thread().name()))
                    && movement.isStill(party)) {
                idle.add(party);
                certain &= movement.hasNotRun(party);
            }
        }
        return overlooked.isEmpty() || idle.isEmpty()
                ? Optional.empty()
                : Optional.of(new HangVerdict.Overlooked(overlooked, idle, certain ? Motion.STUCK : Motion.UNDECIDED));
    }

    /** Whether it is a worker of a pool that sleeps until there is work. */
    private static boolean isIdle(Party party) {
        return party.thread().frames().stream()
                .limit(8)
                .anyMatch(frame -> frame.methodName().equals("awaitWork")
                        && frame.className().equals(Juc.FORK_JOIN_POOL));
    }
}
