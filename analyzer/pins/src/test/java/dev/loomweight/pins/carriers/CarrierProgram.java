package dev.loomweight.pins.carriers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that keeps its carriers in one way, and what {@code /proc} says of them meanwhile: read by the test itself. */
final class CarrierProgram implements AutoCloseable {

    /** How many carriers its scheduler runs at once. */
    static final int PARALLELISM = 2;

    private static final long STEP_MILLIS = 50;

    private final Process process;
    private final BufferedReader out;
    private final NavigableMap<Instant, Long> ran = new TreeMap<>();
    private final ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor();

    private CarrierProgram(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it and waits until its threads are started. */
    static CarrierProgram start(Path classes, String jdk, List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Jdks.home(jdk).resolve("bin/java").toString());
        command.add("-Djdk.virtualThreadScheduler.parallelism=" + PARALLELISM);
        if (jdk.equals("loomweight.jdk.newest")) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-Xmx64m", "-cp", classes.toString(), "Carriers"));
        command.addAll(List.of(arguments));
        CarrierProgram program = new CarrierProgram(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        assertThat(program.out.readLine()).isEqualTo("ready");
        ScheduledFuture<?> unused =
                program.reader.scheduleWithFixedDelay(program::read, 0, STEP_MILLIS, TimeUnit.MILLISECONDS);
        return program;
    }

    /** Compiles the programs with the newest JDK; what has the foreign function interface for that alone. */
    static Path compile(Path folder) throws IOException, InterruptedException {
        javac(folder, "Carriers.java", "21");
        javac(folder, "NativeCarriers.java", "25");
        return folder;
    }

    private static void javac(Path folder, String name, String release) throws IOException, InterruptedException {
        Path source = folder.resolve(name);
        try (InputStream in =
                Objects.requireNonNull(CarrierProgram.class.getResourceAsStream("/carriers/programs/" + name), name)) {
            Files.write(source, in.readAllBytes());
        }
        Process javac = new ProcessBuilder(
                        Jdks.home("loomweight.jdk.newest").resolve("bin/javac").toString(),
                        "--release",
                        release,
                        "-d",
                        folder.toString(),
                        source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(javac.waitFor()).as(said).isZero();
    }

    String pid() {
        return Long.toString(process.pid());
    }

    private void read() {
        long sum = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", pid(), "task"))) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).startsWith("ForkJoinPool-1")) {
                    sum += Long.parseLong(
                            Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
                }
            }
        } catch (IOException e) {
            // It has ended.
            return;
        }
        synchronized (ran) {
            ran.put(Instant.now(), sum);
        }
    }

    /** For how long all its carriers ran between two moments, in nanoseconds, as far as readings tell. */
    long ranBetween(Instant from, Instant to) {
        synchronized (ran) {
            return at(to) - at(from);
        }
    }

    private long at(Instant time) {
        var before = ran.floorEntry(time);
        var after = ran.ceilingEntry(time);
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return before == null ? ran.firstEntry().getValue() : before.getValue();
        }
        double part = (double) (time.toEpochMilli() - before.getKey().toEpochMilli())
                / Math.max(1, after.getKey().toEpochMilli() - before.getKey().toEpochMilli());
        return before.getValue() + Math.round(part * (after.getValue() - before.getValue()));
    }

    @Override
    public void close() throws IOException {
        reader.shutdownNow();
        try {
            process.getOutputStream().close();
        } finally {
            process.destroyForcibly();
            out.close();
        }
    }
}
