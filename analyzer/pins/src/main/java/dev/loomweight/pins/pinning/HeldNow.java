package dev.loomweight.pins.pinning;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.VirtualThreads;
import dev.loomweight.kernel.diagnosis.Diagnoser;
import dev.loomweight.kernel.diagnosis.Diagnosis;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.StackTrace.RecordedFrames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which carriers are held at the time of a thread dump, and by what, as far as the dump shows: a pin that has not ended
 * has left no event.
 */
public final class HeldNow implements Analysis<HeldNow.Dumps, HeldNow.HeldReading> {

    private static final Fold<Dumps> FOLD = Fold.of(Interest.in(ThreadDump.class), Dumps::new);

    private static final Comparator<Dump> IN_ORDER =
            Comparator.comparing((Dump dump) -> dump.origin.toString()).thenComparing(dump -> dump.dump.toString());

    /** What no thread dump shows. */
    private static final String BLIND_DUMP =
            "Before JDK 25, a dump does not distinguish threads that wait for a monitor from those"
                    + " that run; which frame holds a monitor is not taken from dumps.";

    private record Dump(Origin origin, ThreadDump dump) {}

    /** The dumps: the accumulator. */
    public static final class Dumps implements State<Dumps> {
        private final List<Dump> all = new ArrayList<>();

