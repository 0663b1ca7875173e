package dev.loomweight.pins.carriers;

import static dev.loomweight.pins.carriers.CarrierMaker.stack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.StackEvents.CpuTimeSample;
import dev.loomweight.sample.StackEvents.ExecutionSample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of the sites that ran, and which of them is the usual one. */
class RanSitesTest {

    private static final ThreadRef VIRTUAL = new ThreadRef(7, "", 0, true);
    private static final ThreadRef CARRIER = new ThreadRef(3, "ForkJoinPool-1-worker-1", 101, false);

    private static final StackTrace SWITCHES =
            stack("java.lang.VirtualThread.runContinuation", "java.util.concurrent.ForkJoinPool.runWorker");

    private final SampledStacks samples = new SampledStacks();

    private void ran(int count, ThreadRef thread, StackTrace stack) {
        Collections.nCopies(count, new ExecutionSample(0, thread, stack)).forEach(samples::add);
    }

    private RanSites sites(SampledStacks.Kind kind) {
        return RanSites.of(samples, kind, List.of());
    }

    /** The heaviest first; of equal ones by method, then by what it called. */
    @Test
    void heaviestSiteIsFirst() {
        ran(1, VIRTUAL, stack("com.acme.A.run:1"));
        ran(2, VIRTUAL, stack("com.acme.Z.run:1"));
        ran(3, VIRTUAL, stack("java.util.HashMap.put", "com.acme.C.run:1"));
        ran(3, VIRTUAL, stack("java.util.ArrayList.add", "com.acme.C.run:1"));
        ran(3, VIRTUAL, stack("com.acme.B.run:1"));

        RanSites sites = sites(SampledStacks.Kind.JAVA);
        assertThat(sites.sites())
                .extracting(site ->
                        site.count() + " " + site.label() + " " + site.what().called())
                .containsExactly(
                        "3 com.acme.B.run:1 null",
                        "3 com.acme.C.run:1 java.util.ArrayList.add",
                        "3 com.acme.C.run:1 java.util.HashMap.put",
                        "2 com.acme.Z.run:1 null",
                        "1 com.acme.A.run:1 null");
        assertThat(sites.count()).isEqualTo(12);
        assertThat(sites.part(sites.sites().getFirst())).isEqualTo(0.25);
    }

    /** Samples of processor time weigh what they stand for, not their number; a site has the line of most of its weight. */
    @Test
    void processorTimeDecidesTheOrder() {
        cpu(3, 10, stack("com.acme.A.run:1"));
        cpu(1, 40, stack("com.acme.B.run:1"));
        cpu(1, 5, stack("com.acme.B.run:2"));
        cpu(2, 4, stack("com.acme.B.run:2"));

        assertThat(sites(SampledStacks.Kind.PROCESSOR_TIME).sites())
                .extracting(site -> site.label() + " " + site.count() + " " + site.weight())
                .containsExactly("com.acme.B.run:1 4 53", "com.acme.A.run:1 3 30");
    }

    /** Of a site that several virtual threads ran, none is named. */
    @Test
    void theOnlyThreadOfASiteIsKnown() {
        ThreadRef other = new ThreadRef(8, "", 0, true);
        ThreadRef named = new ThreadRef(9, "pricer", 0, true);
        ran(3, VIRTUAL, stack("com.acme.A.run:1"));
        ran(2, VIRTUAL, stack("com.acme.A.run:2"));
        ran(2, VIRTUAL, stack("com.acme.B.run:1"));
        ran(1, other, stack("com.acme.B.run:1"));
        ran(2, named, stack("com.acme.C.run:1"));
        ran(1, CARRIER, SWITCHES);

        assertThat(sites(SampledStacks.Kind.JAVA).sites())
                .extracting(site -> site.label() + site.byThread())
                .containsExactly(
                        "com.acme.A.run:1, all of it by virtual thread #7",
                        "com.acme.B.run:1",
                        "com.acme.C.run:1, all of it by \"pricer\" (virtual #9)",
                        RanStack.SCHEDULER);
    }

    /** What carriers do between two virtual threads is no site of the application's while there is one. */
    @Test
    void schedulerIsTheTopOnlyAlone() {
        ran(9, CARRIER, SWITCHES);
        assertThat(sites(SampledStacks.Kind.JAVA).top().what().way()).isEqualTo(RanStack.Way.SWITCHES);

        ran(1, VIRTUAL, stack("com.acme.A.run:1"));
        assertThat(sites(SampledStacks.Kind.JAVA).top().label()).isEqualTo("com.acme.A.run:1");
    }

    @ParameterizedTest
    @CsvSource({"19, true", "20, false"})
    void fewSamplesHaveNoUsualSite(int count, boolean few) {
        ran(count, VIRTUAL, stack("com.acme.A.run:1"));

        RanSites sites = sites(SampledStacks.Kind.JAVA);
        assertThat(sites.areFew()).isEqualTo(few);
        assertThat(sites.usual() == null).isEqualTo(few);
    }

    private void cpu(int count, long nanos, StackTrace stack) {
        Collections.nCopies(count, new CpuTimeSample(0, nanos, false, false, VIRTUAL, stack))
                .forEach(samples::add);
    }
}
