package dev.loomweight.pins.carriers;

import dev.loomweight.fold.Fold.Results;
import dev.loomweight.fold.Samples;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Pool;
import dev.loomweight.times.CarrierInterval.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Times of carriers with exactly the values that a test is about, in milliseconds. */
final class CarrierMaker {

    static final Instant START = Instant.parse("2026-11-23T04:00:00Z");
    static final long UNKNOWN = CarrierInterval.UNKNOWN;

    private CarrierMaker() {}

    /** A carrier that existed all the time of a second, with the kernel's figures, and how it was looked at. */
    static Row carrier(int number, long run, long wait, long running, long mounted, long idle) {
        return carrier(number, 1000, run, wait, running, mounted, idle);
    }

    static Row carrier(int number, long wall, long run, long wait, long running, long mounted, long idle) {
        return new Row(
                100L + number,
                "ForkJoinPool-1-worker-" + number,
                nanos(wall),
                run < 0 ? run : nanos(run),
                wait < 0 ? wait : nanos(wait),
                running + mounted + idle,
                running,
                mounted,
                idle,
                true);
    }

    /** A carrier that has had one virtual thread mounted at all looks of a second, and has run for some microseconds. */
    static Row standing(int number, long micros, long thread) {
        return new Row(
                100L + number,
                "ForkJoinPool-1-worker-" + number,
                nanos(1000),
                micros * 1000,
                0,
                10,
                0,
                10,
                0,
                true,
                thread);
    }

    /** One second, in which the JVM did not stop. */
    static CarrierTimes second(int at, long parallelism, Row... carriers) {
        return stopped(0, at, parallelism, carriers);
    }

    /** One second, in which the JVM stopped all threads for some nanoseconds. */
    static CarrierTimes stopped(long stopped, int at, long parallelism, Row... carriers) {
        return new CarrierTimes(
                START.plusSeconds(at),
                START.plusSeconds(at + 1),
                List.of(carriers),
                new Pool(parallelism, carriers.length, UNKNOWN, UNKNOWN),
                0,
                stopped,
                UNKNOWN);
    }

    static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    /** A pin that began at a time and lasted, both in milliseconds, in a method. */
    static Pin pin(long at, long millis, String method) {
        return new Pin(
                START.plusMillis(at),
                nanos(millis),
                new ThreadRef(7, "", 0, true),
                new ThreadRef(101, "ForkJoinPool-1-worker-1", 101, false),
                "LockSupport.park",
                "Native or VM frame on stack",
                stack("java.lang.VirtualThread.parkOnCarrierThread", method));
    }

    static StackTrace stack(String... frames) {
        return Samples.stack(frames);
    }

    /** A recording of that time, in which pins were recorded. */
    static Coverage recorded() {
        return recorded(State.RECORDED);
    }

    static Coverage recorded(State state) {
        return Coverage.of(new Coverage.OfSource(
                Samples.SHOP,
                START.minusSeconds(1),
                START.plusSeconds(100),
                0,
                0,
                List.of(Events.of(Pin.EVENT, state, 1, Duration.ZERO, true, 0, 0, 64, List.of("pinnedReason"))),
                List.of()));
    }

    static Section section(Coverage coverage, Sample... samples) {
        return Samples.section(new CarrierAnalysis(PinOptions.NONE, true), coverage, samples);
    }

    /** What is read of the same. */
    static List<CarrierProcess> read(Coverage coverage, Sample... samples) {
        CarrierAnalysis analysis = new CarrierAnalysis(PinOptions.NONE, true);
        Results all = analysis.fold().empty();
        for (Sample sample : samples) {
            analysis.fold().add(all, Samples.SHOP, sample);
        }
        return analysis.read(all, coverage).processes();
    }

    static Table table(Section section) {
        return Samples.block(section, "time", Table.class);
    }

    /** The times of the rows by their words, in milliseconds. */
    static Map<String, Long> millis(Table table) {
        Map<String, Long> rows = new LinkedHashMap<>();
        table.rows().forEach(row -> {
            String words = ((Cell.Text) row.cells().get(0)).value();
            rows.put(words, Math.round(((Cell.Nanos) row.cells().get(1)).value() / 1e6));
        });
        return rows;
    }

    /** What the rows that are no parts of others add up to, and what the table says of it, in nanoseconds. */
    static long[] sums(Table table) {
        long sum = table.body().stream()
                .filter(row -> row.role() == Table.Role.PLAIN)
                .mapToLong(row -> ((Cell.Nanos) row.cells().get(1)).value())
                .sum();
        return new long[] {sum, ((Cell.Nanos) table.totals().getFirst().cells().get(1)).value()};
    }

    static List<String> findings(Section section) {
        return section.findings().stream().map(Finding::id).toList();
    }
}
