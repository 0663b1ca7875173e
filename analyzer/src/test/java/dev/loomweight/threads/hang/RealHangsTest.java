package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.PoolWaker;
import dev.loomweight.agent.AgentJar;
import dev.loomweight.capture.DumpRequest;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten programs that hang and ten that do not, on JVMs of 21 and of the newest JDK, asked while they run. */
@Tag("applications")
class RealHangsTest {

    /** What the capture remarks, such as a dump that the JVM did not write. */
    private final List<String> remarks = new CopyOnWriteArrayList<>();

    private static final String NEWEST = "loomweight.jdk.newest";

    /**
     * What is found of a program.
     *
     * @param verdict the finding that must be there; empty for none
     * @param words what the report must say: threads, locks, lines
     */
    record Expected(String program, String verdict, List<String> words) {}

    private static final List<Expected> ON_NEWEST = List.of(
            new Expected(
                    "monitors",
                    "deadlock",
                    List.of(
                            "\"buyer\"",
                            "\"seller\"",
                            "Object@",
                            "HangingPrograms.buy (HangingPrograms.java:",
                            "HangingPrograms.sell (")),
            // Who owns the ReentrantLock is in no dump; who may, and what that would mean, is said.
            new Expected("mixed", "ownerUnknown", List.of("\"writer\"", "ReentrantLock", "If \"flusher\"", "deadlock")),
            new Expected("kinds", "deadlock", List.of("\"request\" (virtual", "\"refresher\" (platform", "Object@")),
            new Expected(
                    "carriers",
                    "carriersExhausted",
                    List.of("all 2 carriers", "\"signaller\"", "\"pinned-1\"", "Settings.awaitLoaded")),
            new Expected(
                    "initializers",
                    "deadlock",
                    List.of("initialization of dev.loomweight.threads.hang.HangingPrograms$Egg", "Chicken.<clinit>")),
            new Expected("loader", "classLoading", List.of("\"loads\"", "class loader", "RemoteLoader", "\"needs-")),
            new Expected("dead", "ownerUnknown", List.of("\"client-1\"", "ReentrantLock", "ended without releasing")),
            new Expected("pool", "fullPool", List.of("all its 2 threads", "HangingPrograms.askPool", "FutureTask")),
            new Expected("semaphore", "", List.of("\"caller-1\"", "a semaphore", "no owner can be known")),
            new Expected("latch", "", List.of("\"waits-1\"", "a latch", "no owner can be known")));

    static Stream<Arguments> hangs() {
        return Stream.concat(
                ON_NEWEST.stream().map(expected -> Arguments.of(NEWEST, expected)),
                ON_NEWEST.stream().map(expected -> Arguments.of("loomweight.jdk21", on21(expected))));
    }

    /** Dumps of 21 have no monitors of virtual threads: class files show which they may be. */
    private static Expected on21(Expected expected) {
        return switch (expected.program()) {
            case "monitors", "kinds" ->
                new Expected(
                        expected.program(),
                        "deadlock",
                        List.of(
                                "as far as class files show",
                                "HangingPrograms.buy (HangingPrograms.java:",
                                "HangingPrograms.STOCK"));
            case "loader" ->
                new Expected(expected.program(), "classLoading", List.of("\"loads\"", "class loader", "\"needs-"));
            case "mixed" -> new Expected(expected.program(), "ownerUnknown", List.of("\"writer\"", "ReentrantLock"));
            default -> expected;
        };
    }

    @ParameterizedTest
    @MethodSource("hangs")
    void whatHangsIsSaidWithThreadLockAndLine(String jdk, Expected expected) throws Exception {
        Section section = ask(jdk, HangingPrograms.class, expected.program());
        List<String> problems = problems(section);
        String said = section.toString();

        assertThat(problems).as(said).isEqualTo(expected.verdict().isEmpty() ? List.of() : List.of(expected.verdict()));
        assertThat(said).contains(expected.words());
    }

