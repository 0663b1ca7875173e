package dev.loomweight.threads.hang;

import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong in the last of some moments of a process; the earlier ones show what stays. */
final class Judge {

    private static final int MAX_NAMED_THREADS = 3;

    private final Movement movement;
    private final WaitGraph graph;
    private final long parallelism;
    private final boolean virtualPollers;
    private final boolean hidesVirtual;
    private final OneLook looks;
    private final Map<Integer, List<Resource>> heldBy = new HashMap<>();
    private final Set<Integer> explained = new HashSet<>();
    private final Set<Integer> starved = new HashSet<>();
    private final List<HangVerdict> verdicts = new ArrayList<>();
    private @Nullable Set<Integer> releasers;

    /**
     * A judge.
     *
     * @param graphs in the order of time, at least one
     * @param parallelism how many carriers run virtual threads at once, or 0 where that is not known
     * @param virtualPollers whether pollers are known to be virtual threads, where no dump may show them
     */
    Judge(List<WaitGraph> graphs, long parallelism, boolean virtualPollers) {
        this.movement = new Movement(graphs);
        this.graph = graphs.getLast();
        this.parallelism = parallelism;
        this.virtualPollers = virtualPollers;
        this.hidesVirtual = graph.moment().hidesVirtual();
        this.looks = new OneLook(graphs);
        for (Resource resource : graph.resources()) {
            for (Holder holder : resource.holders()) {
                heldBy.computeIfAbsent(holder.thread(), unused -> new ArrayList<>())
                        .add(resource);
            }
        }
    }

    /** Everything that is wrong, hangs first, the worst first; then what is worth to be said. */
    List<HangVerdict> judge() {
        deadlocks();
        carriers();
        lostOwners();
        lostWakeups();
        verdicts.addAll(FullPools.of(graph, movement, this::mayRelease));
        verdicts.addAll(new LentPools(graph, movement, this::mayRelease).verdicts());
        locks();
        signals();
        // Sorting keeps the order of equals.
        return verdicts.stream()
                .sorted(Comparator.comparing(verdict -> !verdict.isHang()))
                .toList();
    }

    private void carriers() {
        CarrierShortage shortage = new CarrierShortage(graph, movement, parallelism, virtualPollers);
        Set<Party> keeping = new LinkedHashSet<>(shortage.keeping());
        for (HangVerdict.CarriersExhausted exhausted : shortage.exhausted()) {
            exhausted.ready().forEach(party -> starved.add(party.index()));
            exhausted.mounted().forEach(keeping::remove);
            verdicts.add(exhausted);
        }
        Optional<HangVerdict> overlooked = shortage.overlooked(starved);
        overlooked.ifPresent(verdicts::add);
        // Where one is overlooked, each thread on a carrier is named.
        if (overlooked.isEmpty() && !keeping.isEmpty()) {
            verdicts.add(new HangVerdict.CarriersKept(List.copyOf(keeping)));
        }
    }

    private void deadlocks() {
        for (List<Integer> cycle :
                Cycles.of(graph, this::waitsForSure, holder -> holder.source().isFact())) {
            addDeadlock(cycle, true);
        }
        for (Party party : graph.parties()) {
            if (waitsForItself(party)) {
                addDeadlock(List.of(party.index()), true);
            }
        }
        for (List<Integer> cycle :
                Cycles.of(graph, thread -> waits(thread) && !explained.contains(thread), holder -> true)) {
            addDeadlock(cycle, false);
        }
        for (List<Integer> cycle : Cycles.of(
                graph,
                thread -> isWaitSure(thread) && !explained.contains(thread),
                holder -> holder.source().isFact())) {
            addDeadlock(cycle, true);
        }
    }

    private boolean waits(int thread) {
        ThreadWait waiting = graph.party(thread).waiting();
        return waiting.kind().isForOne() && !waiting.timed();
    }

    /** Whether a thread waits to write for a lock that it alone holds for reading: all others would get what they have. */
    private boolean waitsForItself(Party party) {
        Resource resource = graph.waitsFor(party.index());
        Holder owner = resource == null ? null : resource.owner();
        return resource != null
                && owner != null
                && owner.thread() == party.index()
                && resource.readHolds() > 0
                && waits(party.index())
                && movement.isStill(party);
    }

