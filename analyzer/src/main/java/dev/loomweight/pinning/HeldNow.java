package dev.loomweight.pinning;

import dev.loomweight.diagnosis.Diagnoser;
import dev.loomweight.diagnosis.Diagnosis;
import dev.loomweight.diagnosis.PinCause;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.RecordedFrames;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadDump;
import dev.loomweight.subject.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which carriers are held at the time of a thread dump, and by what, as far as the dump shows: a pin that has not ended
 * has left no event.
 */
public final class HeldNow implements Analysis<HeldNow.Dumps> {

    private static final Fold<Dumps> FOLD = Fold.of(Interest.in(ThreadDump.class), Dumps::new);

    private static final Comparator<Dump> IN_ORDER =
            Comparator.comparing((Dump dump) -> dump.origin.toString()).thenComparing(dump -> dump.dump.toString());

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

    /** One row: threads that hold their carriers in the same way. */
    private record Held(String cause, String frame, String caller, String blocker, long count, List<String> names) {}

    @Override
    public String id() {
        return "heldNow";
    }

    @Override
    public Fold<Dumps> fold() {
        return FOLD;
    }

    @Override
    public Section finish(Dumps all, Coverage coverage) {
        List<String> sentences = new ArrayList<>();
        List<Block> tables = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        boolean several = all.all.size() > 1;
        all.all.stream().sorted(IN_ORDER).forEach(dump -> {
            String prefix = several ? dump.origin.file() + ": " : "";
            List<Held> held = held(dump.dump);
            long holding = held.stream().mapToLong(Held::count).sum();
            long busy = busyCarriers(dump.dump);
            sentences.add(prefix + PinSentences.held(holding, busy, unknown(dump.dump), deepest(dump.dump)));
            if (!held.isEmpty()) {
                tables.add(table("held" + (tables.isEmpty() ? "" : tables.size() + 1), prefix, held));
                findings.add(PinFindings.held(prefix, holding, busy));
            }
        });
        List<Block> blocks = new ArrayList<>();
        if (!sentences.isEmpty()) {
            sentences.add(PinSentences.BLIND_DUMP);
            blocks.add(new Note("headline", sentences));
        }
        blocks.addAll(tables);
        return new Section(id(), "Carriers held now", blocks, findings);
    }

    private static long busyCarriers(ThreadDump dump) {
        return dump.stacks().stream()
                .filter(stack -> !stack.virtual() && !stack.frames().isEmpty())
                .filter(stack -> is(stack.frames().getFirst(), "jdk.internal.vm.Continuation", "run"))
                .mapToLong(ThreadDump.Stack::count)
                .sum();
    }

    /** The threads that may be virtual and hold their carriers, which a truncated stack does not show. */
    private static long unknown(ThreadDump dump) {
        return dump.stacks().stream()
                .filter(stack -> stack.extent() == ThreadDump.Extent.TRUNCATED_OF_UNKNOWN_KIND)
                .filter(stack -> !is(stack.frames().getFirst(), "jdk.internal.vm.Continuation", "run"))
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
                .sorted(Comparator.comparingLong(Held::count)
                        .reversed()
                        .thenComparing(Held::frame)
                        .thenComparing(Held::toString))
                .toList();
    }

    /** Whether it has its carrier and waits in a way that would release it. */
    private static boolean isPinned(ThreadDump.Stack stack) {
        if (!stack.virtual() || stack.frames().isEmpty()) {
            return false;
        }
        RecordedFrames frames = new RecordedFrames(stack.frames());
        ThreadFacts facts = ThreadFacts.of(true, stack.state(), stack.onCarrier());
        return facts.isMounted(frames)
                && ("BLOCKED".equals(stack.state())
                        || ThreadWait.of(frames, facts).parks());
    }

    private static boolean is(Frame frame, String className, String method) {
        return frame.className().equals(className) && frame.methodName().equals(method);
    }

    private static Held held(ThreadDump.Stack stack) {
        StackTrace trace = new StackTrace(stack.frames(), stack.isTruncated());
        Diagnosis found = Diagnoser.ofDump(trace);
        if (found.isPin()) {
            return held(found.first(), found.blocker(), stack);
        }
        RecordedFrames frames = new RecordedFrames(trace);
        int own = frames.ownFrom(0);
        return new Held(
                PinSentences.unseenHolder(stack.isTruncated(), stack.state() != null),
                "",
                own == RecordedFrames.NONE ? "" : frames.method(own),
                Objects.requireNonNullElse(found.blocker(), ""),
                stack.count(),
                stack.names());
    }

    private static Held held(PinCause cause, @Nullable String blocker, ThreadDump.Stack stack) {
        return new Held(
                cause.kind().words(),
                Objects.requireNonNullElse(cause.frame(), ""),
                Objects.requireNonNullElse(cause.caller(), ""),
                Objects.requireNonNullElse(blocker, ""),
                stack.count(),
                stack.names());
    }

    private static Table table(String id, String prefix, List<Held> held) {
        List<Row> rows = held.stream()
                .map(one -> Row.of(
                        Cell.text(one.cause()),
                        Cell.text(one.frame()),
                        Cell.text(one.caller()),
                        Cell.text(one.blocker()),
                        Cell.count(one.count()),
                        Cell.text(String.join(", ", one.names()))))
                .toList();
        return new Table(
                id,
                prefix + "Held carriers",
                List.of(
                        Column.of("cause", "Cause"),
                        Column.of("frame", "Holder"),
                        Column.of("caller", "Seen in"),
                        Column.of("blocker", "Blocked in"),
                        Column.of("threads", "Threads"),
                        Column.of("names", "Thread names (sample)")),
                rows,
                List.of());
    }
}
