package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.fold.Comparison;
import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Folding;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.diff.ReportChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What changed between two inputs, or within one. */
public final class Diff {

    private final List<String> problems = new ArrayList<>();

    private final long maxUnpackedBytes;

    private Diff(long maxUnpackedBytes) {
        this.maxUnpackedBytes = maxUnpackedBytes;
    }

    /** Compares, with nothing said of pins. */
    public static Question.Answer of(Path before, @Nullable Path after) {
        return of(before, after, PinRequest.NONE, 0);
    }

    /**
     * Compares.
     *
     * @param before a capture, one of its snapshots, a text, the number of a running JVM, or a report that was saved as
     *     JSON
     * @param after the same of later; or null to compare the first and the last moment of the one, which may be a
     *     difference that the JVM itself made
     * @param pins which pins, and by what class files
     * @param maxUnpackedBytes what compressed inputs may hold, in bytes for each of the two, or 0 for the usual limit
     * @return the report, and one line for each file that could not be read
     * @throws DataException if an input cannot be read or holds several captures, or if the two cannot be compared
     */
    public static Question.Answer of(Path before, @Nullable Path after, PinRequest pins, long maxUnpackedBytes) {
        return new Diff(maxUnpackedBytes).compare(before, after, pins);
    }

    private Question.Answer compare(Path before, @Nullable Path after, PinRequest pins) {
        if (SavedReport.isOne(before) || (after != null && SavedReport.isOne(after))) {
            return reports(before, after, pins);
        }
        List<Path> named = after == null ? List.of(before) : List.of(before, after);
        try (LiveInputs live = new LiveInputs(named);
                Inputs first = open(live.paths().getFirst(), before, maxUnpackedBytes);
                Inputs last = after == null ? first : open(live.paths().getLast(), after, maxUnpackedBytes);
                ClassPath classes = pins.open()) {
            List<Section> sections = new ArrayList<>();
            for (Comparison<?> comparison : Comparisons.of(pins.options(classes))) {
                sections.add(after == null ? within(comparison, first) : between(comparison, first, last));
            }
            String title = named.stream().map(Path::toString).collect(Collectors.joining(" -> "));
            if (sections.stream().allMatch(section -> section.blocks().isEmpty())) {
                throw new DataException(nothing(sections, title, after == null));
            }
            sections.removeIf(Section::isEmpty);
            return new Question.Answer(new Report("diff", title, sections), problems);
        } catch (IOException e) {
            throw new DataException("cannot close the class path: " + e.getMessage(), e);
        }
    }

    /** A report that was saved is compared with another, or with what its command says of a capture. */
    private Question.Answer reports(Path before, @Nullable Path after, PinRequest pins) {
        if (after == null) {
            throw new DataException(before + " is one report; name another behind it, or a capture");
        }
        Report was = SavedReport.isOne(before) ? SavedReport.read(before) : null;
        Report is = SavedReport.isOne(after) ? SavedReport.read(after) : null;
        if (was == null) {
            was = made(before, Objects.requireNonNull(is), after, pins);
        }
        if (is == null) {
            is = made(after, was, before, pins);
        }
        return new Question.Answer(
                new Report("diff", before + " -> " + after, ReportChanges.between(was, is)), problems);
    }

    private Report made(Path of, Report like, Path likeFile, PinRequest pins) {
        Question question = Question.ALL.stream()
                .filter(any -> any.word().equals(like.command()))
                .findFirst()
                .orElseThrow(() -> new DataException(likeFile + " is what " + like.command()
                        + " says, which cannot be compared with " + of + "; a report, pins or memory can"));
        Question.Answer answer = question.ask(Request.of(of).with(pins).withMaxUnpacked(maxUnpackedBytes));
        problems.addAll(answer.problems());
        return answer.report();
    }

    private String nothing(List<Section> sections, String title, boolean alone) {
        Optional<String> why = sections.stream()
                .flatMap(section -> section.findings().stream())
                .map(finding -> finding.summary() + " " + finding.solution())
                .findFirst();
        if (why.isPresent()) {
            return why.get();
        }
        String asked = alone
                ? title + " holds no two moments to compare, nor a difference; name another capture or text behind it"
                : title
                        + " have nothing in common that can be compared: two NMT texts, two histograms, two snapshots,"
                        + " two recordings or two captures can";
        return problems.isEmpty() ? asked : String.join("; ", problems);
    }

    /** Opens what must be one capture, recording or text. */
    static Inputs open(Path path, Path named, long maxUnpackedBytes) {
        Inputs inputs = Inputs.open(List.of(path), ReaderChoice.AUTO, maxUnpackedBytes);
        List<String> subjects = inputs.sources().stream()
                .map(source -> source.origin().subject())
                .distinct()
                .toList();
        if (subjects.size() > 1) {
            Path one = Path.of(inputs.sources().getFirst().origin().file()).getParent();
            inputs.close();
            throw new DataException(
                    named + " holds " + subjects.size() + " captures; name one of them, such as " + one);
        }
        return inputs;
    }

    private <A> Section between(Comparison<A> comparison, Inputs before, Inputs after) {
        return comparison.between(folded(comparison, before), folded(comparison, after));
    }

    private <A> Section within(Comparison<A> comparison, Inputs all) {
        return comparison.within(folded(comparison, all));
    }

    private <A> Folded<A> folded(Comparison<A> comparison, Inputs inputs) {
        return Folding.of(comparison, inputs.sources(), problems);
    }
}