    private boolean waitsForSure(int thread) {
        return waits(thread) && isWaitSure(thread);
    }

    /** Whether it is a fact that a thread waits for one thing that another has, be it with a time. */
    private boolean isWaitSure(int thread) {
        Resource resource = graph.waitsFor(thread);
        return graph.party(thread).waiting().kind().isForOne()
                && graph.isWaitKnown(thread)
                && resource != null
                && resource.isIdentified();
    }

    private void addDeadlock(List<Integer> cycle, boolean certain) {
        List<HangVerdict.Link> links = new ArrayList<>();
        int seenIn = movement.moments();
        boolean still = true;
        boolean lately = movement.moments() > 1;
        for (int i = 0; i < cycle.size(); i++) {
            int next = cycle.get((i + 1) % cycle.size());
            Party waiter = graph.party(cycle.get(i));
            Resource resource = Objects.requireNonNull(graph.waitsFor(waiter.index()));
            Holder holder = resource.holders().stream()
                    .filter(holding -> holding.thread() == next)
                    .findFirst()
                    .orElseThrow();
            links.add(new HangVerdict.Link(
                    waiter, resource, holder, holder.source().isFact() && graph.isWaitKnown(waiter.index())));
            seenIn = Math.min(seenIn, movement.momentsOf(waiter, graph.party(next)));
            still &= movement.isStill(waiter);
            lately &= movement.isStillLately(waiter);
        }
        boolean seen = (lately && seenIn > 1) || looks.has(links);
        Motion motion = !still ? Motion.MOVING : movement.moments() == 1 ? Motion.ONE_DUMP : Motion.STUCK;
        Set<Integer> victims = behind(cycle);
        // A scope can end by any of its subtasks: those that do not wait for the circle may still end it.
        boolean open = links.stream()
                .map(HangVerdict.Link::resource)
                .anyMatch(resource -> resource.isScope()
                        && !resource.holders().stream().allMatch(subtask -> victims.contains(subtask.thread())));
        HangVerdict.Deadlock deadlock =
                new HangVerdict.Deadlock(links, victims.size(), certain && !open, open, seenIn, seen, motion);
        if (motion == Motion.MOVING && (!certain || !seen || deadlock.isTimed())) {
            return;
        }
        explained.addAll(victims);
        verdicts.add(deadlock);
    }

    /** Some threads and all who wait for them, directly or through others. */
    private Set<Integer> behind(Collection<Integer> threads) {
        Set<Integer> all = new HashSet<>(threads);
        Deque<Integer> queue = new ArrayDeque<>(threads);
        while (!queue.isEmpty()) {
            for (Resource resource : heldBy.getOrDefault(queue.remove(), List.of())) {
                for (int waiter : resource.waiters()) {
                    if (all.add(waiter)) {
                        queue.add(waiter);
                    }
                }
            }
        }
        return all;
    }

    private void lostOwners() {
        for (Resource resource : graph.resources()) {
            if (resource.kind().isExclusive() && !resource.isOwnerKnown()) {
                LockOwners.Owned owned = resource.owned();
                LockOwners.Owner owner = owned == null ? null : owned.owner();
                if (owner != null && owner.ended()) {
                    addLost(resource, owner, owner.id());
                } else if (owner == null) {
                    long id = absentOwner(resource);
                    if (id != 0) {
                        addLost(resource, null, id);
                    }
                }
            }
        }
    }

    /** The owner that a dump names, and does not have although it has all threads; 0 where there is none. */
    private long absentOwner(Resource resource) {
        if (hidesVirtual) {
            return 0;
        }
        for (int waiter : resource.waiters()) {
            Party party = graph.party(waiter);
            long owner = party.thread().locks().parkBlockerOwner();
            if (owner != 0 && graph.ofId(owner) == null && movement.isStill(party)) {
                return owner;
            }
        }
        return 0;
    }

    private void addLost(Resource resource, LockOwners.@Nullable Owner owner, long id) {
        Set<Integer> waiting = behind(resource.waiters());
        explained.addAll(waiting);
        verdicts.add(new HangVerdict.LostOwner(resource, owner, id, parties(resource.waiters()), waiting.size()));
    }

