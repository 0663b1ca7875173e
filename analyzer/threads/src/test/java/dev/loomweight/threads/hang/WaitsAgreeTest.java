package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import dev.loomweight.threads.judge.ThreadJudge;
import dev.loomweight.threads.waits.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No contradiction: each thread of each dump among the fixtures is asked what it waits for by {@code hang}, in its graph,
 * and by {@code waits}, in its profile.
 */
class WaitsAgreeTest {

    // What a kind of the graph may be called in the profile: one line each. Not made from the profile's own mapping.
    private static final Map<WaitKind, Set<String>> CALLED = new EnumMap<>(WaitKind.class);

    static {
        CALLED.put(WaitKind.NONE, Set.of("running", "active"));
        CALLED.put(WaitKind.CARRIER, Set.of("ready"));
        CALLED.put(WaitKind.MONITOR, Set.of("monitor"));
        // Dumps without states: frames show that a class is loaded, not whether that waits.
        CALLED.put(WaitKind.LOADER, Set.of("monitor", "active"));
        CALLED.put(WaitKind.LOCK, Set.of("lock"));
        CALLED.put(WaitKind.INITIALIZER, Set.of("initialization"));
        CALLED.put(WaitKind.POOL, Set.of("pool"));
        CALLED.put(WaitKind.LATCH, Set.of("result"));
        CALLED.put(WaitKind.SEMAPHORE, Set.of("permit"));
        CALLED.put(WaitKind.BARRIER, Set.of("result"));
        CALLED.put(WaitKind.CONDITION, Set.of("queue"));
        CALLED.put(WaitKind.NOTIFY, Set.of("notification"));
        CALLED.put(WaitKind.TASK, Set.of("result"));
        CALLED.put(WaitKind.JOIN, Set.of("result"));
        CALLED.put(WaitKind.ROOM, Set.of("queue"));
        CALLED.put(WaitKind.PARK, Set.of("parked"));
        CALLED.put(WaitKind.INPUT, Set.of("io"));
        CALLED.put(WaitKind.SLEEP, Set.of("sleep"));
        CALLED.put(WaitKind.WORK, Set.of("queue"));
    }

    static List<Path> dumps() throws IOException {
        Path folder = Path.of(Objects.requireNonNull(WaitsAgreeTest.class.getResource("/dumps"))
                .getPath());
        try (Stream<Path> files = Files.walk(folder)) {
            // Who owns locks is no dump.
            return files.filter(file -> String.valueOf(file.getFileName())
                            .matches("(?!(owners|scheduler|pollers)\\.txt).*\\.(json|txt)"))
                    .sorted()
                    .toList();
        }
    }

    private static List<DumpedThreads> read(Path file) {
        List<DumpedThreads> dumps = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(file), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                Coverage read = source.read(
                        Interest.in(DumpedThreads.class), () -> (origin, sample) -> dumps.add((DumpedThreads) sample));
                assertThat(read).isNotNull();
            }
        }
        return dumps;
    }

    private static WaitGraph graph(DumpedThreads dump) {
        return WaitGraph.of(Moment.of(List.of(dump)).getFirst(), List.of(), FrameLocks.NONE);
    }

    @ParameterizedTest
    @MethodSource("dumps")
    void bothSayTheSameOfEachThread(Path file) {
        List<DumpedThreads> dumps = read(file);
        assertThat(dumps).isNotEmpty();
        for (DumpedThreads dump : dumps) {
            WaitGraph graph = graph(dump);
            for (Party party : ThreadJudge.of(dump.threads())) {
                DumpedThread thread = party.thread();
                Party ofHang = Objects.requireNonNull(graph.ofId(party.id()));
                Resource resource = graph.waitsFor(ofHang.index());
                Wait wait = Wait.of(party);
                assertThat(
                                ofHang.isWoken()
                                        ? Set.of("ready")
                                        : CALLED.get(ofHang.waiting().kind()))
                        .as(thread.name() + " " + thread.frames())
                        .contains(wait.kind().id());
                if (wait.kind().isContention() && resource != null) {
                    assertThat(resource.lock() == null ? null : resource.lock().identity())
                            .as(thread.name() + " " + thread.frames())
                            .isEqualTo(wait.identity());
                }
            }
        }
    }

    /** The cases are worth something: most kinds are among the fixtures. */
    @Test
    void theFixturesHaveMostKinds() throws IOException {
        Set<WaitKind> seen = new HashSet<>();
        for (Path file : dumps()) {
            read(file)
                    .forEach(dump -> graph(dump)
                            .parties()
                            .forEach(party -> seen.add(party.waiting().kind())));
        }

        assertThat(seen)
                .contains(
                        WaitKind.NONE,
                        WaitKind.CARRIER,
                        WaitKind.MONITOR,
                        WaitKind.LOCK,
                        WaitKind.POOL,
                        WaitKind.LATCH,
                        WaitKind.NOTIFY,
                        WaitKind.INPUT,
                        WaitKind.SLEEP,
                        WaitKind.WORK);
    }
}
