package dev.loomweight.experiment.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.experiment.weight.PublishedClaims.Claim;
import dev.loomweight.experiment.weight.PublishedClaims.ClaimsReading;
import dev.loomweight.experiment.weight.PublishedClaims.Judged;
import dev.loomweight.experiment.weight.PublishedClaims.Verdict;
import dev.loomweight.memory.reconcile.Processes;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtCategory;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
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
    private static final long PUBLISHED = 4000;

    /** Of 1000 bytes that are reserved and as many committed, so many are stacks. */
    @ParameterizedTest
    @CsvSource({"961, 961, HOLDS", "960, 961, HOLDS", "961, 960, FOR_ADDRESS_SPACE_ONLY", "960, 960, DOES_NOT_HOLD"})
    void stacksAreMoreThan96PercentOfNmtsTotal(long reserved, long committed, Verdict verdict) {
        Judged judged =
                judged(Claim.STACK_SHARE, platform(PUBLISHED, MB), nmt(0, 0, 0, 1), nmt(reserved, committed, 0, 1_000));

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
                Claim.PLATFORM_THREAD,
                platform(1, MB),
                nmt(0, 0, 0, 9 * MB),
                nmt(MB + over, 4_096, structures, 9 * MB));

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
                virtual(PUBLISHED),
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
                virtual(1),
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
                virtual(1),
                SnapshotSamples.histogram(Map.of()),
                SnapshotSamples.histogram(Map.of("jdk.internal.vm.StackChunk", chunk)));

        assertThat(judged.verdict()).isEqualTo(verdict);
        assertThat(judged.first()).isEqualTo((double) chunk);
    }

    @Test
    void nothingIsJudgedOfWhatWasNotCaptured() {
        List<Sample> memory = List.of(SnapshotSamples.status(1, 1), SnapshotSamples.status(2, 1));

        assertThat(read(platform(1, MB), memory).judged()).isEmpty();
        assertThat(read(virtual(1), memory).judged()).isEmpty();
    }

    /** What is so of 4,000 threads together may not be so of others. */
    @ParameterizedTest
    @CsvSource({
        "4000, HOLDS,      holds",
        "200,  UNDECIDED, 'undecided: measured with 200, the claim is about 4,000'",
        "3999, UNDECIDED, 'undecided: measured with 3,999, the claim is about 4,000'",
        "4001, UNDECIDED, 'undecided: measured with 4,001, the claim is about 4,000'"
    })
    void totalsAreThoseOfAsManyThreadsAsWerePublished(long threads, Verdict verdict, String words) {
        List<Sample> stacks = List.of(nmt(0, 0, 0, 1), nmt(970, 970, 0, 1_000));
        List<Sample> live = List.of(
                nmt(0, 0, 0, MB),
                SnapshotSamples.histogram(Map.of()),
                nmt(0, 0, 0, 2 * MB),
                SnapshotSamples.histogram(Map.of("[B", MB)));

        assertThat(of(Claim.STACK_SHARE, read(platform(threads, MB), stacks)).verdict())
                .isEqualTo(verdict);
        assertThat(of(Claim.VIRTUAL_TOTAL, read(virtual(threads), live)).verdict())
                .isEqualTo(verdict);
        assertThat(words(Claim.STACK_SHARE, read(platform(threads, MB), stacks)))
                .isEqualTo(words);
    }

    /** The published stacks had 2 MB: a machine with such stacks does not excuse another share by their size. */
    @ParameterizedTest
    @CsvSource({"1, 'not here, the stack size is 1 MB'", "2, does not hold", "0, does not hold"})
    void aStackSizeThatWasPublishedIsNoReason(long megabytes, String words) {
        assertThat(words(
                        Claim.STACK_SHARE,
                        read(platform(PUBLISHED, megabytes * MB), List.of(nmt(0, 0, 0, 1), nmt(700, 300, 0, 1_000)))))
                .isEqualTo(words);
    }

    /** What the table says of a claim. */
    private static String words(Claim claim, ClaimsReading reading) {
        Table table = (Table)
                new PublishedClaims().say(reading, Coverage.NONE).blocks().getFirst();
        int row =
                reading.judged().stream().map(Judged::claim).distinct().toList().indexOf(claim);
        return ((Cell.Text) table.rows().get(row).cells().getLast()).value();
    }

    private static Judged judged(Claim claim, CaptureInfo info, Sample... halves) {
        return of(claim, read(info, List.of(halves)));
    }

    private static Judged of(Claim claim, ClaimsReading reading) {
        return reading.judged().stream()
                .filter(one -> one.claim() == claim)
                .findFirst()
                .orElseThrow();
    }

    private static CaptureInfo virtual(long threads) {
        return SnapshotSamples.info("virtual", threads, threads, List.of());
    }

    private static CaptureInfo platform(long threads, long stackSizeBytes) {
        CaptureInfo info = SnapshotSamples.info("platform", threads, threads, List.of());
        return new CaptureInfo(
                info.target(),
                info.jdk(),
                info.pid(),
                info.started(),
                info.command(),
                new CaptureInfo.Threads("platform", threads, threads, 0, stackSizeBytes),
                info.status(),
                null,
                info.end());
    }

    /** The first half of the samples is of the snapshot without the threads. */
    private static ClaimsReading read(CaptureInfo info, List<Sample> halves) {
        Processes all = Processes.FOLD.empty();
        add(all, 0, info);
        for (int i = 0; i < halves.size(); i++) {
            add(all, i < halves.size() / 2 ? 0 : 1, halves.get(i));
        }
        return new PublishedClaims().read(all, Coverage.NONE);
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
