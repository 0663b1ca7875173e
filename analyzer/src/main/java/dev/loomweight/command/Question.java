package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.experiment.ExperimentAnalysis;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.hang.HangAnalysis;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.pinning.PinAnalysis;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.rules.JmcRules;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sizing.Sizing;
import dev.loomweight.subject.Analysis;
import dev.loomweight.waits.WaitAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command that reports on inputs: a choice of analyses. The command line and the prompt take their commands, help and
 * completion from {@link #ALL}.
 *
 * @param word the command's name
 * @param summary one line of help
 * @param analyses what it runs, in the order of the report, made from the options
 * @param shown the parts of the result to show: each is the id of a section, or that, a slash and the beginning of the id of
 *     a block or finding; empty for all
 */
public record Question(
        String word, String summary, Function<Analyses, List<Analysis<?>>> analyses, List<String> shown) {

    private static final String COVERAGE = "coverage";

    /** An overview of the inputs, the most important first. */
    public static final Question REPORT = new Question(
            "report", "Overview of a capture: memory of threads, pins, failed submits.", Analyses::overview);

    /** The code that pins. */
    public static final Question PINS = new Question(
            "pins",
            "Code that pins virtual threads to their carriers: where, why, its cost, what to do.",
            Analyses::pins);

    /** What the carriers did. */
    public static final Question CARRIERS = new Question(
            "carriers",
            "Where the time of the carriers goes: running, waiting for a processor, pinned, blocked, idle; and what runs.",
            Analyses::carriers);

    /** Who waits for whom. */
    public static final Question HANG = new Question(
            "hang", "Whether a process hangs, and why: who waits for whom, from thread dumps.", Analyses::hang);

    /** Where memory went. */
    public static final Question MEMORY = new Question(
            "memory",
            "Where memory goes: a table that adds up to RSS, threads, what-if, growth, settings.",
            Analyses::memory);

    /** What threads wait for. */
    public static final Question WAITS = new Question(
            "waits",
            "What virtual threads wait for, by dumps taken one after another: locks, who holds them, error.",
            Analyses::waits);

    /** All of them. */
    public static final List<Question> ALL = List.of(REPORT, PINS, CARRIERS, HANG, WAITS, MEMORY);

    /** Narrower ones, which only the prompt answers. */
    public static final List<Question> VIEWS = List.of(
            new Question(
                    "threads",
                    "Memory of threads: stacks and heap of platform and virtual threads.",
                    Analyses::threads),
            new Question(
                    "what-if", "Memory that the threads would take as threads of the other kind.", Analyses::whatIf),
            new Question(
                    "starvation",
                    "When all carriers were pinned at once, and by which code.",
                    Analyses::pinsAlone,
                    List.of("pins/headline", "pins/starvation", "pins/carriers")),
            new Question(
                    COVERAGE,
                    "What was recorded: which events were on, silent, off or unknown.",
                    Analyses::all,
                    List.of(COVERAGE)));

    public Question {
        shown = List.copyOf(shown);
    }

    /** A question that shows everything. */
    public Question(String word, String summary, Function<Analyses, List<Analysis<?>>> analyses) {
        this(word, summary, analyses, List.of());
    }

    /**
     * The result.
     *
     * @param report the report on everything that could be read
     * @param problems one line for each input that could not be read; empty if all could
     */
    public record Answer(Report report, List<String> problems) {

        public Answer {
            problems = List.copyOf(problems);
        }
    }

    /** Whether {@link Request#pins()} applies to it. */
    public boolean isOfPins() {
        return runs(PinAnalysis.ID);
    }

    /** Whether it explains waits by class files without being about pins: the class path and the JDK apply. */
    public boolean isOfClassFiles() {
        return !isOfPins() && (runs(HangAnalysis.ID) || runs(WaitAnalysis.ID));
    }

    /** Whether it asks who owns locks: heap dumps and the agent apply. */
    public boolean isOfOwners() {
        return equals(HANG);
    }

    private boolean runs(String id) {
        return analyses.apply(Analyses.DEFAULT).stream()
                .anyMatch(analysis -> analysis.id().equals(id));
    }

    /** Whether it captures a running JVM for a while, and not only looks at it: its answer is about a stretch of time. */
    public boolean capturesJvms() {
        return captured() != null;
    }

    /** What of a running JVM is captured, unless the user says otherwise; null for a question that looks at it once. */
    private LiveCapture.@Nullable What captured() {
        // Not a map: most starts ask another question.
        if (equals(CARRIERS)) {
            return new LiveCapture.Carriers(RecordingOptions.Samples.EXECUTION);
        }
        if (equals(HANG)) {
            return new LiveCapture.Dumps(DumpRequest.of(LiveCapture.USUAL_DUMPS, DumpRequest.USUAL_EVERY));
        }
        if (equals(WAITS)) {
            return new LiveCapture.Dumps(DumpRequest.sampled(DumpRequest.USUAL_BUDGET));
        }
        return null;
    }

    /** Whether it recommends settings, so that {@link Request#limitBytes()} applies to it. */
    public boolean isOfSizes() {
        return runs(Sizing.ID);
    }

    /**
     * Answers it without progress.
     *
     * @param request what to read
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Request request) {
        return ask(request, count -> {});
    }

    /**
     * Answers it. A running JVM is captured for the usual time, where the question wants that.
     *
     * @param request what to read
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Request request, ReadingProgress progress) {
        LiveCapture.What what = captured();
        return ask(request, progress, what == null ? null : LiveCapture.usual(what, progress));
    }

    /**
     * Answers it.
     *
     * @param request what to read
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @param capture how running JVMs are captured, where the question wants that; else null
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Request request, ReadingProgress progress, @Nullable LiveCapture capture) {
        try (CommandInputs inputs = request.inputs()) {
            if (capture != null && capturesJvms()) {
                inputs.capturing(capture);
            }
            Inputs opened = inputs.open(request.paths(), request.nmt(), progress);
            if (request.jmcRules() && inputs.fold() != null) {
                throw new DataException(
                        inputs.fold() + " is a fold, which has no events for --jmc-rules; name the recordings");
            }
            // A table of all runs of a series, one by one, would have too many columns to read.
            if (equals(REPORT) && opened.areRunsOfASeries() && !request.jmcRules()) {
                List<Analysis<?>> sweep = Analyses.DEFAULT.sweep();
                FoldRun run = FoldRun.read(sweep, texts(opened.sources()), progress);
                return answer(inputs.title(request.paths()), Analysis.sections(sweep, run), run.problems());
            }
            List<Analysis<?>> asked = analyses.apply(
                    new Analyses(inputs.pinOptions(), request.limitBytes(), areCarriersWatched(opened.sources())));
            // An experiment's figures are of all its runs; the recordings of only one run are shown.
            boolean experiment = opened.hasSecondarySources() && runs(ExperimentAnalysis.ID);
            List<Source> sources = experiment ? opened.primarySources() : opened.sources();
            FoldRun run = FoldRun.read(asked, sources, progress);
            List<Section> sections = new ArrayList<>(Analysis.sections(asked, run));
            if (experiment) {
                ExperimentAnalysis ofAll = new ExperimentAnalysis();
                FoldRun runs = FoldRun.read(List.of(ofAll), texts(opened.sources()));
                Section outcomes = ofAll.finish(runs.of(ofAll), runs.coverage());
                sections.replaceAll(section -> section.id().equals(outcomes.id()) ? outcomes : section);
            }
            if (request.jmcRules()) {
                sections.add(JmcRules.of(recordings(sources, request)));
            }
            return answer(inputs.title(request.paths()), sections, run.problems());
        }
    }

    private Answer answer(String title, List<Section> all, List<String> unread) {
        List<Section> sections = all.stream()
                .map(this::shownOf)
                .filter(section -> !section.isEmpty())
                .toList();
        boolean empty = sections.stream().noneMatch(Question::hasContent);
        boolean answered = sections.stream()
                .anyMatch(
                        section -> hasContent(section) && (!section.id().equals(COVERAGE) || shown.contains(COVERAGE)));
        List<String> problems = new ArrayList<>(unread);
        // NMT that is off leaves an answer without it; where it is all that was given, there is none.
        sections.stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.id().equals(NmtAnswers.REFUSED)
                        && (!answered || finding.severity() == Finding.Severity.PROBLEM))
                .forEach(finding -> problems.add(finding.summary() + " " + finding.solution()));
        if (empty) {
            throw new DataException(
                    problems.isEmpty()
                            ? title + " holds nothing that \"" + word + "\" can report on" + instead()
                            : String.join("; ", problems));
        }
        return new Answer(new Report(word, title, sections), problems);
    }

    private Section shownOf(Section section) {
        return shown.isEmpty()
                ? section
                : new Section(
                        section.id(),
                        section.title(),
                        section.blocks().stream()
                                .filter(block -> isShown(section.id(), block.id()))
                                .toList(),
                        section.findings().stream()
                                .filter(finding -> isShown(section.id(), finding.id()))
                                .toList());
    }

    private boolean isShown(String section, String part) {
        return shown.stream().anyMatch(key -> key.equals(section) || (section + "/" + part).startsWith(key));
    }

    /**
     * Whether a section has more than findings, and more than what the inputs could show; that of JDK Mission Control's
     * rules, more than failures.
     */
    private static boolean hasContent(Section section) {
        return section.id().equals(JmcRules.SECTION)
                ? section.blocks().stream().anyMatch(Table.class::isInstance)
                : section.blocks().stream().anyMatch(block -> !block.id().equals(Note.RECORDED));
    }

    /** Whether carriers were watched: what ran on them is read for an overview only then, since it can be much. */
    private static boolean areCarriersWatched(List<Source> sources) {
        return sources.stream().anyMatch(source -> source.origin().instrument() == Instrument.CARRIERS);
    }

    private static List<Source> texts(List<Source> sources) {
        return sources.stream().filter(source -> !source.isRecording()).toList();
    }

    private static List<RecordingSource> recordings(List<Source> sources, Request request) {
        Secrets secrets = request.showSecrets() ? Secrets.SHOWN : Secrets.MASKED;
        return sources.stream()
                .filter(RecordingSource.class::isInstance)
                .map(RecordingSource.class::cast)
                .map(recording -> recording.with(secrets))
                .toList();
    }

    private String instead() {
        return ALL.stream()
                .filter(question -> !question.equals(this))
                .map(question -> "\"" + question.word + "\"")
                .collect(Collectors.joining(" or ", "; try ", ""));
    }
}
