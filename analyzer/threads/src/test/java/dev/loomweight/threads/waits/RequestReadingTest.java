package dev.loomweight.threads.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Coverage.State;
import dev.loomweight.sample.Events;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import dev.loomweight.sample.ThreadEvents.VirtualThreadEnd;
import dev.loomweight.sample.ThreadEvents.VirtualThreadStart;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.threads.waits.RequestReading.OfProcess;
import dev.loomweight.threads.waits.RequestReading.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** The time of random threads, each of which knows where it waited: what is said of the middle and of the slowest adds up. */
class RequestReadingTest {

    private static final long MILLI = 1_000_000;
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);
    private static final RequestAnalysis ANALYSIS = new RequestAnalysis(new Code(ClassPath.none()), List.of());
    private static final int LINES = 5;

    /** One thread: when it began, how long it ran, and how long it waited at each line and was pinned. */
    private record Lived(long thread, long began, long ran, long pinned, List<Long> waited) {

        private static Lived random(long thread, Random random) {
            List<Long> waited = new ArrayList<>();
            for (int line = 0; line < LINES; line++) {
                waited.add(random.nextInt(3) == 0 ? (long) (20 * MILLI * Math.pow(50, random.nextDouble())) : 0);
            }
            long pinned = random.nextInt(10) == 0 ? random.nextLong(50 * MILLI) : 0;
            return new Lived(thread, 1 + thread * MILLI, random.nextLong(30 * MILLI), pinned, waited);
        }

        private long nanos() {
            long all = ran + pinned;
            for (Long nanos : waited) {
                all += nanos;
            }
            return all;
        }

        private List<Sample> samples() {
            ThreadRef ref = new ThreadRef(thread, "", 0, true);
            List<Sample> samples = new ArrayList<>();
            samples.add(new VirtualThreadStart(began, thread, ""));
            for (int line = 0; line < LINES; line++) {
                long nanos = waited.get(line);
                if (nanos > 0) {
                    // Two waits of one site.
                    samples.add(new TracedWait(began, nanos / 2, ref, false, stack(line)));
                    samples.add(new TracedWait(began, nanos - nanos / 2, ref, false, stack(line)));
                }
            }
            if (pinned > 0) {
                samples.add(new Pin(began, pinned, ref, null, null, null, stack(0)));
            }
            samples.add(new VirtualThreadEnd(began + nanos(), thread));
            return samples;
        }
    }

    private static StackTrace stack(int line) {
        return new StackTrace(
                List.of(
                        frame("java.lang.VirtualThread", "park", 742),
                        frame("java.util.concurrent.locks.LockSupport", "park", 221),
                        frame("java.util.concurrent.Semaphore", "acquire", 322),
                        frame("com.acme.Orders", "find", 10 + line),
                        frame("java.lang.VirtualThread", "run", 460)),
                false);
    }

    private static Frame frame(String type, String method, int line) {
        return new Frame(type, method, "", line, -1, 0, "");
    }

    private static Coverage coverage(OfEvent... events) {
        return Coverage.of(new OfSource(SHOP, START, START.plusSeconds(60), 0, 0, List.of(events), List.of()));
    }

    private static OfEvent event(String type, State state) {
        return Events.of(type, state, 1, Duration.ofMillis(20), true, 0, 0, 64);
    }

    private static final Coverage ALL =
            coverage(event(TracedWait.EVENT, State.RECORDED), event(VirtualThreadStart.EVENT, State.RECORDED));

    /** Of chunks that are read apart, in any order. */
    private static Requests gathered(List<Sample> samples, Random random) {
        int chunks = 1 + random.nextInt(4);
        Requests all = Requests.FOLD.empty();
        for (int chunk = 0; chunk < chunks; chunk++) {
            Requests one = Requests.FOLD.empty();
            samples.subList(samples.size() * chunk / chunks, samples.size() * (chunk + 1) / chunks)
                    .forEach(sample -> one.add(SHOP, sample));
            all.merge(one);
        }
        return all;
    }

    @Test
    void theTimeOfThreadsAddsUp() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            List<Lived> lives = new ArrayList<>();
            List<Sample> samples = new ArrayList<>();
            int count = 100 + random.nextInt(900);
            for (int thread = 1; thread <= count; thread++) {
                Lived lived = Lived.random(thread, random);
                lives.add(lived);
                samples.addAll(lived.samples());
            }
            // Those that began before the recording, or had not ended, are not among them.
            samples.addAll(Lived.random(count + 1, random).samples().subList(1, 2));
            samples.add(new VirtualThreadStart(1, count + 2, ""));
            Collections.shuffle(samples, random);

            OfProcess process =
                    ANALYSIS.read(gathered(samples, random), ALL).processes().getFirst();

            assertThat(process.threads()).isEqualTo(count);
            lives.sort(Comparator.comparingLong(Lived::nanos));
            assertPart(
                    lives.subList(count * 45 / 100, count * 55 / 100),
                    process,
                    Row::middleNanos,
                    process.middle().nanos());
            assertPart(
                    lives.subList(count - count / 100, count),
                    process,
                    Row::slowestNanos,
                    process.slowest().nanos());
        }
    }

    private static void assertPart(List<Lived> truth, OfProcess process, ToLongFunction<Row> part, long lived) {
        assertThat(lived).isCloseTo(mean(truth, Lived::nanos), offset(1L));
        Map<Integer, Long> at = new HashMap<>();
        long pinned = 0;
        for (Row row : process.rows().subList(0, process.rows().size() - 1)) {
            if (row.place() == null) {
                pinned = part.applyAsLong(row);
            } else {
                at.put(row.place().line() - 10, part.applyAsLong(row));
            }
        }
        for (int line = 0; line < LINES; line++) {
            int index = line;
            assertThat(at.getOrDefault(line, 0L)).isCloseTo(mean(truth, one -> one.waited.get(index)), offset(1L));
        }
        assertThat(pinned).isCloseTo(mean(truth, Lived::pinned), offset(1L));
        assertThat(part.applyAsLong(process.rows().getLast())).isCloseTo(mean(truth, Lived::ran), offset(1L));
        assertThat(process.rows().stream().mapToLong(part).sum())
                .isCloseTo(lived, offset((long) process.rows().size()));
    }

    private static long mean(List<Lived> lives, ToLongFunction<Lived> of) {
        return lives.stream().mapToLong(of).sum() / lives.size();
    }

    /** Of many threads a part is kept, the same in any order, and what is said of it is so of all. */
    @Test
    void ofManyThreadsAPartIsKept() {
        Random random = new Random(7);
        List<Lived> lives = new ArrayList<>();
        for (int thread = 1; thread <= 3 * Requests.MOST_THREADS; thread++) {
            lives.add(Lived.random(thread, random));
        }
        OfProcess forwards = read(lives, random);
        Collections.reverse(lives);
        OfProcess backwards = read(lives, random);

        assertThat(forwards.oneOf()).isEqualTo(4);
        assertThat(forwards).usingRecursiveComparison().isEqualTo(backwards);
        assertThat(forwards.threads() * 4L).isCloseTo(lives.size(), withPercentage(3));
        lives.sort(Comparator.comparingLong(Lived::nanos));
        assertThat(forwards.middle().nanos())
                .isCloseTo(lives.get(lives.size() / 2).nanos(), withPercentage(3));
        assertThat(forwards.slowest().nanos())
                .isCloseTo(mean(lives.subList(lives.size() / 100 * 99, lives.size()), Lived::nanos), withPercentage(5));
    }

    private static OfProcess read(List<Lived> lives, Random random) {
        List<Sample> samples = new ArrayList<>();
        lives.forEach(lived -> samples.addAll(lived.samples()));
        return ANALYSIS.read(gathered(samples, random), ALL).processes().getFirst();
    }

    /** Where waits were not traced, all the time would be "running, or in shorter waits". */
    @Test
    void withoutATraceNothingIsSaid() {
        Random random = new Random(3);
        List<Sample> samples = new ArrayList<>();
        for (int thread = 1; thread <= 200; thread++) {
            samples.addAll(Lived.random(thread, random).samples());
        }
        Requests all = gathered(samples, random);

        assertThat(ANALYSIS.read(all, ALL).processes()).hasSize(1);
        assertThat(ANALYSIS.read(
                                all,
                                coverage(
                                        event(TracedWait.EVENT, State.OFF),
                                        event(VirtualThreadStart.EVENT, State.RECORDED)))
                        .processes())
                .isEmpty();
        assertThat(ANALYSIS.read(all, coverage(event(VirtualThreadStart.EVENT, State.RECORDED)))
                        .processes())
                .isEmpty();
    }
}
