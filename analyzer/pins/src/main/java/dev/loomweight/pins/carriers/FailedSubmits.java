package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Fold.StateForm;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.RefusalParts;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Virtual threads that their scheduler refused to run: who submitted them, and what became of them. */
public final class FailedSubmits implements Analysis<FailedSubmits.Refusals, FailedSubmits.RefusalReading> {

    private static final EventWords WORDS = new EventWords(
            SubmitFailed.EVENT, "refused submit", "refused submits", true, "Whether a scheduler refused threads");

    /** The fold of refusals. */
    public static final Fold<Refusals> FOLD = Fold.of(
            Interest.in(SubmitFailed.class).and(Interest.onRequest(VirtualThreadStart.class)),
            Refusals::new,
            new StateForm<>(RefusalParts.class, Refusals::of));

    /** What became of the thread that was refused. */
    public enum Fate {
        /** It was to start: the caller of {@code start} got the exception. */
        NOT_STARTED,
        /** It was to continue after a wait: it never will. */
        STRANDED,
        /** Without a stack, both are possible. */
        UNKNOWN
    }

    /** Refusals by site, message, submitter and fate: what is gathered. */
    public static final class Refusals implements State<Refusals> {

        private static final int MAX_PLACES = 10_000;
        static final String UNKNOWN_SUBMITTER = "(not recorded)";
        private static final String VIRTUAL_THREADS = "virtual threads";

        private static final Comparator<RefusalGroups.Refused> BY_COUNT = Comparator.comparingLong(
                        (RefusalGroups.Refused refused) -> -refused.count())
                .thenComparing(refused -> refused.group().site())
                .thenComparing(
                        refused -> Objects.requireNonNullElse(refused.group().message(), ""))
                .thenComparing(refused -> refused.group().message() == null)
                .thenComparing(refused -> refused.group().submitter())
                .thenComparing(refused -> refused.group().fate())
                .thenComparing(refused -> refused.group().subject());

        private record Place(String site, Fate fate) {}

        // By process.
        private final Map<String, RefusalGroups> groups = new TreeMap<>();
        private final RefusedThreads threads = new RefusedThreads();
        // What is said of a stack: a closed scheduler refuses thousands with the same.
        private final IdentityHashMap<StackTrace, Place> places = new IdentityHashMap<>();

