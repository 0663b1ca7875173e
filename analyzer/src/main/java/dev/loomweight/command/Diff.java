package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.diff.ReportChanges;
import java.nio.file.Path;
import java.util.ArrayList;
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
    public static final List<Option<?>> OPTIONS =
            Option.all(List.of(BEFORE, AFTER), ClassOptions.OF_PINS, ClassOptions.BEFORE);

    private final Path before;
    private final @Nullable Path after;
    private final Options given;
    private final ReadingProgress progress;
    private final List<String> problems = new ArrayList<>();

    private Diff(Options given, ReadingProgress progress) {
        this.before = given.get(BEFORE);
        this.after = given.find(AFTER);
        this.given = given;
        this.progress = progress;
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
        Report report = SavedReport.isOne(diff.before) || (diff.after != null && SavedReport.isOne(diff.after))
                ? diff.ofReports()
                : diff.ofInputs();
        return new Question.Answer(report, diff.problems);
    }

    private Report ofInputs() {
        try (CommandInputs later = new CommandInputs(given);
                CommandInputs earlier = later.earlier()) {
            Inputs first = earlier.openOne(before, progress);
            Inputs last = after == null ? null : later.openOne(after, progress);
            List<Subject<?, ?>> subjects = compared(later);
            List<Subject<?, ?>> readBefore = compared(earlier);
            FoldRun was = read(subjects, first);
            FoldRun is = last == null ? null : read(subjects, last);
            List<Section> sections = new ArrayList<>();
            for (int i = 0; i < subjects.size(); i++) {
                sections.add(section(subjects.get(i), readBefore.get(i), was, is));
            }
            String title = earlier.title(List.of(before)) + (after == null ? "" : " -> " + later.title(List.of(after)));
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

    private static List<Subject<?, ?>> compared(CommandInputs inputs) {
        return Subjects.of(inputs.pinOptions()).stream()
                .filter(subject -> subject.comparison() != null)
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

    private String whyNothing(List<Section> sections, String title) {
        Optional<String> why = sections.stream()
                .flatMap(section -> section.findings().stream())
                .map(finding -> finding.summary() + " " + finding.solution())
                .findFirst();
        if (why.isPresent()) {
            return why.get();
        }
        if (!problems.isEmpty()) {
            return String.join("; ", problems);
        }
        return after == null
                ? title + " has only one snapshot and no difference of its own; name a second capture or text"
                : title + " have nothing in common to compare; name two NMT texts, two histograms, two snapshots,"
                        + " two recordings or two captures";
    }
}
