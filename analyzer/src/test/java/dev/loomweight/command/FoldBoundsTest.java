package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Observed;
import dev.loomweight.input.Source;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.MemoryEvents.GarbageCollection;
import dev.loomweight.sample.MemoryEvents.HeapSummary;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.SubmitFailed;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.RefusalParts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a recording can have very many of is bounded in a fold, and says what it says, in whatever parts it is folded. */
class FoldBoundsTest {

    private static final Origin ORIGIN = new Origin("shop", null, "shop.lw", Instrument.JFR);

    @Test
    void collectionsOfTheOldGenerationAreBounded() {
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            List<Sample> samples = new ArrayList<>();
            int count = seed < 2 ? 6_000 : 12_000;
            for (int id = 0; id < count; id++) {
                Instant time = Instant.ofEpochSecond(1_790_000_000L + id);
                samples.add(new HeapSummary(time, 1L << 30, 1L << 30, random.nextInt(1 << 20) + id * 100L, id, true));
                samples.add(new GarbageCollection(
                        time,
                        id,
                        seed % 2 == 0
                                ? List.of("G1New", "G1Old", "G1Full").get(random.nextInt(3))
                                : List.of("ZGC Minor", "ZGC Major").get(random.nextInt(2)),
                        "Allocation Failure",
                        random.nextInt(1000)));
            }
            // Half of them for the heap over time.
            assertBounded(samples, 5_000, seed);
        }
    }

    @Test
    void refusalsAreBounded() {
        String[] messages = {
            "Task java.lang.VirtualThread$$Lambda/0x%x@%x rejected from java.util.concurrent.ThreadPoolExecutor@5e3a",
            "full",
            "no room in queue %d",
            "tenant-%s"
        };
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < 3_000; i++) {
                int kind = random.nextInt(seed % 4 + 1);
                String message = kind == 3
                        ? "tenant-" + Integer.toString(random.nextInt(), 36).replaceAll("\\d", "x")
                        : String.format(messages[kind], random.nextInt(9999), random.nextInt(9999));
                samples.add(new SubmitFailed(
                        Instant.ofEpochSecond(1_790_000_000L + i),
                        new ThreadRef(1, "pool-1-thread-" + random.nextInt(500), 0, false),
                        random.nextInt(100),
                        message,
                        new StackTrace(
                                List.of(new Frame(
                                        "com.acme.Cart", "add" + random.nextInt(3), "()V", 12, 0, 0, "Interpreted")),
                                false)));
            }
            assertBounded(samples, 1, seed);
            RefusalParts refusals =
                    (RefusalParts) MadeUpFolds.states(folded(samples)).getFirst();
            assertThat(refusals.groups()).hasSizeLessThanOrEqualTo(256);
            assertThat(refusals.groups()).allMatch(group -> group.victims().size() <= 64);
            assertThat(refusals.groups().stream()
                            .mapToLong(RefusalParts.Group::count)
                            .sum())
                    .isEqualTo(3_000);
        }
    }

    private static void assertBounded(List<Sample> samples, int most, int seed) {
        List<Sample> shuffled = new ArrayList<>(samples);
        Collections.shuffle(shuffled, new Random(seed));
        List<Source> folded = folded(shuffled);
        List<Source> parts = new ArrayList<>(folded(samples.subList(0, samples.size() / 3 / 2 * 2)));
        parts.addAll(folded(samples.subList(samples.size() / 3 / 2 * 2, samples.size())));
        List<Source> twice = MadeUpFolds.read(MadeUpFolds.bytes(folded));

        assertThat(MadeUpFolds.samples(folded).size()).isLessThan(most);
        for (Analysis<?, ?> analysis : Analyses.DEFAULT.all()) {
            Section expected = MadeUpFolds.section(analysis, List.of(new MadeUpFolds.Given(observed(samples))));
            assertThat(MadeUpFolds.section(analysis, folded))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
            assertThat(MadeUpFolds.section(analysis, parts))
                    .as("parts, seed %d", seed)
                    .isEqualTo(expected);
            assertThat(MadeUpFolds.section(analysis, twice))
                    .as("twice, seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    private static List<Source> folded(List<Sample> samples) {
        return MadeUpFolds.folded(observed(samples));
    }

    private static List<Observed> observed(List<Sample> samples) {
        return samples.stream().map(sample -> new Observed(ORIGIN, sample)).toList();
    }
}
