package dev.loomweight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Origin.Instrument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which files are of one process. */
class DumpedProcessesTest {

    private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");

    private record Dump(Origin origin, DumpedThreads threads) {
        DumpedProcesses.Sign sign() {
            return DumpedProcesses.signOf(origin, threads);
        }
    }

    // What a JVM has, whatever it runs.
    private static List<DumpedThread> threads(DumpedThread... more) {
        List<DumpedThread> all = new ArrayList<>();
        for (String name : List.of("Reference Handler", "Finalizer", "Common-Cleaner")) {
            all.add(thread(9 + all.size(), name, "java.lang.Thread", false, Quantity.of(10)));
        }
        all.addAll(Arrays.asList(more));
        return all;
    }

    private static DumpedThread thread(long id, String name, String begins, boolean virtual, Quantity cpu) {
        Frame frame = new Frame(begins, "run", "", 1, -1, 0, "");
        return new DumpedThread(id, name, virtual, null, Running.NONE, List.of(frame), Locks.NONE, "", cpu);
    }

    private static DumpedThread worker(long id, String name) {
        return thread(id, name, "com.acme.Worker", false, DumpedThread.NOT_SHOWN);
    }

    private static Dump file(String name, @Nullable Integer seconds, String runtime, List<DumpedThread> threads) {
        return new Dump(
                new Origin(name, null, "/tmp/" + name, Instrument.THREAD_DUMP),
                new DumpedThreads(
                        DumpedThreads.Kind.JSON,
                        seconds == null ? null : START.plusSeconds(seconds),
                        runtime,
                        threads));
    }

    private static List<List<String>> processes(Map<String, Long> ids, Dump... dumps) {
        List<List<String>> found = null;
        for (int i = 0; i < 5; i++) {
            List<Dump> shuffled = new ArrayList<>(List.of(dumps));
            Collections.shuffle(shuffled, new Random(i));
            List<List<String>> names = DumpedProcesses.group(shuffled, Dump::sign, ids).stream()
                    .map(group ->
                            group.stream().map(dump -> dump.origin().subject()).toList())
                    .toList();
            assertThat(found == null ? names : found).isEqualTo(names);
            found = names;
        }
        return found == null ? List.of() : found;
    }

    @Test
    void filesOfOneProcessAreItsMomentsInTheOrderOfTime() {
        List<DumpedThread> threads = threads(worker(30, "a"), worker(31, "b"));

        assertThat(processes(
                        Map.of(),
                        file("late.json", 20, "21", threads),
                        file("early.json", 0, "21", threads),
                        file("none.json", null, "21", threads),
                        file("middle.json", 10, "21", threads)))
                .containsExactly(List.of("early.json", "middle.json", "late.json", "none.json"));
    }

    /** Requests come and go, one virtual thread each: they say nothing. */
    @Test
    void virtualThreadsAreOthersInEachDump() {
        DumpedThread[] one = new DumpedThread[200];
        DumpedThread[] two = new DumpedThread[200];
        for (int i = 0; i < 200; i++) {
            one[i] = thread(100 + i, "", "java.lang.VirtualThread", true, Quantity.of(0));
            two[i] = thread(500 + i, "", "java.lang.VirtualThread", true, Quantity.of(0));
        }

        assertThat(processes(Map.of(), file("1.json", 0, "21", threads(one)), file("2.json", 2, "21", threads(two))))
                .containsExactly(List.of("1.json", "2.json"));
    }

    @Test
    void otherThreadsOfTheSameIdsAreOfAnotherProcess() {
        assertThat(processes(
                        Map.of(),
                        file("1.json", 0, "21", threads(worker(30, "a"), worker(31, "b"), worker(32, "c"))),
                        file("2.json", 2, "21", threads(worker(30, "x"), worker(31, "y"), worker(32, "z")))))
                .hasSize(2);
    }

    @Test
    void aThreadThatBeganInAnotherMethodIsAnother() {
        assertThat(processes(
                        Map.of(),
                        file("1.json", 0, "21", threads(thread(1, "main", "com.acme.Shop", false, Quantity.of(0)))),
                        file("2.json", 2, "21", threads(thread(1, "main", "com.acme.Stock", false, Quantity.of(0))))))
                .hasSize(2);
    }

    @Test
    void oneThreadOfManyMayBeRenamed() {
        assertThat(processes(
                        Map.of(),
                        file("1.json", 0, "21", threads(worker(30, "idle"), worker(31, "b"))),
                        file("2.json", 2, "21", threads(worker(30, "GET /cart"), worker(31, "b")))))
                .hasSize(1);
    }

    /** Replicas have the same threads under the same ids. */
    @Test
    void theIdOfTheProcessTellsReplicasApart() {
        List<DumpedThread> threads = threads(worker(30, "a"), worker(31, "b"));
        Dump one = file("1.json", 0, "21", threads);
        Dump two = file("2.json", 2, "21", threads);

        assertThat(processes(Map.of("/tmp/1.json", 17L, "/tmp/2.json", 18L), one, two))
                .hasSize(2);
        assertThat(processes(Map.of("/tmp/1.json", 17L, "/tmp/2.json", 17L), one, two))
                .hasSize(1);
        assertThat(processes(Map.of("/tmp/1.json", 17L), one, two)).hasSize(1);
    }

    @Test
    void processorTimeNeverDecreases() {
        List<DumpedThread> one = threads(thread(30, "a", "com.acme.Worker", false, Quantity.of(5_000)));
        List<DumpedThread> two = threads(thread(30, "a", "com.acme.Worker", false, Quantity.of(4_000)));

        assertThat(processes(Map.of(), file("1.txt", 0, "21", one), file("2.txt", 2, "21", two)))
                .hasSize(2);
        assertThat(processes(Map.of(), file("1.txt", 2, "21", one), file("2.txt", 0, "21", two)))
                .hasSize(1);
        assertThat(processes(Map.of(), file("1.txt", null, "21", one), file("2.txt", 0, "21", two)))
                .as("which was first is not known")
                .hasSize(1);
    }

    @Test
    void anotherVersionOfTheJdkIsAnotherProcess() {
        assertThat(processes(
                        Map.of(),
                        file("1.json", 0, "21.0.8+9-LTS", threads()),
                        file("2.json", 2, "21.0.9+10-LTS", threads())))
                .hasSize(2);
        assertThat(processes(
                        Map.of(),
                        file("1.json", 0, "21.0.8+9-LTS", threads()),
                        file("2.txt", 2, "21.0.8", threads()),
                        file("3.txt", 4, "", threads())))
                .hasSize(1);
    }

    @Test
    void dumpsOfACaptureAreOfItsProcess() {
        Dump one = new Dump(
                new Origin("shop", null, "/tmp/shop.lw/dumps/1.json", Instrument.THREAD_DUMP),
                file("1.json", 0, "21", threads(worker(30, "a"))).threads());
        Dump two = new Dump(
                new Origin("shop", null, "/tmp/shop.lw/dumps/2.json", Instrument.THREAD_DUMP),
                file("2.json", 2, "21", threads(worker(30, "x"), worker(40, "y")))
                        .threads());

        assertThat(DumpedProcesses.group(List.of(two, one), Dump::sign, Map.of()))
                .containsExactly(List.of(one, two));
    }
}
