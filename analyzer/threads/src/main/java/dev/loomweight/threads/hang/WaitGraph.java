package dev.loomweight.threads.hang;

import dev.loomweight.jvm.PinRule;
import dev.loomweight.jvm.PinRule.FrameCause;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.faults.Build;
import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import dev.loomweight.threads.hang.Resource.Source;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.OwnedLocks;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for what at one moment, and who holds it. Made in time that grows with the number of threads and of the locks
 * that they hold.
 */
final class WaitGraph {

    /** The name of static initializers in stacks. */
    static final String CLINIT = "<clinit>";

    private static final long FIRST_WITHOUT_PINNED_MONITORS = 24;

    private final Moment moment;
    private final FrameLocks classFiles;
    private final Map<Long, FrameLocks.Initialization> initializations = new HashMap<>();
    private final List<Party> parties;
    private final Map<Long, Integer> byId = new HashMap<>();
    private final Map<String, Resource> resources = new LinkedHashMap<>();
    private final List<@Nullable Resource> waitsFor = new ArrayList<>();
    private final Set<Integer> possible = new HashSet<>();
    private final List<List<Long>> queues = new ArrayList<>();
    private final Set<Long> moved = new HashSet<>();
    private final Map<String, String> aliases = new HashMap<>();
    private final IdentityHashMap<List<Frame>, FrameLocks.Known> known = new IdentityHashMap<>();
    private @Nullable Map<Long, Long> carriers;
    private Scopes scopes = new Scopes(List.of(), List.of());

    private WaitGraph(Moment moment, List<Party> parties, FrameLocks classFiles) {
        this.moment = moment;
        this.classFiles = classFiles;
        this.parties = parties;
        parties.forEach(party -> byId.put(party.id(), party.index()));
    }

    /**
     * Makes it.
     *
     * @param moment the threads
     * @param owners what heap dumps and the agent say of locks ({@link LockOwners}), and dumps of scopes ({@link
     *     ContainerOwners})
     * @param classFiles what frames hold and wait for
     */
    static WaitGraph of(Moment moment, List<? extends Sample> owners, FrameLocks classFiles) {
        OwnedLocks owned = new OwnedLocks(only(owners, LockOwners.class), moment.time());
        WaitGraph graph = new WaitGraph(moment, ThreadJudge.of(moment.threads(), classFiles, owned), classFiles);
        classFiles
                .initializations(moment.threads())
                .forEach(wait -> graph.initializations.putIfAbsent(wait.thread(), wait));
        graph.addAliases();
        graph.moved.addAll(owned.moved());
        graph.scopes = new Scopes(only(owners, ContainerOwners.class), graph.parties);
        graph.parties.forEach(party -> graph.addWait(party, owned));
        graph.addWoken(owned);
        graph.parties.forEach(party -> graph.queues.add(owned.poolOfTask(party)));
        graph.parties.forEach(graph::addHeld);
        graph.addInitializing();
        graph.addLoading();
        graph.addOwned();
        return graph;
    }

