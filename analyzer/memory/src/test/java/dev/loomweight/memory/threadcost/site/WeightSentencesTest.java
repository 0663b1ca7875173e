package dev.loomweight.memory.threadcost.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.sample.Dumps.WeighedThreads.Local;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What leads where threads of both kinds, thread-locals and the rest of the heap weigh differently. */
class WeightSentencesTest {

    private static final long MB = 1 << 20;

    private static SiteWeight site(boolean virtual, Weight weight) {
        String method = virtual ? "serve" : "drain";
        return new SiteWeight(
                new SiteWeight.Common(new CodePlace("com.acme.Shop", method, 1), WaitKind.SLEEP, virtual),
                "",
                9,
                9,
                weight,
                SiteWeight.Each.UNKNOWN,
                0,
                null,
                new SiteWeight.Named(virtual ? List.of() : List.of("mail-N"), Set.of()));
    }

    private static Weight measured(long locals) {
        return new Weight(4, 400, 400, 400, locals, 0);
    }

    private static LocalWeight local(long bytes, long shared) {
        return new LocalWeight(
                new Local("java.lang.ThreadLocal", List.of("com.acme.Shop.BUFFERS"), "byte[]", "byte[]"),
                4,
                bytes,
                shared,
                List.of("mail-N"));
    }

    private static List<String> sentences(
            boolean weighed, HeapSums sums, List<LocalWeight> locals, SiteWeight... sites) {
        return WeightSentences.of(new OfProcess(
                "shop",
                null,
                false,
                new OfProcess.Evidence(1, weighed, 0, 0),
                Stream.of(sites)
                        .sorted(Comparator.comparingLong(SiteWeight::most).reversed())
                        .toList(),
                locals,
                0,
                sums,
                -1));
    }

    /** The bytes of the platform and of the virtual threads in thread-locals; those of one ThreadLocal, and shared ones. */
    @ParameterizedTest
    @CsvSource({
        "100, 1, 100, 0, com.acme.Shop.drain:1, com.acme.Shop.BUFFERS",
        "1, 100, 1, 0, com.acme.Shop.serve:1, ''",
        "1, 100, 60, 0, com.acme.Shop.serve:1, com.acme.Shop.BUFFERS",
        "1, 2, 3, 0, com.acme.Shop.BUFFERS, com.acme.Shop.serve:1",
        "1, 2, 0, 90, com.acme.Shop.BUFFERS, com.acme.Shop.serve:1"
    })
    void theHeaviestLeads(long platform, long virtual, long local, long shared, String first, String second) {
        List<String> said = sentences(
                true,
                HeapSums.UNKNOWN,
                List.of(local(local * MB, shared * MB)),
                site(false, measured(platform * MB)),
                site(true, measured(virtual * MB)));

        assertThat(said.getFirst()).contains(first);
        assertThat(String.join(" ", said).contains("BUFFERS"))
                .isEqualTo(first.contains("BUFFERS") || second.contains("BUFFERS"));
        assertThat(said.size() < 2 ? "" : said.get(1)).contains(second);
    }

    /** Bytes of arrays, of the stacks of virtual threads, and of platform threads; -1 for unknown. */
    @ParameterizedTest
    @CsvSource({
        "100, 1, -1, false, serve",
        "3, 2, -1, true, serve",
        "3, 1, 5, true, drain",
        "30, 1, 5, false, drain",
        "-1, 1, -1, true, serve",
        "-1, 1, 5, true, drain"
    })
    void noStacksAreTheHeaviestWhereMuchMoreIsElsewhere(
            long arrays, long virtual, long platform, boolean heaviest, String place) {
        HeapSums sums = new HeapSums(true, 4, 0, 4, virtual * MB, 0, arrays * MB, 8);
        List<String> said = sentences(
                false,
                sums,
                List.of(),
                site(false, platform < 0 ? Weight.ofNumber(4) : Weight.ofStacks(4, platform * MB, platform * MB)),
                site(true, Weight.ofStacks(4, 0, virtual * MB)));

        assertThat(String.join(" ", said).contains("heaviest")).isEqualTo(heaviest);
        assertThat(said.getFirst())
                .contains(heaviest ? "com.acme.Shop." + place : "is not known without a heap dump: arrays and");
        assertThat(said.get(heaviest ? 0 : 1)).contains("com.acme.Shop." + place);
    }

    @Test
    void aCollectedThreadLocalIsSaidToBeSo() {
        LocalWeight gone = new LocalWeight(
                new Local("", List.of(), "java.util.HashMap", "byte[]"), 2, 4 * MB, 0, List.of("old-N"));

        assertThat(sentences(true, HeapSums.UNKNOWN, List.of(gone), site(false, measured(4 * MB))))
                .contains(
                        "Thread-locals whose key is gone hold 4 MB: java.util.HashMap, most of it byte[], in 2 threads"
                                + " named old-N, 2 MB each. The ThreadLocal was collected; its values stay until their thread"
                                + " ends or uses other thread-locals.");
    }
}
