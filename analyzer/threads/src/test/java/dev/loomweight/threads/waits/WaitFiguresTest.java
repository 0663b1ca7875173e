package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The figures of traced waits of random programs, of which the waits at two lines of one method are known. */
class WaitFiguresTest {

    private static final long MILLI = 1_000_000;
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final Subject<WaitTimes, WaitTimesReading> SUBJECT =
            WaitFigures.of(new Code(ClassPath.none()), List.of());
    private static final int FIRST_LINE = 12;
    private static final int SECOND_LINE = 20;

    /** A wait for a lock at a line of {@code com.acme.Orders.find}, as the trace has it. */
    private static TracedWait wait(int line, long nanos, long thread) {
        List<Frame> frames = List.of(
                frame("java.lang.VirtualThread", "park", 742),
                frame("java.util.concurrent.locks.LockSupport", "park", 221),
                frame("java.util.concurrent.locks.ReentrantLock", "lock", 322),
                frame("com.acme.Orders", "find", line),
                frame("java.lang.VirtualThread", "run", 460));
        return new TracedWait(0, nanos, new ThreadRef(thread, "", 0, true), false, new StackTrace(frames, false));
    }

    private static Frame frame(String type, String method, int line) {
        return new Frame(type, method, "", line, -1, 0, "");
    }

    private static Measured measured(
            List<TracedWait> waits, State state, @Nullable Duration threshold, String id, String of) {
        WaitTimes times = WaitTimes.FOLD.empty();
        waits.forEach(wait -> times.add(SHOP, wait));
        Coverage coverage = Coverage.of(new OfSource(
                SHOP,
                START,
                START.plusSeconds(60),
                0,
                0,
                List.of(Events.of(TracedWait.EVENT, state, waits.size(), threshold, true, 0, 0, 64)),
                List.of()));
        Figure<WaitTimesReading> figure = SUBJECT.figures().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
        return figure.taken().apply(SUBJECT.reading().apply(times, coverage), of);
    }

    @Test
    void percentilesAreOfTheWaitsOfTheSite() {
        Random random = new Random(20_261_201);
        for (int program = 0; program < 200; program++) {
            List<TracedWait> waits = new ArrayList<>();
            int count = 1 + random.nextInt(400);
            for (int i = 0; i < count; i++) {
                int line = random.nextBoolean() ? FIRST_LINE : SECOND_LINE;
                waits.add(wait(line, (20 + (long) Math.pow(10, 4 * random.nextDouble())) * MILLI, i % 7));
            }

            assertP99(waits, waits.stream(), "com.acme.Orders.find");
            assertP99(waits, at(waits, FIRST_LINE), "com.acme.Orders.find:" + FIRST_LINE);
            assertP99(waits, at(waits, SECOND_LINE), "com.acme.Orders.find:" + SECOND_LINE);
            assertP99(waits, Stream.empty(), "com.acme.Orders.take");
            assertThat(measured(waits, State.RECORDED, Duration.ofMillis(20), "longest-wait", "")
                            .amount())
                    .isEqualTo(waits.stream().mapToLong(TracedWait::nanos).max().orElseThrow());
        }
    }

    private static Stream<TracedWait> at(List<TracedWait> waits, int line) {
        return waits.stream().filter(wait -> wait.stack().frames().get(3).line() == line);
    }

    private static void assertP99(List<TracedWait> waits, Stream<TracedWait> of, String site) {
        long[] sorted = of.mapToLong(TracedWait::nanos).sorted().toArray();
        long truth = sorted.length == 0 ? 0 : sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
        Measured p99 = measured(waits, State.RECORDED, Duration.ofMillis(20), "wait-p99", site);

        assertThat(p99.amount()).as(site).isCloseTo(truth, withPercentage(1));
        assertThat(p99.undecided(truth * 2 + 20 * MILLI)).isEmpty();
    }

    /** Shorter waits than the threshold may be there in any number: what is not recorded is within no budget. */
    @Test
    void noBudgetBelowTheThresholdIsMet() {
        for (String id : List.of("longest-wait", "wait-p99")) {
            String of = id.equals("wait-p99") ? "com.acme.Orders.find" : "";
            Measured none = measured(List.of(), State.SILENT, Duration.ofMillis(200), id, of);

            assertThat(none.amount()).isZero();
            assertThat(none.undecided(100 * MILLI)).isEqualTo("waits shorter than 200 ms were not recorded");
            assertThat(none.undecided(200 * MILLI)).isEmpty();
            assertThat(measured(List.of(), State.OFF, Duration.ofMillis(20), id, of)
                            .undecided(Long.MAX_VALUE))
                    .contains("was off");
            assertThat(measured(List.of(wait(FIRST_LINE, MILLI, 1)), State.RECORDED, null, id, of)
                            .undecided(Long.MAX_VALUE))
                    .contains("not known");
        }
    }
}
