package dev.loomweight.command;

import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.kernel.option.Misuse;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is read, and how: the inputs of commands, and the options that apply to them. */
public final class InputOptions {

    /** Captures, recordings, folders of either, texts, process ids of running JVMs; at least one. */
    public static final Option<List<Path>> PATHS = Option.path(
                    "",
                    "PATH",
                    "Captures (*.lw), recordings (*.jfr), folds of either (*.lwf), folders with captures and recordings at any depth, output"
                            + " of jcmd and /proc"
                            + " (NMT, VM.info, class histogram, System.map, native_heap_info, heap_info, smaps, smaps_rollup,"
                            + " status, Thread.dump_to_file), each of them compressed or not; - for standard input; or a"
                            + " running JVM: its process id, main class or jar.")
            .repeated()
            .required();

    /** Limit for compressed inputs and standard input together, in bytes; 0 for the default. */
    public static final Option<Long> MAX_UNPACKED = Option.size(
            "--max-unpacked",
            "Size limit for all compressed inputs, once decompressed, and standard input together (default: 4g;"
                    + " for one file also 200 times its compressed size (LZ4: 40 times), or 256m if that is more).");

    private static final List<String> READERS = Arrays.stream(ReaderChoice.values())
            .map(choice -> choice.name().toLowerCase(Locale.ROOT))
            .toList();

    /** The reader of recordings. */
    public static final Option<String> READER = Option.text(
                    "--reader",
                    "READER",
                    "Reader for recordings: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). All of them give the"
                            + " same result for an undamaged recording.")
            .offering(READERS)
            .usually("auto")
            .checked(reader -> Misuse.require(
                    READERS.contains(reader),
                    "--reader: unknown reader '" + reader + "'; expected one of " + String.join(", ", READERS)));

    /** Whether to run JDK Mission Control's rules over every recording, for a section of their own. */
    public static final Option<Boolean> JMC_RULES = Option.flag(
            "--jmc-rules",
            "Also run JDK Mission Control's automated rules over each recording; their results are a section of"
                    + " their own.");

    /** Whether JDK Mission Control's rules see the events that can hold secrets, and may quote them. */
    public static final Option<Boolean> SHOW_SECRETS = Option.flag(
            "--show-secrets",
            "Show the values of events that can hold secrets (environment variables, system properties,"
                    + " options and arguments, command lines); they are masked by default.");

    /** The container limit to recommend settings for, in bytes; 0 for the captured one. */
    public static final Option<Long> LIMIT = Option.size(
                    "--limit",
                    "Container memory limit to recommend settings for, such as 512m (default: the captured limit).")
            .takenBy(Taker.ALL);

    /** How much of native memory a running JVM is asked for; as much as it tracks where none is given. */
    public static final Option<NmtLevel> NMT = Option.choice(
                    NmtLevel.class,
                    "--nmt",
                    "LEVEL",
                    "Ask a running JVM for native memory in ${COMPLETION-CANDIDATES} (default: as it is tracked). With"
                            + " detail, which takes up to a second, it must have been started with " + NmtStart.DETAIL
                            + ".")
            .in(Option.Group.CAPTURE);

    private static final Option<List<Path>> HEAP = Option.path(
                    "--heap",
                    "FILE",
                    "A heap dump of the same process (jcmd PID GC.heap_dump FILE), compressed or not: it shows who owns"
                            + " java.util.concurrent locks, and what threads weigh. Repeatable. Of strings, only names of"
                            + " threads are read.")
            .repeated();

    /** Whether running JVMs are asked to load the agent, to say who owns their locks. */
    public static final Option<Boolean> AGENT = Option.flag(
                    "--agent",
                    "Load the agent into the running JVM to read there who owns java.util.concurrent locks. It starts"
                            + " nothing else. JDK 21+ prints a warning on the application's standard error.")
            .checked(asked -> Misuse.require(
                    !asked || Files.isRegularFile(agentJar(Options.NONE)),
                    "--agent: the agent's jar is missing; start loomweight by its launcher"));

    /** Those about who owns locks, which thread dumps do not show. */
    public static final List<Option<?>> OWNERS = List.of(HEAP, AGENT.in(Option.Group.CAPTURE));

    /** Whether of threads is asked what they weigh, and not why they do not move. */
    public static final Option<Boolean> WEIGHT = Option.flag(
            "--weight",
            "Say what the threads at each line weigh, and nothing else: stacks, thread-locals, what they alone"
                    + " hold, and how it grew. Of a running JVM it takes the threads and a class histogram, which"
                    + " stops the application for a full garbage collection; a heap dump (--heap) shows more.");

    /** For how long a running JVM is captured. */
    static final Option<Duration> DURATION = Option.time(
                    "--duration",
                    "How long to capture a running JVM (default: ${DEFAULT-VALUE}). Ctrl-C ends it early and still answers.")
            .usually("10s")
            .in(Option.Group.CAPTURE);

    /** The agent's jar, given by programs alone. */
    public static final Option<Path> AGENT_JAR = Option.path("agent-jar", "");

    /** The property by which the launcher names it. */
    private static final String AGENT_PROPERTY = "loomweight.agent";

    private InputOptions() {}

    /** A level of native memory tracking. */
    public enum NmtLevel {
        SUMMARY,
        DETAIL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Inputs with default options. */
    public static Options of(Path... paths) {
        return Options.NONE.with(PATHS, List.of(paths));
    }

    /** All that is read. */
    static List<Path> paths(Options given) {
        List<Path> paths = new ArrayList<>(given.get(PATHS));
        paths.addAll(given.get(HEAP));
        return paths;
    }

    static ReaderChoice reader(Options given) {
        return ReaderChoice.valueOf(given.get(READER).toUpperCase(Locale.ROOT));
    }

    static Path agentJar(Options given) {
        return given.get(AGENT_JAR, Path.of(System.getProperty(AGENT_PROPERTY, "")));
    }

    /** The title of a report on some paths. */
    static String title(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
