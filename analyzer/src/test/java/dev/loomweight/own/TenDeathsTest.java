package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentCaptures;
import dev.loomweight.agent.MemoryLimit;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that die of ten causes, under {@code run}, {@code record} and the agent: the first lines of each report have the
 * cause, its bound, and the part that was too large. The oracle is what the program does.
 */
@Tag("applications")
class TenDeathsTest {

    private static final String LIMIT = "256 MB";

    /** Of what it dies; what the first lines have matches the pattern. */
    // A list of options that nothing changes, which the checker cannot see.
    @SuppressWarnings("ImmutableEnumChecker")
    enum Cause {
        HEAP("heap", "(ran out of|died of OutOfMemoryError:) Java heap space \\(-Xmx64m\\)", "-Xmx64m"),
        HEAP_AT_ONCE(
                "heap",
                "(ran out of|died of OutOfMemoryError:) Java heap space \\(-Xmx64m\\)",
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError"),
        METASPACE("classes", "OutOfMemoryError: Metaspace \\(-XX:MaxMetaspaceSize=32m\\)", "-XX:MaxMetaspaceSize=32m"),
        CLASS_SPACE(
                "classes",
                "OutOfMemoryError: Compressed class space \\(-XX:CompressedClassSpaceSize=16m\\)",
                "-XX:CompressedClassSpaceSize=16m"),
        DIRECT(
                "direct",
                "(ran out of|died of OutOfMemoryError:) direct buffer memory \\(-XX:MaxDirectMemorySize=32m\\)",
                "-XX:MaxDirectMemorySize=32m"),
        THREADS("threads", "OutOfMemoryError: unable to create native thread \\(pids\\.max (is )?100\\)"),
        KILLED_HEAP("eatHeap", "for lack of memory: .*" + LIMIT + ".* What grew most: [^.]*heap", "-Xmx1g"),
        KILLED_DIRECT("eatDirect", "for lack of memory: .*" + LIMIT + ".* What grew most: direct buffers", "-Xmx1g"),
        KILLED_MALLOC(
                "eatMalloc", "for lack of memory: .*" + LIMIT + ".* What grew most: malloc of native code", "-Xmx1g"),
        CRASH("address", "crashed: SIGSEGV \\(0xb\\) in .*, on the thread order-worker");

        private final String how;
        private final String firstLines;
        private final List<String> options;

        Cause(String how, String firstLines, String... options) {
            this.how = how;
            this.firstLines = firstLines;
            this.options = List.of(options);
        }

        private boolean isKill() {
            return name().startsWith("KILLED");
        }
    }

    /** What captures. */
    enum Collector {
        RUN,
        RECORD,
        AGENT
    }

