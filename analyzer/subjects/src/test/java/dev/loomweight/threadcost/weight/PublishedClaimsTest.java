package dev.loomweight.threadcost.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Instrument;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.threadcost.weight.PublishedClaims.Claim;
import dev.loomweight.threadcost.weight.PublishedClaims.Judged;
import dev.loomweight.threadcost.weight.PublishedClaims.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdicts on what was published, on each side of each bound. */
class PublishedClaimsTest {

    private static final long MB = 1 << 20;

    /** Of 1000 bytes that are reserved and as many committed, so many are stacks. */
    @ParameterizedTest
    @CsvSource({"961, 961, HOLDS", "960, 961, HOLDS", "961, 960, FOR_ADDRESS_SPACE_ONLY", "960, 960, DOES_NOT_HOLD"})
    void stacksAreMoreThan96PercentOfNmtsTotal(long reserved, long committed, Verdict verdict) {
        Judged judged = judged(Claim.STACK_SHARE, "platform", nmt(0, 0, 0, 1), nmt(reserved, committed, 0, 1_000));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo(reserved / 1_000.0);
        assertThat(judged.second()).isEqualTo(committed / 1_000.0);
    }

    /** The stack size of these captures is 1 MB, of which a hundredth is 10485 bytes. */
    @ParameterizedTest
    @CsvSource({
        "0,      2000, HOLDS",
        "0,      1999, DOES_NOT_HOLD",
        "10484,  2000, HOLDS",
        "10485,  2000, DOES_NOT_HOLD",
        "-10484, 2000, HOLDS",
        "-10485, 2000, DOES_NOT_HOLD"
    })
    void aPlatformThreadIsAStackAndStructures(long over, long structures, Verdict verdict) {
        Judged judged = judged(
                Claim.PLATFORM_THREAD, "platform", nmt(0, 0, 0, 9 * MB), nmt(MB + over, 4_096, structures, 9 * MB));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo((double) (MB + over));
        assertThat(judged.second()).isEqualTo((double) structures);
    }

    /** With 100 MB of live objects, the memory outside the heap may be 200 MB. */
    @ParameterizedTest
    @CsvSource({"-1, HOLDS", "0, DOES_NOT_HOLD"})
    void virtualThreadsAreBelow300Megabytes(long over, Verdict verdict) {
        Judged judged = judged(
                Claim.VIRTUAL_TOTAL,
                "virtual",
                nmt(0, 0, 0, 200 * MB + over),
                SnapshotSamples.histogram(Map.of()),
                nmt(0, 0, 0, 200 * MB + over),
                SnapshotSamples.histogram(Map.of("[B", 100 * MB)));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo(100 * MB);
        assertThat(judged.second()).isEqualTo((double) (300 * MB + over));
    }

    @ParameterizedTest
    @CsvSource({"120, 80,  HOLDS", "120, 79,  DOES_NOT_HOLD", "120, 120, HOLDS", "120, 121, DOES_NOT_HOLD"})
    void aVirtualThreadWithItsContinuationTakes200To240Bytes(long thread, long continuation, Verdict verdict) {
        Judged judged = judged(
                Claim.VIRTUAL_INSTANCE,
                "virtual",
                SnapshotSamples.histogram(Map.of()),
                SnapshotSamples.histogram(
                        Map.of("java.lang.VirtualThread", thread, "jdk.internal.vm.Continuation", continuation)));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo((double) thread);
        assertThat(judged.second()).isEqualTo((double) (thread + continuation));
    }

    @ParameterizedTest
    @CsvSource({"99,      DOES_NOT_HOLD", "100,     HOLDS", "1000000, HOLDS", "1000001, DOES_NOT_HOLD"})
    void aStackChunkTakesHundredsOfBytesToHundredsOfKilobytes(long chunk, Verdict verdict) {
        Judged judged = judged(
                Claim.STACK_CHUNK,
                "virtual",
                SnapshotSamples.histogram(Map.of()),
                SnapshotSamples.histogram(Map.of("jdk.internal.vm.StackChunk", chunk)));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo((double) chunk);
    }

    @Test
    void nothingIsJudgedOfWhatWasNotCaptured() {
        assertThat(read("platform", List.of(SnapshotSamples.status(1, 1), SnapshotSamples.status(2, 1))))
                .isEmpty();
        assertThat(read("virtual", List.of(SnapshotSamples.status(1, 1), SnapshotSamples.status(2, 1))))
                .isEmpty();
    }

    private static Judged judged(Claim claim, String kind, Sample... halves) {
        return read(kind, List.of(halves)).stream()
                .filter(one -> one.claim() == claim)
                .findFirst()
                .orElseThrow();
    }

    /** One thread; the first half of the samples is of the snapshot without it. */
    private static List<Judged> read(String kind, List<Sample> halves) {
        Processes all = Processes.FOLD.empty();
        add(all, 0, SnapshotSamples.info(kind, 1, 1, List.of()));
        for (int i = 0; i < halves.size(); i++) {
            add(all, i < halves.size() / 2 ? 0 : 1, halves.get(i));
        }
        return new PublishedClaims().read(all, Coverage.NONE).judged();
    }

    private static void add(Processes into, int index, Sample sample) {
        Origin.SnapshotId moment = new Origin.SnapshotId(index, "s" + index, Instant.EPOCH);
        Processes.FOLD.add(into, new Origin("run", moment, "file", Instrument.NMT), sample);
    }

    private static NmtReport nmt(long stackReserved, long stackCommitted, long structures, long total) {
        NmtUsage threads = usage(stackReserved + structures, stackCommitted + structures);
        return new NmtReport(
                77,
                1,
                false,
                usage(total, total),
                null,
                null,
                List.of(category("Thread", threads, usage(stackReserved, stackCommitted))),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static NmtCategory category(String name, NmtUsage usage, @Nullable NmtUsage stack) {
        return new NmtCategory(name, usage, Map.of(), stack, null, null, null, null, List.of(), List.of());
    }

    private static NmtUsage usage(long reserved, long committed) {
        return NmtUsage.of(Amount.of(reserved), Amount.of(committed));
    }
}