    private void lostWakeups() {
        for (HangVerdict.LostWakeup lost : new LostWakeups(graph, movement, this::mayRelease).verdicts()) {
            if (lost.isHang()) {
                lost.waiters().forEach(party -> explained.add(party.index()));
            }
            verdicts.add(lost);
        }
    }

    private List<Party> parties(Collection<Integer> threads) {
        return threads.stream().map(graph::party).toList();
    }

    /** Locks that are in no circle, each that is held by a thread which waits for no other. */
    private void locks() {
        List<HangVerdict> found = new ArrayList<>();
        List<Resource> unknown = new ArrayList<>();
        for (Resource resource : graph.resources()) {
            if (!resource.kind().isExclusive() || explained.containsAll(resource.waiters()) || isExplained(resource)) {
                continue;
            }
            Holder holder = holder(resource);
            if (holder == null) {
                unknown.add(resource);
            } else if (!waitsForAnother(holder.thread())) {
                found.add(held(graph.party(holder.thread()), resource));
            }
        }
        unknown.addAll(standing());
        WaitedLock code = new WaitedLock(graph, unknown, unknown.isEmpty() ? List.of() : inCode());
        // Who waits for one of several may own another.
        boolean others = unknown.size() > 1 || !explained.isEmpty();
        for (Resource resource : unknown) {
            List<Party> inside = code.inside(resource);
            Party owning = resource.isFree() ? null : owning(resource, inside);
            if (owning == null) {
                found.add(unknown(resource, inside, others || hasOthers(resource)));
            } else {
                ownedInAll(resource, owning);
                found.add(held(owning, resource));
            }
        }
        found.sort(Comparator.comparing((HangVerdict verdict) -> !verdict.id().equals("classLoading"))
                .thenComparing(Comparator.comparingLong(HangVerdict::waiting).reversed())
                .thenComparingLong(verdict -> verdict.parties().getFirst().id()));
        verdicts.addAll(found);
    }

    /** Whether another verdict says why no thread takes a free lock: its next owner has no carrier, or its wake-up was lost. */
    private boolean isExplained(Resource resource) {
        Integer next = resource.next();
        return resource.isFree()
                && ((next != null && starved.contains(next))
                        || verdicts.stream()
                                .anyMatch(verdict -> verdict instanceof HangVerdict.LostWakeup lost
                                        && lost.resources().contains(resource)));
    }

    private void ownedInAll(Resource resource, Party owning) {
        for (WaitGraph earlier : movement.graphs()) {
            Resource same = earlier.resource(resource.key());
            Party owner = earlier.ofId(owning.id());
            if (same != null && owner != null) {
                same.heldBy(owner.index(), -1, Resource.Source.FRAMES);
            }
        }
    }

    /**
     * The only thread in the code of a lock that owns one, as {@code Thread.print -l} shows of platform threads and not
     * which; null where there is none. On JDK 21, locks that virtual threads wait for have no names.
     */
    private @Nullable Party owning(Resource resource, List<Party> inside) {
        List<Party> owners = resource.kind() != WaitKind.LOCK || resource.lock() != null
                ? List.of()
                : inside.stream()
                        .filter(party -> movement.isStill(party)
                                && !waitsForAnother(party.index())
                                && movement.graphs().stream()
                                        .map(graph -> graph.ofId(party.id()))
                                        .anyMatch(earlier -> earlier != null
                                                && !earlier.thread()
                                                        .locks()
                                                        .synchronizers()
                                                        .isEmpty()))
                        .toList();
        return owners.size() == 1 ? owners.getFirst() : null;
    }

    /**
     * Virtual threads that stand at a line, in no call that waits, and have not run: they wait to enter a monitor, or for
     * a class, and dumps before JDK 25 show no more. Later ones have states, by which who waits for a monitor is blocked.
     */
    private Collection<Resource> standing() {
        Map<String, Resource> found = new LinkedHashMap<>();
        for (Party party : graph.parties()) {
            if (party.mounted()
                    && party.thread().state() == null
                    && party.waiting().kind() == WaitKind.NONE
                    && !party.inNative()
                    && movement.hasNotRun(party)) {
                String site = HangWords.site(party);
                found.computeIfAbsent(
                                site,
                                unused -> new Resource(
                                        "standing at " + site, WaitKind.MONITOR, Resource.UNNAMED, false, null))
                        .waiters()
                        .add(party.index());
            }
        }
        return found.values();
    }

