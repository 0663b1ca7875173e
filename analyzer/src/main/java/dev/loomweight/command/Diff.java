package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.memory.growth.GrowthComparison;
import dev.loomweight.memory.growth.Observations;
import dev.loomweight.pins.carriers.VirtualThreadCounts;
import dev.loomweight.pins.pinning.PinFigures;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.pins.pinning.diff.MeasurementComparison;
import dev.loomweight.pins.pinning.diff.NamedRuns;
import dev.loomweight.pins.pinning.diff.PinComparison;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.diff.ReportChanges;
import dev.loomweight.sample.Coverage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What changed between two inputs, or within one. */
public final class Diff {

    /** What is compared; without {@link #AFTER}, within it. */
    public static final Option<Path> BEFORE = Option.path(
                    "",
                    "BEFORE",
                    "A capture (*.lw; its last snapshot is used), a recording, a snapshot, an NMT text, a class"
                            + " histogram, the process id of a running JVM, or a report saved as JSON. Without AFTER: a"
                            + " capture, whose first and last snapshots are compared, or the output of summary.diff or detail.diff.")
            .required();

    public static final Option<Path> AFTER = Option.path("", "AFTER", "A later one.");

    /** What a comparison takes, in the order of the help. */
    public static final List<Option<?>> OPTIONS = Option.all(
            List.of(BEFORE, AFTER, NamedRuns.MORE, NamedRuns.PER), ClassOptions.OF_PINS, ClassOptions.BEFORE);

    private final Path before;
    private final @Nullable Path after;
    private final List<Path> runsBefore;
    private final List<Path> runsAfter;
    private final Options given;
    private final ReadingProgress progress;
    private final List<String> problems = new ArrayList<>();

    private Diff(Options given, ReadingProgress progress) {
        this.before = given.get(BEFORE);
        List<Path> all = paths(given);
        int first = given.get(NamedRuns.BEFORE, 1);
        this.runsBefore = all.subList(0, first);
        this.runsAfter = all.subList(first, all.size());
        this.after = runsAfter.isEmpty() ? null : runsAfter.getFirst();
        this.given = given;
        this.progress = progress;
    }

    /** All inputs, in the order of the command line. */
    public static List<Path> paths(Options given) {
        List<Path> all = new ArrayList<>(List.of(given.get(BEFORE)));
        Path second = given.find(AFTER);
        if (second != null) {
            all.add(second);
        }
        all.addAll(given.get(NamedRuns.MORE));
        return all;
    }

    /** Options with the inputs of both sides: one and at most one, or some runs of each. */
    public static Options sides(Options given, List<Path> before, List<Path> after) {
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        Options asked = given.with(BEFORE, all.getFirst()).with(NamedRuns.BEFORE, before.size());
        if (all.size() > 1) {
            asked = asked.with(AFTER, all.get(1));
        }
        return asked.with(NamedRuns.MORE, all.subList(Math.min(2, all.size()), all.size()));
    }

    /** Compares with default options and without progress. */
    public static Question.Answer compare(Path before, @Nullable Path after) {
        Options given = Options.NONE.with(BEFORE, before);
        return compare(after == null ? given : given.with(AFTER, after), count -> {});
    }

    /**
     * Compares.
     *
     * @param given those of {@link #OPTIONS}, and how compressed inputs are limited
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @return the report, and one line for each file that could not be read
     * @throws DataException if an input cannot be read or holds several captures, or if the two cannot be compared
     */
    public static Question.Answer compare(Options given, ReadingProgress progress) {
        Diff diff = new Diff(given, progress);
        new NamedRuns(given.get(NamedRuns.PER)).check(paths(given).size());
        if (diff.hasRuns() && paths(given).stream().anyMatch(SavedReport::isOne)) {
            throw new DataException("a saved report is compared with one other input, and not with several runs");
        }
        Report report = SavedReport.isOne(diff.before) || (diff.after != null && SavedReport.isOne(diff.after))
                ? diff.ofReports()
                : diff.ofInputs();
        return new Question.Answer(report, diff.problems);
    }

