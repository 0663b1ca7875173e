package dev.loomweight.samples.experiment.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * The answers of a server, as its clients got them within the time that counts. Each thread of the clients counts for
 * itself; they are added up once all have ended.
 */
final class Answers {

    /** Latencies are kept to one in a thousand. */
    private static final int DIGITS = 3;

    /** No answer comes sooner over a socket: 1 µs. */
    private static final long SHORTEST_TURN = 1000;

    /** So many wrong answers for each client, before the first right one, are enough. */
    private static final int PATIENCE = 20;

    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    private final int clients;
    private final CountDownLatch first = new CountDownLatch(1);
    private final LongAdder requests = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Map<Thread, OfOneThread> all = new ConcurrentHashMap<>();
    private volatile boolean anyRight;
    private volatile boolean counts;
    private volatile long from;
    private volatile long until;

    /**
     * For the answers that a number of clients get.
     *
     * @param clients how many ask
     */
    Answers(int clients) {
        this.clients = clients;
    }

    private static final class OfOneThread {
        private final Histogram latencies = new Histogram(DIGITS);
        private long errors;
        private String lastError = "";
    }

    /** A right answer came for what was asked at a time. */
    void right(long asked) {
        if (counts) {
            mine().latencies.recordValue(System.nanoTime() - asked);
            requests.increment();
        } else if (!anyRight) {
            anyRight = true;
            first.countDown();
        }
    }

    /**
     * Waits until there was a right answer, or so many wrong ones that there will be none.
     *
     * @return whether there was a right one in that time
     */
    boolean awaitFirst(long time, TimeUnit unit) throws InterruptedException {
        return first.await(time, unit) && anyRight;
    }

    /** From now on, it counts. */
    void begin() {
        from = System.nanoTime();
        counts = true;
    }

    /** From now on, it counts no more. */
    void end() {
        counts = false;
        until = System.nanoTime();
    }

    /** How many right answers have been counted. */
    long requests() {
        return requests.sum();
    }

    /** A wrong answer, or none, and what was wrong. */
    void wrong(String error) {
        OfOneThread mine = mine();
        mine.lastError = error;
        if (counts) {
            mine.errors++;
        }
        wrong.increment();
        if (wrong.sum() > (long) PATIENCE * clients) {
            first.countDown();
        }
    }

    /**
     * The time is over, and what was asked at a time has no answer yet. It will take at least as long as it has, and
     * must not be left out: a server that stands still would look fast.
     */
    void open(long asked) {
        if (until - asked > 0) {
            mine().latencies.recordValue(until - asked);
        }
    }

    private OfOneThread mine() {
        return all.computeIfAbsent(Thread.currentThread(), thread -> new OfOneThread());
    }

    /**
     * What was counted. A client that waits for its answer does not ask meanwhile, and so leaves out what others would
     * have had to wait then (coordinated omission). The histogram is corrected for it by what a client's turn takes on
     * average, as HdrHistogram documents it.
     */
    Totals totals() {
        Histogram latencies = new Histogram(DIGITS);
        all.values().forEach(one -> latencies.add(one.latencies));
        if (!anyRight) {
            return new Totals(0, 0, 0, 0, wrong.sum(), lastError());
        }
        long nanos = until - from;
        long turn = Math.max(SHORTEST_TURN, nanos * clients / Math.max(1, requests()));
        Histogram corrected = latencies.copyCorrectedForCoordinatedOmission(turn);
        return new Totals(
                requests(),
                nanos,
                corrected.getValueAtPercentile(MEDIAN),
                corrected.getValueAtPercentile(TAIL),
                all.values().stream().mapToLong(one -> one.errors).sum(),
                lastError());
    }

    private String lastError() {
        return all.values().stream()
                .map(one -> one.lastError)
                .filter(error -> !error.isEmpty())
                .findFirst()
                .orElse("");
    }
}
