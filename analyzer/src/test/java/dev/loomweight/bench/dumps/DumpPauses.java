package dev.loomweight.bench.dumps;

import dev.loomweight.capture.DumpRequest;
import dev.loomweight.capture.DumpRequest.Print;
import dev.loomweight.launch.Attached;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.LiveDumps;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures what thread dumps cost {@link WaitingThreads}: how long the command takes, for how long the JVM has stopped all
 * its threads (its own counter), and the longest gap in the work of a platform thread and of a virtual one; and the same
 * gaps while nothing is dumped, for as long.
 */
public final class DumpPauses {

    private static final double MILLI = 1e6;

    private static final Map<Print, String> NAMES = Map.of(
            Print.NONE, "Thread.dump_to_file -format=json",
            Print.THREADS, "Thread.print",
            Print.OWNED_LOCKS, "Thread.print -l");

    private DumpPauses() {}

    /** One dump: times in nanoseconds, by platform and by virtual thread. */
    private record Cost(
            long took, long stopped, long platformGap, long virtualGap, long platformQuiet, long virtualQuiet) {}

    /**
     * Measures and prints a table.
     *
     * @param arguments the number of dumps, numbers of threads with commas, and the homes of the JDKs
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int runs = Integer.parseInt(arguments[0]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("| JDK | virtual threads | command | takes | all threads stopped | longest gap of a platform thread"
                + " (without a dump) | of a virtual thread (without) | size |");
        out.println("|---|---|---|---|---|---|---|---|");
        for (String home : Arrays.asList(arguments).subList(2, arguments.length)) {
            for (String threads : arguments[1].split(",", -1)) {
                measure(Path.of(home), Integer.parseInt(threads), runs, out);
            }
        }
    }

    private static void measure(Path home, int threads, int runs, PrintStream out)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("bench-dumps");
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-Xmx2g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WaitingThreads.class.getName(),
                        Integer.toString(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            if (!"ready".equals(said.readLine())) {
                throw new IOException("the program did not start on " + home);
            }
            for (Print print : Print.values()) {
                List<Cost> costs = new ArrayList<>();
                long bytes = 0;
                // The first is the one that loads classes.
                for (int i = 0; i <= runs; i++) {
                    Path capture = folder.resolve(print + "-" + i);
                    gaps(process, said);
                    new LiveDumps(process.pid(), new DumpRequest(1, Duration.ofSeconds(1), 1, print), null, 0)
                            .take(capture, silent());
                    long[] gaps =
                            print == Print.NONE ? gaps(process, said) : gapsOfPrint(process, said, NAMES.get(print));
                    String[] cells = line(capture, print == Print.NONE ? ".json.gz," : ".txt.gz,")
                            .split(",", -1);
                    bytes = Files.size(capture.resolve("dumps").resolve(cells[0]));
                    long took = Long.parseLong(cells[2]);
                    LockSupport.parkNanos(took);
                    long[] quiet = gaps(process, said);
                    if (i > 0) {
                        costs.add(new Cost(took, Long.parseLong(cells[3]), gaps[0], gaps[1], quiet[0], quiet[1]));
                    }
                }
                out.printf(
                        Locale.ROOT,
                        "| %s | %,d | `%s` | %s | %s | %s (%s) | %s (%s) | %d KB |%n",
                        version(home),
                        threads,
                        NAMES.get(print),
                        times(costs.stream().map(Cost::took)),
                        times(costs.stream().map(Cost::stopped)),
                        times(costs.stream().map(Cost::platformGap)),
                        times(costs.stream().map(Cost::platformQuiet)),
                        times(costs.stream().map(Cost::virtualGap)),
                        times(costs.stream().map(Cost::virtualQuiet)),
                        bytes >> 10);
            }
        } finally {
            process.destroyForcibly().waitFor();
            delete(folder);
        }
    }

    private static long[] gaps(Process process, BufferedReader said) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append("\n").flush();
        return Stream.of(said.readLine().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    /** Of this command alone: a capture has a dump of all threads with it. */
    private static long[] gapsOfPrint(Process process, BufferedReader said, @Nullable String command)
            throws IOException {
        try (Attached jvm = Attached.attach(process.pid())) {
            gaps(process, said);
            jvm.run(String.valueOf(command));
            return gaps(process, said);
        }
    }

    private static String line(Path capture, String part) throws IOException {
        return Files.readAllLines(capture.resolve("dumps/dumps.csv")).stream()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElseThrow();
    }

    private static String version(Path home) throws IOException {
        return Files.readAllLines(home.resolve("release")).stream()
                .filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.substring(14, line.length() - 1))
                .findFirst()
                .orElse(home.toString());
    }

    /** The median and the longest, in milliseconds. */
    private static String times(Stream<Long> nanos) {
        List<Long> sorted = nanos.sorted().toList();
        return String.format(
                Locale.ROOT, "%.1f ms, at most %.1f", sorted.get(sorted.size() / 2) / MILLI, sorted.getLast() / MILLI);
    }

    private static CaptureProgress silent() {
        return new CaptureProgress() {
            @Override
            public void step(String what) {}

            @Override
            public void remark(String what) {}
        };
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }
}
