package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dumps of threads that wait 1,500 frames deep, of which the JVM writes 1,024: a virtual thread that parks below a native
 * method, a virtual thread in Object.wait, and a platform thread in Object.wait.
 */
class TruncatedDumpTest {

    private static final String PROGRAM = """
            import com.sun.management.HotSpotDiagnosticMXBean;
            import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
            import java.lang.management.ManagementFactory;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.locks.LockSupport;
            public class Deep {
                static final CountDownLatch IN = new CountDownLatch(3);
                public static void park(int frames) {
                    if (frames > 0) park(frames - 1);
                    else { IN.countDown(); while (true) LockSupport.park(); }
                }
                static void await(Object monitor, int frames) {
                    if (frames > 0) { await(monitor, frames - 1); return; }
                    synchronized (monitor) {
                        IN.countDown();
                        try { while (true) monitor.wait(); } catch (InterruptedException e) { }
                    }
                }
                static void reflect() {
                    try { Deep.class.getMethod("park", int.class).invoke(null, 1500); }
                    catch (ReflectiveOperationException e) { throw new AssertionError(e); }
                }
                public static void main(String[] args) throws Exception {
                    Thread parks = Thread.ofVirtual().name("parks").start(Deep::reflect);
                    Thread waits = Thread.ofVirtual().name("waits").start(() -> await(new Object(), 1500));
                    Thread platform = Thread.ofPlatform().daemon().name("platform").start(() -> await(new Object(), 1500));
                    IN.await();
                    for (Thread thread : new Thread[] {parks, waits, platform}) {
                        while (thread.getState() != Thread.State.WAITING) Thread.onSpinWait();
                    }
                    var bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
                    bean.dumpThreads(args[0] + ".json", ThreadDumpFormat.JSON);
                    bean.dumpThreads(args[0] + ".txt", ThreadDumpFormat.TEXT_PLAIN);
                    System.exit(0);
                }
            }
            """;

    private static final HeldNow HELD_NOW = new HeldNow();

    @TempDir
    private Path folder;

    @Test
    void before25JsonDoesNotShowWhetherSuchAThreadIsVirtual() throws Exception {
        dump("loomweight.jdk21");

        Section section = section("dump.json");
        assertThat(headline(section))
                .startsWith("1 of 2 carriers that have a virtual thread are held by one that waits. The stacks of 2"
                        + " threads are truncated at 1,024 frames, and do not show whether they are virtual: ");
        assertThat(causes(section)).containsExactly("unknown: the stack is truncated");
        Section text = section("dump.txt");
        assertThat(headline(text)).isEqualTo("2 of 2 carriers that have a virtual thread are held by one that waits.");
        assertThat(causes(text)).containsOnly("unknown: the stack is truncated");
    }

    @Test
    void from25OnTheDumpShowsIt() throws Exception {
        dump("loomweight.jdk.newest");

        for (String file : List.of("dump.json", "dump.txt")) {
            Section section = section(file);
            assertThat(headline(section))
                    .as(file)
                    .startsWith("1 of ")
                    .endsWith("that have a virtual thread are held by one that waits.");
            assertThat(causes(section)).as(file).containsExactly("unknown: the stack is truncated");
        }
    }

    private void dump(String jdk) throws Exception {
        Path source = Files.writeString(folder.resolve("Deep.java"), PROGRAM);
        assertThat(Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                        .run(null, null, null, "--release", "21", "-d", folder.toString(), source.toString()))
                .isZero();
        Process process = new ProcessBuilder(
                        Jdks.home(jdk).resolve("bin/java").toString(),
                        "-Djdk.reflect.useNativeAccessorOnly=true",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-cp",
                        folder.toString(),
                        "Deep",
                        folder.resolve("dump").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("out.txt")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private Section section(String file) {
        HeldNow.Dumps all = HELD_NOW.fold().empty();
        new TextSource(folder.resolve(file), new Origin("deep", null, file, Instrument.NMT))
                .read(HELD_NOW.fold().interest(), () -> all::add);
        return HELD_NOW.finish(all, Coverage.NONE);
    }

    private static String headline(Section section) {
        return ((Note) section.blocks().getFirst()).sentences().getFirst();
    }

    private static Stream<String> causes(Section section) {
        return ((Table) section.blocks().get(1))
                .rows().stream().map(row -> ((Cell.Text) row.cells().getFirst()).value());
    }
}
