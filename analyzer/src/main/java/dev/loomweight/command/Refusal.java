package dev.loomweight.command;

import dev.loomweight.command.Analyses.Given;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Origin.Instrument;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a question has no answer from its inputs: what was seen in them, and which questions they answer.
 *
 * @param refusing the question
 * @param sources what was read
 * @param given what the inputs are
 */
record Refusal(Question refusing, List<Source> sources, Given given) {

    private static final String DUMPS = "thread dumps";

    /** How threads are seen that only dumps show: of a process that was recorded, and so can be again. */
    private static final String TO_TAKE_DUMPS =
            "capture thread dumps with loomweight run --dumps sampled -- COMMAND or loomweight record PID --dumps sampled; ";

    private static final String RECORDING = "a recording";

    /** What people call some instruments, as what an input is. */
    private static final Map<String, String> NAMES = Map.of(
            Instrument.THREAD_DUMP.label(),
            DUMPS,
            Instrument.HEAP_DUMP.label(),
            "a heap dump (next to thread dumps, --heap takes it)",
            Instrument.CAPTURE.label(),
            "a capture");

    /**
     * What is thrown for it.
     *
     * @param title what the inputs are called
     */
    RefusedInput unanswered(String title) {
        Set<String> seen = sources.stream()
                .filter(Source::hasContent)
                .flatMap(Refusal::seen)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        boolean dumps = seen.equals(Set.of(DUMPS));
        Map<Question, List<Section>> others = others(dumps);
        boolean recorded = sources.stream().anyMatch(Source::isRecording);
        List<String> answering = others.entrySet().stream()
                .filter(other -> other.getKey().isAnswer(other.getValue(), recorded))
                .map(other -> "\"" + other.getKey().word() + "\"")
                .toList();
        String holds = title + " holds " + String.join(", ", seen);
        if (!answering.isEmpty()) {
            return new RefusedInput(
                    holds + ", and nothing that \"",
                    refusing.word(),
                    "\" can report on; "
                            + (recorded && refusing.isOfDumps() && !seen.contains(DUMPS) ? TO_TAKE_DUMPS + "or " : "")
                            + "try " + String.join(" or ", answering));
        }
        List<String> refused = others.values().stream()
                .flatMap(sections -> ofJvms(sections, true).stream())
                .distinct()
                .toList();
        return RefusedInput.byAny(
                refused.isEmpty()
                        ? holds
                                + ", which no command can report on without others; name recordings, dumps or texts of the same"
                                + " process, too"
                        : String.join("; ", refused));
    }

    /** What one input is seen to be. */
    private static Stream<String> seen(Source source) {
        Stream<String> seen = source instanceof TextSource text
                ? text.seen().stream()
                : Stream.of(
                        source.isRecording()
                                ? RECORDING
                                : source.origin().instrument().label());
        return seen.map(label -> NAMES.getOrDefault(label, label));
    }

    /**
     * What the other questions show of the same inputs. They are asked, not derived from the kind of the inputs, so that none
     * is named that would refuse them, too. Of thread dumps alone, none is named that only says what a dump has next to its
     * threads.
     */
    private Map<Question, List<Section>> others(boolean dumps) {
        Analyses made = new Analyses(PinOptions.NONE, 0, new Given(true, true, given.alone(), given.lab(), false));
        Map<Question, List<Analysis<?, ?>>> asked = new LinkedHashMap<>();
        Question.ALL.stream()
                .filter(question -> !question.equals(refusing) && (!dumps || question.isOfDumps()))
                .forEach(question -> asked.put(question, made.of(question)));
        FoldRun run = FoldRun.read(
                asked.values().stream().<Analysis<?, ?>>flatMap(List::stream).toList(), sources);
        Map<Question, List<Section>> shown = new LinkedHashMap<>();
        asked.forEach((question, analyses) -> shown.put(question, question.shownOf(Analysis.sections(analyses, run))));
        return shown;
    }

    /**
     * What JVMs answered instead of what they were asked for, each with what to do.
     *
     * @param all whether also what leaves an answer without it
     */
    static List<String> ofJvms(List<Section> sections, boolean all) {
        return sections.stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.topic() == Finding.Topic.REFUSAL
                        && (all || finding.severity() == Finding.Severity.PROBLEM))
                .map(finding -> finding.summary() + " " + finding.solution())
                .toList();
    }
}
