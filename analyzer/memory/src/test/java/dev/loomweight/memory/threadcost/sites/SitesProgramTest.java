package dev.loomweight.memory.threadcost.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.input.heap.PlainWeights;
import dev.loomweight.input.heap.PlainWeights.Weighed;
import dev.loomweight.memory.threadcost.sites.SitesProgram.Built;
import dev.loomweight.memory.threadcost.sites.SitesProgram.Counted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * That the programs hold what they say, and that the plain reading of a heap dump finds it: by their construction and by the
 * class histograms of their JVMs.
 */
@Tag("applications")
class SitesProgramTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String CHUNK = "jdk.internal.vm.StackChunk";
    private static final String VIRTUAL = "java.lang.VirtualThread";

    /** The map of a thread's thread-locals, with one entry. */
    private static final long MAP_BYTES = 24 + 80 + 32;

    @TempDir
    private Path folder;

    /** A look at a program. */
    private record Look(
            Map<String, Built> sites,
            Map<String, Counted> histogram,
            PlainWeights weights,
            Map<Long, Weighed> threads) {

        List<Weighed> of(String site) {
            return threads.values().stream()
                    .filter(one -> one.name().equals(site))
                    .toList();
        }

        Set<Long> tids(String prefix) {
            return threads.entrySet().stream()
                    .filter(one -> one.getValue().name().startsWith(prefix))
                    .map(Entry::getKey)
                    .collect(Collectors.toSet());
        }

        Built built(String site) {
            return Objects.requireNonNull(sites.get(site));
        }

        Counted chunks() {
            return Objects.requireNonNull(histogram.get(CHUNK));
        }

        long counted(String className) {
            return histogram.getOrDefault(className, new Counted(0, 0)).instances();
        }
    }

    /** Looks at a program, of which all threads must be in its heap dump that it says it has. */
    private Look look(SitesProgram program, String file) throws Exception {
        Map<String, Counted> histogram = program.histogram();
        PlainWeights weights = program.weigh(folder.resolve(file), histogram);
        Look look = new Look(program.sites(), histogram, weights, weights.threads());
        assertThat(look.sites)
                .isNotEmpty()
                .allSatisfy((name, built) -> assertThat(look.of(name)).as(name).hasSize((int) built.threads()));
        return look;
    }

    private Look look(String jdk, String... arguments) throws Exception {
        try (SitesProgram program = SitesProgram.start(jdk, arguments)) {
            return look(program, "heap.hprof");
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void chunksTakeWhatTheHistogramSays(String jdk) throws Exception {
        Look look = look(jdk, "depths", "threads=40");

        assertThat(look.threads.values().stream().filter(Weighed::virtual)).hasSize((int) look.counted(VIRTUAL));
        assertThat(sum(look, Weighed::chunks)).isEqualTo(look.counted(CHUNK)).isEqualTo(120);
        assertThat(sum(look, Weighed::chunkBytes)).isEqualTo(look.chunks().bytes());
        look.sites.forEach((name, built) -> assertThat(look.of(name)).allSatisfy(thread -> {
            assertThat(thread.localBytes()).isZero();
            assertThat(thread.heldBytes()).isGreaterThan(thread.chunkBytes());
            if (!hasStacks(jdk)) {
                assertThat(thread.stack()).isNull();
            } else {
                assertThat(thread.stack()).hasSizeGreaterThan((int) built.value("frames"));
                assertThat(thread.stack()).anySatisfy(frame -> assertThat(frame).contains("samples.sites.Descents"));
            }
        }));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void theDeepSiteIsOneAmongMany(String jdk) throws Exception {
        Look look = look(jdk, "deep", "threads=10", "frames=120");

        assertThat(look.built("shallow").threads()).isEqualTo(100);
        assertThat(look.of("deep").get(0).chunkBytes())
                .isGreaterThan(look.of("shallow").get(0).chunkBytes());
        assertThat(sum(look, Weighed::chunkBytes)).isEqualTo(look.chunks().bytes());
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void threadLocalsAreThoseOfOneSite(String jdk) throws Exception {
        Look look = look(jdk, "locals", "threads=40", "bytes=4000");

        long array = look.built("keeping").value("localBytes");
        assertThat(array).isEqualTo(4016);
        assertThat(look.of("keeping")).allSatisfy(thread -> {
            assertThat(thread.localBytes()).isEqualTo(array + MAP_BYTES);
            assertThat(thread.heldBytes()).isGreaterThan(thread.localBytes() + thread.chunkBytes());
        });
        assertThat(look.of("without"))
                .allSatisfy(thread -> assertThat(thread.localBytes()).isZero());
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void platformThreadsKeepTheirs(String jdk) throws Exception {
        Look look = look(jdk, "pool", "threads=40");

        long array = look.built("pool").value("localBytes");
        assertThat(look.of("pool")).allSatisfy(thread -> {
            assertThat(thread.virtual()).isFalse();
            assertThat(thread.chunks()).isZero();
            assertThat(thread.localBytes()).isEqualTo(array + MAP_BYTES);
        });
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void whatOnlyAStackHoldsIsHeldWhereTheDumpHasStacks(String jdk) throws Exception {
        Look look = look(jdk, "buffers", "threads=40", "bytes=8192");

        long array = look.built("holding").value("heldBytes");
        assertThat(look.of("holding"))
                .allSatisfy(thread -> assertThat(thread.heldBytes() - thread.chunkBytes() >= array)
                        .isEqualTo(hasStacks(jdk)));
        assertThat(look.of("without"))
                .allSatisfy(thread ->
                        assertThat(thread.heldBytes() - thread.chunkBytes()).isLessThan(array));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void scopedValuesAreHeldWhereTheJdkHasThem(String jdk) throws Exception {
        Look look = look(jdk, "scoped", "threads=40", "bytes=8192");

        assertThat(look.sites.containsKey("scoped")).isEqualTo(hasStacks(jdk));
        assertThat(look.of("scoped"))
                .allSatisfy(thread -> assertThat(thread.heldBytes() - thread.chunkBytes())
                        .isGreaterThanOrEqualTo(look.built("scoped").value("scopedBytes")));
        assertThat(look.of("without"))
                .allSatisfy(thread ->
                        assertThat(thread.heldBytes() - thread.chunkBytes()).isLessThan(8192));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void theLeakGrowsAndTheRequestsDoNot(String jdk) throws Exception {
        try (SitesProgram program = SitesProgram.start(jdk, "leak", "threads=30")) {
            Look before = look(program, "before.hprof");
            program.obey("grow 20");
            Look after = look(program, "after.hprof");

            assertThat(after.tids("leak")).hasSize(50).containsAll(before.tids("leak"));
            assertThat(after.tids("requests")).hasSize(30).doesNotContainAnyElementsOf(before.tids("requests"));
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void whatIsSharedIsHeldByAllTogether(String jdk) throws Exception {
        Look look = look(jdk, "shared", "threads=8", "bytes=1000000");

        long array = look.built("alone").value("sharedBytes");
        assertThat(look.sites).hasSize(11);
        assertThat(look.threads.values())
                .allSatisfy(thread -> assertThat(thread.heldBytes()).isLessThan(array));
        assertThat(look.weights.heldBytes(look.tids("sharing3"))).isLessThan(array);
        // The array of the ten sites, and that of the one.
        for (String site : List.of("sharing", "alone")) {
            assertThat(look.weights.heldBytes(look.tids(site)) > array).as(site).isEqualTo(hasStacks(jdk));
        }
        assertThat(look.weights.heldBytes(look.tids("")) > 2 * array).isEqualTo(hasStacks(jdk));
    }

    /** Whether a heap dump has the stacks of virtual threads that wait: not before JDK 25, the first with scoped values. */
    private static boolean hasStacks(String jdk) {
        return !jdk.equals("loomweight.jdk21");
    }

    private static long sum(Look look, ToLongFunction<Weighed> what) {
        return look.threads.values().stream().mapToLong(what).sum();
    }
}
