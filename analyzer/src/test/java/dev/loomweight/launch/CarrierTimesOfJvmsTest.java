package dev.loomweight.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.launch.CaptureRequest.SnapshotRequest;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Where the time of the carriers of real JVMs goes, from outside and from inside, compared with what the kernel says to
 * the test itself. Which carrier does what is known of {@link CarrierApp}, however busy the machine is.
 */
@Tag("applications")
class CarrierTimesOfJvmsTest {

    static final List<String> JDKS = Jdks.BOTH;
    private static final String SCHEDULER = "ForkJoinPool-2-worker-";

    @TempDir
    private Path folder;

    /** The program, in a JVM of its own. */
    private static final class App implements AutoCloseable {
        private final Process process;

        App(Path home, List<String> options, String... arguments) throws Exception {
            List<String> command =
                    new ArrayList<>(List.of(home.resolve("bin/java").toString(), "-Xmx64m"));
            command.add("-Djdk.virtualThreadScheduler.parallelism=3");
            command.add("-Djdk.virtualThreadScheduler.maxPoolSize=3");
            command.addAll(options);
            command.addAll(List.of("-cp", classes().toString(), CarrierApp.class.getName()));
            command.addAll(List.of(arguments));
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                assertThat(out.readLine()).isEqualTo("ready");
            } catch (Throwable e) {
                close();
                throw e;
            }
        }

