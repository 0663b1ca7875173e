package dev.loomweight.threads.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.DumpedProcesses;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.Sample;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** More dumps of a process never say less: what is certain without a {@code Thread.print} is certain with it. */
class MoreDumpsTest {

    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final int MOST = 4;

    private record Dump(DumpedProcesses.Sign sign, DumpedThreads threads) {}

    record Dumped(String name, List<DumpedThreads> dumps) {

        private List<DumpedThreads> of(Kind kind) {
            return dumps.stream().filter(dump -> dump.kind() == kind).toList();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A hang: its verdict and the ids of the threads that it is about. */
    private record Certain(String id, Set<Long> threads) {}

    /** The processes of which JSON was kept. */
    static List<Dumped> processes() throws IOException {
        Map<String, List<Dump>> folders = new TreeMap<>();
        Map<String, Long> ids = new HashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(DUMPS)) {
            files = all.filter(path -> path.toString().matches(".*\\.(json|txt)"))
                    .filter(path -> !path.toString().contains("pasted"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String folder = DUMPS.relativize(file.getParent()).toString();
            folders.computeIfAbsent(folder, key -> new ArrayList<>()).addAll(read(file, ids));
        }
        List<Dumped> processes = new ArrayList<>();
        folders.forEach((folder, dumps) -> {
            for (List<Dump> process : DumpedProcesses.group(dumps, Dump::sign, ids)) {
                Dumped found = new Dumped(
                        folder + " " + process.getFirst().sign().file().replaceFirst(".*/", ""),
                        process.stream().map(Dump::threads).toList());
                if (!found.of(Kind.JSON).isEmpty()) {
                    processes.add(found);
                }
            }
        });
        assertThat(processes).hasSizeGreaterThan(15);
        return processes;
    }

    private static List<Dump> read(Path file, Map<String, Long> ids) {
        List<Dump> dumps = new ArrayList<>();
        try (Inputs inputs = Inputs.open(List.of(file), ReaderChoice.AUTO)) {
            for (Source source : inputs.sources()) {
                assertThat(source.read(Interest.in(DumpedThreads.class, ProcessId.class), () -> (origin, sample) -> {
                            if (sample instanceof DumpedThreads threads) {
                                dumps.add(new Dump(DumpedProcesses.signOf(origin, threads), threads));
                            } else if (sample instanceof ProcessId process) {
                                ids.put(origin.file(), process.pid());
                            }
                        }))
                        .isNotNull();
            }
        }
        return dumps;
    }

    private static List<Certain> certain(List<DumpedThreads> dumps) {
        List<WaitGraph> graphs = Moment.telling(Moment.of(dumps)).stream()
                .map(moment -> WaitGraph.of(moment, List.<Sample>of(), FrameLocks.NONE))
                .toList();
        Movement.carryOwners(graphs);
        return HangResult.of(graphs, 0, false).hangs().stream()
                .map(hang -> new Certain(
                        hang.id(), hang.parties().stream().map(Party::id).collect(Collectors.toSet())))
                .toList();
    }

    /** What {@code Thread.print} would have of the platform threads of a dump. */
    private static DumpedThreads printOf(DumpedThreads dump) {
        List<DumpedThread> platform = dump.threads().stream()
                .filter(thread -> !thread.isVirtual())
                .map(thread -> new DumpedThread(
                        thread.id(),
                        thread.name(),
                        false,
                        thread.state(),
                        Running.carrying(thread.running().carries()),
                        thread.frames(),
                        Locks.NONE))
                .toList();
        return new DumpedThreads(Kind.PRINT, dump.time(), dump.runtime(), platform);
    }

    private static DumpedThreads at(@Nullable Instant time, DumpedThreads dump) {
        return new DumpedThreads(dump.kind(), time, dump.runtime(), dump.threads());
    }

    private static <T> List<List<T>> subsets(List<T> all) {
        List<T> some = all.subList(0, Math.min(MOST, all.size()));
        List<List<T>> subsets = new ArrayList<>();
        for (int bits = 1; bits < 1 << some.size(); bits++) {
            List<T> subset = new ArrayList<>();
            for (int i = 0; i < some.size(); i++) {
                if ((bits & 1 << i) != 0) {
                    subset.add(some.get(i));
                }
            }
            subsets.add(subset);
        }
        return subsets;
    }

    /** A print of its own time, before all, after all, between them, and without a time. */
    private static List<DumpedThreads> prints(Dumped process) {
        List<DumpedThreads> json = process.of(Kind.JSON);
        List<DumpedThreads> prints = new ArrayList<>();
        List<DumpedThreads> real = process.of(Kind.PRINT);
        // Where none was kept, one that knows no more than the JSON.
        (real.isEmpty() ? json.stream().map(MoreDumpsTest::printOf) : real.stream()).forEach(print -> {
            prints.add(print);
            prints.add(at(null, print));
            Instant first = json.getFirst().time();
            for (Duration after : List.of(Duration.ofHours(-1), Duration.ofSeconds(1), Duration.ofHours(1))) {
                prints.add(at((first == null ? Instant.EPOCH : first).plus(after), print));
            }
        });
        return prints;
    }

    @ParameterizedTest
    @MethodSource("processes")
    void aThreadPrintTakesNothingAway(Dumped process) {
        List<DumpedThreads> kept = process.dumps().stream()
                .sorted((one, other) -> one.kind().compareTo(other.kind()))
                .toList();
        for (List<DumpedThreads> some : subsets(kept)) {
            if (some.stream().noneMatch(dump -> dump.kind() == Kind.JSON)) {
                continue;
            }
            List<Certain> before = certain(some);
            for (DumpedThreads print : prints(process)) {
                for (boolean first : List.of(true, false)) {
                    List<DumpedThreads> more = new ArrayList<>(some);
                    more.add(first ? 0 : more.size(), print);
                    List<Certain> after = certain(more);
                    assertThat(before)
                            .as(
                                    "%s and a print of %s",
                                    some.stream().map(DumpedThreads::kind).toList(), print.time())
                            .allSatisfy(hang -> assertThat(after)
                                    .anyMatch(one -> one.id().equals(hang.id())
                                            && one.threads().containsAll(hang.threads())));
                }
            }
        }
    }

    /** In any order of the files, before or after the JSON that the print belongs to. */
    @ParameterizedTest
    @CsvSource({
        "pool-21,        fullPool",
        "carriers-21,    carriersExhausted",
        "carriers-25,    carriersExhausted",
        "initializer-21, classLoading",
        "initializer-25, classLoading"
    })
    void aHangStaysWhatItIsWithAThreadPrint(String name, String verdict) {
        Path folder = DUMPS.resolve("closed");
        List<Path> files = new ArrayList<>(Stream.of("-a.json", "-b.json", "-print.txt")
                .map(end -> folder.resolve(name + end))
                .toList());
        for (int i = 0; i < files.size(); i++) {
            Section hang = Question.HANG
                    .ask(InputOptions.of(files.toArray(Path[]::new)))
                    .report()
                    .sections()
                    .getFirst();

            assertThat(hang.findings()).first().extracting(Finding::id).isEqualTo(verdict);
            assertThat(hang.findings().getFirst().summary()).contains("the same in both dumps");
            assertThat(hang.blocks())
                    .filteredOn(Note.class::isInstance)
                    .asString()
                    .as("a print was given")
                    .doesNotContain("Without Thread.print");
            Collections.rotate(files, 1);
        }
    }
}
