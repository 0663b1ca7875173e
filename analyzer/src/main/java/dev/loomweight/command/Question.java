package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.Analyses.Given;
import dev.loomweight.command.LiveCapture.What;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.kernel.coverage.RecordingCoverage;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.rules.JmcRules;
import dev.loomweight.sample.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command that reports on inputs: what it runs, which options apply to it, and what of a running JVM answers it. The
 * command line, the prompt and the assistant take their commands, options, help and completion from {@link #ALL}.
 *
 * @param word the command's name
 * @param help what is said of it
 * @param taken those options that apply to it, besides those of every question, in the order of the help; made for the
 *     question that is asked
 * @param captured what of a running JVM is captured, made from the options; null for a question that looks at it once
 * @param shown the parts of the result to show: each is the id of a section, or that, a slash and the beginning of the id of
 *     a block or finding; empty for all
 */
public record Question(
        String word,
        Help help,
        Supplier<List<Option<?>>> taken,
        @Nullable Function<Options, What> captured,
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

    /** An overview of the inputs, the most important first. */
    public static final Question REPORT = of(
            "report",
            new Help(
                    "Overview",
                    "Overview of captures, recordings and texts, the worst first: pins, memory, what was recorded. Begin"
                            + " here.",
                    Group.INPUTS,
                    true),
            () -> ClassOptions.OF_PINS,
            null);

    /** Why threads do not move. */
    public static final Question THREADS = of(
            "threads",
            new Help(
                    "Threads that do not move",
                    "Why threads do not move: whether the process hangs, what its threads wait for, where the carriers'"
                            + " time goes. Has what hang, waits and carriers say.",
                    Group.APPLICATION,
                    true),
            () -> Option.all(
                    ClassOptions.ALL,
                    InputOptions.OWNERS,
                    List.of(InputOptions.WEIGHT, DumpOptions.BUDGET, InputOptions.DURATION, LiveCapture.CPU_SAMPLES)),
            given -> {
                What usual = new What(
                        LiveCapture.samples(given),
                        DumpRequest.looking(DumpOptions.budget(given)),
                        !given.has(DumpOptions.BUDGET),
                        DumpOptions.atLeastMilli(given, InputOptions.DURATION));
                return given.get(InputOptions.WEIGHT) ? What.WEIGHT : usual;
            });

    /** What the threads at a line weigh: {@link #THREADS} where {@link InputOptions#WEIGHT} is asked for. */
    static final Question WEIGHT = of(
            "threads --weight",
            new Help(
                    "Weight of threads",
                    "What the threads at each line of code weigh: stack, thread-locals, what they alone hold; and how it grew.",
                    Group.APPLICATION,
                    false),
            () -> ClassOptions.ALL,
            given -> What.WEIGHT);

    /** The code that pins. */
    public static final Question PINS = of(
            "pins",
            new Help(
                    "Pinned virtual threads",
                    "Code that pins virtual threads to their carriers, costliest first: where, why, on which lock, what to"
                            + " do.",
                    Group.APPLICATION,
                    true),
            () -> Option.all(ClassOptions.OF_PINS, List.of(InputOptions.DURATION)),
            given -> new What(Samples.NONE, null, DumpOptions.atLeastMilli(given, InputOptions.DURATION)));

    /** What the carriers did. */
    public static final Question CARRIERS = of(
            "carriers",
            new Help(
                    "Time of the carriers",
                    "Where the time of the carriers goes: running, waiting for a processor, pinned, blocked, idle; and what"
                            + " runs.",
                    Group.APPLICATION,
                    false),
            () -> Option.all(ClassOptions.ALL, List.of(InputOptions.DURATION, LiveCapture.CPU_SAMPLES)),
            given ->
                    new What(LiveCapture.samples(given), null, DumpOptions.atLeastMilli(given, InputOptions.DURATION)));

    /** Who waits for whom. */
    public static final Question HANG = of(
            "hang",
            new Help(
                    "Hangs",
                    "Whether a process hangs, and why, from thread dumps: deadlocks, carriers all held, who waits for whom.",
                    Group.APPLICATION,
                    false),
            () -> Option.all(ClassOptions.ALL, InputOptions.OWNERS, DumpOptions.OF_NUMBER),
            given -> new What(null, DumpOptions.ofNumber(given), null));

    /** Where memory went. */
    public static final Question MEMORY = of(
            "memory",
            new Help(
                    "Memory",
                    "Where memory goes: a table that adds up to RSS, NMT categories, threads, growth, settings for a limit.",
                    Group.APPLICATION,
                    true),
            () -> List.of(InputOptions.LIMIT, InputOptions.NMT),
            null);

    /** What threads wait for. */
    public static final Question WAITS = of(
            "waits",
            new Help(
                    "Waits",
                    "What threads wait for, by dumps taken one after another: locks, pools, queues, who holds them, error.",
                    Group.APPLICATION,
                    false),
            () -> Option.all(ClassOptions.ALL, List.of(DumpOptions.BUDGET, DumpOptions.DURATION)),
            given -> new What(
                    null,
                    DumpRequest.sampled(DumpOptions.budget(given)),
                    !given.has(DumpOptions.BUDGET),
                    DumpOptions.atLeastMilli(given, DumpOptions.DURATION)));

    /** All of them. */
    public static final List<Question> ALL = List.of(REPORT, THREADS, PINS, CARRIERS, HANG, WAITS, MEMORY);

    /** What the inputs could show, which an assistant asks for, too. */
    public static final Question COVERAGE = view(
            "coverage",
            "Coverage",
            "What was recorded: which events were on, silent, off or unknown, to tell nothing happened from nothing was"
                    + " recorded.",
            List::of,
            "coverage");

    /** Memory as threads of the other kind. */
    static final Question WHAT_IF =
            view("what-if", "What if", "Memory that the threads would take as threads of the other kind.", List::of);

    /** When no carrier was free. */
    static final Question STARVATION = view(
            "starvation",
            "Starvation",
            "When all carriers were pinned at once, and by which code.",
            () -> ClassOptions.OF_PINS,
            "pins/headline",
            "pins/starvation",
            "pins/carriers");

    /** Narrower ones, which only the prompt answers. */
    public static final List<Question> VIEWS = List.of(WHAT_IF, STARVATION, COVERAGE);

    /** All of them, the narrower ones last. */
    public static Stream<Question> every() {
        return Stream.of(ALL, VIEWS).flatMap(List::stream);
    }

    /** One of {@link #every} by its command's name. */
    public static Optional<Question> of(String word) {
        return every().filter(question -> question.word.equals(word)).findFirst();
    }

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
        shown = List.copyOf(shown);
    }

    /** A question that shows everything. */
    private static Question of(
            String word, Help help, Supplier<List<Option<?>>> taken, @Nullable Function<Options, What> captured) {
        return new Question(word, help, taken, captured, List.of());
    }

    private static Question view(
            String word, String title, String summary, Supplier<List<Option<?>>> taken, String... shown) {
        Help help = new Help(title, summary, Group.INPUTS, false);
        return new Question(word, help, taken, null, List.of(shown));
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

    /** The options that apply to it, besides those of every question, in the order of the help. */
    public List<Option<?>> options() {
        return taken.get();
    }

    /** Whether an option applies to it, besides those of every question. */
    public boolean has(Option<?> option) {
        return options().contains(option);
    }

    /**
     * What is captured of the running JVMs among the inputs; null where there are none, or where they are looked at once.
     *
     * @throws DataException if a jar is named that no JVM runs
     * @throws dev.loomweight.kernel.option.Misuse if an option has an invalid value
     */
    public @Nullable What capturedOf(Options given) {
        return captured != null
                        && InputOptions.paths(given).stream().anyMatch(path -> CommandInputs.processOf(path) != 0)
                ? captured.apply(given)
                : null;
    }

    /** Whether thread dumps alone answer it: of a running JVM it takes some. */
    boolean isOfDumps() {
        return captured != null && captured.apply(Options.NONE).dumps() != null;
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
     * Answers it. A running JVM is captured into a folder that is removed, where the question wants that.
     *
     * @param given what to read, and how
     * @param progress takes the number of samples read since it was last called; called by several threads
     * @throws DataException if no path can be read, or if nothing in them answers the question
     */
    public Answer ask(Options given, ReadingProgress progress) {
        What what = capturedOf(given);
        return ask(given, progress, what == null ? null : new LiveCapture(what, null, progress::waiting));
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
            return WEIGHT.ask(given, progress, capture);
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
            Given found = Given.of(opened, jmcRules);
            Analyses made = new Analyses(inputs.pinOptions(), given.get(InputOptions.LIMIT, 0L), found);
            Pass pass = Pass.of(made.of(this), opened, progress);
            List<Section> sections = new ArrayList<>(pass.sections);
            if (jmcRules) {
                sections.add(JmcRules.of(recordings(pass.sources, given)));
            }
            return answer(inputs.title(paths), sections, pass, found);
        }
    }

    /**
     * What was read of the inputs.
     *
     * @param run the pass over them
     * @param sources what was read in it
     * @param sections what the analyses say
     */
    private record Pass(FoldRun run, List<Source> sources, List<Section> sections) {

        static Pass of(List<Analysis<?, ?>> asked, Inputs opened, ReadingProgress progress) {
            List<Analysis<?, ?>> ofRuns =
                    asked.stream().filter(Analysis::isOfAllRuns).toList();
            List<Analysis<?, ?>> others = asked.stream()
                    .filter(analysis -> !ofRuns.contains(analysis))
                    .toList();
            if (others.isEmpty()) {
                FoldRun runs = FoldRun.read(ofRuns, texts(opened), progress);
                return new Pass(runs, opened.sources(), Analysis.sections(ofRuns, runs));
            }
            List<Source> sources = ofRuns.isEmpty() ? opened.sources() : opened.primarySources();
            FoldRun run = FoldRun.read(others, sources, progress);
            FoldRun runs = ofRuns.isEmpty() ? run : FoldRun.read(ofRuns, texts(opened));
            List<Section> sections = new ArrayList<>();
            asked.forEach(one -> sections.addAll(Analysis.sections(List.of(one), ofRuns.contains(one) ? runs : run)));
            if (sections.stream().noneMatch(Section::isAside)) {
                Set<Origin> ofInputs = sources.stream()
                        .filter(source -> !source.hasContent())
                        .map(Source::origin)
                        .collect(Collectors.toSet());
                sections.add(RecordingCoverage.notes(run.coverage(), source -> ofInputs.contains(source.origin())));
            }
            return new Pass(run, sources, sections);
        }

        private static List<Source> texts(Inputs opened) {
            return opened.sources().stream()
                    .filter(source -> !source.isRecording())
                    .toList();
        }
    }

    /** Those parts of sections that it shows. */
    List<Section> shownOf(List<Section> all) {
        return all.stream()
                .map(this::shownOf)
                .filter(section -> !section.isEmpty())
                .toList();
    }

    /**
     * Whether sections answer it. What the inputs could show answers whoever asks for that; of recordings it answers everybody,
     * since it tells that nothing happened from that nothing was recorded.
     */
    boolean isAnswer(List<Section> sections, boolean recorded) {
        return sections.stream()
                .anyMatch(section ->
                        section.isAnswer() && (!section.isAside() || recorded || shown.contains(section.id())));
    }

    private Answer answer(String title, List<Section> all, Pass pass, Given given) {
        List<Section> sections = shownOf(all);
        boolean answered = isAnswer(sections, false);
        List<String> problems = new ArrayList<>(pass.run.problems());
        // NMT that is off leaves an answer without it; where it is all that was given, there is none.
        problems.addAll(Refusal.ofJvms(sections, !answered));
        boolean recorded = pass.sources.stream().anyMatch(Source::isRecording);
        if (!isAnswer(sections, recorded)) {
            throw problems.isEmpty()
                    ? new Refusal(this, pass.sources, given).unanswered(title)
                    : new DataException(String.join("; ", problems));
        }
        return new Answer(new Report(word, title, RecordingCoverage.missing(pass.run.coverage()), sections), problems);
    }

    private Section shownOf(Section section) {
        return shown.isEmpty() ? section : section.only(part -> isShown(section.id(), part));
    }

    private boolean isShown(String section, String part) {
        return shown.stream().anyMatch(key -> key.equals(section) || (section + "/" + part).startsWith(key));
    }

    private static List<RecordingSource> recordings(List<Source> sources, Options given) {
        Secrets secrets = given.get(InputOptions.SHOW_SECRETS) ? Secrets.SHOWN : Secrets.MASKED;
        return sources.stream()
                .filter(RecordingSource.class::isInstance)
                .map(RecordingSource.class::cast)
                .map(recording -> recording.with(secrets))
                .toList();
    }
}