        private Refusals() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof SubmitFailed failed) {
                add(
                        origin.subject(),
                        failed.message(),
                        submitter(failed.submitter()),
                        failed.stack(),
                        1,
                        List.of(failed.victimId()));
            } else if (sample instanceof VirtualThreadStart start
                    && !start.name().isEmpty()) {
                threads.started(origin.subject(), start.javaThreadId(), start.name());
            }
        }

        private void add(
                String subject,
                @Nullable String message,
                String submitter,
                StackTrace stack,
                long count,
                List<Long> victims) {
            Place place = place(stack);
            groups.computeIfAbsent(subject, any -> new RefusalGroups())
                    .add(
                            new RefusalGroups.Group(subject, place.site(), message, submitter, place.fate()),
                            count,
                            victims,
                            stack);
        }

        private static Refusals of(String process, RefusalParts parts) {
            Refusals all = new Refusals();
            parts.groups()
                    .forEach(group -> all.add(
                            process,
                            group.message(),
                            Objects.requireNonNullElse(group.submitter(), UNKNOWN_SUBMITTER),
                            group.stack(),
                            group.count(),
                            group.victims()));
            parts.names().forEach(one -> all.threads.started(process, one.javaThreadId(), one.name()));
            return all;
        }

        Map<String, StateParts> parts() {
            Map<String, StateParts> parts = new TreeMap<>();
            groups.forEach((subject, of) -> {
                List<RefusalParts.Group> all = of.parts();
                Set<Long> ids = new TreeSet<>();
                all.forEach(group -> ids.addAll(group.victims()));
                parts.put(subject, new RefusalParts(all, threads.parts(subject, ids)));
            });
            return parts;
        }

        @Override
        public void merge(Refusals other) {
            other.groups.forEach((subject, of) ->
                    groups.computeIfAbsent(subject, any -> new RefusalGroups()).addAll(of));
            threads.addAll(other.threads);
        }

        private Place place(StackTrace stack) {
            Place known = places.get(stack);
            if (known == null) {
                known = new Place(stack.site(), fate(stack));
                if (places.size() < MAX_PLACES) {
                    places.put(stack, known);
                }
            }
            return known;
        }

        /** How many there are. */
        public long count() {
            return groups.values().stream().mapToLong(RefusalGroups::count).sum();
        }

        /** Equal refusals together, the most frequent first. */
        private List<Refused> refused() {
            return groups.values().stream()
                    .flatMap(groupsOf -> groupsOf.all().stream())
                    .sorted(BY_COUNT)
                    .map(refused -> refused(refused.group(), refused))
                    .toList();
        }

        private Refused refused(RefusalGroups.Group group, RefusalGroups.Refused refused) {
            return new Refused(
                    group.site(),
                    refused.count(),
                    group.message(),
                    isKnown(group.submitter()) ? group.submitter() : null,
                    threads.of(group.subject(), refused.victims()),
                    group.fate());
        }

        /** Whether it is known who submitted, by the words for it. */
        static boolean isKnown(String submitter) {
            return !submitter.equals(UNKNOWN_SUBMITTER);
        }

        // Virtual threads are many, and mostly have no name.
        private static String submitter(@Nullable ThreadRef thread) {
            if (thread == null) {
                return UNKNOWN_SUBMITTER;
            }
            return thread.virtual() ? VIRTUAL_THREADS : thread.name();
        }

        private static Fate fate(StackTrace stack) {
            if (stack.frames().isEmpty()) {
                return Fate.UNKNOWN;
            }
            return SubmitFailed.isOfStart(stack) ? Fate.NOT_STARTED : Fate.STRANDED;
        }
    }

    /**
     * Virtual threads that were refused.
     *
     * @param refused equal refusals together, the most frequent first
     * @param coverage what the inputs recorded
     */
    public record RefusalReading(List<Refused> refused, Coverage coverage) {

        public RefusalReading {
            refused = List.copyOf(refused);
        }

        /** How many there are. */
        public long count() {
            return refused.stream().mapToLong(Refused::count).sum();
        }

        /** How many of a fate there are. */
        public long count(Fate fate) {
            return refused.stream()
                    .filter(one -> one.fate == fate)
                    .mapToLong(Refused::count)
                    .sum();
        }
    }

    /**
     * Equal refusals.
     *
     * @param site the method that submitted
     * @param count how many
     * @param message of the exception; null where it has none
     * @param submitter the thread that submitted, of virtual ones only that it was one; null where that was not recorded
     * @param names the names of some of the refused threads that have one, as far as their starts were recorded, sorted
     * @param fate what became of them
     */
    public record Refused(
            String site,
            long count,
            @Nullable String message,
            @Nullable String submitter,
            List<String> names,
            Fate fate) {

        public Refused {
            names = List.copyOf(names);
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

    @Override
    public RefusalReading read(Refusals all, Coverage coverage) {
        return new RefusalReading(all.refused(), coverage);
    }

    @Override
    public Section say(RefusalReading reading, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<String> sentences = WORDS.sentences(coverage);
        boolean none = reading.refused.isEmpty();
        if (!sentences.isEmpty()) {
            boolean nothing = none && WORDS.absences(coverage).size() < sentences.size();
            blocks.add(new Note(nothing ? Note.NO_NEWS : Note.HEADLINE, sentences));
        }
        if (!none) {
            blocks.add(RefusalSentences.REFUSALS.table("refusals", "Refused submits", reading.refused()));
        }
        return new Section(
                id(), "Refused virtual threads", blocks, none ? List.of() : RefusalSentences.findings(reading));
    }

    /**
     * The names of virtual threads that were refused. The event has only the id of the thread; its name is in the event of
     * its start, where that was recorded. A reader that passes on the starts of all threads does so before it is known which
     * are refused; there names are dropped once they are too many: an application that names a million threads must not fill
     * the memory.
     */
    static final class RefusedThreads {

        private static final int MAX_NAMES = 1 << 16;

        private final Map<Id, String> names = new HashMap<>();
        private boolean tooMany;

        /**
         * One thread.
         *
         * @param subject the process that it belongs to
         * @param javaThreadId its identifier there
         */
        record Id(String subject, long javaThreadId) {}

        /** The smallest ids of the threads of one group: enough to show, and the same in any order. */
        static final class Victims {
            private static final int BY_COUNT = 64;

            private final TreeSet<Long> ids = new TreeSet<>();

            void add(long id) {
                ids.add(id);
                if (ids.size() > BY_COUNT) {
                    ids.pollLast();
                }
            }

            /** The ids. */
            SortedSet<Long> ids() {
                return ids;
            }

            void addAll(Victims other) {
                other.ids.forEach(this::add);
            }
        }

        /** Takes the start of a thread. */
        void started(String subject, long id, String name) {
            if (!name.isEmpty() && !tooMany) {
                put(new Id(subject, id), name);
                drop();
            }
        }

        /**
         * The names of some threads of one process, as far as they are known.
         *
         * @param ids in the order of the result
         */
        List<RefusalParts.Named> parts(String subject, Set<Long> ids) {
            List<RefusalParts.Named> all = new ArrayList<>();
            for (long id : ids) {
                String name = names.get(new Id(subject, id));
                if (name != null) {
                    all.add(new RefusalParts.Named(id, name));
                }
            }
            return all;
        }

        void addAll(RefusedThreads other) {
            tooMany |= other.tooMany;
            other.names.forEach(this::put);
            drop();
        }

        // Of several names, which damage can give, the first by its letters, whatever the order.
        private void put(Id id, String name) {
            names.merge(id, name, (one, another) -> one.compareTo(another) <= 0 ? one : another);
        }

        private void drop() {
            tooMany |= names.size() > MAX_NAMES;
            if (tooMany) {
                names.clear();
            }
        }

        /** The names of some victims, sorted; empty where none is known. */
        List<String> of(String subject, Victims victims) {
            return victims.ids.stream()
                    .map(id -> names.get(new Id(subject, id)))
                    .filter(Objects::nonNull)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }
}