    private Report ofInputs() {
        try (CommandInputs later = new CommandInputs(given);
                CommandInputs earlier = later.earlier()) {
            Inputs first = open(earlier, runsBefore);
            Inputs last = after == null ? null : open(later, runsAfter);
            List<Subject<?, ?>> subjects = compared(later);
            List<Subject<?, ?>> readBefore = compared(earlier);
            FoldRun was = read(subjects, first);
            FoldRun is = last == null ? null : read(subjects, last);
            List<Section> sections = new ArrayList<>();
            if (Inputs.areSame(runsBefore, runsAfter)) {
                sections.add(new Section(
                        "sameInput",
                        "Inputs",
                        List.of(Note.of(Note.HEADLINE, "Both inputs are one: it is compared with itself.")),
                        List.of()));
            }
            for (int i = 0; i < subjects.size(); i++) {
                sections.add(
                        last != null && is != null && subjects.get(i).comparison() instanceof PinComparison
                                ? pins(
                                        readBefore.get(i),
                                        subjects.get(i),
                                        was,
                                        is,
                                        new Again(earlier, first, later, last))
                                : section(subjects.get(i), readBefore.get(i), was, is));
            }
            if (hasRuns() && last != null) {
                sections.add(
                        sections.size() - 1,
                        GrowthComparison.ofRuns(growth(first, runsBefore), growth(last, runsAfter)));
            }
            Section measured = sections.removeLast();
            sections.replaceAll(section -> withoutSaid(section, measured));
            sections.add(measured);
            String title = earlier.title(runsBefore) + (after == null ? "" : " -> " + later.title(runsAfter));
            if (sections.stream().allMatch(section -> section.blocks().isEmpty())) {
                throw new DataException(whyNothing(sections, title));
            }
            sections.removeIf(Section::isEmpty);
            List<String> missing = new ArrayList<>(RecordingCoverage.missing(was.coverage()));
            if (is != null) {
                missing.addAll(RecordingCoverage.missing(is.coverage()));
            }
            return new Report("diff", title, missing, sections);
        }
    }

    /** The findings of a section without those that the remark on the measurements, which comes last, says for all. */
    private static Section withoutSaid(Section section, Section measured) {
        List<String> said =
                new ArrayList<>(measured.findings().stream().map(Finding::id).toList());
        if (said.contains(MeasurementComparison.ID)) {
            said.addAll(List.of("processesDiffer", "jdksDiffer"));
        }
        return new Section(
                section.id(),
                section.title(),
                section.blocks(),
                section.findings().stream()
                        .filter(finding -> !said.contains(finding.id()))
                        .toList(),
                section.worst(),
                section.answering());
    }

    /** Several runs of one side are read as one input; one input has one capture at most. */
    private Inputs open(CommandInputs side, List<Path> paths) {
        return hasRuns() ? side.open(paths, progress) : side.openOne(paths.getFirst(), progress);
    }

    private boolean hasRuns() {
        return runsBefore.size() > 1 || runsAfter.size() > 1;
    }

    /** Two inputs that are read once more. */
    private record Again(CommandInputs earlier, Inputs first, CommandInputs later, Inputs last) {

        /** The pins of at least that length. */
        private PinReading before(Duration least, ReadingProgress progress) {
            return read(earlier, first, least, progress);
        }

        private PinReading after(Duration least, ReadingProgress progress) {
            return read(later, last, least, progress);
        }

        private static PinReading read(CommandInputs options, Inputs from, Duration least, ReadingProgress progress) {
            Subject<Pins, PinReading> pins = PinFigures.of(options.pinOptions(least));
            return pins.read(
                    FoldRun.read(List.of(pins), from.sources(), progress).result(pins));
        }
    }

    /** Of two inputs with different thresholds, the pins from the higher one on, where they are known one by one. */
    @SuppressWarnings("unchecked") // which has this comparison alone
    private Section pins(
            Subject<?, ?> earlier, Subject<?, ?> later, FoldRun earlierRun, FoldRun laterRun, Again again) {
        Subject<Pins, PinReading> before = (Subject<Pins, PinReading>) earlier;
        Subject<Pins, PinReading> after = (Subject<Pins, PinReading>) later;
        PinReading first = before.read(earlierRun.result(before));
        PinReading last = after.read(laterRun.result(after));
        Duration least = hasRuns()
                ? PinComparison.commonThreshold(first, earlierRun.coverage(), last, laterRun.coverage())
                        .orElse(null)
                : PinComparison.commonThreshold(first, last).orElse(null);
        PinReading was = first;
        PinReading is = last;
        if (least != null && again.earlier.isOfEvents()) {
            was = again.before(least, progress);
            is = again.after(least, progress);
        }
        NamedRuns runs = new NamedRuns(given.get(NamedRuns.PER));
        return new PinComparison()
                .changes(
                        new PinComparison.Side(
                                was,
                                runs.of(runsBefore, earlierRun.coverage(), 0, () -> ended(again.first)),
                                first.shortest()),
                        new PinComparison.Side(
                                is,
                                runs.of(runsAfter, laterRun.coverage(), runsBefore.size(), () -> ended(again.last)),
                                last.shortest()));
    }

