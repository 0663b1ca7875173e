package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.StackCode;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.OverdueThreads;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the virtual threads stand that hold carriers which do not run, from thread dumps that were taken meanwhile: a pin
 * or a native call that has not ended is in no recording. Which virtual thread a carrier has is what looks at it have seen,
 * else what {@code Thread.print} says. Not thread-safe.
 */
public final class HeldThreads {

    private static final String A_MONITOR = "probably a monitor";
    private static final String ENTERS = "waits to enter a monitor";
    private static final String A_MONITOR_OR_CLASS = "waits to enter a monitor, or for the initialization of a class";

    private final Owners owners;
    private final List<DumpedThreads> dumps = new ArrayList<>();

    /**
     * @param code the class files
     * @param own prefixes of the application's own classes; may be empty
     * @param faults which libraries are known by name
     */
    public HeldThreads(Code code, List<String> own, KnownFaults faults) {
        this.owners = new Owners(code, own, faults);
    }

    /** The command that says it of a capture with thread dumps, of a process that has ended. */
    public static final String COMMAND_OF_CAPTURE = "loomweight hang CAPTURE";

    /**
     * The command that says whether threads that hold carriers hang.
     *
     * @param pid their process; not positive where it is not known
     */
    public static String command(long pid) {
        return "loomweight hang " + (pid > 0 ? Long.toString(pid) : "PID");
    }

    /**
     * One place at which virtual threads hold carriers.
     *
     * @param own the application's innermost method, with its line where that is known, such as
     *     {@code com.acme.Cart.add:12}; a library's where no frame is known to be the application's; empty where no dump shows it
     * @param blocker the method that the innermost code outside of the JDK has called, or that code itself where it has
     *     called none, as one that waits to enter a monitor; empty where no dump shows it
     * @param cause why the thread cannot leave its carrier, in words; empty where no dump shows it
     * @param carriers how many carriers are held there; positive
     * @param threads the names of the virtual threads, of those that have one
     */
    public record Site(String own, String blocker, String cause, long carriers, List<String> threads) {

        public Site {
            threads = List.copyOf(threads);
        }

        /** Whether a dump shows where it is. */
        public boolean isKnown() {
            return !own.isEmpty();
        }
    }

    /**
     * What dumps show of carriers that stand still.
     *
     * @param carriers those of the carriers that do stand still: where one has used some processor time, a dump must show
     *     that its thread waits to enter a monitor
     * @param sites where their threads stand, the place with most carriers first; those that no dump shows as the last one
     * @param ready how many virtual threads had no carrier in the last dump of all threads and were ready to run, at least:
     *     before JDK 25 only those are seen that have not begun, have yielded, or stand in a sleep that is over; -1 where there
     *     is no such dump
     * @param ended how many of the carriers have used processor time although their threads do not wait for a monitor:
     *     what they call ends
     */
    public record Held(List<Still> carriers, List<Site> sites, long ready, long ended) {

        /** Nothing is known. */
        public static final Held NONE = new Held(List.of(), List.of(), -1, 0);

        public Held {
            carriers = List.copyOf(carriers);
            sites = List.copyOf(sites);
        }

        /** Whether no dump shows a single one of the threads. */
        public boolean isWithoutFrames() {
            return sites.stream().noneMatch(Site::isKnown);
        }
    }

    /** Adds a dump; a text without carriers and numbers of threads shows nothing. */
    public void add(DumpedThreads dump) {
        dumps.add(dump);
    }

    /** Forgets all dumps. */
    public void clear() {
        dumps.clear();
    }

    /**
     * What the dumps show of some carriers.
     *
     * @param still carriers that have run little or not at all with a virtual thread mounted
     */
    public Held of(List<Still> still) {
        Moment moment = moment(still);
        List<Still> held = new ArrayList<>();
        Map<Site, List<String>> sites = new LinkedHashMap<>();
        Map<Site, Long> counts = new LinkedHashMap<>();
        long ended = 0;
        for (Still carrier : still) {
            DumpedThread thread = moment.on(carrier);
            if (carrier.hasRun() && (thread == null || !waitsForMonitor(thread))) {
                ended += thread == null ? 0 : 1;
                continue;
            }
            held.add(carrier);
            Site site = thread == null ? new Site("", "", "", 1, List.of()) : site(thread);
            counts.merge(site, 1L, Long::sum);
            List<String> names = sites.computeIfAbsent(site, any -> new ArrayList<>());
            if (thread != null && !thread.name().isEmpty()) {
                names.add(thread.name());
            }
        }
        return new Held(
                held,
                sites.entrySet().stream()
                        .map(entry -> new Site(
                                entry.getKey().own(),
                                entry.getKey().blocker(),
                                entry.getKey().cause(),
                                counts.getOrDefault(entry.getKey(), 1L),
                                entry.getValue()))
                        .sorted(Comparator.comparing((Site site) -> !site.isKnown())
                                .thenComparing(
                                        Comparator.comparingLong(Site::carriers).reversed())
                                .thenComparing(Site::own)
                                .thenComparing(Site::blocker))
                        .toList(),
                moment.ready,
                ended);
    }