    static Stream<Arguments> owned() {
        return Stream.of(NEWEST, "loomweight.jdk21")
                .flatMap(jdk -> Stream.of(
                        Arguments.of(
                                jdk,
                                new Expected(
                                        "mixed",
                                        "deadlock",
                                        List.of(
                                                "\"writer\"",
                                                "\"flusher\"",
                                                "ReentrantLock",
                                                "HangingPrograms.java:"))),
                        Arguments.of(
                                jdk,
                                new Expected("dead", "lostOwner", List.of("\"gone\"", "has ended", "\"client-1\""))),
                        Arguments.of(jdk, new Expected("semaphore", "", List.of("which has 0 permits left")))));
    }

    /** A heap dump has the owners that no thread dump has; on 21, class files have the monitors. */
    @ParameterizedTest
    @MethodSource("owned")
    void aHeapDumpShowsWhoOwnsIt(String jdk, Expected expected, @TempDir Path folder) throws Exception {
        Path heap = folder.resolve("app.hprof");
        Section section = ask(jdk, HangingPrograms.class, expected.program(), heap);
        String said = section.toString();

        assertThat(problems(section))
                .as(said)
                .isEqualTo(expected.verdict().isEmpty() ? List.of() : List.of(expected.verdict()));
        assertThat(said).contains(expected.words());
    }

    /** Who joins waits for one thread, and no dump says for which: the agent in the process does. */
    @ParameterizedTest
    @MethodSource("joins")
    void threadsThatWaitForEachOthersEndAreACircle(
            String jdk, String program, String one, String other, @TempDir Path folder) throws Exception {
        Section section = ask(
                jdk,
                HangingPrograms.class,
                program,
                pid -> InputOptions.of(pid)
                        .with(InputOptions.AGENT, true)
                        .with(InputOptions.AGENT_JAR, AgentJar.in(folder)));

        assertThat(problems(section)).as(section.toString()).containsExactly("deadlock");
        assertThat(section.toString())
                .contains(
                        "for the end of \"" + other + "\"", "for the end of \"" + one + "\"", ") wait for each other");
    }

    static Stream<Arguments> joins() {
        return Stream.of(NEWEST, "loomweight.jdk21")
                .flatMap(jdk -> Stream.of(
                        Arguments.of(jdk, "joins", "left", "right"),
                        Arguments.of(jdk, "virtualJoins", "left", "right"),
                        Arguments.of(jdk, "exits", "worker", "hook")));
    }

    /** JSON dumps list the subtasks of a scope with its owner; for the end of which thread they wait, the agent shows. */
    @ParameterizedTest
    @MethodSource("scopes")
    void aSubtaskThatWaitsForTheOwnerOfItsScopeIsInACircle(String jdk, String program, @TempDir Path folder)
            throws Exception {
        Section section = ask(
                jdk,
                List.of("--enable-preview"),
                HangingPrograms.class,
                program,
                pid -> InputOptions.of(pid)
                        .with(InputOptions.AGENT, true)
                        .with(InputOptions.AGENT_JAR, AgentJar.in(folder)));

        assertThat(problems(section)).as(section.toString()).containsExactly("deadlock");
        assertThat(section.toString())
                .contains(
                        "Deadlock: 2 threads (", "for the end of \"request\"", "for the subtasks of ", "has not ended");
    }

    static Stream<Arguments> scopes() {
        return Stream.of(
                Arguments.of(NEWEST, "scopes"),
                Arguments.of("loomweight.jdk21", "scopes"),
                Arguments.of(NEWEST, "platformScopes"));
    }

    /** Whoever joins a platform thread waits on it, which dumps of JDK 21 do not say of a virtual thread. */
    @Test
    void whomAVirtualThreadJoinsIsNotAlwaysKnown(@TempDir Path folder) throws Exception {
        Section section = ask(
                "loomweight.jdk21",
                List.of("--enable-preview"),
                HangingPrograms.class,
                "platformScopes",
                pid -> InputOptions.of(pid)
                        .with(InputOptions.AGENT, true)
                        .with(InputOptions.AGENT_JAR, AgentJar.in(folder)));

        assertThat(problems(section)).isEmpty();
        assertThat(section.toString())
                .contains(
                        "which thread that is, is neither in the thread dumps nor among the owners that were read",
                        "for the subtasks of StructuredTaskScope@",
                        "of which 2 have not ended")
                .doesNotContain("--agent");
    }