    private static <T> List<T> only(List<? extends Sample> all, Class<T> kind) {
        return all.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** What class files call a monitor that a dump identifies: threads of which a dump shows less may wait for the same. */
    private void addAliases() {
        for (Party party : parties) {
            Lock lock = party.thread().locks().blockedOn();
            FrameLocks.Named named =
                    lock == null ? null : only(known(party.thread()).entering());
            if (lock != null && named != null && named.one()) {
                aliases.putIfAbsent("named " + named.name(), lock.toString());
            }
            for (DumpedThread.Held held : party.thread().locks().monitors()) {
                FrameLocks.MayHold may = only(known(party.thread()).held().stream()
                        .filter(one -> one.depth() == held.depth() && one.certain())
                        .toList());
                if (may != null && may.lock().one()) {
                    aliases.putIfAbsent(
                            "named " + may.lock().name(), held.monitor().toString());
                }
            }
        }
    }

    private void addWait(Party party, OwnedLocks owned) {
        waitsFor.add(null);
        WaitKind kind = party.waiting().kind();
        // Class.forName waits for the class itself where no dump names a loader's lock.
        boolean initializes = initializations.containsKey(party.thread().id())
                && (kind == WaitKind.LOADER && party.thread().locks().blockedOn() == null);
        if ((kind == WaitKind.NONE && !party.waiting().idle()) || initializes) {
            addPossibleWait(party);
            return;
        }
        if (!kind.isForThreads()) {
            return;
        }
        DumpedThread thread = party.thread();
        LockOwners.Owned entry = owned.of(thread, kind);
        Lock lock = thread.locks().awaited(kind);
        if (owned.hasGoneOn(party, lock)) {
            moved.add(party.id());
        }
        Scopes.Joined joined = scopes.of(party);
        Resource resource;
        if (joined != null) {
            resource = scope(joined);
        } else if (kind == WaitKind.POOL) {
            resource = pool(party, lock);
        } else if (kind == WaitKind.INITIALIZER) {
            resource = resource(key(kind, initialized(thread)), kind, initialized(thread), true, null);
        } else if (lock != null) {
            // Who waits for a notification does not wait for whoever holds the monitor.
            String key = kind.isSignal() && lock.equals(thread.locks().waitingOn())
                    ? key(kind, lock.toString())
                    : lock.toString();
            resource = resource(key, kind, lock.toString(), true, lock);
        } else if (entry != null) {
            resource = owned(entry, owned.from(entry), kind);
        } else {
            FrameLocks.Named named =
                    kind == WaitKind.MONITOR ? only(known(thread).entering()) : null;
            String name = named == null ? typeOf(party) : named.name();
            resource = named != null
                    ? resource("named " + name, kind, name, named.one(), null)
                    : resource(key(kind, name) + " at " + HangWords.site(party), kind, name, false, null);
        }
        if (entry != null) {
            resource.owned(entry, owned.from(entry));
        }
        wait(party, resource);
    }

    /** What a dump does not name: the agent names it as other dumps do, a heap dump by a number of its own. */
    private Resource owned(LockOwners.Owned entry, LockOwners.From from, WaitKind kind) {
        String name = entry.lock().toString();
        return from == LockOwners.From.AGENT
                ? resource(name, kind, name, true, entry.lock())
                : resource("owned " + name, kind, entry.lock().className(), true, entry.lock());
    }

    private void addWoken(OwnedLocks owned) {
        IdentityHashMap<LockOwners.Owned, Integer> next = new IdentityHashMap<>();
        for (Party party : parties) {
            if (owned.hasWoken(party)) {
                LockOwners.Owned entry = owned.waitedFor(party);
                if (entry != null) {
                    next.putIfAbsent(entry, party.index());
                }
            }
        }
        for (Resource resource : resources.values()) {
            Integer index = next.get(resource.owned());
            if (index != null) {
                resource.next(index);
            }
        }
    }

    /** Who joins a scope waits for all threads in it. */
    private Resource scope(Scopes.Joined joined) {
        Resource scope = resource(
                Resource.SCOPE + joined.container(), WaitKind.TASK, Scopes.name(joined.container()), true, null);
        joined.parties().forEach(subtask -> scope.heldBy(subtask, -1, joined.only() ? Source.DUMP : Source.FRAMES));
        return scope;
    }

    /**
     * A pool is known by what its waiters are parked for, unless each is parked for an object of its own; an address is of its
     * dump alone. Then its class has to do, wherever threads borrow.
     */
    private Resource pool(Party party, @Nullable Lock lock) {
        String name = party.waiting().typeOf(party.thread().stack());
        String identity = lock == null || lock.identity().startsWith("0x") ? null : lock.identity();
        String which = identity == null ? "" : "@" + identity;
        return resource(key(WaitKind.POOL, name) + which, WaitKind.POOL, name, identity != null, lock);
    }

    /** Of a thread that may run, and that may as well wait for a monitor: class files show what its line enters. */
    private void addPossibleWait(Party party) {
        DumpedThread thread = party.thread();
        if ((thread.state() != null && !thread.state().equals("RUNNABLE"))
                || thread.frames().isEmpty()) {
            return;
        }
        FrameLocks.Known of = known(thread);
        FrameLocks.Initialization initialization = initializations.get(thread.id());
        FrameLocks.Named named = thread.state() == null ? only(of.entering()) : null;
        if (initialization != null && of.entering().isEmpty()) {
            String type = initialization.type();
            Resource resource = resource(key(WaitKind.INITIALIZER, type), WaitKind.INITIALIZER, type, true, null);
            possible(party, WaitKind.INITIALIZER, resource);
        } else if (named != null) {
            String name = named.name();
            possible(party, WaitKind.MONITOR, resource("named " + name, WaitKind.MONITOR, name, named.one(), null));
        }
    }

    private void possible(Party party, WaitKind kind, Resource resource) {
        parties.set(party.index(), party.waiting(party.waiting().as(kind)));
        possible.add(party.index());
        wait(party, resource);
    }

    private static <T> @Nullable T only(List<T> all) {
        return all.size() == 1 ? all.getFirst() : null;
    }

    private void wait(Party party, Resource resource) {
        resource.waiters().add(party.index());
        waitsFor.set(party.index(), resource);
    }

    private Resource resource(String key, WaitKind kind, String name, boolean identified, @Nullable Lock lock) {
        String known = aliases.getOrDefault(key, key);
        return resources.computeIfAbsent(known, unused -> new Resource(known, kind, name, identified, lock));
    }

    private FrameLocks.Known known(DumpedThread thread) {
        return known.computeIfAbsent(thread.frames(), classFiles::of);
    }

    private static String key(WaitKind kind, String name) {
        return kind + " " + name;
    }

    private static String initialized(DumpedThread thread) {
        String type = thread.locks().initializing();
        return type == null ? "" : type;
    }

    /** What a thread waits for by its frames: the class whose method was called. */
    private static String typeOf(Party party) {
        List<Frame> frames = party.thread().frames();
        int site = party.waiting().site();
        int call = site < 0 ? frames.size() - 1 : site - 1;
        return switch (party.waiting().kind()) {
            case MONITOR -> Resource.UNNAMED;
            case LOADER -> "a class loader";
            case NOTIFY -> "Object.wait";
            case JOIN -> "";
            default -> call < 0 ? "" : HangWords.simple(frames.get(call).className());
        };
    }

    private void addHeld(Party party) {
        DumpedThread thread = party.thread();
        for (DumpedThread.Held held : thread.locks().monitors()) {
            if (!held.monitor().equals(thread.locks().waitingOn())) {
                hold(held.monitor().toString(), party, held.depth(), Source.DUMP);
            }
        }
        for (Lock lock : thread.locks().synchronizers()) {
            hold(lock.toString(), party, -1, Source.DUMP);
        }
        Resource waited = waitsFor.get(party.index());
        Integer owner = thread.locks().parkBlockerOwner() == 0
                ? null
                : byId.get(thread.locks().parkBlockerOwner());
        if (waited != null && owner != null) {
            waited.heldBy(owner, -1, Source.DUMP);
        }
        // Where a dump has a state, it has the monitors too.
        if (thread.state() == null) {
            for (FrameLocks.MayHold may : known(thread).held()) {
                hold("named " + may.lock().name(), party, may.depth(), Source.CLASS_FILES);
            }
        }
    }

    private void hold(String key, Party party, int depth, Source source) {
        Resource resource = resources.get(aliases.getOrDefault(key, key));
        if (resource != null && waitsFor.get(party.index()) != resource) {
            resource.heldBy(party.index(), depth, source);
        }
    }

    /** A class is initialized by the thread that runs its initializer. */
    private void addInitializing() {
        if (resources.values().stream().noneMatch(resource -> resource.kind() == WaitKind.INITIALIZER)) {
            return;
        }
        for (Party party : parties) {
            List<Frame> frames = party.thread().frames();
            for (int i = 0; i < frames.size(); i++) {
                if (frames.get(i).methodName().equals(CLINIT)) {
                    hold(key(WaitKind.INITIALIZER, frames.get(i).className()), party, i, Source.DUMP);
                }
            }
        }
        for (FrameLocks.Initialization wait : initializations.values()) {
            Party owner = ofId(wait.owner());
            if (owner != null) {
                Source source = wait.certain() ? Source.DUMP : Source.CLASS_FILES;
                hold(key(WaitKind.INITIALIZER, wait.type()), owner, wait.depth(), source);
            }
        }
    }

    /** Of a loader's lock that no dump names, whoever is in the middle of loading may be the holder. */
    private void addLoading() {
        List<Resource> unnamed = resources.values().stream()
                .filter(resource -> resource.kind() == WaitKind.LOADER && resource.lock() == null)
                .toList();
        if (unnamed.isEmpty()) {
            return;
        }
        for (Party party : parties) {
            RecordedFrames frames = party.thread().stack();
            boolean waits = party.waiting().kind() == WaitKind.LOADER;
            for (int i = 1; !waits && i < frames.size(); i++) {
                if (ThreadWait.isLoadClass(frames, i)) {
                    int depth = i;
                    unnamed.forEach(resource -> resource.heldBy(party.index(), depth, Source.FRAMES));
                    break;
                }
            }
        }
    }

    private void addOwned() {
        for (Resource resource : resources.values()) {
            LockOwners.Owned owned = resource.owned();
            LockOwners.Owner owner = owned == null ? null : owned.owner();
            Integer index = owner == null || owner.ended() ? null : byId.get(owner.id());
            if (index != null) {
                resource.heldBy(index, -1, resource.from() == LockOwners.From.HEAP ? Source.HEAP : Source.AGENT);
            }
        }
    }

    /** What keeps a virtual thread on its carrier, in words with the frame; empty where neither dump nor class files show it. */
    String pinnedBy(Party party) {
        DumpedThread thread = party.thread();
        List<FrameCause> causes = PinRule.ofDump(thread.stack());
        if (!causes.isEmpty()) {
            FrameCause cause = causes.getFirst();
            return cause.kind().words() + (cause.at() < 0 ? "" : ", " + HangWords.shortFrame(party, cause.at()));
        }
        if (!mayMonitorPin(party)) {
            return "";
        }
        if (party.waiting().kind() == WaitKind.NOTIFY) {
            return "Object.wait itself, before JDK 24";
        }
        FrameLocks.MayHold monitor = monitorOf(thread);
        return monitor == null
                ? VirtualThreads.isParkedOnCarrier(thread.stack())
                        ? "a monitor of one of its frames, as far as these show (--classpath shows which)"
                        : ""
                : "the monitor " + monitor.lock().name() + ", which it " + (monitor.certain() ? "holds" : "may hold")
                        + " in " + HangWords.shortFrame(party, monitor.depth());
    }

    /** Whether a monitor can keep a thread on its carrier: before JDK 24, and where no frame shows another cause. */
    boolean mayMonitorPin(Party party) {
        return party.thread().state() == null
                && feature() < FIRST_WITHOUT_PINNED_MONITORS
                && PinRule.ofDump(party.thread().stack()).isEmpty();
    }

    /** Whether it is known that a virtual thread that owns a monitor cannot leave its carrier. */
    boolean doMonitorsPin() {
        return feature() > 0 && feature() < FIRST_WITHOUT_PINNED_MONITORS;
    }

    private long feature() {
        return Build.of(moment.runtime()).feature();
    }

    /** Whether it has what a {@code Thread.print} shows of platform threads. */
    boolean isPrinted() {
        return moment.kinds().contains(DumpedThreads.Kind.PRINT);
    }

    /** Whether it is a fact that a monitor does, if one can. */
    boolean doesMonitorPin(Party party) {
        WaitKind kind = party.waiting().kind();
        FrameLocks.MayHold monitor = monitorOf(party.thread());
        return kind == WaitKind.NOTIFY || kind == WaitKind.MONITOR || (monitor != null && monitor.certain());
    }

    private FrameLocks.@Nullable MayHold monitorOf(DumpedThread thread) {
        List<FrameLocks.MayHold> held = known(thread).held();
        return held.stream()
                .filter(FrameLocks.MayHold::certain)
                .findFirst()
                .orElse(held.isEmpty() ? null : held.getFirst());
    }

    Moment moment() {
        return moment;
    }

    /** The threads, by their place. */
    List<Party> parties() {
        return parties;
    }

    /** A thread. */
    Party party(int index) {
        return parties.get(index);
    }

    /** The id of a mounted virtual thread's carrier; 0 where the dump does not show it. */
    long carrierOf(Party party) {
        Map<Long, Long> known = carriers;
        if (known == null) {
            known = new HashMap<>();
            for (Party one : parties) {
                if (one.thread().running().carries() != 0) {
                    known.put(one.thread().running().carries(), one.id());
                }
            }
            carriers = known;
        }
        long carrier = party.thread().running().carrier().orElse(0);
        return carrier > 0 ? carrier : known.getOrDefault(party.id(), 0L);
    }

    /** The thread of that tid, or null. */
    @Nullable
    Party ofId(long id) {
        Integer index = byId.get(id);
        return index == null ? null : parties.get(index);
    }

    /** Whether code of the application's own is on the stack of a thread. */
    boolean hasOwn(Party party) {
        return classFiles.hasOwn(party.thread().frames());
    }

    /** What threads wait for, in the order in which they are met. */
    Collection<Resource> resources() {
        return resources.values();
    }

    /** What is known by a key, or null. */
    @Nullable
    Resource resource(String key) {
        return resources.get(key);
    }

    /** What a thread waits for, or null. */
    @Nullable
    Resource waitsFor(int index) {
        return waitsFor.get(index);
    }

    /** Of a thread that waits for a task in the queue of a pool, the threads of that pool; empty where that is not known. */
    List<Long> poolOfTask(Party party) {
        return queues.get(party.index());
    }

    /** Whether the agent or heap dumps show that a thread has run since this moment. */
    boolean hasMoved(long thread) {
        return moved.contains(thread);
    }

    /** Whether it is a fact that a thread waits for what it is said to. */
    boolean isWaitKnown(int index) {
        return !possible.contains(index);
    }
}
