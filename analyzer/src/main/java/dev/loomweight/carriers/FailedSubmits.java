package dev.loomweight.carriers;

import dev.loomweight.coverage.EventWords;
import dev.loomweight.fold.Condenser;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Frames;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Repeated;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.SubmitFailed;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.VirtualThreadStart;
import dev.loomweight.subject.Analysis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Virtual threads that their scheduler refused to run: who submitted them, and what became of them. */
public final class FailedSubmits implements Analysis<FailedSubmits.Refusals> {

    private static final EventWords WORDS =
            new EventWords(SubmitFailed.EVENT, "refused submit", "refused submits", true, "Refusal by a scheduler");

    /** The fold of refusals. */
    public static final Fold<Refusals> FOLD = Fold.of(
            Interest.in(SubmitFailed.class, Repeated.class).and(Interest.onRequest(VirtualThreadStart.class)),
            Refusals::new);

    private static final int MOST_PLACES = 10_000;
    private static final String UNKNOWN_SUBMITTER = "(not recorded)";
    private static final String VIRTUAL_THREADS = "virtual threads";

    /** What became of the thread that was refused. */
    enum Fate {
        /** It was to start: the caller of {@code start} got the exception. */
        NOT_STARTED("not started; its caller got the exception"),
        /** It was to continue after a wait: it never will. */
        STRANDED("stranded forever"),
        /** Without a stack, both are possible. */
        UNKNOWN("unknown; the stack is missing");

        private final String words;

        Fate(String words) {
            this.words = words;
        }

        private static Fate of(SubmitFailed failed) {
            if (failed.stack().frames().isEmpty()) {
                return UNKNOWN;
            }
            return failed.isOfStart() ? NOT_STARTED : STRANDED;
        }
    }

    private record Place(String site, Fate fate) {}

    /** The refusals by site, message, submitter and fate: the accumulator. */
    public static final class Refusals implements State<Refusals> {
        // By process.
        private final Map<String, RefusalGroups> groups = new TreeMap<>();
        private final RefusedThreads threads = new RefusedThreads();
        // What is said of a stack: a closed scheduler refuses thousands with the same.
        private final IdentityHashMap<StackTrace, Place> places = new IdentityHashMap<>();