        static Path classes() throws Exception {
            return Path.of(CarrierApp.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }

    private static List<CarrierTimes> read(Path capture) {
        List<CarrierTimes> times = new ArrayList<>();
        Path file = capture.resolve(CaptureFolder.CARRIERS);
        if (!Files.exists(file)) {
            return times;
        }
        SampleSink sink = (from, sample) -> times.add((CarrierTimes) sample);
        new TextSource(file, new Origin("app", null, "carriers.txt", Instrument.CARRIERS))
                .read(Interest.in(CarrierTimes.class), () -> sink);
        return times;
    }

    private static long sum(List<CarrierTimes> all, String name, ToLongFunction<Row> figure) {
        return of(all, name).mapToLong(figure).sum();
    }

    private static Stream<Row> of(List<CarrierTimes> all, String name) {
        return all.stream()
                .flatMap(times -> times.carriers().stream())
                .filter(each -> each.name().equals(name));
    }

    /** Runs of the thread by the kernel, in nanoseconds, as the test reads it. */
    private static long kernel(long pid, long tid, int figure) {
        try {
            Path file = Proc.of(pid).resolve("task/" + tid + "/schedstat");
            return Long.parseLong(Files.readString(file).strip().split(" ", -1)[figure]);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A recording from outside, ended when the file says enough. */
    private void record(App app, Path capture, java.util.function.Predicate<List<CarrierTimes>> enough)
            throws Exception {
        CaptureRequest request = new CaptureRequest(
                capture,
                new SnapshotRequest(Duration.ofHours(1), EnumSet.of(Part.STATUS), false),
                null,
                0,
                true,
                new Watched(true, false, Samples.EXECUTION),
                null,
                Map.of());
        List<String> remarks = new ArrayList<>();
        RecordRun run = new RecordRun(
                new RecordRun.Request(app.process.pid(), "app", RecordRun.Until.STOPPED, 64L << 20, request),
                remarks::add);
        Thread stopping = Thread.ofPlatform().start(() -> {
            AgentCaptures.until("enough of " + capture, () -> enough.test(read(capture)));
            run.stop();
        });
        try {
            run.run();
        } finally {
            run.stop();
            stopping.join();
        }
    }

    private static List<String> names(List<CarrierTimes> all) {
        return all.stream()
                .flatMap(times -> times.carriers().stream())
                .map(Row::name)
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean isLookedAt(List<CarrierTimes> all, int looks) {
        return all.size() > 3
                && names(all).size() == 3
                && names(all).stream().allMatch(name -> sum(all, name, Row::looks) >= looks);
    }

    /** What must be so of the program, whatever else the machine does. */
    private static void isRight(List<CarrierTimes> all, double wrongLooks) {
        assertThat(names(all)).containsExactly(SCHEDULER + 1, SCHEDULER + 2, SCHEDULER + 3);
        String spins = names(all).stream()
                .max((one, other) -> Long.compare(sum(all, one, Row::runNanos), sum(all, other, Row::runNanos)))
                .orElseThrow();
        long wall = sum(all, spins, Row::wallNanos);
        long busy = sum(all, spins, Row::runNanos) + sum(all, spins, Row::waitNanos);
        // It is always ready; the kernel's figures are as fine as its ticks.
        assertThat(busy).isBetween((long) (0.95 * wall), (long) (1.05 * wall));
        assertThat(sum(all, spins, Row::idle)).isZero();
        assertThat(sum(all, spins, Row::running)).isPositive();
        List<String> others =
                names(all).stream().filter(name -> !name.equals(spins)).toList();
        List<String> pinned =
                others.stream().filter(name -> sum(all, name, Row::mounted) > 0).toList();
        assertThat(pinned).hasSize(1);
        for (String name : others) {
            // The agent's own probe runs on the idle one, and on a busy machine is ready for long.
            long looks = sum(all, name, Row::looks) - sum(all, name, Row::running);
            long right = pinned.contains(name) ? sum(all, name, Row::mounted) : sum(all, name, Row::idle);
            assertThat(right).as("%s of %s", name, all).isGreaterThanOrEqualTo((long) (looks * (1 - wrongLooks)));
            assertThat(sum(all, name, Row::runNanos)).as(name).isLessThan(wall / 10);
        }
        long length =
                Duration.between(all.getFirst().from(), all.getLast().to()).toNanos();
        assertThat(wall).isLessThanOrEqualTo((long) (1.05 * length));
        assertThat(all).allSatisfy(times -> assertThat(times.costNanos()).isNotNegative());
    }

    @ParameterizedTest
    @FieldSource("JDKS")
    void fromOutsideByTheKernelAndThreadPrint(String jdk) throws Exception {
        assumeTrue(Proc.isThere(), "there is no /proc");
        try (App app = new App(Jdks.home(jdk), List.of())) {
            Path capture = folder.resolve("outside.lw");
            long before = System.nanoTime();
            record(app, capture, all -> isLookedAt(all, 4));
            long after = System.nanoTime();
            List<CarrierTimes> all = read(capture);

            isRight(all, 0.3);
            Row first = all.getLast().carriers().getFirst();
            long tid = first.tid();
            assertThat(Files.readString(Proc.of(app.process.pid()).resolve("task/" + tid + "/comm")))
                    .startsWith("ForkJoi");
            // No more than there was, by the kernel to the test and by the clock.
            assertThat(sum(all, first.name(), Row::runNanos)).isLessThanOrEqualTo(kernel(app.process.pid(), tid, 0));
            assertThat(sum(all, first.name(), Row::waitNanos)).isLessThanOrEqualTo(kernel(app.process.pid(), tid, 1));
            assertThat(sum(all, first.name(), Row::wallNanos)).isLessThanOrEqualTo(after - before);
            boolean asked = all.getLast().pool().parallelism() > 0;
            assertThat(asked).as("JDK 24 and later say").isEqualTo(jdk.endsWith("newest"));
            assertThat(all.getLast().pool().size()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @FieldSource("JDKS")
    void fromInsideByTheAgentAndAfterAKill(String jdk) throws Exception {
        assumeTrue(Proc.isThere(), "there is no /proc");
        Path capture = folder.resolve("inside.lw");
        String agent =
                "-javaagent:" + AgentCaptures.jar(folder) + "=carriers=true,metrics=none,jmx=false,out=" + capture;
        try (App app = new App(Jdks.home(jdk), List.of(agent))) {
            AgentCaptures.until("looks", () -> isLookedAt(read(capture), 50));
            app.process.toHandle().destroyForcibly();
            app.process.waitFor();
        }
        List<CarrierTimes> all = read(capture);

        isRight(all, 0.1);
        assertThat(all.getLast().carriers()).allMatch(each -> each.tid() > 0, "a number of the kernel");
        assertThat(all.getLast().pool().parallelism()).isEqualTo(3);
        assertThat(all.getLast().pool().size()).isEqualTo(3);
    }

    /** No carrier was ever seen with a virtual thread: the recording's thread groups say which they are. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void carriersThatAreAlwaysIdleAreNamedByTheRecording(String jdk) throws Exception {
        Path capture = folder.resolve("idle.lw");
        try (App app = new App(Jdks.home(jdk), List.of(), "idle")) {
            Path file = capture.resolve(CaptureFolder.CARRIERS);
            record(app, capture, all -> all.size() > 2 && text(file).contains("\nworker "));

            assertThat(text(file)).contains("ForkJoinPool-1-worker-").contains("\npool " + SCHEDULER + "\n");
            List<CarrierTimes> all = read(capture);
            assertThat(names(all)).isNotEmpty().allMatch(name -> name.startsWith(SCHEDULER));
            assertThat(sum(all, names(all).getFirst(), Row::mounted)).isZero();
            assertThat(sum(all, names(all).getFirst(), Row::idle)).isPositive();
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** As on macOS: run time by the JVM, no time of waiting, and no look that says more than it can. */
    @ParameterizedTest
    @FieldSource("JDKS")
    void withoutProcTheRestIsUnknown(String jdk) throws Exception {
        try (App app = new App(Jdks.home(jdk), List.of())) {
            Path capture = folder.resolve("without.lw");
            Process process = new ProcessBuilder(
                            Jdks.home("loomweight.jdk.newest")
                                    .resolve("bin/java")
                                    .toString(),
                            "-Dloomweight.proc=/nowhere",
                            "-Dos.name=Mac OS X",
                            "--add-exports",
                            "jdk.attach/sun.tools.attach=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "dev.loomweight.cli.Main",
                            "record",
                            "--duration",
                            "until-ctrl-c",
                            "-o",
                            capture.toString(),
                            Long.toString(app.process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said").toFile())
                    .start();
            try {
                AgentCaptures.until("looks", () -> isLookedAt(read(capture), 1));
            } finally {
                process.destroy();
                process.waitFor();
            }
            List<CarrierTimes> all = read(capture);

            assertThat(all.stream().flatMap(times -> times.carriers().stream()).collect(Collectors.toList()))
                    .allMatch(each -> each.waitNanos() == CarrierInterval.UNKNOWN, "wait is unknown")
                    .allMatch(each -> each.runNanos() >= 0, "run is known")
                    .allMatch(each -> each.running() == 0 && each.mounted() == 0, "looks are undecided");
            assertThat(names(all)).containsExactly(SCHEDULER + 1, SCHEDULER + 2, SCHEDULER + 3);
            assertThat(all).allMatch(times -> times.throttledNanos() == CarrierInterval.UNKNOWN);
            assertThat(all).allMatch(times -> times.costNanos() == CarrierInterval.UNKNOWN);
            assertThat(names(all).stream().filter(name -> sum(all, name, Row::idle) > 0))
                    .hasSize(1);
        }
    }
}
