package dev.loomweight.command;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import dev.loomweight.carriers.VirtualThreadCounts;
import dev.loomweight.experiment.Outcomes;
import dev.loomweight.fold.Analysis;
import dev.loomweight.fold.AnalysisRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.memory.sizing.Sizing;
import dev.loomweight.pinning.PinOptions;
import dev.loomweight.pinning.PinSites;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.rules.JmcRules;
import dev.loomweight.threadcost.estimate.ThreadCosts;
import dev.loomweight.threadcost.estimate.WhatIf;
import dev.loomweight.threadcost.weight.ThreadWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * A command that answers a question about what is on disk: a choice of analyses. Every door takes its words, help and
 * completion from {@link #ALL}.
 *
 * @param word the command's name
 * @param summary what it answers, in a few words
 * @param analyses what it runs, in the order of the report
 * @param shown which parts of what they find are shown, each a section's key, or that and the beginning of a block's or
 *     finding's key behind a slash; all where there are none
 */
public record Question(String word, String summary, List<Analysis<?>> analyses, List<String> shown) {

    /** Everything that the inputs can tell, the most important first. */
    public static final Question REPORT =
            new Question("report", "What a capture tells: weight of threads, pins, failed submits.", Analyses.OVERVIEW);

    /** What code holds carriers. */
    public static final Question PINS = new Question(
            "pins",
            "What pins virtual threads to their carriers: which code, why, the cost, what to do.",
            Analyses.PINS);

    /** Where memory went. */
    public static final Question MEMORY = new Question(
            "memory",
            "Where memory is: one table that adds up to RSS, threads, what if, over time, what to set.",
            Analyses.MEMORY);

    /** All of them. */
    public static final List<Question> ALL = List.of(REPORT, PINS, MEMORY);

    /** Narrower ones, which a door that keeps its inputs open answers as well. */
    public static final List<Question> VIEWS = List.of(
            new Question(
                    "threads",
                    "What threads weigh: stacks and heap of platform and virtual threads.",
                    List.of(new ThreadCosts(), new ThreadWeights(), new VirtualThreadCounts())),
            new Question("what-if", "What the threads would take as threads of the other kind.", List.of(new WhatIf())),
            new Question(
                    "starvation",
                    "When all carriers were pinned at once, and by what.",
                    List.of(new PinSites()),
                    List.of("pins/headline", "pins/starvation", "pins/carriers")),
            new Question(
                    "coverage",
                    "What the recordings could tell: which events were on, silent, off or unknown.",
                    Analyses.ALL,
                    List.of("coverage")));

    public Question {
        analyses = List.copyOf(analyses);
        shown = List.copyOf(shown);
    }

    /** A question of which all is shown. */
    public Question(String word, String summary, List<Analysis<?>> analyses) {
        this(word, summary, analyses, List.of());
    }

    /**
     * What came of it.
     *
     * @param report the report of all that could be read
     * @param problems one line for each input that could not be read; empty if all could
     */
    public record Answer(Report report, List<String> problems) {

        public Answer {
            problems = List.copyOf(problems);
        }
    }

    /** Whether it is of pins, so that {@link Request#pins()} bears on it. */
    public boolean isOfPins() {
        return analyses.stream().anyMatch(PinSites.class::isInstance);
    }

    /** Whether it proposes sizes, so that {@link Request#limitBytes()} bears on it. */
    public boolean isOfSizes() {
        return analyses.stream().anyMatch(Sizing.class::isInstance);
    }

    /**
     * Answers it.
     *
     * @param request what to read
     * @throws DataException if no path can be read, or if nothing in them bears on the question
     */
    public Answer ask(Request request) {
        return ask(request, count -> {});
    }

    /**
     * Answers it, with progress.
     *
     * @param request what to read
     * @param read is told, by several threads, how many more samples were read
     * @throws DataException if no path can be read, or if nothing in them bears on the question
     */
    public Answer ask(Request request, LongConsumer read) {
        String named = request.paths().stream().map(Path::toString).collect(Collectors.joining(", "));
        try (LiveInputs inputs = new LiveInputs(request.paths());
                Inputs opened = request.open(inputs.paths());
                ClassPath classes = request.pins().open()) {
            PinOptions options = request.pins().options(classes);
            classes.openAhead();
            // One by one, the runs of a series would fill a table with more columns than anybody reads.
            boolean series = equals(REPORT) && opened.areRunsOfASeries() && !request.jmcRules();
            return series
                    ? answer(AnalysisRun.of(Analyses.SWEEP, texts(opened.sources()), read), named, List.of())
                    : ask(Analyses.with(analyses, options, request.limitBytes()), opened, named, request, read);
        } catch (IOException e) {
            throw new DataException("cannot close the class path: " + e.getMessage(), e);
        }
    }

    /** What an experiment measured is of all its runs; what they looked like is shown once. */
    private Answer ask(List<Analysis<?>> asked, Inputs opened, String named, Request request, LongConsumer read) {
        boolean experiment = opened.hasSecondarySources() && asked.stream().anyMatch(analysis -> analysis instanceof Outcomes);
        List<Source> sources = experiment ? opened.primarySources() : opened.sources();
        AnalysisRun run = AnalysisRun.of(asked, sources, read);
        if (experiment) {
            AnalysisRun whole = AnalysisRun.of(List.of(new Outcomes()), texts(opened.sources()));
            run = run.with(whole.sections().getFirst());
        }
        return answer(run, named, request.jmcRules() ? List.of(JmcRules.of(recordings(sources, request))) : List.of());
    }

    private Answer answer(AnalysisRun run, String named, List<Section> further) {
        List<Section> sections = new ArrayList<>(run.sections());
        sections.addAll(further);
        sections.replaceAll(this::shownOf);
        sections.removeIf(Section::isEmpty);
        List<String> problems = new ArrayList<>(run.problems());
        sections.stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.id().equals(NmtAnswers.REFUSED))
                .forEach(finding -> problems.add(finding.summary() + " " + finding.solution()));
        if (sections.stream().noneMatch(Question::tells)) {
            throw new DataException(
                    problems.isEmpty()
                            ? named + " holds nothing that \"" + word + "\" can answer from" + instead()
                            : String.join("; ", problems));
        }
        return new Answer(new Report(word, named, sections), problems);
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

    /** Whether a section has more than findings; and that of Mission Control's rules, more than what went wrong. */
    private static boolean tells(Section section) {
        return section.id().equals(JmcRules.SECTION)
                ? section.blocks().stream().anyMatch(Table.class::isInstance)
                : !section.blocks().isEmpty();
    }

    private static List<Source> texts(List<Source> sources) {
        return sources.stream()
                .filter(source -> !(source instanceof RecordingSource))
                .toList();
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
