package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Commands that die of one cause each, whose output goes into a pipe, which no one but its reader sees. The oracle is what
 * the JVM prints there.
 */
@Tag("applications")
class DeathsTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String SOURCE = """
            import java.nio.ByteBuffer;
            import java.util.ArrayList;
            import java.util.List;

            public final class Dies {
                static final List<Object> HELD = new ArrayList<>();

                public static void main(String[] arguments) throws Exception {
                    switch (arguments[0]) {
                        case "heap" -> heap();
                        case "caught" -> {
                            try {
                                heap();
                            } catch (OutOfMemoryError e) {
                                HELD.clear();
                            }
                        }
                        case "direct" -> {
                            while (true) {
                                HELD.add(ByteBuffer.allocateDirect(1 << 20));
                            }
                        }
                        case "thread" -> {
                            while (true) {
                                Thread thread = new Thread(() -> {
                                    try {
                                        Thread.currentThread().join();
                                    } catch (InterruptedException e) {
                                        // It ends.
                                    }
                                });
                                thread.setDaemon(true);
                                thread.start();
                            }
                        }
                        case "classes" -> {
                            byte[] code = Dies.class.getResourceAsStream("Dies$Small.class").readAllBytes();
                            while (true) {
                                HELD.add(new Loader().make(code));
                            }
                        }
                        case "throws" -> throw new IllegalStateException("no");
                        case "waits" -> {
                            System.out.println("ready");
                            System.in.read();
                        }
                        default -> System.exit(Integer.parseInt(arguments[0]));
                    }
                }

                private static void heap() {
                    while (true) {
                        HELD.add(new byte[100_000]);
                    }
                }

                public static final class Small {
                    public int twice(int number) {
                        return 2 * number;
                    }
                }

                private static final class Loader extends ClassLoader {
                    Object make(byte[] code) throws Exception {
                        return defineClass(null, code, 0, code.length).getDeclaredConstructor().newInstance();
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofTheHeap(String jdk) throws Exception {
        assertThat(printed(jdk, 1, List.of(), "heap", "-Xmx64m")).contains("java.lang.OutOfMemoryError");
        assertThat(firstLines()).contains("Dies ran out of Java heap space (-Xmx64m), and ended with status 1.");
        // No smaller heap than the one that was too small.
        assertThat(report("memory"))
                .contains("It ran out of a heap of 64 MB, and how much more it needed is not known")
                .doesNotContain("up to 64 MB of live");
        assertThat(smallest("-Xmx")).isGreaterThanOrEqualTo(80);
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofTheHeapAtOnce(String jdk) throws Exception {
        assertThat(printed(jdk, 3, List.of(), "heap", "-Xmx64m", "-XX:+ExitOnOutOfMemoryError"))
                .contains("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        assertThat(firstLines()).contains("Dies ran out of Java heap space (-Xmx64m), and ended with status 3.");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofMetaspace(String jdk) throws Exception {
        assertThat(printed(jdk, 1, List.of(), "classes", "-XX:MaxMetaspaceSize=24m"))
                .contains("java.lang.OutOfMemoryError");
        assertThat(firstLines())
                .containsPattern(
                        "Dies ended with status 1, [\\d.]+ m?s after OutOfMemoryError: Metaspace \\(-XX:MaxMetaspaceSize=24m\\)\\.");
        assertThat(smallest("-XX:MaxMetaspaceSize=")).isGreaterThan(24);
    }

    /** The least that JDK 25 takes is 16 MB, whatever it is given. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void ofTheClassSpace(String jdk) throws Exception {
        assertThat(printed(jdk, 1, List.of(), "classes", "-XX:CompressedClassSpaceSize=16m"))
                .contains("java.lang.OutOfMemoryError: Compressed class space");
        assertThat(firstLines())
                .containsPattern("Dies ended with status 1, [\\d.]+ m?s after OutOfMemoryError: Compressed class space"
                        + " \\(-XX:CompressedClassSpaceSize=16m\\)\\.");
        assertThat(smallest("-XX:CompressedClassSpaceSize=")).isGreaterThan(16);
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofDirectMemory(String jdk) throws Exception {
        assertThat(printed(jdk, 1, List.of(), "direct", "-XX:MaxDirectMemorySize=32m"))
                .contains("bytes of direct buffer memory");
        assertThat(firstLines())
                .contains(
                        "Dies ran out of direct buffer memory (-XX:MaxDirectMemorySize=32m), and ended with status 1.");
        assertThat(smallest("-XX:MaxDirectMemorySize=")).isGreaterThan(32);
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofThreads(String jdk) throws Exception {
        try (ThreadGroupLimit limit = ThreadGroupLimit.of(80)) {
            assertThat(printed(jdk, 1, limit.prefix(), "thread")).contains("unable to create native thread");
        }
        assertThat(firstLines())
                .containsPattern(
                        "Dies ended with status 1, [\\d.]+ m?s after OutOfMemoryError: unable to create native thread"
                                + " \\(pids\\.max 80\\)\\.");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofSomethingElse(String jdk) throws Exception {
        assertThat(printed(jdk, 1, List.of(), "throws")).contains("IllegalStateException");
        assertThat(firstLines()).contains("Dies ended with status 1.").doesNotContain("OutOfMemory", "ran out");

        Files.move(capture(), folder.resolve("before.lw"));
        assertThat(printed(jdk, 0, List.of(), "0")).doesNotContain("Exception");
        assertThat(report("report")).doesNotContain("ended with status", "OutOfMemory", "ran out of");

        Files.move(capture(), folder.resolve("second.lw"));
        printed(jdk, 0, List.of(), "caught", "-Xmx64m");
        assertThat(report("report"))
                .doesNotContain("ended with status", "died of", "ran out of", "after OutOfMemoryError");
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void ofASignal(String jdk) throws Exception {
        List<String> words = words(jdk, List.of(), "waits");
        try (CommandProcess run = CommandProcess.start(folder, words.toArray(String[]::new))) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            run.signal("TERM");
            assertThat(run.status()).isEqualTo(143);
        }
        assertThat(report("report")).contains("info: Dies ended with status 143, as after SIGTERM.");
    }

    /** What goes to a file can be read again, and names the error itself. */
    @Test
    void whatIsPrintedToAFileNamesTheError() throws Exception {
        List<String> words = words("loomweight.jdk.newest", List.of(), "heap", "-Xmx64m");
        try (CommandProcess run = CommandProcess.start(folder, words.toArray(String[]::new))) {
            assertThat(run.status()).isEqualTo(1);
        }
        assertThat(firstLines())
                .contains("Dies died of OutOfMemoryError: Java heap space (-Xmx64m), and ended with status 1.")
                .doesNotContain("and not the process");
    }

    /** Runs it, and gives what it printed into a pipe. */
    private String printed(String jdk, int status, List<String> prefix, String how, String... options)
            throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        CommandProcess.words(words(jdk, prefix, how, options).toArray(String[]::new)))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Process run = builder.start();
        try {
            String printed = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(run.waitFor()).as(printed).isEqualTo(status);
            return printed;
        } finally {
            run.destroyForcibly().onExit().join();
        }
    }

    private List<String> words(String jdk, List<String> prefix, String how, String... options) throws IOException {
        Path source = folder.resolve("Dies.java");
        Files.writeString(source, SOURCE);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "--release", "21", "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        List<String> words = new ArrayList<>(List.of("run", "-o", "app.lw", "--"));
        words.addAll(prefix);
        words.add(Jdks.home(jdk).resolve("bin/java").toString());
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", folder.toString(), "Dies", how));
        return words;
    }

    /**
     * The smallest value of a flag that is proposed, in megabytes; the largest number where none is, as of a process that
     * died before its first snapshot.
     */
    private long smallest(String flag) {
        return Pattern.compile(Pattern.quote(flag) + "(\\d+)m\\b")
                .matcher(report("memory").replaceAll(" \\(" + flag + "\\d+m\\)", ""))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private String firstLines() {
        return report("report").substring(0, 700);
    }

    /** Without the breaks of lines. */
    private String report(String question) {
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), question, capture().toString());
        return out.toString().replaceAll("\\s+", " ");
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }
}
