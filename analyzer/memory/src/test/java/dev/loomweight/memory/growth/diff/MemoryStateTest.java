package dev.loomweight.memory.growth.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.amount.Quantity;
import dev.loomweight.capture.CaptureEnd;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.HeapInfo;
import dev.loomweight.sample.MemoryEvents.ResidentSetSize;
import dev.loomweight.sample.NmtTexts.Amount;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtUsage;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.ProcTexts.ProcStatus;
import dev.loomweight.sample.ProcTexts.SmapsRollup;
import dev.loomweight.sample.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an input has of a process at each of its moments, whichever part of it was read first. */
class MemoryStateTest {

    private static final Origin LOOSE = new Origin("shop", null, "dir/nmt.txt", Instrument.NMT);

    private static Origin snapshot(int index, @Nullable Instant time) {
        return new Origin("shop", new Origin.SnapshotId(index, "s" + index, time), "s.txt", Instrument.NMT);
    }

    private static NmtReport nmt(long pid, boolean detail) {
        NmtUsage usage = NmtUsage.of(Amount.of(5), Amount.of(5));
        NmtReport.Region region = new NmtReport.Region(0, 4096, 4096, true, "Code", List.of(), List.of());
        return new NmtReport(
                pid,
                1,
                false,
                usage,
                null,
                null,
                List.of(),
                detail ? List.of(region) : List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static CaptureInfo info(long pid) {
        return new CaptureInfo(
                "shop",
                "25.0.3",
                pid,
                Instant.EPOCH,
                List.of("java"),
                CaptureInfo.Threads.NONE,
                CaptureEnd.COMPLETE.status(),
                null,
                CaptureInfo.End.UNKNOWN);
    }

    private static MemoryState state(Sample... samples) {
        MemoryState state = new MemoryState(LOOSE);
        Stream.of(samples).forEach(state::add);
        return state;
    }

    private static MemoryStates states(Origin origin, Sample... samples) {
        MemoryStates states = MemoryStates.FOLD.empty();
        Stream.of(samples).forEach(sample -> states.add(origin, sample));
        return states;
    }

    /** Such as {@code s0=100 s1=-1}: the resident memory of each moment. */
    private static String text(MemoryStates states) {
        return states.inOrder().stream()
                .map(one -> one.name() + "=" + one.residentBytes().orElse(-1))
                .collect(Collectors.joining(" "));
    }

    @Test
    void nothingIsKnownOfNothing() {
        MemoryState state = state();

        assertThat(state.nmt()).isNull();
        assertThat(state.isDetail()).isFalse();
        assertThat(state.histogram()).isNull();
        assertThat(state.resident()).isNull();
        assertThat(state.residentBytes().isKnown()).isFalse();
        assertThat(state.pageTableBytes().isKnown()).isFalse();
        assertThat(state.threads().isKnown()).isFalse();
        assertThat(state.pid()).isEqualTo(-1);
        assertThat(state.time()).isNull();
        assertThat(state.jdk()).isNull();
        assertThat(state.name()).isEqualTo("dir/nmt.txt");
    }

    @Test
    void theFiguresOfTheKernel() {
        MemoryState state = state(new ProcStatus(7, Map.of("VmRSS", 500L, "VmPTE", 40L), 9));

        assertThat(state.residentBytes()).isEqualTo(Quantity.of(500));
        assertThat(state.pageTableBytes()).isEqualTo(Quantity.of(40));
        assertThat(state.threads()).isEqualTo(Quantity.of(9));
        assertThat(state(new ProcStatus(7, Map.of("VmRSS", 500L), 9))
                        .pageTableBytes()
                        .isKnown())
                .isFalse();
    }

    /** The manifest's comes first, then that of the last NMT report, then that of the kernel. */
    @ParameterizedTest(name = "manifest {0}, NMT {1}, status {2}: {3}")
    @CsvSource({
        "7,  8,  9,  7",
        "1,  8,  9,  1",
        "0,  8,  9,  8",
        "-1, 8,  9,  8",
        "-1, 1,  9,  1",
        "-1, 0,  9,  9",
        "-1, -1, 9,  9",
        "-1, -1, -1, -1",
        ",   8,  9,  8",
        ",   ,   9,  9",
        ",   -1, ,   -1",
        "7,  ,   ,   7",
    })
    void theProcess(@Nullable Long manifest, @Nullable Long nmt, @Nullable Long status, long pid) {
        MemoryState state = state();
        if (nmt != null) {
            state.add(nmt(99, false));
            state.add(nmt(nmt, false));
        }
        if (status != null) {
            state.add(new ProcStatus(status, Map.of(), 1));
        }
        state.setInfo(manifest == null ? null : info(manifest));

        assertThat(state.pid()).isEqualTo(pid);
        assertThat(state.jdk()).isEqualTo(manifest == null ? null : "25.0.3");
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @CsvSource({"true, true, true", "true, false, false", "false, true, true", "false, false, false"})
    void theLastOfTwoReportsDecidesTheLevel(boolean first, boolean second, boolean detail) {
        NmtReport left = nmt(1, first);
        NmtReport right = nmt(2, second);
        MemoryState together = state(left, right);
        MemoryState merged = state(left).merge(state(right));

        for (MemoryState state : List.of(together, merged)) {
            assertThat(state.isDetail()).isEqualTo(detail);
            assertThat(state.reports()).extracting(NmtReport::pid).containsExactly(1L, 2L);
            assertThat(Objects.requireNonNull(state.nmt()).pid()).isEqualTo(2);
            assertThat(Objects.requireNonNull(state.nmt()).regions())
                    .as("the map is megabytes")
                    .isEmpty();
        }
    }

    @Test
    void mergedPartsHaveWhatEitherHas() {
        ClassHistogram histogram = new ClassHistogram(List.of(), 3, 70);
        MemoryState left = state(new ProcStatus(7, Map.of("VmRSS", 500L), 9));
        MemoryState right = state(histogram, new SmapsRollup(Map.of("Rss", 510L)));

        for (MemoryState state : List.of(
                left.merge(right),
                state(histogram, new SmapsRollup(Map.of("Rss", 510L)))
                        .merge(state(new ProcStatus(7, Map.of("VmRSS", 500L), 9))))) {
            assertThat(state.histogram()).isEqualTo(histogram);
            assertThat(state.threads()).isEqualTo(Quantity.of(9));
            assertThat(state.residentBytes()).isEqualTo(Quantity.of(510));
        }
    }

    @Test
    void aSnapshotHasATimeToTheSecondAndAName() {
        MemoryState state = new MemoryState(snapshot(3, Instant.ofEpochMilli(61_900)));

        assertThat(state.time()).isEqualTo(Instant.ofEpochSecond(61));
        assertThat(state.name()).isEqualTo("shop, s3");
        assertThat(new MemoryState(snapshot(3, null)).time()).isNull();
    }

    @Test
    void momentsAreInTheirOrderAndTextsAloneAreOne() {
        MemoryStates states = states(snapshot(1, null), new SmapsRollup(Map.of("Rss", 200L)));
        states.merge(states(snapshot(0, null), new SmapsRollup(Map.of("Rss", 100L))));
        assertThat(text(states)).isEqualTo("shop, s0=100 shop, s1=200");

        MemoryStates loose = states(LOOSE, nmt(1, false), new SmapsRollup(Map.of("Rss", 100L)));
        assertThat(text(loose)).isEqualTo("dir/nmt.txt=100");
        assertThat(text(states(LOOSE, new HeapInfo("ZHeap", 1, 1, 1, 0, 0))))
                .as("it has no figure that is compared")
                .isEmpty();
        assertThat(text(states(snapshot(0, null), new HeapInfo("ZHeap", 1, 1, 1, 0, 0))))
                .isEqualTo("shop, s0=-1");
    }

    /** The last resident memory of recordings belongs to the last moment, and is less trusted than a text. */
    @Test
    void aRecordingBelongsToTheLastMoment() {
        MemoryStates states = states(LOOSE, event(5, 300), event(9, 400), event(7, 350));
        assertThat(text(states)).isEqualTo("dir/nmt.txt=400");

        states.merge(states(snapshot(0, null), nmt(1, false)));
        states.merge(states(snapshot(1, null), nmt(1, false)));
        assertThat(text(states)).isEqualTo("shop, s0=-1 shop, s1=400");

        states.merge(states(snapshot(1, null), new SmapsRollup(Map.of("Rss", 100L))));
        assertThat(text(states)).isEqualTo("shop, s0=-1 shop, s1=100");
    }

    private static ResidentSetSize event(int second, long bytes) {
        return new ResidentSetSize(Instant.ofEpochSecond(second), bytes, 0);
    }

    /** The latest event counts in any order; of two that are the same, the file that is first by name. */
    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "a 5 300, b 9 400, b=400",
        "b 5 300, a 9 400, a=400",
        "a 5 300, b 5 400, b=400",
        "a 9 300, b 9 300, a=300",
        "b 9 300, a 9 300, a=300",
    })
    void recordingsOfTwoFiles(String left, String right, String expected) {
        MemoryStates one = recorded(left);
        one.merge(recorded(right));
        MemoryStates other = recorded(right);
        other.merge(recorded(left));
        MemoryStates empty = MemoryStates.FOLD.empty();
        empty.merge(one);

        assertThat(text(one)).isEqualTo(expected);
        assertThat(text(other)).isEqualTo(expected);
        assertThat(text(empty)).isEqualTo(expected);
        one.merge(MemoryStates.FOLD.empty());
        assertThat(text(one)).isEqualTo(expected);
    }

    private static MemoryStates recorded(String words) {
        String[] parts = words.split(" ", -1);
        return states(
                new Origin("shop", null, parts[0], Instrument.JFR),
                event(Integer.parseInt(parts[1]), Long.parseLong(parts[2])));
    }

    @Test
    void theManifestIsOfAllMomentsWhicheverPartHasIt() {
        MemoryStates states = states(snapshot(0, null), nmt(1, false));
        states.merge(states(LOOSE, info(7)));
        states.merge(states(snapshot(1, null), nmt(1, false)));

        assertThat(states.inOrder()).extracting(MemoryState::pid).containsExactly(7L, 7L);
    }

    @Test
    void theRangeOfResidentMemory() {
        MemoryStates states = states(snapshot(0, null), new SmapsRollup(Map.of("Rss", 100L)));
        states.merge(states(snapshot(1, null), new SmapsRollup(Map.of("Rss", 200L))));
        assertThat(states.residentRange()).isEmpty();

        states.merge(states(snapshot(2, null), new SmapsRollup(Map.of("Rss", 170L))));
        assertThat(states.residentRange()).isEqualTo(OptionalLong.of(30));
    }
}
