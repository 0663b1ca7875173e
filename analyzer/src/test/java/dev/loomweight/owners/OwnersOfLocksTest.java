package dev.loomweight.owners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomweight.Jdks;
import dev.loomweight.agent.AgentJar;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.LineHolders;
import dev.loomweight.bytecode.LineMonitors;
import dev.loomweight.bytecode.LineMonitors.LineMonitor;
import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.kernel.diagnosis.ClassInitializations;
import dev.loomweight.launch.Attached;
import dev.loomweight.owners.LocksProcess.Truth;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Dumps.LockOwners.Owned;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Sample;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Who owns the locks of a program that says so itself: read from its heap dump, and by the agent that is loaded into it.
 */
@Tag("applications")
class OwnersOfLocksTest {

    static final List<String> BOTH = Jdks.BOTH;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("BOTH")
    void theAgentReadsTheOwnersInTheProcess(String jdk) throws Exception {
        Path file = folder.resolve("owners.txt");
        try (LocksProcess app = LocksProcess.start(jdk, folder.resolve("err.txt"))) {
            try (Attached jvm = Attached.attach(app.pid())) {
                jvm.loadAgent(AgentJar.in(folder), "owners=" + file);
            }
            LockOwners owners = read(file);

            assertThat(owners.from()).isEqualTo(LockOwners.From.AGENT);
            app.locks().forEach((name, truth) -> {
                Owned lock = waitedFor(owners, truth);
                assertThat(lock.lock().toString()).as(name).isEqualTo(truth.lock());
                assertOwner(app, name, truth, lock);
            });
            assertPools(app, owners);
            assertThat(Files.readString(folder.resolve("err.txt"))).doesNotContain("loomweight agent");
            // Nothing is overwritten, and the application goes on.
            byte[] before = Files.readAllBytes(file);
            try (Attached jvm = Attached.attach(app.pid())) {
                jvm.loadAgent(AgentJar.in(folder), "owners=" + file);
            }
            assertThat(file).hasBinaryContent(before);
            assertThat(Files.readString(folder.resolve("err.txt"))).contains("could not write the owners of locks");
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aHeapDumpHasTheOwners(String jdk) throws Exception {
        Path file = folder.resolve("locks.hprof");
        try (LocksProcess app = LocksProcess.start(jdk, folder.resolve("err.txt"))) {
            app.command("GC.heap_dump " + file);
            LockOwners owners = read(file);

            assertThat(owners.from()).isEqualTo(LockOwners.From.HEAP);
            app.locks().forEach((name, truth) -> {
                Owned lock = waitedFor(owners, truth);
                assertThat(lock.lock().className()).as(name).isEqualTo(truth.className());
                assertOwner(app, name, truth, lock);
            });
            assertPools(app, owners);
            assertThat(read(packed(file))).isEqualTo(owners);
        }
        damage(Files.readAllBytes(file));
    }

    /** Where a dump has what class files show only as candidates, both must agree. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void classFilesShowWhoMayHoldMonitorsAndWaitForClasses(String jdk) throws Exception {
        Path file = folder.resolve("threads.json");
        try (LocksProcess app = LocksProcess.start(jdk, folder.resolve("err.txt"));
                ClassPath path = ClassPath.of(List.of(LocksProcess.classes().toString()), Jdks.home(jdk), 21)) {
            app.command("Thread.dump_to_file -format=json " + file);
            DumpedThreads dump = read(file, DumpedThreads.class);
            Code code = new Code(path);
            LineHolders holders = new LineHolders(code);
            int known = 0;
            for (DumpedThread thread : dump.threads()) {
                List<LineMonitor> held = holders.of(thread.frames()).held();
                for (DumpedThread.Held fact : thread.locks().monitors()) {
                    known++;
                    assertThat(held)
                            .as(thread.name() + " " + fact)
                            .anySatisfy(may -> assertThat(may.depth()).isEqualTo(fact.depth()));
                }
            }
            assertThat(known > 0).isEqualTo(!jdk.equals("loomweight.jdk21"));

            assertMonitors(holders, thread(dump, app, "leftThenRight"), "LEFT", "RIGHT");
            assertMonitors(holders, thread(dump, app, "rightThenLeft"), "RIGHT", "LEFT");
            String name = LocksApp.class.getName();
            long first = app.thread("needsFirst");
            long second = app.thread("needsSecond");
            assertThat(new ClassInitializations(code).of(dump.threads()).waits())
                    .extracting(
                            ClassInitializations.Wait::thread,
                            ClassInitializations.Wait::className,
                            wait -> wait.owner().thread(),
                            ClassInitializations.Wait::certain)
                    .containsExactlyInAnyOrder(
                            tuple(first, name + "$Second", second, true), tuple(second, name + "$First", first, true));
        }
    }

    private static void assertMonitors(LineHolders holders, DumpedThread thread, String held, String entered) {
        LineMonitors monitors = holders.of(thread.frames());
        String prefix = LocksApp.class.getName() + ".";
        assertThat(monitors.held()).anySatisfy(monitor -> {
            assertThat(monitor.object()).isEqualTo(prefix + held);
            assertThat(monitor.one()).isTrue();
            assertThat(monitor.certain()).isTrue();
        });
        assertThat(monitors.entering()).extracting(LineMonitor::object).containsExactly(prefix + entered);
    }

    private static DumpedThread thread(DumpedThreads dump, LocksProcess app, String name) {
        return dump.threads().stream()
                .filter(thread -> thread.id() == app.thread(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertOwner(LocksProcess app, String name, Truth truth, Owned lock) {
        LockOwners.Owner owner = lock.owner();
        assertThat(owner == null ? 0 : owner.id()).as(name).isEqualTo(truth.owner());
        if (owner != null) {
            assertThat(owner.name()).as(name).isEqualTo(app.name(owner.id()));
            assertThat(owner.ended()).as(name).isEqualTo(name.equals("dead"));
        }
        switch (name) {
            case "latch" -> assertThat(lock.permits()).isEqualTo(3);
            case "semaphore" -> assertThat(lock.permits()).isZero();
            case "join" -> assertThat(lock.permits()).isEqualTo(1);
            // One reader, which it names: above 16 bits for the writer, above 32 on newer JDKs.
            case "read" -> assertThat(lock.permits()).isIn(1L << 16, 1L << 32);
            default -> {}
        }
    }

    /** A result that comes at a time limit needs no thread of the pool. */
    private static void assertPools(LocksProcess app, LockOwners owners) {
        assertThat(app.pools()).containsOnlyKeys("submits", "supplies", "limited");
        app.pools()
                .forEach((name, thread) -> assertThat(waitedFor(owners, thread).pool())
                        .as(name)
                        .isEqualTo(name.equals("limited") ? List.of() : List.of(thread)));
    }

    private static Owned waitedFor(LockOwners owners, Truth truth) {
        return waitedFor(owners, truth.waiter());
    }

    private static Owned waitedFor(LockOwners owners, long thread) {
        List<Owned> found = owners.locks().stream()
                .filter(lock -> lock.waiters().contains(thread))
                .toList();
        assertThat(found).as("what %d waits for", thread).hasSize(1);
        return found.getFirst();
    }

    /** What is cut anywhere, or has other bytes, is refused in one line, or read as far as it makes sense. */
    private void damage(byte[] dump) throws Exception {
        Path file = folder.resolve("damaged.hprof");
        for (int tenth = 1; tenth < 10; tenth += 2) {
            Files.write(file, Arrays.copyOf(dump, (int) (dump.length * (long) tenth / 10)));
            assertThatThrownBy(() -> read(file))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("damaged.hprof: this heap dump is truncated or damaged")
                    .hasMessageNotContaining("\n");
        }
        for (int i = 0; i < 8; i++) {
            byte[] other = dump.clone();
            for (int at = 40 + i; at < other.length; at += 4_099 + 17 * i) {
                other[at] ^= (byte) (1 << i);
            }
            Files.write(file, other);
            try {
                read(file);
            } catch (DataException e) {
                assertThat(e.getMessage()).contains("damaged.hprof").doesNotContain("\n");
            }
        }
    }

    private static Path packed(Path file) throws Exception {
        Path packed = file.resolveSibling("packed.hprof.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        return packed;
    }

    private static LockOwners read(Path file) {
        return read(file, LockOwners.class);
    }

    private static <S extends Sample> S read(Path file, Class<S> type) {
        List<S> all = new ArrayList<>();
        SampleSink sink = (origin, sample) -> all.add(type.cast(sample));
        try (Inputs inputs = Inputs.open(List.of(file), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                source.read(Interest.in(type), () -> sink);
            }
        }
        assertThat(all).hasSize(1);
        return all.getFirst();
    }
}
