package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.fold.Samples;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.jvm.StillCarriers.Still;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.OverdueThreads;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Virtual threads that have not begun, or are ready and have no carrier, in dumps of a program that says by their names
 * which these are.
 */
class ReadyThreadsTest {

    private static Path file(String name) {
        return Path.of(Objects.requireNonNull(ReadyThreadsTest.class.getResource("/dumps/queue/" + name), name)
                .getPath());
    }

    private static DumpedThreads read(String name) {
        List<DumpedThreads> dumps = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(file(name)), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                Coverage read = source.read(
                        Interest.in(DumpedThreads.class), () -> (origin, sample) -> dumps.add((DumpedThreads) sample));
                assertThat(read).isNotNull();
            }
        }
        return dumps.getFirst();
    }

    private static List<Party> ready(DumpedThreads dump) {
        return WaitGraph.of(Moment.of(List.of(dump)).getFirst(), List.of(), FrameLocks.NONE).parties().stream()
                .filter(party -> party.state().isReady())
                .toList();
    }

    private static Set<String> names(DumpedThreads dump) {
        return ready(dump).stream()
                .map(party -> party.thread().name().replaceFirst("-\\d+$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    // What carriers has, next to carriers that stand still.
    private static long readyOfCarriers(DumpedThreads dump) {
        HeldThreads threads = new HeldThreads(new Code(ClassPath.none()), List.of(), KnownFaults.own());
        threads.add(dump);
        return threads.of(List.of(new Still(1, "ForkJoinPool-1-worker-1", Instant.EPOCH, Instant.EPOCH, 0, 0)))
                .ready();
    }

    // What the profile counts.
    private static Cell readyOfWaits(String name) {
        Section section = Question.WAITS
                .ask(InputOptions.of(file(name)))
                .report()
                .sections()
                .getFirst();
        Table doing = Samples.block(section, "doing", Table.class);
        List<String> columns = doing.columns().stream().map(Table.Column::id).toList();
        return doing.rows().stream()
                .filter(row -> row.cells().getFirst().equals(Cell.text("ready, no carrier")))
                .map(row -> row.cells().get(columns.indexOf("threads")))
                .findFirst()
                .orElseThrow();
    }

    /** As many as the JVM itself has in the queue of its scheduler, which is what {@code carriers} reads. */
    @Test
    void theyAreThoseOfTheSchedulersQueue() throws IOException {
        Matcher queue = Pattern.compile("tasks = (\\d+), submissions = (\\d+)")
                .matcher(Files.readString(file("25-scheduler.log")));
        assertThat(queue.find()).isTrue();
        long queued = Long.parseLong(queue.group(1)) + Long.parseLong(queue.group(2));
        DumpedThreads dump = read("25.json");

        assertThat(ready(dump)).hasSize(15);
        assertThat(queued).isEqualTo(15);
        assertThat(readyOfCarriers(dump)).isEqualTo(15);
        assertThat(names(dump)).containsExactly("new", "slept", "unparked");
        assertThat(readyOfWaits("25.json")).isEqualTo(Cell.count(queued));
    }

    /** Without states a thread that was unparked stands where it parked: nothing shows that it could go on. */
    @Test
    void withoutStatesUnbegunAndAwakenedThreadsAreSeen() {
        DumpedThreads dump = read("21.json");

        assertThat(names(dump)).containsExactly("new", "slept");
        assertThat(ready(dump)).hasSize(10);
        assertThat(readyOfCarriers(dump)).isEqualTo(10);
        assertThat(readyOfWaits("21.json")).isEqualTo(Cell.count(10));
    }

    @Test
    void whileACarrierIsIdleNoneIsOverdue() {
        DumpedThreads dump = read("21.json");
        List<DumpedThread> threads = new ArrayList<>(dump.threads());
        threads.add(Dumps.platform(99, "ForkJoinPool-1-worker-9")
                .frames(List.of(Dumps.frame("java.util.concurrent.ForkJoinPool", "awaitWork", 1)))
                .build());
        OverdueThreads overdue = OverdueThreads.of(threads);

        assertThat(threads).noneMatch(overdue::contains);
    }

    @Test
    void aTimerThatIsLeftMayBeAnybodys() {
        DumpedThreads dump = read("21.json");
        List<DumpedThread> threads = new ArrayList<>(dump.threads());
        threads.add(Dumps.platform(99, "VirtualThread-unparker")
                .frames(List.of(Dumps.frame(
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "awaitNanos", 1)))
                .build());
        OverdueThreads overdue = OverdueThreads.of(threads);

        assertThat(threads).noneMatch(overdue::contains);
    }
}