    /** What the dumps show together that were taken since the carriers stand still. */
    private static final class Moment {
        private final Map<Long, DumpedThread> virtual = new HashMap<>();
        private final Map<String, Long> carried = new HashMap<>();
        private final Set<Long> platform = new HashSet<>();
        private long ready = -1;

        /** The virtual thread that a carrier has, or null where no dump shows it. */
        @Nullable
        DumpedThread on(Still carrier) {
            return virtual.get(carrier.thread() == 0 ? carried.getOrDefault(carrier.name(), 0L) : carrier.thread());
        }

        private void add(DumpedThreads dump) {
            Map<Long, String> names = new HashMap<>();
            dump.threads().forEach(thread -> names.put(thread.id(), thread.name()));
            OverdueThreads overdue = OverdueThreads.of(dump.threads());
            long without = 0;
            for (DumpedThread thread : dump.threads()) {
                if (thread.running().carries() != 0) {
                    carried.put(thread.name(), thread.running().carries());
                } else if (thread.isVirtual() && !platform.contains(thread.id())) {
                    String carrier = names.get(thread.running().carrier().orElse(-1));
                    if (carrier != null) {
                        carried.put(carrier, thread.id());
                    }
                    virtual.put(thread.id(), thread);
                    without += thread.facts().isReady(thread.stack()) || overdue.contains(thread) ? 1 : 0;
                } else {
                    platform.add(thread.id());
                }
            }
            if (dump.kind() != DumpedThreads.Kind.PRINT) {
                ready = without;
            }
        }
    }

    private Moment moment(List<Still> still) {
        Instant since =
                still.stream().map(Still::since).min(Comparator.naturalOrder()).orElse(Instant.MAX);
        Moment moment = new Moment();
        dumps.stream()
                .filter(dump -> dump.time() == null || !dump.time().isBefore(since))
                // Thread.print first: it shows which threads are not virtual, and a dump of all threads has names.
                .sorted(Comparator.comparing((DumpedThreads dump) -> dump.kind() != DumpedThreads.Kind.PRINT)
                        .thenComparing(dump -> dump.time() == null ? Instant.MIN : dump.time()))
                .forEach(moment::add);
        return moment;
    }

    /** Whether it does; where dumps have no states, whether it may, since its carrier does not run. */
    private static boolean waitsForMonitor(DumpedThread thread) {
        ThreadWait wait = thread.waits();
        return wait.kind() == WaitKind.MONITOR
                || wait.kind() == WaitKind.LOADER
                || ThreadState.of(thread.stack(), thread.facts(), wait) == ThreadState.MAY_WAIT;
    }

    private Site site(DumpedThread thread) {
        List<Frame> frames = thread.frames();
        StackTrace trace = new StackTrace(frames, false);
        StackCode stack = owners.on(trace);
        int best = -1;
        int innermost = -1;
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).isHidden() || frames.get(i).isJdk()) {
                continue;
            }
            innermost = innermost < 0 ? i : innermost;
            if (best < 0 || rank(owners.of(stack, i)) < rank(owners.of(stack, best))) {
                best = i;
            }
        }
        if (frames.isEmpty()) {
            return new Site("", "", "", 1, List.of());
        }
        int blocker = innermost < 0 ? 0 : Math.max(0, innermost - 1);
        return new Site(
                frames.get(Math.max(0, best)).label(),
                frames.get(blocker).method(),
                cause(thread, trace),
                1,
                List.of());
    }

    private static int rank(Owner owner) {
        return switch (owner.kind()) {
            case OWN -> 0;
            case UNDECIDED -> 1;
            case LIBRARY, JDK -> 2;
        };
    }

    /** What it waits for, where no frame shows that, and what keeps it on its carrier. */
    private static String cause(DumpedThread thread, StackTrace trace) {
        String waits = thread.locks().initializing() != null
                ? "waits for the initialization of " + thread.locks().initializing()
                : !waitsForMonitor(thread)
                        ? ""
                        : thread.state() == null && thread.locks().blockedOn() == null ? A_MONITOR_OR_CLASS : ENTERS;
        Diagnosis found = Diagnoser.ofDump(trace);
        String held = found.isPin() ? found.first().kind().words() : "";
        boolean parked = VirtualThreads.isParkedOnCarrier(thread.stack());
        // Before JDK 25; later monitors do not pin.
        if (held.isEmpty() && parked && thread.state() == null) {
            held = A_MONITOR;
        }
        return waits + (waits.isEmpty() || held.isEmpty() ? "" : "; ") + held;
    }
}