    /** The holder that is known, of a lock that was passed on from look to look the last one; or the only one that can be. */
    private static @Nullable Holder holder(Resource resource) {
        List<Holder> known = resource.holders().stream()
                .filter(holder -> holder.source().isFact())
                .toList();
        return !known.isEmpty()
                ? known.getLast()
                : resource.holders().size() == 1 ? resource.holders().getFirst() : null;
    }

    /** Whether a thread waits for what somebody holds, who is then to be named. */
    private boolean waitsForAnother(int thread) {
        Resource resource = graph.waitsFor(thread);
        return resource != null && resource.kind().isExclusive();
    }

    private HangVerdict held(Party holder, Resource resource) {
        Set<Integer> waiting = behind(resource.waiters());
        waiting.remove(holder.index());
        return new HangVerdict.Held(
                resource,
                holder,
                Objects.requireNonNull(holder(resource)),
                graph.waitsFor(holder.index()),
                parties(resource.waiters()),
                waiting.size(),
                motion(holder, resource));
    }

    private Motion motion(Party holder, Resource resource) {
        if (movement.moments() == 1) {
            return Motion.ONE_DUMP;
        }
        boolean same = resource.waiters().stream()
                .map(graph::party)
                .anyMatch(
                        waiter -> movement.isStill(waiter) && movement.momentsOf(waiter, holder) == movement.moments());
        if (!same || !movement.isStill(holder)) {
            return Motion.MOVING;
        }
        if (holder.waiting().limit() == ThreadWait.Limit.UNKNOWN || (holder.inNative() && movement.hasNotRun(holder))) {
            return Motion.UNDECIDED;
        }
        WaitKind kind = holder.waiting().kind();
        if (kind.isOutside()
                || holder.waiting().timed()
                || (kind == WaitKind.WORK && WaitedLock.takeTurns(graph, holder, resource))) {
            return Motion.OUTSIDE;
        }
        return kind.isRunning() && !movement.hasNotRun(holder) ? Motion.RUNS : Motion.STUCK;
    }

    /** Whether threads are in the code of a lock that do not wait for it, whatever they do. */
    private boolean hasOthers(Resource resource) {
        return new WaitedLock(graph, List.of(resource), graph.parties())
                .inside(resource).stream().anyMatch(party -> graph.waitsFor(party.index()) != resource);
    }

    /** Who may own a lock where others wait for one: all but who waits for a lock. */
    private List<Party> inCode() {
        return graph.parties().stream()
                .filter(party -> !explained.contains(party.index()) && !waitsForAnother(party.index()))
                .toList();
    }

    /** Whether a thread releases a lock, if it is in the code of one: it waits for input or for work, or could go on. */
    private boolean mayReleaseInside(Party party) {
        WaitKind kind = party.waiting().kind();
        return releasers().contains(party.index()) || kind == WaitKind.WORK || kind.isOutside();
    }

    /**
     * A lock of which no dump names the owner.
     *
     * @param code who is in the code of the lock: these may own it first of all, whatever they wait for
     * @param others whether threads may own it that cannot release it
     */
    private HangVerdict unknown(Resource resource, List<Party> code, boolean others) {
        Set<Integer> waiting = behind(resource.waiters());
        Predicate<Integer> ownsOthers = thread -> !mayOwn(graph.party(thread), resource);
        Set<Integer> inside = new LinkedHashSet<>();
        code.forEach(party -> inside.add(party.index()));
        inside.removeAll(waiting);
        inside.removeIf(ownsOthers);
        Set<Integer> all = new LinkedHashSet<>(releasers());
        all.removeAll(waiting);
        all.removeIf(ownsOthers);
        inside.stream().filter(thread -> mayReleaseInside(graph.party(thread))).forEach(all::add);
        long mayOwn = all.size();
        List<Party> some = Stream.concat(inside.stream(), all.stream())
                .distinct()
                .limit(MAX_NAMED_THREADS)
                .map(graph::party)
                .toList();
        Set<Integer> indirect = new TreeSet<>(waiting);
        indirect.removeAll(Set.copyOf(resource.waiters()));
        indirect.removeIf(ownsOthers);
        return new HangVerdict.OwnerUnknown(
                resource,
                parties(resource.waiters()),
                waiting.size(),
                mayOwn,
                inside.size(),
                some,
                parties(indirect),
                others || mayOwn > 0 || !indirect.isEmpty() || hidesVirtual,
                motion(resource, mayOwn > 0 || hidesVirtual || resource.isFree()));
    }

