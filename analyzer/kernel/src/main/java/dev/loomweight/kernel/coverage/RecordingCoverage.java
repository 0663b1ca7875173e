package dev.loomweight.kernel.coverage;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Block;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuSamplesLost;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the inputs could show, for every event type that any analysis asked for. Its figures come from the coverage; of the
 * samples it needs the versions of the JDKs alone.
 */
public final class RecordingCoverage
        implements Analysis<RecordingCoverage.RecordedJdks, RecordingCoverage.CoverageReading> {

    private static final String ID = "coverage";
    private static final String TITLE = "What was recorded";

    // The number of samples shows whether they were on.
    private static final Fold<RecordedJdks> JDKS =
            Fold.of(Interest.in(RecordedJvm.class).and(Interest.inNumberOf(CpuTimeSample.class)), RecordedJdks::new);

    private static final Rows<Alike> EVENTS = Rows.of(Alike.class)
            .text("recording", "recording", Alike::name)
            .text("event", "event", of -> of.event().eventType())
            .text("state", "state", of -> state(of.event()))
            .count("events", "events", of -> of.event().count())
            .where(of -> of.event().state().isOn());

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<RecordedJdks> fold() {
        return JDKS;
    }

    /**
     * What the inputs could show.
     *
     * @param recordings the inputs that record events: in the order of reading, or of many, those with a loss first
     * @param many whether there are too many to list each
     * @param unread whether events were left unread
     * @param truncated whether stacks were truncated
     * @param events each event type of each recording; of many, those with the same settings are one
     * @param losses what is missing
     * @param jdks the versions of the JDKs, as far as recordings name them
     * @param risks what was on with which a JDK can have a known fault
     */
    record CoverageReading(
            List<OfSource> recordings,
            boolean many,
            boolean unread,
            boolean truncated,
            List<Alike> events,
            List<Loss> losses,
            Collection<String> jdks,
            List<EventRisk> risks) {}

    /**
     * What is missing in inputs.
     *
     * @param lost whether the JVM lost it; else it could not be read
     * @param files the inputs: one, or of many with a loss, all
     * @param bytes how much of them; above 0
     */
    record Loss(boolean lost, List<String> files, long bytes) {}

    @Override
    public CoverageReading read(RecordedJdks jdks, Coverage all) {
        Coverage coverage = asked(all);
        List<OfSource> recordings = coverage.sources().stream()
                .filter(source -> !source.events().isEmpty())
                .toList();
        boolean many = recordings.size() > Alike.MAX_SINGLE_NAMES;
        List<OfEvent> events =
                recordings.stream().flatMap(source -> source.events().stream()).toList();
        return new CoverageReading(
                recordings.stream()
                        // Of many, people see the first.
                        .sorted(Comparator.comparing(source -> many && source.lostBytes() + source.unreadBytes() == 0))
                        .toList(),
                many,
                events.stream().anyMatch(event -> event.unread() > 0),
                events.stream().anyMatch(event -> event.ofStacks().truncated() > 0),
                many ? alike(coverage) : singly(coverage),
                losses(coverage),
                jdks.versions(),
                coverage.of(CpuTimeSample.EVENT).isEmpty() ? List.of() : EventRisk.of(coverage, jdks.byFile));
    }

    /**
     * The coverage without what was only asked for to see {@linkplain EventRisk risks}, and was not on: that nobody
     * recorded it is no gap. Who asks for samples of processor time also asks for how many were lost.
     */
    private static Coverage asked(Coverage all) {
        return all.without(
                event -> event.eventType().equals(CpuTimeSample.EVENT)
                        && !event.state().isOn(),
                source -> source.events().stream()
                        .noneMatch(event -> event.eventType().equals(CpuSamplesLost.EVENT)));
    }

    private static List<Alike> singly(Coverage coverage) {
        return coverage.sources().stream()
                .flatMap(source -> source.events().stream().map(event -> new Alike(coverage.nameOf(source), event)))
                .toList();
    }

    private static List<Alike> alike(Coverage coverage) {
        return coverage.sources().stream()
                .flatMap(source -> source.events().stream())
                .map(OfEvent::eventType)
                .distinct()
                .flatMap(type -> Alike.of(coverage, type).stream())
                .toList();
    }

    private static List<Loss> losses(Coverage coverage) {
        List<OfSource> lost = having(coverage, OfSource::lostBytes);
        List<OfSource> unread = having(coverage, OfSource::unreadBytes);
        if (lost.size() > Alike.MAX_SINGLE_NAMES || unread.size() > Alike.MAX_SINGLE_NAMES) {
            return Stream.of(loss(true, lost), loss(false, unread))
                    .filter(one -> one.bytes > 0)
                    .toList();
        }
        return coverage.sources().stream()
                .flatMap(source -> Stream.of(loss(true, List.of(source)), loss(false, List.of(source))))
                .filter(one -> one.bytes > 0)
                .toList();
    }

    private static List<OfSource> having(Coverage coverage, ToLongFunction<OfSource> bytes) {
        return coverage.sources().stream()
                .filter(source -> bytes.applyAsLong(source) > 0)
                .toList();
    }

    private static Loss loss(boolean lost, List<OfSource> sources) {
        return new Loss(
                lost,
                sources.stream().map(source -> source.origin().file()).toList(),
                sources.stream()
                        .mapToLong(lost ? OfSource::lostBytes : OfSource::unreadBytes)
                        .sum());
    }

    @Override
    public Section say(CoverageReading reading, Coverage all) {
        Coverage coverage = asked(all);
        List<Block> blocks = new ArrayList<>();
        if (!coverage.sources().isEmpty()) {
            blocks.add(RecordedInShort.of(coverage, reading.jdks));
        }
        if (!reading.recordings.isEmpty()) {
            blocks.add(Rows.of(OfSource.class)
                    .text("recording", "recording", coverage::nameOf)
                    .column("from", "from", source -> time(source.start()))
                    .column("to", "to", source -> time(source.end()))
                    .bytes("lost", "lost by the JVM", OfSource::lostBytes)
                    .bytes("unread", "unread", OfSource::unreadBytes)
                    .top(reading.many ? Alike.MAX_SINGLE_NAMES : Table.ALL)
                    .table("recordings", "", reading.recordings));
            blocks.add(columns(reading.unread, reading.truncated).table("events", "", reading.events));
        }
        List<String> notes = reading.many ? foldedNotes(coverage) : notes(coverage);
        Note.some("notes", notes).ifPresent(blocks::add);
        List<Finding> findings = new ArrayList<>();
        reading.losses.forEach(loss -> findings.add(finding(loss)));
        reading.risks.forEach(risk -> findings.add(risk.finding()));
        return section(blocks, findings);
    }

    /** What is to be said of some of the inputs, for an answer that does not say what was recorded. */
    public static Section notes(Coverage coverage, Predicate<OfSource> ofWhich) {
        List<OfSource> some = coverage.sources().stream().filter(ofWhich).toList();
        return section(
                Note.some("notes", notes(new Coverage(some))).stream()
                        .map(Block.class::cast)
                        .toList(),
                List.of());
    }

    private static Section section(List<Block> blocks, List<Finding> findings) {
        return new Section(ID, TITLE, blocks, findings).answering(Section.Answering.ASIDE);
    }

    private static Finding finding(Loss loss) {
        String files = Alike.names(loss.files, loss.files.size());
        return loss.lost ? lost(files, loss.bytes) : unread(files, loss.bytes);
    }

    private static Rows<Alike> columns(boolean unread, boolean truncated) {
        return EVENTS.when(
                        unread,
                        rows -> rows.count(
                                        "unread",
                                        "left unread",
                                        of -> of.event().unread())
                                .where(of -> of.event().state().isOn()))
                .column("threshold", "threshold", of -> {
                    Duration threshold = of.event().threshold();
                    return threshold == null ? Rows.NONE : new Cell.Nanos(threshold.toNanos());
                })
                .text("stacks", "stacks", of -> stacks(of.event()))
                .when(
                        truncated,
                        rows -> rows.count(
                                        "cut",
                                        "truncated",
                                        of -> of.event().ofStacks().truncated())
                                .count(
                                        "depth",
                                        "stack depth",
                                        of -> of.event().ofStacks().stackDepth())
                                .where(of -> of.event().ofStacks().stackDepth() != 0));
    }

    private static String state(OfEvent event) {
        String part = event.isPartial() ? ", " + EventWords.partial(event) : "";
        return switch (event.state()) {
            case RECORDED -> "recorded" + part;
            case SILENT -> part.isEmpty() ? "on, none" : "none" + part;
            case OFF -> "off";
            case UNKNOWN -> "no such type";
            case UNSTATED -> "none, settings missing";
        };
    }

    private static String stacks(OfEvent event) {
        if (!event.ofStacks().stacks()) {
            return "off";
        }
        return event.ofStacks().withoutStack() == 0
                ? "on"
                : "missing in " + event.ofStacks().withoutStack();
    }

    private static Cell time(@Nullable Instant instant) {
        return instant == null ? Cell.absent("") : new Cell.Time(instant);
    }

    private static Finding unread(String files, long bytes) {
        return new Finding(
                        "recordingDamaged",
                        Severity.WARNING,
                        files + ": " + bytes + " bytes of the recording could not be read.",
                        "It is damaged, truncated, or still being written; the notes say where. The figures include what could be read.",
                        "Copy it again, or if the process is still running, write it with jcmd JFR.dump.")
                .ofInputs();
    }

    private static Finding lost(String files, long bytes) {
        return new Finding(
                        "dataLost",
                        Severity.WARNING,
                        files + ": the JVM lost " + bytes + " bytes of event data.",
                        "The JVM reports this itself (jdk.DataLoss); the figures of this recording are too low.",
                        "Record fewer events, or use larger buffers: -XX:FlightRecorderOptions:memorysize=64M.")
                .ofInputs();
    }

    private record Noted(String file, String note) {

        /** The note with its file; one on the inputs together has none. */
        String sentence() {
            return file.isEmpty() ? note : file + ": " + note;
        }
    }

    /** What a reader must know of the files: every note, in the order of reading. */
    private static List<String> notes(Coverage coverage) {
        return noted(coverage).stream().map(Noted::sentence).toList();
    }

    /** Of notes that differ only in their numbers one, and how many more files there are it applies to. */
    private static List<String> foldedNotes(Coverage coverage) {
        Map<String, List<Noted>> alike = new LinkedHashMap<>();
        for (Noted noted : noted(coverage)) {
            String kind = noted.file.isEmpty() ? noted.note : noted.note.replaceAll("\\d+", "0");
            alike.computeIfAbsent(kind, any -> new ArrayList<>()).add(noted);
        }
        List<String> folded = new ArrayList<>();
        alike.values().forEach(notes -> {
            if (notes.size() <= Alike.MAX_SINGLE_NAMES) {
                notes.stream().map(Noted::sentence).forEach(folded::add);
                return;
            }
            Set<String> others = new LinkedHashSet<>();
            notes.stream().skip(1).map(Noted::file).forEach(others::add);
            folded.add(notes.getFirst().sentence() + " The same kind of note applies to "
                    + Alike.names(new ArrayList<>(others), others.size()) + ".");
        });
        return folded;
    }

    /** What is missing in texts, which a report says before its first figure: one sentence for each part of a file. */
    public static List<String> missing(Coverage coverage) {
        return coverage.sources().stream()
                .flatMap(source ->
                        source.missing().stream().map(what -> source.origin().file() + " is incomplete: " + what + "."))
                .distinct()
                .toList();
    }

    private static List<Noted> noted(Coverage coverage) {
        List<Noted> notes = new ArrayList<>();
        for (OfSource source : coverage.sources()) {
            source.notes().forEach(note -> notes.add(new Noted(source.origin().file(), note)));
        }
        return notes;
    }

    /** The versions of the JDKs that recordings are of, as far as these name them. */
    public static final class RecordedJdks implements State<RecordedJdks> {

        private final TreeMap<String, TreeSet<String>> byFile = new TreeMap<>();

        @Override
        public void add(Origin origin, Sample sample) {
            String jdk = sample instanceof RecordedJvm jvm ? jvm.jdk() : null;
            if (jdk != null) {
                byFile.computeIfAbsent(origin.file(), key -> new TreeSet<>()).add(jdk);
            }
        }

        @Override
        public void merge(RecordedJdks other) {
            other.byFile.forEach((file, versions) ->
                    byFile.computeIfAbsent(file, key -> new TreeSet<>()).addAll(versions));
        }

        private Collection<String> versions() {
            TreeSet<String> versions = new TreeSet<>();
            byFile.values().forEach(versions::addAll);
            return versions;
        }
    }
}
