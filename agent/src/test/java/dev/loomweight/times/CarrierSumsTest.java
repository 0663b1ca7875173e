package dev.loomweight.times;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import dev.loomweight.times.CarrierSums.Look;
import dev.loomweight.times.KernelThreads.Times;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What begins, ends and is taken over by another thread between two cuts. */
class CarrierSumsTest {

    private static final Instant BEGIN = Instant.parse("2026-11-23T10:00:00Z");

    private final CarrierSums sums = new CarrierSums(BEGIN);
    private int cuts;

    private void times(long tid, long at, long run, long wait) {
        sums.times(tid, "w" + tid, tid, new Times(at, run, wait), true);
    }

    private List<Row> cut(Long... alive) {
        return sums.cut(BEGIN.plusSeconds(++cuts), Set.of(alive), Pool.NONE, 0, 0, 0)
                .carriers();
    }

    @Test
    void differencesGoOnFromCutToCut() {
        times(1, 100, 1000, 10);
        times(1, 150, 1020, 15);
        sums.look(1, Look.RUNNING);
        sums.look(1, Look.MOUNTED);
        sums.look(1, Look.UNDECIDED);
        assertThat(cut(1L)).containsExactly(new Row(1, "w1", 50, 20, 5, 3, 1, 1, 0, true));

        times(1, 250, 1060, 15);
        assertThat(cut(1L)).containsExactly(new Row(1, "w1", 100, 40, 0, 0, 0, 0, 0, true));
    }

    /** A virtual thread is that of the interval only if every look found it or the carrier running, and none found it idle. */
    @Test
    void theVirtualThreadIsKnownWhereAllLooksFoundItAndNothingElse() {
        times(1, 100, 0, 0);
        sums.look(1, Look.MOUNTED, 31);
        sums.look(1, Look.UNDECIDED, 31);
        sums.look(1, Look.MOUNTED, 31);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(31L);

        sums.look(1, Look.MOUNTED, 31);
        sums.look(1, Look.MOUNTED, 32);
        sums.look(1, Look.MOUNTED, 31);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(0L);

        sums.look(1, Look.MOUNTED, 31);
        sums.look(1, Look.IDLE);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(0L);

        sums.look(1, Look.MOUNTED);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(0L);

        sums.look(1, Look.RUNNING);
        sums.look(1, Look.MOUNTED, 31);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(31L);

        sums.look(1, Look.RUNNING);
        assertThat(cut(1L)).extracting(Row::thread).containsExactly(0L);
    }

    @Test
    void aCarrierThatEndedIsCountedAsFarAsItWasSeenAndNotAgain() {
        times(1, 100, 0, 0);
        times(1, 150, 30, 0);
        times(2, 160, 5, 5);
        times(2, 180, 6, 7);
        assertThat(cut(2L)).extracting(Row::wallNanos).containsExactly(50L, 20L);
        assertThat(cut(2L)).extracting(Row::tid).containsExactly(2L);
    }

    /** The kernel gives numbers again: another thread's time is no difference to the one before. */
    @Test
    void anotherThreadOfTheSameNumberBeginsAnew() {
        times(1, 100, 9_000, 9_000);
        times(1, 200, 9_050, 9_000);
        times(1, 300, 10, 0);
        times(1, 400, 30, 5);
        assertThat(cut(1L)).containsExactly(new Row(1, "w1", 100, 20, 5, 0, 0, 0, 0, true));
    }

    @Test
    void whatIsUnknownIsNotZero() {
        times(1, 100, 7, -1);
        times(1, 200, 8, -1);
        sums.look(2, Look.IDLE);
        assertThat(cut(1L)).containsExactly(new Row(1, "w1", 100, 1, -1, 0, 0, 0, 0, true));
    }

    @Test
    void aClockThatIsSetBackMakesNoIntervalThatEndsBeforeItBegins() {
        CarrierInterval interval = sums.cut(BEGIN.minusSeconds(5), Set.of(), Pool.NONE, -1, -1, -1);
        assertThat(interval.from()).isEqualTo(BEGIN);
        assertThat(interval.to()).isEqualTo(BEGIN);
    }
}