        private Refusals() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof SubmitFailed failed) {
                add(origin, failed, 1);
            } else if (sample instanceof Repeated(SubmitFailed failed, long count)) {
                add(origin, failed, count);
            } else if (sample instanceof VirtualThreadStart start) {
                threads.started(origin.subject(), start.javaThreadId(), start.name());
            }
        }

        /** Adds as many equal refusals. */
        void add(Origin origin, SubmitFailed failed, long count) {
            Place place = place(failed);
            groups.computeIfAbsent(origin.subject(), any -> new RefusalGroups())
                    .add(
                            new RefusalGroups.Group(
                                    origin.subject(),
                                    place.site(),
                                    failed.message(),
                                    submitter(failed.submitter()),
                                    place.fate()),
                            count,
                            failed.victimId(),
                            failed.stack());
        }

        @Override
        public void merge(Refusals other) {
            other.groups.forEach((subject, of) ->
                    groups.computeIfAbsent(subject, any -> new RefusalGroups()).addAll(of));
            threads.addAll(other.threads);
        }

        private Place place(SubmitFailed failed) {
            Place known = places.get(failed.stack());
            if (known == null) {
                known = new Place(Frames.site(failed.stack()), Fate.of(failed));
                if (places.size() < MOST_PLACES) {
                    places.put(failed.stack(), known);
                }
            }
            return known;
        }

        /** How many there are. */
        public long count() {
            return groups.values().stream().mapToLong(RefusalGroups::count).sum();
        }

        private long count(Fate fate) {
            return all().stream()
                    .filter(refused -> refused.group().fate() == fate)
                    .mapToLong(RefusalGroups.Refused::count)
                    .sum();
        }

        private List<RefusalGroups.Refused> all() {
            return groups.values().stream()
                    .flatMap(groupsOf -> groupsOf.all().stream())
                    .toList();
        }
    }

    @Override
    public String id() {
        return "failedSubmits";
    }

    @Override
    public Fold<Refusals> fold() {
        return FOLD;
    }

    /** Passes on few samples in which there is all that is in these. */
    static void condense(Refusals all, Origin origin, Condenser.Taker to) {
        TreeSet<Long> named = new TreeSet<>();
        for (RefusalGroups.Refused refused : all.all()) {
            SortedSet<Long> ids = refused.victims().ids();
            named.addAll(ids);
            long rest = refused.count();
            for (long id : ids) {
                if (rest > 1) {
                    to.accept(origin, failed(refused, id));
                    rest--;
                }
            }
            to.accept(origin, new Repeated(failed(refused, ids.last()), rest));
        }
        all.threads.forEach(named, (id, name) -> to.accept(origin, new VirtualThreadStart(id, name)));
    }

    private static SubmitFailed failed(RefusalGroups.Refused refused, long victim) {
        RefusalGroups.Group group = refused.group();
        ThreadRef submitter = group.submitter().equals(UNKNOWN_SUBMITTER)
                ? null
                : new ThreadRef(0, group.submitter(), 0, group.submitter().equals(VIRTUAL_THREADS));
        return new SubmitFailed(Instant.EPOCH, submitter, victim, group.message(), refused.stack());
    }

    // Virtual threads are many, and mostly have no name.
    private static String submitter(@Nullable ThreadRef thread) {
        if (thread == null) {
            return UNKNOWN_SUBMITTER;
        }
        return thread.virtual() ? VIRTUAL_THREADS : thread.name();
    }

    @Override
    public Section finish(Refusals all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = WORDS.sentences(coverage);
        if (!sentences.isEmpty()) {
            boolean nothing = all.groups.isEmpty() && WORDS.absences(coverage).size() < sentences.size();
            blocks.add(new Note(nothing ? Note.NO_NEWS : "headline", sentences));
        }
        if (!all.groups.isEmpty()) {
            blocks.add(table(all));
        }
        return new Section(id(), "Refused virtual threads", blocks, findings(all));
    }

    private static Table table(Refusals all) {
        List<Row> rows = all.all().stream()
                .sorted(Comparator.comparingLong((RefusalGroups.Refused refused) -> -refused.count())
                        .thenComparing(refused -> refused.group().site())
                        .thenComparing(refused ->
                                Objects.requireNonNullElse(refused.group().message(), ""))
                        .thenComparing(refused -> refused.group().message() == null)
                        .thenComparing(refused -> refused.group().submitter())
                        .thenComparing(refused -> refused.group().fate())
                        .thenComparing(refused -> refused.group().subject()))
                .map(refused -> row(all, refused))
                .toList();
        return new Table(
                "refusals",
                "Refused submits",
                List.of(
                        Column.of("site", "Site"),
                        Column.of("count", "Refused"),
                        Column.of("message", "Message"),
                        Column.of("submitter", "Submitter"),
                        Column.of("victims", "Threads"),
                        Column.of("outcome", "Thread is")),
                rows,
                List.of());
    }

    private static Row row(Refusals all, RefusalGroups.Refused refused) {
        RefusalGroups.Group group = refused.group();
        String names = all.threads.of(group.subject(), refused.victims());
        String message = group.message();
        return Row.of(
                Cell.text(group.site()),
                Cell.count(refused.count()),
                message == null ? Cell.absent("the exception had no message") : Cell.text(message),
                Cell.text(group.submitter()),
                names == null ? Cell.absent("without a name, or their start was not recorded") : Cell.text(names),
                Cell.text(group.fate().words));
    }

    private static List<Finding> findings(Refusals all) {
        List<Finding> findings = new ArrayList<>();
        long stranded = all.count(Fate.STRANDED);
        if (stranded > 0) {
            findings.add(new Finding(
                    "threadsStranded",
                    Severity.PROBLEM,
                    "Virtual threads that wait forever because their scheduler refused to continue them: " + stranded
                            + ".",
                    "The scheduler threw an exception when the thread was to continue after a wait; there is no second attempt.",
                    "Do not close the scheduler before its virtual threads end, and give it room for all of them."));
        }
        long notStarted = all.count(Fate.NOT_STARTED);
        if (notStarted > 0) {
            findings.add(new Finding(
                    "threadsNotStarted",
                    Severity.WARNING,
                    "Virtual threads not started because their scheduler refused them: " + notStarted + ".",
                    "The caller of start() got a RejectedExecutionException.",
                    "Handle it there, or do not start threads after the scheduler is closed."));
        }
        return findings;
    }
}
