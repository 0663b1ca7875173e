package dev.loomweight.threads.hang;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a process at one moment: of one dump, or of a dump of all threads together with a {@code Thread.print}
 * that was taken with it, joined by {@code tid}.
 *
 * @param time when, or null where that is not known
 * @param runtime the version of the JDK; empty where no dump says so
 * @param kinds what was joined
 * @param debugged whether the JVM has the threads of a debugger's agent
 * @param threads each once, in the order of the dump
 * @param print the {@code Thread.print} among them; null for none
 * @param unseen the ids of threads that no dump of this moment has, as they were in another
 * @param looks each {@code Thread.print} of the process, of other moments too: the JVM stood still
 */
record Moment(
        @Nullable Instant time,
        String runtime,
        Set<DumpedThreads.Kind> kinds,
        boolean debugged,
        List<DumpedThread> threads,
        @Nullable DumpedThreads print,
        Set<Long> unseen,
        List<DumpedThreads> looks) {

    /** What the names of the threads of the JDK's agent for debuggers begin with: Thread.print alone has them. */
    private static final String DEBUGGER = "JDWP ";

    /** The versions of JDKs without virtual threads, of whose workers some are called like carriers. */
    private static final Pattern BEFORE_VIRTUAL = Pattern.compile("(1\\.)?([1-9]|1[0-8])\\D");

    /** Two commands for one moment follow each other: what is further apart is of two. */
    private static final Duration TOGETHER = Duration.ofSeconds(30);

    Moment {
        kinds = Set.copyOf(kinds);
        threads = List.copyOf(threads);
        unseen = Set.copyOf(unseen);
        looks = List.copyOf(looks);
    }

    /**
     * The moments of some dumps of one process, in the order of time.
     *
     * @param dumps in the order in which those without a time follow each other
     */
    static List<Moment> of(List<DumpedThreads> dumps) {
        List<List<DumpedThreads>> groups = new ArrayList<>();
        List<DumpedThreads> timed = dumps.stream()
                .filter(dump -> dump.time() != null)
                .sorted(Comparator.comparing(dump -> Objects.requireNonNull(dump.time())))
                .toList();
        for (DumpedThreads dump : timed) {
            if (groups.isEmpty() || !belongs(groups.getLast(), dump)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(dump);
        }
        for (DumpedThreads dump : dumps) {
            if (dump.time() == null) {
                groups.stream()
                        .filter(group -> lacks(group, dump))
                        .findFirst()
                        .orElseGet(() -> {
                            groups.add(new ArrayList<>());
                            return groups.getLast();
                        })
                        .add(dump);
            }
        }
        return groups.stream().map(Moment::join).toList();
    }

    /**
     * Those that show most, each with what the {@code Thread.print} next to it says of threads that have not moved: dumps of
     * all threads, of two kinds the JSON. Where two or more of them have a {@code Thread.print}, what was taken in between, to
     * be counted, is left out. More dumps never show less.
     */
    static List<Moment> telling(List<Moment> moments) {
        List<Moment> all = moments.stream().filter(moment -> !moment.isPrint()).toList();
        List<Moment> json = all.stream()
                .filter(moment -> moment.kinds.contains(DumpedThreads.Kind.JSON))
                .toList();
        List<Moment> most = json.size() > 1 ? json : all;
        if (most.size() < 2) {
            List<Moment> chosen = new ArrayList<>(moments);
            chosen.add(chosen.removeLast().withUnseen(most));
            return withPrints(chosen, moments);
        }
        List<Moment> printed =
                most.stream().filter(moment -> moment.print != null).toList();
        List<Moment> chosen = new ArrayList<>(printed.size() > 1 ? printed : most);
        if (!chosen.getLast().equals(most.getLast())) {
            chosen.add(most.getLast());
        }
        // What is judged is what shows most: text has neither carriers nor locks.
        if (json.size() == 1 && chosen.remove(json.getFirst())) {
            chosen.add(json.getFirst());
        }
        return withPrints(chosen, moments);
    }

    private static List<Moment> withPrints(List<Moment> chosen, List<Moment> all) {
        List<DumpedThreads> prints =
                all.stream().map(Moment::print).filter(Objects::nonNull).toList();
        return chosen.stream()
                .map(moment -> moment.withPrintOf(all).withLooks(prints))
                .toList();
    }

    private Moment withLooks(List<DumpedThreads> prints) {
        return new Moment(time, runtime, kinds, debugged, threads, print, unseen, prints);
    }

    /** Whether it is of {@code Thread.print} alone, which has at most virtual threads on carriers. */
    private boolean isPrint() {
        return kinds.equals(Set.of(DumpedThreads.Kind.PRINT));
    }

    /** The same; of {@code Thread.print} alone, with the virtual threads that it lacks as the only dump of them has them. */
    private Moment withUnseen(List<Moment> all) {
        if (!isPrint() || all.isEmpty()) {
            return this;
        }
        Set<Long> seen = new HashSet<>();
        threads.forEach(thread -> seen.add(thread.id()));
        Moment other = all.getFirst();
        List<DumpedThread> more = other.threads.stream()
                .filter(thread -> thread.isVirtual() && !seen.contains(thread.id()))
                .toList();
        Set<DumpedThreads.Kind> both = new HashSet<>(other.kinds);
        both.addAll(kinds);
        return new Moment(
                time,
                runtime.isEmpty() ? other.runtime : runtime,
                both,
                debugged,
                Stream.concat(threads.stream(), more.stream()).toList(),
                print,
                more.stream().map(DumpedThread::id).collect(Collectors.toSet()),
                looks);
    }

    /** The same with what the {@code Thread.print} that is nearest says of threads that stood at the same place. */
    private Moment withPrintOf(List<Moment> moments) {
        Moment nearest = print != null
                ? null
                : moments.stream()
                        .filter(moment -> moment.print != null)
                        .min(Comparator.comparing(moment -> distance(moments, moment)))
                        .orElse(null);
        if (nearest == null) {
            return this;
        }
        Set<DumpedThreads.Kind> both = new HashSet<>(kinds);
        both.add(DumpedThreads.Kind.PRINT);
        return new Moment(
                time,
                runtime.isEmpty() ? nearest.runtime : runtime,
                both,
                debugged || nearest.debugged,
                withInitializations(new Joining(
                                threads, Objects.requireNonNull(nearest.print).threads(), false)
                        .threads()),
                null,
                unseen,
                looks);
    }

    private Duration distance(List<Moment> moments, Moment other) {
        return time == null || other.time == null
                ? Duration.ofDays(Math.abs(moments.indexOf(this) - moments.indexOf(other)))
                : Duration.between(time, other.time).abs();
    }

    /**
     * Whether the process may have virtual threads that are not here: {@code Thread.print} of JDK 21 has none, and that of
     * JDK 25 those that have a carrier.
     */
    boolean hidesVirtual() {
        return isPrint()
                && !BEFORE_VIRTUAL.matcher(runtime).lookingAt()
                && threads.stream()
                        .anyMatch(thread ->
                                Boolean.TRUE.equals(thread.virtual()) || CarrierNames.mayServeVirtual(thread.name()));
    }

    private static boolean belongs(List<DumpedThreads> group, DumpedThreads dump) {
        Instant first = Objects.requireNonNull(group.getFirst().time());
        Instant time = Objects.requireNonNull(dump.time());
        return lacks(group, dump) && Duration.between(first, time).compareTo(TOGETHER) < 0;
    }

    /** Whether a group has no dump that shows the same threads. */
    private static boolean lacks(List<DumpedThreads> group, DumpedThreads dump) {
        return group.stream().allMatch(other -> isPrint(other) != isPrint(dump));
    }

    private static boolean isPrint(DumpedThreads dump) {
        return dump.kind() == DumpedThreads.Kind.PRINT;
    }

    private static Moment join(List<DumpedThreads> group) {
        DumpedThreads all =
                group.stream().filter(dump -> !isPrint(dump)).findFirst().orElse(group.getFirst());
        Set<DumpedThreads.Kind> kinds = EnumSet.noneOf(DumpedThreads.Kind.class);
        group.forEach(dump -> kinds.add(dump.kind()));
        String runtime = group.stream()
                .map(DumpedThreads::runtime)
                .filter(version -> !version.isEmpty())
                .findFirst()
                .orElse("");
        DumpedThreads print = group.stream().filter(Moment::isPrint).findFirst().orElse(null);
        List<DumpedThread> threads = print == null || isPrint(all)
                ? all.threads()
                : new Joining(all.threads(), print.threads(), true).threads();
        boolean debugged = group.stream()
                .flatMap(dump -> dump.threads().stream())
                .anyMatch(thread -> thread.name().startsWith(DEBUGGER));
        return new Moment(
                all.time(),
                runtime,
                kinds,
                debugged,
                withInitializations(threads),
                print,
                Set.of(),
                print == null ? List.of() : List.of(print));
    }

    /** {@code Thread.print} of JDK 21 says of a carrier what its virtual thread waits for. */
    private static List<DumpedThread> withInitializations(List<DumpedThread> threads) {
        Map<Long, String> ofVirtual = new HashMap<>();
        for (DumpedThread thread : threads) {
            String type = thread.locks().initializing();
            long carried = thread.running().carries();
            if (carried != 0 && type != null) {
                ofVirtual.put(carried, type);
            }
        }
        if (ofVirtual.isEmpty()) {
            return threads;
        }
        return threads.stream()
                .map(thread -> {
                    String type = ofVirtual.get(thread.id());
                    boolean carrier = ofVirtual.containsKey(thread.running().carries());
                    return type != null ? initializing(thread, type) : carrier ? initializing(thread, null) : thread;
                })
                .toList();
    }

    private static DumpedThread initializing(DumpedThread thread, @Nullable String type) {
        return with(thread, thread.virtual(), type);
    }

    private static DumpedThread with(DumpedThread thread, @Nullable Boolean virtual, @Nullable String initializing) {
        return new DumpedThread(
                thread.id(),
                thread.name(),
                virtual,
                thread.state(),
                thread.running(),
                thread.frames(),
                thread.locks().initializing(initializing),
                thread.container(),
                thread.cpuNanos());
    }

    /**
     * A dump of all threads and a {@code Thread.print}. What identifies a lock is not the same in both: a thread that waits
     * in both for a lock of the same class gives both names of one lock. The two are not of the same instant, so what a
     * thread holds is taken from the other dump only where it stands at the same place; of another moment, only where its whole
     * stack is the same, and nothing that says how long it has run.
     */
    private static final class Joining {
        private final List<DumpedThread> all;
        private final boolean together;
        private final Set<String> initialized = new HashSet<>();
        private final Map<Long, DumpedThread> printed = new LinkedHashMap<>();
        private final Map<Lock, Lock> names = new HashMap<>();

        /** @param together whether both are of one moment */
        Joining(List<DumpedThread> all, List<DumpedThread> print, boolean together) {
            this.all = all;
            this.together = together;
            for (DumpedThread thread : print) {
                if (thread.id() != 0) {
                    printed.put(thread.id(), thread);
                }
            }
            for (DumpedThread thread : together ? List.<DumpedThread>of() : all) {
                for (Frame frame : thread.frames()) {
                    if (frame.methodName().equals("<clinit>")) {
                        initialized.add(frame.className());
                    }
                }
            }
        }

        List<DumpedThread> threads() {
            for (DumpedThread thread : all) {
                DumpedThread other = printed.get(thread.id());
                if (other != null) {
                    name(thread.locks().blockedOn(), other.locks().blockedOn());
                    name(thread.locks().waitingOn(), other.locks().waitingOn());
                    name(thread.locks().parkBlocker(), other.locks().parkBlocker());
                    name(only(thread), only(other));
                }
            }
            List<DumpedThread> threads = new ArrayList<>();
            for (DumpedThread thread : all) {
                DumpedThread other = printed.get(thread.id());
                threads.add(
                        other == null
                                ? together ? alone(thread) : thread
                                : together || hasStayed(thread, other) ? both(thread, other) : thread);
            }
            // The JVM's own threads, which only the other has, wait for nobody; new ones are of a later moment.
            return threads;
        }

        /** {@code Thread.print} has all platform threads: JSON of JDK 21 does not say which threads are virtual. */
        private static DumpedThread alone(DumpedThread thread) {
            return thread.virtual() != null
                    ? thread
                    : with(thread, true, thread.locks().initializing());
        }

        private void name(@Nullable Lock lock, @Nullable Lock other) {
            if (lock != null && other != null && lock.className().equals(other.className())) {
                names.put(other, lock);
            }
        }

        private static @Nullable Lock only(DumpedThread thread) {
            return thread.locks().monitors().size() == 1
                    ? thread.locks().monitors().getFirst().monitor()
                    : null;
        }

        /** Whether a thread that was printed at another moment has the same stack, and nothing else that contradicts. */
        private static boolean hasStayed(DumpedThread thread, DumpedThread other) {
            return (thread.state() == null
                            || other.state() == null
                            || thread.state().equals(other.state()))
                    && isSameStack(thread.frames(), other.frames());
        }

        private DumpedThread both(DumpedThread thread, DumpedThread other) {
            String type = other.locks().initializing();
            // A class is initialized once: who waited for that does so as long as its initializer runs.
            boolean initializes = type != null && (together || initialized.contains(type));
            boolean same = isSamePlace(thread.frames(), other.frames());
            Locks locks = thread.locks();
            List<Held> held = !locks.monitors().isEmpty()
                    ? locks.monitors()
                    : other.locks().monitors().stream()
                            .map(one -> new Held(place(thread, other, one.depth()), named(one.monitor())))
                            .toList();
            return new DumpedThread(
                    thread.id(),
                    thread.name(),
                    thread.virtual() == null ? other.virtual() : thread.virtual(),
                    thread.state() == null && same ? other.state() : thread.state(),
                    running(thread, other),
                    thread.frames().isEmpty() ? other.frames() : thread.frames(),
                    (same ? both(locks, other.locks(), held) : locks)
                            .initializing(locks.initializing() == null && initializes ? type : locks.initializing()),
                    thread.container(),
                    together ? other.cpuNanos() : thread.cpuNanos());
        }

        /** A dump with states shows who has no carrier; the other was taken a moment later. */
        private static Running running(DumpedThread thread, DumpedThread other) {
            Running one = thread.running();
            boolean known =
                    one.isMounted() || (thread.state() != null && one.carrier().isKnown());
            return new Running(
                    known ? one.carrier() : other.running().carrier(),
                    one.carries() == 0 ? other.running().carries() : one.carries());
        }

        private Locks both(Locks one, Locks other, List<Held> held) {
            return new Locks(
                    either(one.blockedOn(), other.blockedOn()),
                    either(one.waitingOn(), other.waitingOn()),
                    either(one.parkBlocker(), other.parkBlocker()),
                    one.parkBlockerOwner(),
                    held,
                    one.synchronizers().isEmpty()
                            ? other.synchronizers().stream().map(this::named).toList()
                            : one.synchronizers(),
                    one.initializing());
        }

        private @Nullable Lock either(@Nullable Lock lock, @Nullable Lock other) {
            return lock != null || other == null ? lock : named(other);
        }

        private Lock named(Lock lock) {
            return names.getOrDefault(lock, lock);
        }

        /**
         * The same frame of the first, which lacks hidden frames; counted from the outside it may lack some as well. Where the
         * first has no frames, those of the other are taken, at their own depths.
         */
        private static int place(DumpedThread thread, DumpedThread other, int depth) {
            List<Frame> frames = thread.frames();
            if (depth < 0 || frames.isEmpty()) {
                return depth;
            }
            if (depth < other.frames().size()) {
                Frame frame = other.frames().get(depth);
                for (int i = 0; i < frames.size(); i++) {
                    if (isSame(frames.get(i), frame)) {
                        return i;
                    }
                }
            }
            return Math.min(depth, frames.size() - 1);
        }

        private static boolean isSamePlace(List<Frame> frames, List<Frame> others) {
            if (frames.isEmpty() || others.isEmpty()) {
                return true;
            }
            for (Frame other : others) {
                if (isSame(frames.getFirst(), other)) {
                    return true;
                }
                if (!other.isLeftOut()) {
                    return false;
                }
            }
            return false;
        }

        /** Whether the second has the frames of the first, which lacks hidden frames, and no others. */
        private static boolean isSameStack(List<Frame> frames, List<Frame> others) {
            int at = 0;
            for (Frame other : others) {
                if (at < frames.size() && isSame(frames.get(at), other)) {
                    at++;
                } else if (!other.isLeftOut()) {
                    return false;
                }
            }
            return at > 0 && at == frames.size();
        }

        private static boolean isSame(Frame one, Frame other) {
            return one.line() == other.line()
                    && one.methodName().equals(other.methodName())
                    && one.stableClassName().equals(other.stableClassName());
        }
    }
}