    private static final String SOURCE = """
            import java.nio.ByteBuffer;
            import java.util.ArrayList;
            import java.util.List;
            import java.util.concurrent.locks.LockSupport;

            public final class Dies {
                static final List<Object> HELD = new ArrayList<>();

                public static void main(String[] arguments) throws Exception {
                    byte[] code = Dies.class.getResourceAsStream("Dies$Small.class").readAllBytes();
                    System.out.println("ready");
                    System.in.read();
                    while (true) {
                        switch (arguments[0]) {
                            case "heap" -> HELD.add(new byte[100_000]);
                            case "classes" -> HELD.add(new Loader().make(code));
                            case "direct" -> HELD.add(ByteBuffer.allocateDirect(1 << 20));
                            case "threads" -> {
                                Thread thread = new Thread(LockSupport::park);
                                thread.setDaemon(true);
                                thread.start();
                            }
                            case "eatHeap" -> HELD.add(touched(new byte[1 << 20]));
                            case "eatDirect" -> {
                                ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
                                while (buffer.hasRemaining()) {
                                    buffer.put((byte) 1);
                                }
                                HELD.add(buffer);
                            }
                            case "eatMalloc" -> {
                                for (int i = 0; i < 4; i++) {
                                    java.util.zip.Deflater deflater = new java.util.zip.Deflater();
                                    deflater.setInput(new byte[1000]);
                                    deflater.deflate(new byte[100]);
                                    HELD.add(deflater);
                                }
                            }
                            case "address" -> {
                                Thread worker = new Thread(Dies::write, "order-worker");
                                worker.start();
                                worker.join();
                            }
                            default -> throw new IllegalArgumentException(arguments[0]);
                        }
                        if (arguments[0].startsWith("eat")) {
                            LockSupport.parkNanos(25_000_000);
                        }
                    }
                }

                private static byte[] touched(byte[] block) {
                    java.util.Arrays.fill(block, (byte) 1);
                    return block;
                }

                private static void write() {
                    try {
                        var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
                        field.setAccessible(true);
                        ((sun.misc.Unsafe) field.get(null)).putInt(8L, 1);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
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

    /** Each cause by each collector, on the one JDK or the other in turns: a death takes some ten seconds. */
    static Stream<Arguments> all() {
        List<Arguments> all = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            for (Collector collector : Collector.values()) {
                all.add(Arguments.of(Jdks.BOTH.get(all.size() % Jdks.BOTH.size()), cause, collector));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{1} {2} {0}")
    @MethodSource("all")
    void theFirstLinesSayWhatEndedIt(String jdk, Cause cause, Collector collector) throws Exception {
        compile();
        MemoryLimit memory = cause.isKill() ? MemoryLimit.of(256L << 20) : null;
        ThreadGroupLimit threads = cause == Cause.THREADS ? ThreadGroupLimit.of(100) : null;
        try (memory;
                threads) {
            assumeTrue(memory == null || memory.isKernels(), "no control group can be made here");
            List<String> words = new ArrayList<>();
            words.addAll(memory == null ? List.of() : memory.prefix());
            words.addAll(threads == null ? List.of() : threads.prefix());
            words.addAll(java(jdk, cause, collector));
            switch (collector) {
                case RUN -> run(words);
                case RECORD -> record(words);
                case AGENT -> {
                    die(words);
                    // The same application once more, as after a restart, in another group or none.
                    restart(java(jdk, cause, collector));
                }
            }
        }
        String report = report();
        assertThat(report.substring(report.indexOf("problem: "), report.indexOf("How it ended")))
                .as(report)
                .matches("problem: (The kernel killed |The JVM of )?Dies [^■]*?" + cause.firstLines + ".*");
        assertThat(report).doesNotContain("not by the kernel");
        if (cause == Cause.THREADS) {
            assertThat(report)
                    .matches(".* recorded starts of platform threads, \\d+ were at Dies\\.main:"
                            + lineOf("thread.start()") + "[.,].*");
        }
    }

    private static long lineOf(String code) {
        return SOURCE.substring(0, SOURCE.indexOf(code)).lines().count();
    }

    private void run(List<String> words) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "-o", "app.lw", "--"));
        all.addAll(words);
        try (CommandProcess run = CommandProcess.start(folder, all.toArray(String[]::new))) {
            run.await("ready");
            AgentCaptures.untilSampled(capture());
            run.say("die");
            assertThat(run.status()).isNotZero();
        }
    }

    private void record(List<String> words) throws Exception {
        Process app = start(words);
        try (CommandProcess record = CommandProcess.start(
                folder, "record", Long.toString(app.pid()), "--duration", "until-ctrl-c", "-o", "app.lw")) {
            AgentCaptures.untilSampled(capture());
            say(app);
            assertThat(app.waitFor()).isNotZero();
            assertThat(record.status()).isZero();
        } finally {
            app.destroyForcibly().onExit().join();
        }
    }

    private void die(List<String> words) throws Exception {
        Process app = start(words);
        try {
            // The limit on threads is read after the first snapshot.
            AgentCaptures.untilBegun(capture());
            say(app);
            assertThat(app.waitFor()).isNotZero();
        } finally {
            app.destroyForcibly().onExit().join();
        }
    }

    private void restart(List<String> words) throws IOException {
        Process again = start(words);
        try {
            AgentCaptures.untilSampled(folder.resolve("app-2.lw"));
        } finally {
            again.destroyForcibly().onExit().join();
        }
    }

    private Process start(List<String> words) throws IOException {
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        Process app = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        AgentCaptures.until("the start of the program", () -> {
            try {
                return Files.readString(printed).contains("ready");
            } catch (IOException e) {
                return false;
            }
        });
        return app;
    }

    private static void say(Process app) throws IOException {
        app.getOutputStream().write('d');
        app.getOutputStream().flush();
    }

    private List<String> java(String jdk, Cause cause, Collector collector) throws Exception {
        List<String> words =
                new ArrayList<>(List.of(Jdks.home(jdk).resolve("bin/java").toString()));
        words.addAll(cause.options);
        words.addAll(List.of("-XX:-UseContainerSupport", "-XX:-CreateCoredumpOnCrash"));
        if (collector != Collector.RUN) {
            words.add("-XX:NativeMemoryTracking=summary");
        }
        if (collector == Collector.AGENT) {
            words.add("-javaagent:" + AgentCaptures.jar(folder) + "=out=" + capture() + ",metrics=none,min-free=1m");
        }
        words.addAll(List.of("-cp", folder.toString(), "Dies", cause.how));
        return words;
    }

    private void compile() throws IOException {
        // Not for a release: that hides sun.misc.Unsafe.
        Compiled.into(folder, "Dies.java", SOURCE, "-source", "21", "-target", "21");
    }

    /** Without the breaks of lines. */
    private String report() {
        StringWriter out = new StringWriter();
        CliRun.run(out, new StringWriter(), "report", capture().toString());
        return out.toString().replaceAll("\\s+", " ");
    }

    private Path capture() {
        return folder.resolve("app.lw");
    }
}