    /** From JDK 25 on, dumps have the monitors of virtual threads. */
    @Test
    void aSubtaskThatNeedsAMonitorOfTheOwnerOfItsScopeIsInACircle() throws Exception {
        Section section =
                ask(NEWEST, List.of("--enable-preview"), HangingPrograms.class, "scopesInMonitor", InputOptions::of);

        assertThat(problems(section)).as(section.toString()).containsExactly("deadlock");
        assertThat(section.toString())
                .contains(
                        "\"request\" (virtual",
                        "for the subtasks of ",
                        "of which \"prices\" (virtual",
                        "held by \"request\"",
                        "HangingPrograms.scopedInMonitor");
    }

    static Stream<Arguments> pinned() {
        return Stream.of(
                Arguments.of(
                        NEWEST,
                        "carriersInWait",
                        List.of(
                                "waits for Object.notify on Object@",
                                "pinned by a class initializer, HangingPrograms$Third.<clinit>",
                                "pinned by a class initializer, HangingPrograms$Fourth.<clinit>",
                                "9 threads: late-0")),
                Arguments.of(
                        "loomweight.jdk21",
                        "carriersInMonitor",
                        List.of(
                                "pinned by the monitor dev.loomweight.threads.hang.HangingPrograms.ORDERS, which it holds in"
                                        + " HangingPrograms.holdOrders",
                                "which it holds in HangingPrograms.holdStock")));
    }

    /** Where carriers are exhausted, each pinned thread is said with what pins it; those that wait alike are one line. */
    @ParameterizedTest
    @MethodSource("pinned")
    void whatPinsIsSaidOfEachCarrier(String jdk, String program, List<String> words) throws Exception {
        Section section = ask(jdk, HangingPrograms.class, program);

        assertThat(problems(section)).as(section.toString()).contains("carriersExhausted");
        assertThat(section.toString()).contains(words).contains("all 2 carriers");
    }

    static Stream<Arguments> nextOwners() {
        return Stream.of(
                Arguments.of(
                        "loomweight.jdk21",
                        "carriersInLock",
                        List.of(
                                "pinned by the monitor dev.loomweight.threads.hang.HangingPrograms.ORDERS, which it holds in"
                                        + " HangingPrograms.holdOrders",
                                "JDK 24+ ends it: monitors no longer pin there."),
                        List.of("class files show")),
                Arguments.of(
                        "loomweight.jdk21",
                        "carriersInInitializers",
                        List.of("pinned by a class initializer, HangingPrograms$Fifth.<clinit>"),
                        List.of("JDK 24+ ends")),
                Arguments.of(
                        NEWEST,
                        "carriersInInitializers",
                        List.of("pinned by a class initializer, HangingPrograms$Sixth.<clinit>"),
                        List.of("JDK 24+")));
    }

    /** A free lock whose next owner has been woken is no lost wake-up, and "main", which does nothing, does not own it. */
    @ParameterizedTest
    @MethodSource("nextOwners")
    void aNextOwnerWithoutACarrierIsNoLostWakeUp(
            String jdk, String program, List<String> words, List<String> not, @TempDir Path folder) throws Exception {
        for (Section section : List.of(
                ask(
                        jdk,
                        HangingPrograms.class,
                        program,
                        pid -> InputOptions.of(pid)
                                .with(InputOptions.AGENT, true)
                                .with(InputOptions.AGENT_JAR, AgentJar.in(folder))),
                ask(jdk, HangingPrograms.class, program, folder.resolve("app.hprof")))) {
            String said = section.toString();

            assertThat(section.findings()).as(said).extracting(Finding::id).containsExactly("carriersExhausted");
            assertThat(said)
                    .contains(words)
                    .contains(
                            "all 2 carriers are held",
                            "1 virtual thread (\"next\") could run and has no carrier",
                            "which is free, since \"next\" (virtual")
                    .doesNotContain(not)
                    .doesNotContain("lost wake-up", "heap dump", "Update the JDK", "may be \"main\"", "owner unknown");
        }
    }

