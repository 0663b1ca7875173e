package dev.loomweight.threads.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentJar;
import dev.loomweight.launch.Attached;
import dev.loomweight.launch.TargetOwners;
import dev.loomweight.threads.random.program.RandomProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Runs random programs, and takes of each all that the JVM says of its threads, with the truth beside it, into a folder.
 *
 * <p>As {@code main}: {@code FOLDER JDK-HOME FEATURE FIRST-SEED COUNT}; each program gets a folder of that one, named for
 * its seed.
 */
public final class ProgramCapture {

    private static final Path SOURCES = Path.of("src/test/java/dev/loomweight/threads/random/program");
    private static final String LIBRARY = "src/test/resources/dumps/random/natives.c";
    private static final int FIRST_WITH_DUMPS_TO_FILE = 21;
    private static final int FIRST_WITH_SCHEDULER = 24;
    private static final long BETWEEN_DUMPS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Path classes;
    private final @Nullable Path library;
    private final Path agent;

    /**
     * Compiles the programs for the oldest JDK that runs them.
     *
     * @param work where classes, the agent and the library are made
     */
    ProgramCapture(Path work) throws Exception {
        classes = work.resolve("classes");
        agent = AgentJar.in(work).toAbsolutePath();
        List<String> arguments = new ArrayList<>(
                List.of("-d", classes.toString(), "-g", "-nowarn", "-Xlint:none", "-proc:none", "--release", "17"));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.map(Path::toString).sorted().forEach(arguments::add);
        }
        assertThat(Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                        .run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        library = library(work.resolve("libnatives.so"));
    }

    /** The native methods; null where no C compiler is at hand. */
    private static @Nullable Path library(Path library) throws InterruptedException {
        try {
            Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), LIBRARY)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return compiler.waitFor() == 0 ? library.toAbsolutePath() : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Runs a program, and takes its dumps.
     *
     * @param home of the JDK that runs it
     * @param feature the JDK's feature release
     * @param into a folder, which is made
     * @param heap whether to take a heap dump, which is large
     */
    void take(long seed, Path home, int feature, Path into, boolean heap) throws Exception {
        Files.createDirectories(into);
        RandomProgram program = new RandomProgram(seed, feature, library != null);
        List<String> command = new ArrayList<>(
                List.of(home.resolve("bin/java").toString(), "-XX:+UseSerialGC", "-Xmx48m", "-cp", classes.toString()));
        command.addAll(program.options());
        if (library != null) {
            command.add("-Dnatives=" + library);
        }
        command.add(RandomProgram.class.getName());
        command.add(Long.toString(seed));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> truth = new ArrayList<>(program.truth());
            String line = out.readLine();
            while (line != null && !line.equals(RandomProgram.READY)) {
                truth.add(line);
                line = out.readLine();
            }
            assertThat(line).as("seed %d on JDK %d", seed, feature).isEqualTo(RandomProgram.READY);
            Files.write(into.resolve("truth.txt"), truth);
            take(process.pid(), feature, into, heap);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void take(long pid, int feature, Path into, boolean heap) throws Exception {
        boolean toFile = feature >= FIRST_WITH_DUMPS_TO_FILE;
        try (Attached jvm = Attached.attach(pid)) {
            for (int i = 1; i <= 3; i++) {
                if (i > 1) {
                    LockSupport.parkNanos(BETWEEN_DUMPS_NANOS);
                }
                if (toFile) {
                    jvm.runWriting("Thread.dump_to_file -format=json", into.resolve(i + ".json"));
                    jvm.runWriting("Thread.dump_to_file", into.resolve(i + ".txt"));
                }
                if (!toFile || i == 2) {
                    print(jvm, "Thread.print -l", into.resolve(toFile ? "print.txt" : "print-" + i + ".txt"));
                }
                if (feature >= FIRST_WITH_SCHEDULER && i == 2) {
                    print(jvm, "Thread.vthread_scheduler", into.resolve("scheduler.txt"));
                    print(jvm, "Thread.vthread_pollers", into.resolve("pollers.txt"));
                }
            }
        }
        if (toFile) {
            TargetOwners.write(pid, agent, into, remark -> {});
        }
        if (heap) {
            try (Attached jvm = Attached.attach(pid)) {
                jvm.runWriting("GC.heap_dump", into.resolve("heap.hprof"));
            }
        }
    }

    /** What jcmd prints. */
    private static void print(Attached jvm, String command, Path file) throws IOException {
        Files.writeString(file, jvm.pid() + ":\n" + jvm.run(command));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path work = Files.createTempDirectory("random-programs");
        ProgramCapture capture = new ProgramCapture(work);
        long first = Long.parseLong(args[3]);
        for (long seed = first; seed < first + Long.parseLong(args[4]); seed++) {
            long start = System.nanoTime();
            try {
                capture.take(
                        seed, Path.of(args[1]), Integer.parseInt(args[2]), folder.resolve(Long.toString(seed)), true);
                System.out.println(
                        "seed " + seed + ": " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
            } catch (RuntimeException | AssertionError e) {
                System.out.println("seed " + seed + ": " + e);
            }
        }
    }
}
