package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.coverage.RecordingCoverage;
import dev.loomweight.ending.EndAnalysis;
import dev.loomweight.experiment.ExperimentAnalysis;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.memory.NmtAnswers;
import dev.loomweight.option.Option;
import dev.loomweight.option.Options;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.rules.JmcRules;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.Origin;
import dev.loomweight.subject.Analysis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command that reports on inputs: what it runs, which options apply to it, and what of a running JVM answers it. The
 * command line, the prompt and the assistant take their commands, options, help and completion from {@link #ALL}.
 *
 * @param word the command's name
 * @param help what is said of it
 * @param analyses what it runs, in the order of the report, made from the options
 * @param options those that apply to it, besides those of every question, in the order of the help
 * @param captured what of a running JVM is captured, unless the user says otherwise; null for a question that looks at it once
 * @param ofSeries what it runs instead where the inputs are the runs of a series, of which a table one by one would have too
 *     many columns to read; null for the same
 * @param shown the parts of the result to show: each is the id of a section, or that, a slash and the beginning of the id of
 *     a block or finding; empty for all
 */
public record Question(
        String word,
        Help help,
        Function<Analyses, List<Analysis<?, ?>>> analyses,
        List<Option<?>> options,
        LiveCapture.@Nullable What captured,
        @Nullable Function<Analyses, List<Analysis<?, ?>>> ofSeries,
        List<String> shown) {

    /**
     * What is said of a question.
     *
     * @param title what it is about, for people who see it among an assistant's tools
     * @param summary a sentence or two: what it answers, of what; for people and for assistants
     * @param group where the help lists it
     * @param common whether the short help lists it
     */
    public record Help(String title, String summary, Group group, boolean common) {}

    private static final String RECORDED = "coverage";
    /** Questions that thread dumps alone answer. */
    private static final Set<String> OF_DUMPS = Set.of("threads", "hang", "waits");

    private static final Duration USUAL = Duration.ofSeconds(10);

    /** An overview of the inputs, the most important first. */
    public static final Question REPORT = new Question(
            "report",
            new Help(
                    "Overview",
                    "Overview of captures, recordings and texts, the worst first: pins, memory, what was recorded. Begin"
                            + " here.",
                    Group.INPUTS,
                    true),
            Analyses::overview,
            ClassOptions.OF_PINS,
            null,
            Analyses::sweep,
            List.of());

    /** Why threads do not move. */
    public static final Question THREADS = of(
            "threads",
            new Help(
                    "Threads that do not move",
                    "Why threads do not move: whether the process hangs, what its threads wait for, where the carriers'"
                            + " time goes. Has what hang, waits and carriers say.",
                    Group.APPLICATION,
                    true),
            Analyses::threads,
            Option.all(ClassOptions.ALL, InputOptions.OWNERS, List.of(InputOptions.WEIGHT)),
            new LiveCapture.What(Samples.EXECUTION, DumpRequest.looking(DumpRequest.USUAL_BUDGET), USUAL));

    /** What the threads at a line weigh: {@link #THREADS} where {@link InputOptions#WEIGHT} is asked for. */
    static final Question WEIGHT = of(
            "threads --weight",
            new Help(
                    "Weight of threads",
                    "What the threads at each line of code weigh: stack, thread-locals, what they alone hold; and how it grew.",
                    Group.APPLICATION,
                    false),
            Analyses::weights,
            ClassOptions.ALL,
            LiveCapture.What.WEIGHT);

    /** The code that pins. */
    public static final Question PINS = of(
            "pins",
            new Help(
                    "Pinned virtual threads",
                    "Code that pins virtual threads to their carriers, costliest first: where, why, on which lock, what to"
                            + " do.",
                    Group.APPLICATION,
                    true),
            Analyses::pins,
            ClassOptions.OF_PINS,
            new LiveCapture.What(Samples.NONE, null, USUAL));

    /** What the carriers did. */
    public static final Question CARRIERS = of(
            "carriers",
            new Help(
                    "Time of the carriers",
                    "Where the time of the carriers goes: running, waiting for a processor, pinned, blocked, idle; and what"
                            + " runs.",
                    Group.APPLICATION,
                    false),
            Analyses::carriers,
            ClassOptions.ALL,
            new LiveCapture.What(Samples.EXECUTION, null, USUAL));

    /** Who waits for whom. */
    public static final Question HANG = of(
            "hang",
            new Help(
                    "Hangs",
                    "Whether a process hangs, and why, from thread dumps: deadlocks, carriers all held, who waits for whom.",
                    Group.APPLICATION,
                    false),
            Analyses::hang,
            Option.all(ClassOptions.ALL, InputOptions.OWNERS),
            new LiveCapture.What(null, DumpRequest.of(DumpRequest.USUAL_COUNT, DumpRequest.USUAL_EVERY), null));

    /** Where memory went. */
    public static final Question MEMORY = of(
            "memory",
            new Help(
                    "Memory",
                    "Where memory goes: a table that adds up to RSS, NMT categories, threads, growth, settings for a limit.",
                    Group.APPLICATION,
                    true),
            Analyses::memory,
            List.of(InputOptions.LIMIT, InputOptions.NMT),
            null);

    /** What threads wait for; 30 seconds are some 250 dumps, where these are short. */
    public static final Question WAITS = of(
            "waits",
            new Help(
                    "Waits",
                    "What threads wait for, by dumps taken one after another: locks, pools, queues, who holds them, error.",
                    Group.APPLICATION,
                    false),
            Analyses::waits,
            ClassOptions.ALL,
            new LiveCapture.What(null, DumpRequest.sampled(DumpRequest.USUAL_BUDGET), Duration.ofSeconds(30)));

    /** All of them. */
    public static final List<Question> ALL = List.of(REPORT, THREADS, PINS, CARRIERS, HANG, WAITS, MEMORY);

    /** What the inputs could show, which an assistant asks for, too. */
    public static final Question COVERAGE = view(
            RECORDED,
            "Coverage",
            "What was recorded: which events were on, silent, off or unknown, to tell nothing happened from nothing was"
                    + " recorded.",
            Analyses::all,
            List.of(),
            RECORDED);

    /** Narrower ones, which only the prompt answers. */
    public static final List<Question> VIEWS = List.of(
            view(
                    "what-if",
                    "What if",
                    "Memory that the threads would take as threads of the other kind.",
                    Analyses::whatIf,
                    List.of()),
            view(
                    "starvation",
                    "Starvation",
                    "When all carriers were pinned at once, and by which code.",
                    Analyses::pinsAlone,
                    ClassOptions.OF_PINS,
                    "pins/headline",
                    "pins/starvation",
                    "pins/carriers"),
            COVERAGE);

    /** What a command is for: the groups in which the help lists the commands, in this order. */
    public enum Group {
        /** Runs, captures or asks a JVM. */
        APPLICATION("My application"),
        /** Reads or rewrites recordings, captures and texts. */
        INPUTS("What I have"),
        /** Judges and sums up what others collected. */
        FLEETS("In builds and fleets"),
        /** Belongs to none of these; only the list of all commands has it. */
        MORE("More");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        /** The heading of the group. */
        public String title() {
            return title;
        }
    }

    public Question {
        options = captured == null ? List.copyOf(options) : Option.all(options, captured.options());
        shown = List.copyOf(shown);
    }

    /** A question that shows everything. */
    private static Question of(
            String word,
            Help help,
            Function<Analyses, List<Analysis<?, ?>>> analyses,
            List<Option<?>> options,
            LiveCapture.@Nullable What captured) {
        return new Question(word, help, analyses, options, captured, null, List.of());
    }

    private static Question view(
            String word,
            String title,
            String summary,
            Function<Analyses, List<Analysis<?, ?>>> analyses,
            List<Option<?>> options,
            String... shown) {
        Help help = new Help(title, summary, Group.INPUTS, false);
        return new Question(word, help, analyses, options, null, null, List.of(shown));
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

    /** Whether an option applies to it, besides those of every question. */
    public boolean has(Option<?> option) {
        return options.contains(option);
    }

    private boolean runs(String id) {
        return analyses.apply(Analyses.DEFAULT).stream()
                .anyMatch(analysis -> analysis.id().equals(id));
    }

    /**
     * Answers it without progress.
     *
     * @param given what to read, and how
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Options given) {
        return ask(given, count -> {});
    }

    /**
     * Answers it. A running JVM is captured for the usual time, where the question wants that.
     *
     * @param given what to read, and how
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Options given, ReadingProgress progress) {
        return ask(given, progress, captured == null ? null : LiveCapture.of(captured, progress));
    }

    /**
     * Answers it.
     *
     * @param given what to read, and how
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @param capture how running JVMs are captured, where the question wants that; else null
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Options given, ReadingProgress progress, @Nullable LiveCapture capture) {
        if (given.get(InputOptions.WEIGHT) && has(InputOptions.WEIGHT)) {
            return WEIGHT.ask(given, progress, capture == null ? null : capture.instead(LiveCapture.What.WEIGHT));
        }
        List<Path> paths = InputOptions.paths(given);
        boolean jmcRules = given.get(InputOptions.JMC_RULES);
        try (CommandInputs inputs = new CommandInputs(given)) {
            if (capture != null && captured != null) {
                inputs.capturing(capture);
            }
            Inputs opened = inputs.open(paths, progress);
            if (jmcRules && inputs.fold() != null) {
                throw new DataException(
                        inputs.fold() + " is a fold, which has no events for --jmc-rules; name the recordings");
            }
            if (ofSeries != null && opened.areRunsOfASeries() && !jmcRules) {
                List<Analysis<?, ?>> series = ofSeries.apply(Analyses.DEFAULT);
                FoldRun run = FoldRun.read(series, texts(opened.sources()), progress);
                return answer(inputs.title(paths), Analysis.sections(series, run), run, opened.sources());
            }
            List<Analysis<?, ?>> asked = asked(
                    new Analyses(
                            inputs.pinOptions(),
                            given.get(InputOptions.LIMIT, 0L),
                            areCarriersWatched(opened.sources())),
                    opened.sources());
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
            if (!runs(RECORDED)) {
                Set<Origin> ofInputs = sources.stream()
                        .filter(source -> !source.hasContent())
                        .map(Source::origin)
                        .collect(Collectors.toSet());
                sections.add(RecordingCoverage.notes(run.coverage(), source -> ofInputs.contains(source.origin())));
            }
            if (jmcRules) {
                sections.add(JmcRules.of(recordings(sources, given)));
            }
            return answer(inputs.title(paths), sections, run, sources);
        }
    }

    /** What it runs; of thread dumps, an overview begins with what is said of threads. */
    private List<Analysis<?, ?>> asked(Analyses made, List<Source> sources) {
        List<Analysis<?, ?>> own = analyses.apply(made);
        return equals(REPORT) && sources.stream().anyMatch(Question::isDump)
                ? distinct(Stream.of(THREADS.analyses.apply(made), own))
                : own;
    }

    /** Each once, as the first has it. */
    private static List<Analysis<?, ?>> distinct(Stream<List<Analysis<?, ?>>> lists) {
        Map<String, Analysis<?, ?>> all = new LinkedHashMap<>();
        lists.flatMap(List::stream).forEach(analysis -> all.putIfAbsent(analysis.id(), analysis));
        return List.copyOf(all.values());
    }

    /** Whether a source is a thread dump that was given as it is; those of captures are among many other texts. */
    private static boolean isDump(Source source) {
        return source instanceof TextSource text && source.origin().moment() == null && text.isThreadDump();
    }

    /** Whether all that was read are thread dumps. */
    private static boolean areDumps(FoldRun run) {
        Set<Instrument> read = run.coverage().sources().stream()
                .map(source -> source.origin().instrument())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Instrument.class)));
        // What is said of a folder, and no measurement.
        read.remove(Instrument.CAPTURE);
        return read.equals(EnumSet.of(Instrument.THREAD_DUMP));
    }

    private List<Section> shownOf(List<Section> all) {
        return all.stream()
                .map(this::shownOf)
                .filter(section -> !section.isEmpty())
                .toList();
    }

    /** Whether sections answer it. What is said of texts and folders is no answer to a question on something else. */
    private boolean isAnswer(List<Section> sections, List<Source> sources) {
        boolean beside = !shown.contains(RECORDED) && sources.stream().noneMatch(Source::isRecording);
        return sections.stream()
                .anyMatch(section ->
                        hasContent(section) && !(beside && section.id().equals(RECORDED)));
    }

    private Answer answer(String title, List<Section> all, FoldRun run, List<Source> sources) {
        boolean dumps = areDumps(run);
        List<Section> sections = shownOf(all);
        boolean answered = sections.stream()
                .anyMatch(
                        section -> hasContent(section) && (!section.id().equals(RECORDED) || shown.contains(RECORDED)));
        List<String> problems = new ArrayList<>(run.problems());
        // NMT that is off leaves an answer without it; where it is all that was given, there is none.
        sections.stream()
                .flatMap(section -> section.findings().stream())
                .filter(finding -> finding.id().equals(NmtAnswers.REFUSED)
                        && (!answered || finding.severity() == Finding.Severity.PROBLEM))
                .forEach(finding -> problems.add(finding.summary() + " " + finding.solution()));
        if (!isAnswer(sections, sources)) {
            throw new DataException(
                    problems.isEmpty()
                            ? title + (dumps ? " holds thread dumps, and" : " holds") + " nothing that \"" + word
                                    + "\" " + instead(sources, dumps)
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
     * Whether a section answers something: by more than what the inputs could show, or by saying how a process ended, which
     * has no figures; that of JDK Mission Control's rules, by more than failures.
     */
    private static boolean hasContent(Section section) {
        return section.id().equals(JmcRules.SECTION)
                ? section.blocks().stream().anyMatch(Table.class::isInstance)
                : section.blocks().stream().anyMatch(block -> !block.id().equals(Note.RECORDED))
                        || (section.id().equals(EndAnalysis.ID)
                                && !section.findings().isEmpty());
    }

    /** Whether carriers were watched: what ran on them is read for an overview only then, since it can be much. */
    private static boolean areCarriersWatched(List<Source> sources) {
        return sources.stream().anyMatch(source -> source.origin().instrument() == Instrument.CARRIERS);
    }

    private static List<Source> texts(List<Source> sources) {
        return sources.stream().filter(source -> !source.isRecording()).toList();
    }

    private static List<RecordingSource> recordings(List<Source> sources, Options given) {
        Secrets secrets = given.get(InputOptions.SHOW_SECRETS) ? Secrets.SHOWN : Secrets.MASKED;
        return sources.stream()
                .filter(RecordingSource.class::isInstance)
                .map(RecordingSource.class::cast)
                .map(recording -> recording.with(secrets))
                .toList();
    }

    /**
     * The questions that the same sources answer, as the end of a sentence. They are asked, not derived from the kind of the
     * sources, so that none is named that would refuse them, too.
     *
     * @param dumps whether there are thread dumps alone: then those that only say what a dump has next to its threads are not
     *     named
     */
    private String instead(List<Source> sources, boolean dumps) {
        Map<Question, List<Analysis<?, ?>>> others = new LinkedHashMap<>();
        ALL.stream()
                .filter(question -> !question.equals(this) && (!dumps || OF_DUMPS.contains(question.word)))
                .forEach(question -> others.put(question, question.asked(Analyses.DEFAULT, sources)));
        FoldRun run = FoldRun.read(
                others.values().stream().<Analysis<?, ?>>flatMap(List::stream).toList(), sources);
        List<String> answering = others.entrySet().stream()
                .filter(other -> other.getKey()
                        .isAnswer(other.getKey().shownOf(Analysis.sections(other.getValue(), run)), sources))
                .map(other -> "\"" + other.getKey().word + "\"")
                .toList();
        return answering.isEmpty()
                ? "or another command can report on by itself; name recordings, dumps or texts of the same process, too"
                : "can report on; try " + String.join(" or ", answering);
    }
}