    /** Class files show that no time was given, which dumps of JDK 21 do not. */
    @Test
    void aWaitOf0HasNoLimit() throws Exception {
        Section section = ask(
                "loomweight.jdk21",
                List.of("-Djdk.virtualThreadScheduler.maxPoolSize=2"),
                HangingPrograms.class,
                "carriersInWaitOf0",
                InputOptions::of);

        assertThat(problems(section)).as(section.toString()).containsExactly("carriersExhausted");
        assertThat(section.toString())
                .contains("all 2 carriers are held", "JDK 24+ ends it: monitors no longer pin there.")
                .doesNotContain("after a time", "with a time");
    }

    /** Suspended for a debugger, it has threads, none of which waits for another, and no main. */
    @ParameterizedTest
    @ValueSource(strings = {NEWEST, "loomweight.jdk21"})
    void aJvmThatWaitsForADebuggerHasNotBegun(String jdk) throws Exception {
        Section section = ask(
                jdk,
                List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0"),
                BusyPrograms.class,
                "timers",
                InputOptions::of);

        assertThat(problems(section)).isEmpty();
        assertThat(section.toString())
                .contains("The application has not begun", "jdwp", "suspend=y")
                .doesNotContain("No hang");
    }

    static Stream<Arguments> shared() {
        return Stream.of(NEWEST, "loomweight.jdk21")
                .flatMap(jdk -> Stream.of(
                                new Expected(
                                        "upgrade",
                                        "deadlock",
                                        List.of(
                                                "\"upgrader\" (virtual",
                                                "waits to write for a lock that it holds for reading",
                                                "1 more thread waits for it",
                                                "cannot be upgraded")),
                                new Expected("readers", "ownerUnknown", List.of("is held for reading 2 times")),
                                new Expected(
                                        "stamped", "ownerUnknown", List.of("is held for writing", "is not reentrant")))
                        .map(expected -> Arguments.of(jdk, expected)));
    }

    /** Locks without an owner: what they count is said, and no dump is asked for that has been read. */
    @ParameterizedTest
    @MethodSource("shared")
    void whatIsKnownOfALockThatKeepsNoOwnerIsSaid(String jdk, Expected expected, @TempDir Path folder)
            throws Exception {
        for (Section section : List.of(
                ask(
                        jdk,
                        HangingPrograms.class,
                        expected.program(),
                        pid -> InputOptions.of(pid)
                                .with(InputOptions.AGENT, true)
                                .with(InputOptions.AGENT_JAR, AgentJar.in(folder))),
                ask(jdk, HangingPrograms.class, expected.program(), folder.resolve("app.hprof")))) {
            assertThat(problems(section)).as(section.toString()).containsExactly(expected.verdict());
            assertThat(section.toString())
                    .contains(expected.words())
                    .doesNotContain("a heap dump shows", "A heap dump shows");
        }
    }

    /** Without it, the wait is no signal that any thread could give. */
    @ParameterizedTest
    @ValueSource(strings = {NEWEST, "loomweight.jdk21"})
    void withoutTheAgentItIsNotKnownWhoIsJoined(String jdk) throws Exception {
        Section section = ask(jdk, HangingPrograms.class, "joins");

        assertThat(problems(section)).isEmpty();
        assertThat(section.toString())
                .contains("which thread that is, is in no thread dump: the agent shows it (--agent)");
    }

    /** On 21, locks of virtual threads have no names; who reads the console stands in the code of the lock. */
    @Test
    void whoReadsTheConsoleMayOwnTheLockOfItsReader() throws Exception {
        Section section = ask("loomweight.jdk21", BusyPrograms.class, "console");

        assertThat(problems(section)).as(section.toString()).isEmpty();
        assertThat(section.toString())
                .contains(
                        "may be \"reader-0\", which waits for input or output in the method in which it is waited for");
    }