    /**
     * Whether a thread may own a monitor, although no dump says so. While the JVM stood still for {@code Thread.print}, a platform
     * thread that has not moved owned what that shows, and no more; and before JDK 24, who has left its carrier owns none.
     */
    private boolean mayOwn(Party party, Resource resource) {
        if (resource.kind() != WaitKind.MONITOR || resource.lock() == null || !movement.isStill(party)) {
            return true;
        }
        boolean shown =
                !party.virtual() && graph.isPrinted() && !party.waiting().kind().isRunning();
        boolean unpinned = party.virtual() && !party.mounted() && graph.doMonitorsPin();
        return !shown && !unpinned;
    }

    /** The threads that could own a lock and release it; found once, when it is known who is in a circle. */
    private Set<Integer> releasers() {
        Set<Integer> known = releasers;
        if (known == null) {
            known = new LinkedHashSet<>();
            for (Party party : graph.parties()) {
                if (mayRelease(party)) {
                    known.add(party.index());
                }
            }
            releasers = known;
        }
        return known;
    }

    /** Whether a thread could own a lock and release it: it runs or has run, or waits for what is outside. */
    private boolean mayRelease(Party party) {
        ThreadWait waiting = party.waiting();
        // Who has no frame of the application's, as threads of the JDK's own, is in no code that could hold its locks.
        if (waiting.idle() || waiting.site() < 0 || explained.contains(party.index())) {
            return false;
        }
        if (waiting.kind() == WaitKind.INPUT
                && ThreadWait.isListening(party.thread().stack())) {
            return !movement.isStill(party);
        }
        boolean runs = waiting.kind().isRunning() && (party.inNative() || !movement.hasNotRun(party));
        return runs || waiting.kind().isOutside() || waiting.mayTimeOut() || !movement.isStill(party);
    }

    private Motion motion(Resource resource, boolean mayEnd) {
        if (movement.moments() == 1) {
            return Motion.ONE_DUMP;
        }
        boolean still = resource.waiters().stream().map(graph::party).allMatch(movement::isStill);
        boolean timed = resource.waiters().stream()
                .map(graph::party)
                .anyMatch(party -> party.waiting().timed());
        if (!still || timed || movement.hasLostWaiters(resource)) {
            return Motion.MOVING;
        }
        boolean perhapsTimed = resource.waiters().stream()
                .map(graph::party)
                .anyMatch(party -> party.waiting().mayTimeOut());
        return mayEnd || perhapsTimed ? Motion.UNDECIDED : Motion.STUCK;
    }

    /** Waits for signals that have not changed: as many as there are, whatever they mean. */
    private void signals() {
        List<HangVerdict> found = new ArrayList<>();
        for (Resource resource : graph.resources()) {
            List<Party> still = resource.waiters().stream()
                    .map(graph::party)
                    .filter(party -> party.waiting().kind().isSignal()
                            && !party.waiting().timed()
                            && !explained.contains(party.index())
                            && !starved.contains(party.index())
                            && movement.isStill(party))
                    .toList();
            if (!still.isEmpty()) {
                found.add(new HangVerdict.Unanswered(
                        resource, still, movement.moments() == 1 ? Motion.ONE_DUMP : Motion.UNDECIDED));
            }
        }
        found.sort(Comparator.comparingLong(HangVerdict::waiting)
                .reversed()
                .thenComparingLong(verdict -> verdict.parties().getFirst().id()));
        verdicts.addAll(found);
    }
}
