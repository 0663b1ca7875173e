package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Crash logs of JVMs that crash here; the oracle is what the program does. */
class CrashLogTest {

    static final List<String> BOTH = Jdks.BOTH;
    static final List<String> ALL = Jdks.ALL;

    private static final String SOURCE = """
            public final class Crashes {
                public static void main(String[] arguments) throws Exception {
                    if (arguments[0].equals("heap")) {
                        java.util.List<byte[]> held = new java.util.ArrayList<>();
                        while (true) {
                            held.add(new byte[100_000]);
                        }
                    }
                    if (arguments[0].equals("wait")) {
                        System.out.println("waits");
                        System.in.read();
                        return;
                    }
                    java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
                    field.setAccessible(true);
                    Thread worker = new Thread(() -> write(field), "order-worker");
                    worker.start();
                    worker.join();
                }

                private static void write(java.lang.reflect.Field field) {
                    try {
                        ((sun.misc.Unsafe) field.get(null)).putInt(8L, 1);
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            """;

    private static final long SEED = 20;
    private static final int CUTS = 20;
    private static final int LONGEST = 500;

    /** The beginnings of lines whose length the user determines. */
    private static final Pattern LONG_VALUE =
            Pattern.compile("[A-Z_]+=|(?:jvm_args|java_command|java_class_path \\(initial\\)): ");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void theReasonComesFirst(String jdk) throws Exception {
        crash(jdk, "address");
        String report = report("report");
        assertThat(report.substring(0, 500))
                .contains(
                        "The JVM of hs_err.log crashed: SIGSEGV (0xb) in ",
                        "(libjvm.so), on the thread order-worker, in Crashes.write.");
        // No heap is comfortable that is smaller than the least.
        Matcher heap = Pattern.compile("left for the heap \\(-Xmx\\) ([\\d.]+) MB ([\\d.]+) MB")
                .matcher(report("memory"));
        assertThat(heap.find()).isTrue();
        assertThat(Double.parseDouble(heap.group(2))).isGreaterThanOrEqualTo(Double.parseDouble(heap.group(1)));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void anOutOfMemoryErrorIsNamedWithItsBound(String jdk) throws Exception {
        crash(jdk, "heap", "-Xmx64m", "-XX:+CrashOnOutOfMemoryError");
        assertThat(report("report").substring(0, 500))
                .contains("hs_err.log crashed because of OutOfMemoryError: Java heap space (-Xmx64m)");
        assertThat(report("memory")).contains("It ran out of a heap of 64 MB");
    }

    /** Whatever is missing after the head, also all of it, the reason is there; memory that is not there is said not to be. */
    @ParameterizedTest
    @FieldSource("ALL")
    void aCutLogHasItsReason(String jdk) throws Exception {
        crash(jdk, "address");
        reportOfEachCut(jdk, (left, report) -> {
            String missing = "How much memory was resident is not in the log.";
            report.contains("The JVM of hs_err.log crashed: SIGSEGV (0xb) in Unsafe_Put")
                    .matches(text -> text.contains(missing) != has(left, "Resident Set Size: "), missing);
        });
    }

    /** However long its paths, options and arguments are, and whatever the next line is: it is no text that was wrapped. */
    @ParameterizedTest
    @FieldSource("ALL")
    void longValuesAreNoWrappedLines(String jdk) throws Exception {
        crash(jdk, "address");
        List<String> log = log();
        Random random = new Random(SEED);
        for (int run = 0; run < CUTS; run++) {
            List<String> longer = new ArrayList<>();
            for (String line : log) {
                boolean variable = LONG_VALUE.matcher(line).lookingAt();
                longer.add(variable && random.nextInt(3) == 0 ? line + ":/p".repeat(random.nextInt(LONGEST)) : line);
                if (line.startsWith("PATH=") && random.nextBoolean()) {
                    longer.add("SHELL=/bin/bash");
                }
            }
            Files.write(folder.resolve("hs_err.log"), longer, StandardCharsets.ISO_8859_1);
            assertThat(report("report")).as("run %d of %s", run, jdk).doesNotContain("incomplete");
        }
    }

    /** Nobody's library is blamed for it, and no code. */
    @ParameterizedTest
    @FieldSource("ALL")
    void aSignalThatWasSentIsTheSenders(String jdk) throws Exception {
        Process process = start(jdk, "wait");
        try {
            try (BufferedReader lines = process.inputReader()) {
                assertThat(lines.readLine()).isEqualTo("waits");
                Process kill = new ProcessBuilder("kill", "-SEGV", Long.toString(process.pid())).start();
                assertThat(kill.waitFor()).isZero();
                lines.lines().forEach(line -> {});
            }
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        String sender = log().stream()
                .filter(line -> line.startsWith("siginfo: "))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*si_pid: (\\d+),.*", "$1");
        reportOfEachCut(jdk, (left, report) -> {
            String named = has(left, "siginfo: ") ? "process " + sender : "a process";
            report.contains("crashed: " + named + " sent it SIGSEGV (0xb).")
                    .doesNotContain("report it to its maintainers", " libc", " libpthread", "on the thread");
        });
    }

    private void reportOfEachCut(String jdk, BiConsumer<List<String>, AbstractStringAssert<?>> test)
            throws IOException {
        List<String> log = log();
        Random random = new Random(SEED);
        for (int cut = 0; cut < CUTS; cut++) {
            List<String> left = cut(log, cut, random);
            Files.write(folder.resolve("hs_err.log"), left, StandardCharsets.ISO_8859_1);
            test.accept(left, assertThat(report("report")).as("cut %d of %s with seed %d", cut, jdk, SEED));
        }
    }

    private static boolean has(List<String> log, String beginning) {
        return log.stream().anyMatch(line -> line.startsWith(beginning));
    }

    /** The head and the first lines after it, the lines before a random one, or all but some sections. */
    private static List<String> cut(List<String> log, int number, Random random) {
        int head = log.indexOf("---------------  S U M M A R Y ------------");
        int at = head + random.nextInt(log.size() - head);
        if (number == 0) {
            return log.subList(0, head);
        } else if (number % 2 == 0) {
            return log.subList(0, at);
        }
        int to = at + random.nextInt(log.size() - at);
        return Stream.concat(log.subList(0, at).stream(), log.subList(to, log.size()).stream())
                .toList();
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("hs_err.log"), StandardCharsets.ISO_8859_1);
    }

    private void crash(String jdk, String how, String... options) throws Exception {
        Process process = start(jdk, how, options);
        try (InputStream output = process.getInputStream()) {
            String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            // 1 without a core dump, else 128 + SIGABRT.
            assertThat(process.waitFor()).as(printed).isNotZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(String jdk, String how, String... options) throws Exception {
        // Not for a release: that hides sun.misc.Unsafe.
        Compiled.into(folder, "Crashes.java", SOURCE, "-source", "11", "-target", "11");
        List<String> words =
                new ArrayList<>(List.of(Jdks.home(jdk).resolve("bin/java").toString()));
        words.addAll(List.of(options));
        words.addAll(List.of(
                "-XX:NativeMemoryTracking=summary",
                "-XX:ErrorFile=" + folder.resolve("hs_err.log"),
                "-XX:-CreateCoredumpOnCrash",
                "-cp",
                folder.toString(),
                "Crashes",
                how));
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    /** Without the breaks of lines. */
    private String report(String question) {
        StringWriter out = new StringWriter();
        CliRun.run(
                out, new StringWriter(), question, folder.resolve("hs_err.log").toString());
        return out.toString().replaceAll("\\s+", " ");
    }
}