    /** Thread.print -l says that the printer owns a lock, and not which. */
    @ParameterizedTest
    @ValueSource(strings = {NEWEST, "loomweight.jdk21"})
    void whoPrintsIntoAPipeOwnsTheLockOfItsStream(String jdk) throws Exception {
        Section section = ask(jdk, BusyPrograms.class, "printer");

        assertThat(problems(section)).as(section.toString()).isEmpty();
        assertThat(section.toString())
                .contains("\"printer\" (platform", "holder waits for the clock or for input")
                .doesNotContain("its owner is in no dump");
    }

    static Stream<Arguments> healthy() {
        return Stream.of(NEWEST, "loomweight.jdk21")
                .flatMap(jdk -> Stream.of(
                                "idlePools",
                                "queues",
                                "monitorContention",
                                "lockContention",
                                "timers",
                                "sleepers",
                                "server",
                                "phases",
                                "futures",
                                "collections",
                                "console")
                        .map(program -> Arguments.of(jdk, program)));
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void whatIsBusyIsNotCalledAHang(String jdk, String program) throws Exception {
        Section section = ask(jdk, BusyPrograms.class, program);

        assertThat(problems(section)).as(section.toString()).isEmpty();
        assertThat(FaultFindings.said(section.findings())).isEmpty();
        assertThat(section.toString()).as(() -> "remarks: " + remarks).contains("No hang found in ");
    }

    private static List<String> problems(Section section) {
        return section.findings().stream()
                .filter(finding -> finding.severity() == Severity.PROBLEM)
                .map(Finding::id)
                .distinct()
                .toList();
    }

    private Section ask(String jdk, Class<?> programs, String program) throws Exception {
        return ask(jdk, programs, program, InputOptions::of);
    }

    private Section ask(String jdk, Class<?> programs, String program, Path heap) throws Exception {
        return ask(jdk, programs, program, pid -> {
            dumpHeap(Long.parseLong(pid.toString()), heap);
            return InputOptions.of(pid, heap);
        });
    }

    /** How a process is asked about. */
    @FunctionalInterface
    private interface Asking {
        Options of(Path pid) throws Exception;
    }

    private Section ask(String jdk, Class<?> programs, String program, Asking asking) throws Exception {
        return ask(jdk, List.of(), programs, program, asking);
    }

    private Section ask(String jdk, List<String> options, Class<?> programs, String program, Asking asking)
            throws Exception {
        List<String> command =
                new ArrayList<>(List.of(Jdks.home(jdk).resolve("bin/java").toString(), "-XX:+UseSerialGC", "-Xmx128m"));
        command.add("-Djdk.virtualThreadScheduler.parallelism=" + (program.startsWith("carriers") ? 2 : 4));
        command.addAll(options);
        command.addAll(List.of(
                "-cp", classes(programs) + File.pathSeparator + classes(PoolWaker.class), programs.getName(), program));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            // What a debugger is to connect to is said by the JVM itself.
            assertThat(out.readLine()).matches("hanging|busy|Listening for transport .*");
            LiveCapture capture = new LiveCapture(
                    new LiveCapture.What(null, DumpRequest.of(3, Duration.ofMillis(400)), null), null, remarks::add);
            Path pid = Path.of(Long.toString(process.pid()));
            return Question.HANG.ask(asking.of(pid), count -> {}, capture).report().sections().stream()
                    .filter(section -> section.id().equals(HangAnalysis.ID))
                    .findFirst()
                    .orElseThrow();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void dumpHeap(long pid, Path heap) throws IOException, InterruptedException {
        String jcmd = Jdks.home(NEWEST).resolve("bin/jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), "GC.heap_dump", heap.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String classes(Class<?> programs) throws URISyntaxException {
        return Path.of(programs.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }
}