    /** What growth is read from, of each run by itself. */
    private List<Observations> growth(Inputs inputs, List<Path> runs) {
        return runs.stream()
                .map(run -> inputs.sources().stream()
                        .filter(source -> Path.of(source.origin().file()).startsWith(run))
                        .toList())
                .map(sources -> Observations.SUBJECT.read(FoldRun.read(List.of(Observations.SUBJECT), sources, progress)
                        .result(Observations.SUBJECT)))
                .toList();
    }

    private Coverage ended(Inputs inputs) {
        return FoldRun.read(List.of(new VirtualThreadCounts()), inputs.sources(), progress)
                .coverage();
    }

    /** Of several runs, pins and how they were measured. */
    private List<Subject<?, ?>> compared(CommandInputs inputs) {
        return Subjects.of(inputs.pinOptions()).stream()
                .filter(subject -> subject.comparison() != null)
                .filter(subject -> !hasRuns()
                        || subject.comparison() instanceof PinComparison
                        || subject.comparison() instanceof MeasurementComparison)
                .toList();
    }

    private FoldRun read(List<Subject<?, ?>> subjects, Inputs inputs) {
        FoldRun run = FoldRun.read(subjects, inputs.sources(), progress);
        problems.addAll(run.problems());
        return run;
    }

    /** @param readBefore the subject as the class files of the earlier input explain it */
    private static <A, R> Section section(
            Subject<A, R> subject, Subject<?, ?> readBefore, FoldRun first, @Nullable FoldRun last) {
        Comparison<R> comparison = Objects.requireNonNull(subject.comparison());
        if (last == null) {
            return comparison.within(subject.read(first.result(subject)));
        }
        @SuppressWarnings("unchecked") // the same subject, with other options
        Subject<A, R> earlier = (Subject<A, R>) readBefore;
        return comparison.changes(earlier.read(first.result(subject)), subject.read(last.result(subject)));
    }

    /** Compares a saved report with another one, or with what its command reports of a capture. */
    private Report ofReports() {
        if (after == null) {
            throw new DataException(
                    before + " is a saved report; name a second report or a capture to compare it with");
        }
        Report was = SavedReport.isOne(before) ? SavedReport.read(before) : null;
        Report is = SavedReport.isOne(after) ? SavedReport.read(after) : null;
        if (was == null) {
            was = made(before, ClassOptions.earlier(given, List.of()), Objects.requireNonNull(is), after);
        }
        if (is == null) {
            is = made(after, given, was, before);
        }
        List<String> missing = Stream.of(was, is)
                .flatMap(report -> report.incomplete().stream())
                .distinct()
                .toList();
        return new Report("diff", before + " -> " + after, missing, ReportChanges.between(was, is));
    }

    private Report made(Path of, Options classes, Report like, Path likeFile) {
        Question question = Question.ALL.stream()
                .filter(any -> any.word().equals(like.command()))
                .findFirst()
                .orElseThrow(() -> new DataException(likeFile + " is a report of \"" + like.command()
                        + "\", which cannot be compared with " + of + "; save a report of "
                        + Question.ALL.stream()
                                .map(any -> "\"" + any.word() + "\"")
                                .collect(Collectors.joining(", "))));
        Question.Answer answer = question.ask(classes.with(InputOptions.PATHS, List.of(of)), progress);
        problems.addAll(answer.problems());
        return answer.report();
    }

    /** What could not be read first, then what is missing: what one side alone has is the least of it. */
    private String whyNothing(List<Section> sections, String title) {
        if (!problems.isEmpty()) {
            return String.join("; ", problems);
        }
        Optional<String> why = sections.stream()
                .flatMap(section -> section.findings().stream())
                .min(Comparator.comparing((Finding finding) -> finding.severity() == Finding.Severity.INFO))
                .map(finding -> finding.summary() + " " + finding.solution());
        if (why.isPresent()) {
            return why.get();
        }
        return after == null
                ? title + " has only one snapshot and no difference of its own; name a second capture or text"
                : title + " have nothing in common to compare; name two NMT texts, two histograms, two snapshots,"
                        + " two recordings or two captures";
    }
}
