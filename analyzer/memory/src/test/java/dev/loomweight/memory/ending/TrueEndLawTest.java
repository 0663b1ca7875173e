package dev.loomweight.memory.ending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.input.text.TextSource;
import dev.loomweight.memory.ending.TrueEnd.Kind;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Of a random end, all texts that are written of it are judged in every combination: no cause is wrong, each has what its text
 * has, and more texts never make it less.
 */
class TrueEndLawTest {

    private static final int ENDS = 60;

    private static final Set<String> UNDECIDED = Set.of("killed", "killedInGroup");

    @TempDir
    private Path folder;

    @Test
    void anyTextsOfAnEndHaveItsCauseAndMoreTextsNeverLess() throws IOException {
        long seed = System.nanoTime();
        for (int i = 0; i < ENDS; i++) {
            long own = seed + i;
            TrueEnd end = TrueEnd.of(new Random(own));
            Map<String, String> texts = end.texts();
            List<String> names = List.copyOf(texts.keySet());
            Map<String, List<Read>> read = new LinkedHashMap<>();
            for (String name : names) {
                read.put(name, read(name, texts.getOrDefault(name, "")));
            }
            List<Set<String>> causes = new ArrayList<>();
            for (int subset = 0; subset < 1 << names.size(); subset++) {
                int chosen = subset;
                List<String> given = names.stream()
                        .filter(name -> (chosen >> names.indexOf(name) & 1) == 1)
                        .toList();
                List<Finding> found = judge(read, given);
                Supplier<String> about =
                        () -> "seed " + own + ", " + end.kind() + " by " + given + ":\n" + texts + "\n" + found;
                Set<String> ids = found.stream().map(Finding::id).collect(Collectors.toSet());
                causes.add(ids);
                if (subset == 0) {
                    continue;
                }
                assertThat(ids).as(about).isNotEmpty().isSubsetOf(sound(end.kind()));
                assertThat(ids).as(about).containsAnyElementsOf(complete(end.kind(), given));
                wording(end, given, found, about);
                for (int less = 1; less < subset; less++) {
                    // By whom is decided by more; which process of the container it was, by the kernel alone.
                    if ((less & subset) == less && !UNDECIDED.containsAll(causes.get(less))) {
                        assertThat(ids).as(about).containsAll(causes.get(less));
                    }
                }
            }
        }
    }

    /** What may be said of it by any text. */
    private static Set<String> sound(Kind kind) {
        return switch (kind) {
            case OWN, SHARED, NEIGHBOURS -> Set.of("killedForMemory");
            case CHILD -> Set.of("otherKilledForMemory", "killedInGroup");
            case MACHINE -> Set.of("killedForMemory", "killed");
            case MACHINE_OTHER -> Set.of("otherKilledForMemory", "containerState");
            case SIGKILL -> Set.of("killed");
            case PROBE -> Set.of("killedByProbe", "killed");
            case SIGTERM, FAILED -> Set.of("exitStatus");
            case CRASH -> Set.of("crashed");
            case EVICTED -> Set.of("evicted", "killed");
        };
    }

    /** What must be said of it by these texts. */
    private static Set<String> complete(Kind kind, List<String> given) {
        return switch (kind) {
            case MACHINE -> given.contains("kernel") ? Set.of("killedForMemory") : Set.of("killed");
            case MACHINE_OTHER -> given.contains("kernel") ? Set.of("otherKilledForMemory") : Set.of("containerState");
            case CHILD -> given.contains("kernel") ? Set.of("otherKilledForMemory") : Set.of("killedInGroup");
            case PROBE -> given.contains("describe") ? Set.of("killedByProbe") : Set.of("killed");
            case EVICTED -> given.equals(List.of("docker")) ? Set.of("killed") : Set.of("evicted");
            default -> sound(kind);
        };
    }

    private static void wording(TrueEnd end, List<String> given, List<Finding> found, Supplier<String> about) {
        String said = found.stream()
                .map(one -> one.summary() + " " + one.explanation())
                .collect(Collectors.joining(" "));
        String limit = Amounts.bytes(end.limitMegabytes() << 20);
        boolean kernel = given.contains("kernel");
        if (end.kind().isOfLimit()) {
            assertThat(said).as(about).contains(limit);
            assertThat(found.getFirst().summary()).as(about).doesNotContain("machine ran out");
        }
        if (!kernel) {
            return;
        }
        assertThat(said).as(about).contains("process " + end.pid());
        switch (end.kind()) {
            case OWN -> assertThat(said).as(about).contains("Most of it was anonymous memory of java");
            case SHARED -> assertThat(said).as(about).contains("Most of it was tmpfs or shared memory");
            case NEIGHBOURS -> assertThat(said).as(about).contains("memory of other processes: python3");
            case CHILD ->
                assertThat(said)
                        .as(about)
                        .contains("anonymous memory of ffmpeg")
                        .contains("java (process");
            default -> assertThat(said).as(about).contains("the machine ran out of memory");
        }
        // One end is one finding, whoever reports it.
        if (end.kind() != Kind.CHILD && end.kind() != Kind.MACHINE_OTHER) {
            assertThat(found).as(about).hasSize(1);
        }
    }

    private record Read(Origin by, Sample sample) {}

    private List<Read> read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".txt"), text);
        Origin origin = new Origin(name + ".txt", null, name + ".txt", Instrument.PROC);
        List<Read> read = new ArrayList<>();
        new TextSource(file, origin).read(Processes.INTEREST, () -> (by, sample) -> read.add(new Read(by, sample)));
        return read;
    }

    private static List<Finding> judge(Map<String, List<Read>> read, List<String> given) {
        Processes all = Processes.FOLD.empty();
        for (String name : given) {
            read.getOrDefault(name, List.of()).forEach(one -> Processes.FOLD.add(all, one.by, one.sample));
        }
        return new EndAnalysis().finish(all, Coverage.NONE).findings();
    }
}