        private Dumps() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof ThreadDump dump) {
                all.add(new Dump(origin, dump));
            }
        }

        @Override
        public void merge(Dumps other) {
            all.addAll(other.all);
        }
    }

    /**
     * What thread dumps show.
     *
     * @param dumps in the order of their files
     */
    public record HeldReading(List<OfDump> dumps) {

        public HeldReading {
            dumps = List.copyOf(dumps);
        }
    }

    /**
     * One dump.
     *
     * @param file its file
     * @param held the threads that hold their carriers while they wait; ways with more threads first
     * @param busy how many carriers have a virtual thread
     * @param unknown how many threads have truncated stacks that do not show whether they are virtual
     * @param deepest how many frames its deepest stack has
     * @param stated whether it has states, as from JDK 25 on
     */
    public record OfDump(String file, List<Held> held, long busy, long unknown, int deepest, boolean stated) {

        public OfDump {
            held = List.copyOf(held);
        }

        /** How many virtual threads hold a carrier while they wait. */
        public long holding() {
            return held.stream().mapToLong(Held::count).sum();
        }

        /** Whether they hold all carriers that have a virtual thread; also where there is none. */
        public boolean isAllHeld() {
            return holding() >= busy;
        }
    }

    /**
     * Threads that hold their carriers in the same way.
     *
     * @param cause what holds them; null where no frame that was seen does
     * @param truncated whether outer frames are missing, which may hold them
     * @param stated whether the dump has states, as from JDK 25 on, where monitors do not pin
     * @param frame the method that holds them; null where none is to blame
     * @param caller the application's method in which they are seen; null where there is none, or it is {@code frame}
     * @param blocker the call of the JDK that blocked; null where it is not known
     * @param count how many threads
     * @param names some of their names
     */
    public record Held(
            @Nullable CauseKind cause,
            boolean truncated,
            boolean stated,
            @Nullable String frame,
            @Nullable String caller,
            @Nullable String blocker,
            long count,
            List<String> names) {

        private static final Comparator<@Nullable String> NONE_FIRST = Comparator.nullsFirst(Comparator.naturalOrder());

        private static final Comparator<Held> BY_COUNT = Comparator.comparingLong(Held::count)
                .reversed()
                .thenComparing(Held::frame, NONE_FIRST)
                .thenComparing(Held::cause, Comparator.nullsLast(Comparator.comparing(CauseKind::words)))
                .thenComparing(Held::truncated)
                .thenComparing(Held::caller, NONE_FIRST)
                .thenComparing(Held::blocker, NONE_FIRST)
                .thenComparing(held -> held.names.toString());

        public Held {
            names = List.copyOf(names);
        }
    }

    @Override
    public String id() {
        return "heldNow";
    }

    @Override
    public Fold<Dumps> fold() {
        return FOLD;
    }

    @Override
    public HeldReading read(Dumps all, Coverage coverage) {
        return new HeldReading(all.all.stream()
                .sorted(IN_ORDER)
                .map(dump -> new OfDump(
                        dump.origin.file(),
                        held(dump.dump),
                        busyCarriers(dump.dump),
                        unknown(dump.dump),
                        deepest(dump.dump),
                        dump.dump.stacks().stream().anyMatch(stack -> stack.state() != null)))
                .toList());
    }

    @Override
    public Section say(HeldReading reading, Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        List<Block> tables = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        boolean several = reading.dumps.size() > 1;
        for (OfDump dump : reading.dumps) {
            Among among = Among.of(dump.file, tables.size() + 1, several);
            sentences.add(among.words(sentence(dump)));
            if (!dump.held.isEmpty()) {
                tables.add(rows().table(among.id("held"), among.words("Held carriers"), dump.held));
                findings.add(finding(among.prefix(), dump));
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (!sentences.isEmpty()) {
            if (!reading.dumps.stream().allMatch(OfDump::stated)) {
                sentences.add(BLIND_DUMP);
            }
            blocks.add(new Note(Note.HEADLINE, sentences));
        }
        blocks.addAll(tables);
        return new Section(id(), "Carriers held now", blocks, findings);
    }

    /** What a thread dump shows. */
    private static String sentence(OfDump dump) {
        long holding = dump.holding();
        long busy = dump.busy;
        long unknown = dump.unknown;
        String carriers = Amounts.count(busy, "carrier has", "carriers have") + " a virtual thread";
        String held = holding + " of " + busy + " carriers that have a virtual thread are held by one that waits.";
        if (unknown == 0 && busy == 0) {
            return "The dump shows no virtual thread on a carrier.";
        }
        if (unknown == 0) {
            return holding == 0
                    ? "As far as the dump shows, no virtual thread holds its carrier while it waits; " + carriers + "."
                    : held;
        }
        return (holding == 0 ? "It is unknown whether a virtual thread holds its carrier; " + carriers + "." : held)
                + " The stack" + (unknown == 1 ? " of 1 thread is" : "s of " + Amounts.count(unknown) + " threads are")
                + " truncated at " + Amounts.count(dump.deepest) + " frames, and do" + (unknown == 1 ? "es" : "")
                + " not show whether " + (unknown == 1 ? "it is" : "they are")
                + " virtual: take a dump without -format=json, or start the JVM with -XX:MaxJavaStackTraceDepth=0.";
    }

    /** Carriers that are held at the time of a dump. */
    private static Finding finding(String prefix, OfDump dump) {
        boolean all = dump.isAllHeld();
        return new Finding(
                "carriersHeld",
                all ? Finding.Severity.PROBLEM : Finding.Severity.WARNING,
                prefix + (all ? "All carriers that are in use" : "Carriers")
                        + " are held by virtual threads that wait: " + dump.holding() + ".",
                "They are pinned at the time of the dump; a recording has a pin only when it ends.",
                "The table shows what each waits for; whether they have been there all the time, several dumps show: loomweight"
                        + " hang takes them, or compares those of a capture.");
    }

    private static long busyCarriers(ThreadDump dump) {
        return dump.stacks().stream()
                .filter(stack -> !stack.virtual() && !stack.frames().isEmpty())
                .filter(stack -> is(stack.frames().getFirst(), VirtualThreads.JDK_CONTINUATION, "run"))
                .mapToLong(ThreadDump.Stack::count)
                .sum();
    }

    /** The threads that may be virtual and hold their carriers, which a truncated stack does not show. */
    private static long unknown(ThreadDump dump) {
        return dump.stacks().stream()
                .filter(stack -> stack.extent() == ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND)
                .filter(stack -> !is(stack.frames().getFirst(), VirtualThreads.JDK_CONTINUATION, "run"))
                .mapToLong(ThreadDump.Stack::count)
                .sum();
    }

    private static int deepest(ThreadDump dump) {
        return dump.stacks().stream()
                .mapToInt(stack -> stack.frames().size())
                .max()
                .orElse(0);
    }

    private static List<Held> held(ThreadDump dump) {
        return dump.stacks().stream()
                .filter(HeldNow::isPinned)
                .map(HeldNow::held)
                .sorted(Held.BY_COUNT)
                .toList();
    }

    /** Whether it has its carrier and waits in a way that would release it. */
    private static boolean isPinned(ThreadDump.Stack stack) {
        if (!stack.virtual() || stack.frames().isEmpty()) {
            return false;
        }
        RecordedFrames frames = new RecordedFrames(stack.frames());
        ThreadFacts facts = ThreadFacts.of(true, stack.state(), stack.onCarrier());
        ThreadWait wait = ThreadWait.of(frames, facts);
        return ThreadState.of(frames, facts, wait) == ThreadState.PINNED
                && ("BLOCKED".equals(stack.state()) || wait.parks());
    }

    private static boolean is(Frame frame, String className, String method) {
        return frame.className().equals(className) && frame.methodName().equals(method);
    }

    private static Held held(ThreadDump.Stack stack) {
        StackTrace trace = new StackTrace(stack.frames(), stack.isTruncated());
        Diagnosis found = Diagnoser.ofDump(trace);
        PinCause cause = found.isPin() ? found.first() : null;
        RecordedFrames frames = new RecordedFrames(trace);
        int own = frames.ownFrom(0);
        String seen = own == RecordedFrames.NONE ? null : frames.method(own);
        return new Held(
                cause == null ? null : cause.kind(),
                stack.isTruncated(),
                stack.state() != null,
                cause == null ? null : CodePlace.methodOf(cause.frame()),
                cause == null ? seen : CodePlace.methodOf(cause.caller()),
                CodePlace.methodOf(found.blocker()),
                stack.count(),
                stack.names());
    }

    /** What holds a carrier where no frame that was seen does. */
    private static String unseenHolder(Held held) {
        return held.truncated ? "unknown: the stack is truncated" : held.stated ? "unknown" : "probably a monitor";
    }

    private static Rows<Held> rows() {
        return Rows.of(Held.class)
                .text("cause", "Cause", one -> one.cause == null ? unseenHolder(one) : one.cause.words())
                .text("frame", "Holder", Held::frame)
                .text("caller", "Seen in", Held::caller)
                .text("blocker", "Blocked in", Held::blocker)
                .count("threads", "Threads", Held::count)
                .text("names", "Thread names (sample)", one -> String.join(", ", one.names));
    }
}
