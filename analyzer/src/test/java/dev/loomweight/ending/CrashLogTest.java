package dev.loomweight.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Crash logs of JVMs that crash here; the oracle is what the program does. */
class CrashLogTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String SOURCE = """
            public final class Crashes {
                public static void main(String[] arguments) throws Exception {
                    if (arguments[0].equals("heap")) {
                        java.util.List<byte[]> held = new java.util.ArrayList<>();
                        while (true) {
                            held.add(new byte[100_000]);
                        }
                    }
                    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
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

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void theReasonComesFirst(String jdk) throws Exception {
        crash(jdk, "address");
        String report = report("report");
        assertThat(report.substring(0, 500))
                .contains(
                        "The JVM of hs_err.log crashed: SIGSEGV (0xb) in ", "(libjvm.so), on the thread order-worker.");
        assertThat(report).contains("The first Java method on its stack that is not the JDK's is Crashes.write.");
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

    private void crash(String jdk, String how, String... options) throws Exception {
        // Not for a release: that hides sun.misc.Unsafe.
        Compiled.into(folder, "Crashes.java", SOURCE, "-source", "21", "-target", "21");
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
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            // 1 without a core dump, else 128 + SIGABRT.
            assertThat(process.waitFor()).as(printed).isNotZero();
        }
    }

    /** Without the breaks of lines. */
    private String report(String question) {
        StringWriter out = new StringWriter();
        CliRun.run(
                out, new StringWriter(), question, folder.resolve("hs_err.log").toString());
        return out.toString().replaceAll("\\s+", " ");
    }
}
